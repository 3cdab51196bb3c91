#include "image/indexed_image.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/threads.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace huedrift {
namespace {

constexpr std::size_t pixels_of_range = 1 << 16;

std::uint32_t code_of(Rgba8 pixel) { return std::bit_cast<std::uint32_t>(pixel); }

/// Numbers up to max_entries values in the order in which they come. Every pixel asks it, and the standard
/// library's tables take some times as long.
class ValueNumbers {
public:
    ValueNumbers() { numbers_.fill(no_number); }

    /// The number of a value, the next one if it is new.
    std::size_t add(Rgba8 value) {
        assert(!is_full());
        std::uint16_t& number = numbers_[place_of(value)];
        if (number == no_number) {
            number = static_cast<std::uint16_t>(values_.size());
            values_.push_back(value);
        }
        return number;
    }
    /// The number of a known value.
    std::size_t operator[](Rgba8 value) const {
        const std::size_t number = numbers_[place_of(value)];
        assert(number < values_.size());
        return number;
    }
    bool is_full() const { return values_.size() > max_entries; }
    const std::vector<Rgba8>& values() const { return values_; }

private:
    static constexpr std::uint16_t no_number = 0xFFFF;
    static constexpr int place_bits = 11;

    /// Open addressing with multiplicative hashing (Knuth, "The Art of Computer Programming", 6.4).
    std::size_t place_of(Rgba8 value) const {
        std::size_t at = code_of(value) * 0x9E3779B1u >> (32 - place_bits);
        while (numbers_[at] != no_number && values_[numbers_[at]] != value) at = (at + 1) % numbers_.size();
        return at;
    }

    std::array<std::uint16_t, 1 << place_bits> numbers_;
    std::vector<Rgba8> values_;
};

/// The distinct values, or more than max_entries of them.
ValueNumbers find_values(const ImageView& image) {
    ValueNumbers all;
    Mutex mutex;
    parallel_ranges(image.pixels.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        ValueNumbers here;
        for (std::size_t i = begin; i < end && !here.is_full(); ++i)
            if (i == begin || image.pixels[i] != image.pixels[i - 1]) here.add(image.pixels[i]);
        const Lock lock(mutex);
        for (const Rgba8 value : here.values())
            if (!all.is_full()) all.add(value);
    });
    return all;
}

std::size_t entries_of_bits(int bits) { return std::size_t{1} << bits; }

int fewest_bits(std::size_t entries, unsigned allowed) {
    for (const int bits : {1, 2, 4})
        if ((allowed & unsigned(bits)) != 0 && entries <= entries_of_bits(bits)) return bits;
    return 8;
}

}

bool is_entry_before(Rgba8 x, Rgba8 y) {
    const auto rank_of = [](Rgba8 value) {
        return std::tuple(value.a == 255, value.r, value.g, value.b, value.a);
    };
    return rank_of(x) < rank_of(y);
}

std::optional<IndexedImage> index_image(const ImageView& image) {
    assert(image.is_whole());
    const ValueNumbers numbers = find_values(image);
    if (numbers.is_full()) return std::nullopt;
    std::vector<Rgba8> entries = numbers.values();
    std::ranges::sort(entries, is_entry_before);
    std::array<std::byte, max_entries> index_of{};
    for (std::size_t i = 0; i < entries.size(); ++i)
        index_of[numbers[entries[i]]] = static_cast<std::byte>(i);
    std::vector<std::byte> indices(image.pixels.size());
    parallel_ranges(indices.size(), pixels_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            indices[i] = i > begin && image.pixels[i] == image.pixels[i - 1]
                             ? indices[i - 1]
                             : index_of[numbers[image.pixels[i]]];
    });
    return IndexedImage{.width = image.width,
                        .height = image.height,
                        .indices = std::move(indices),
                        .entries = std::move(entries)};
}

IndexedImage index_image(const ImageView& image, const std::string& what) {
    if (auto indexed = index_image(image)) return *std::move(indexed);
    std::vector<Rgba8> entries(image.pixels.begin(), image.pixels.end());
    std::ranges::sort(entries, is_entry_before);
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    check_entries(entries, what, "the picture");
    return {};
}

void check_entries(std::span<const Rgba8> entries, const std::string& file, const std::string& what) {
    if (entries.size() <= max_entries) return;
    const bool soft = std::ranges::any_of(entries, [](Rgba8 p) { return p.a != 0 && p.a != 255; });
    throw Refused(
        ErrorKind::output,
        file + " holds at most 256 colours with their transparency, but " + what + " has " +
            std::to_string(entries.size()) +
            (soft ? "; levels of alpha join them, and an alpha threshold or a matte reduces them" : ""),
        {soft ? Refusal::Of::soft_entries : Refusal::Of::entries, max_entries});
}

void pad_entries(std::vector<Rgba8>& entries, std::size_t pad) {
    if (pad == 0) return;
    if (entries.size() > pad)
        throw Refused(ErrorKind::output,
                      "the palette has " + std::to_string(entries.size()) +
                          " entries and cannot be padded to " + std::to_string(pad),
                      {Refusal::Of::padding});
    entries.resize(pad, {0, 0, 0, 255});
}

int index_bits(std::size_t entries, int bits, unsigned allowed) {
    assert(allowed > 0 && allowed < 16 && bits >= 0);
    if (bits == 0) bits = fewest_bits(entries, allowed);
    if ((allowed & unsigned(bits)) == 0)
        throw Refused(ErrorKind::output,
                      "this format has no indices of " + std::to_string(bits) +
                          (bits == 1 ? " bit" : " bits"),
                      {Refusal::Of::bits});
    if (entries > entries_of_bits(bits))
        throw Refused(ErrorKind::output,
                      "the " + std::to_string(entries) + " entries of the palette are more than " +
                          std::to_string(bits) + (bits == 1 ? " bit" : " bits") + " can number",
                      {Refusal::Of::bits});
    return bits;
}

}
