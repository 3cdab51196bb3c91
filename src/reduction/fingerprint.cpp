#include "reduction/fingerprint.h"

#include <initializer_list>

namespace huedrift {
namespace {

class Fnv1a {
public:
    /// Takes each number as four bytes, the lowest first.
    void add(std::initializer_list<std::uint32_t> numbers) {
        for (const std::uint32_t number : numbers)
            for (unsigned shift = 0; shift < 32; shift += 8)
                hash_ = (hash_ ^ (number >> shift & 0xff)) * 1099511628211u;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 14695981039346656037u;
};

}

std::uint64_t fingerprint(const Reduction& reduction) {
    Fnv1a hash;
    for (const Mode& mode : reduction.modes)
        hash.add(
            {std::uint32_t(mode.position.l), std::uint32_t(mode.position.a), std::uint32_t(mode.position.b)});
    for (const std::uint32_t mode : reduction.mode_of) hash.add({mode});
    return hash.value();
}

std::uint64_t fingerprint(const ImageView& image) {
    Fnv1a hash;
    hash.add({std::uint32_t(image.width), std::uint32_t(image.height)});
    for (const Rgba8 pixel : image.pixels)
        hash.add({std::uint32_t{pixel.r} | std::uint32_t{pixel.g} << 8 | std::uint32_t{pixel.b} << 16 |
                  std::uint32_t{pixel.a} << 24});
    return hash.value();
}

}
