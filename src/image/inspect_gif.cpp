#include "image/inspect.h"

#include <algorithm>

namespace huedrift {
namespace {

// GIF89a, sections 17 to 27.
enum Block : std::uint32_t { extension = 0x21, image = 0x2C, trailer = 0x3B };

/// The bytes of the color table that a byte of flags announces.
std::size_t color_table(std::uint32_t flags) {
    constexpr std::uint32_t present = 0x80, size = 7;
    return flags & present ? std::size_t{3} << ((flags & size) + 1) : 0;
}

/// What follows blocks of up to 255 bytes, each preceded by its size, and an empty one.
std::size_t skip_data(const Source& source, std::size_t at) {
    while (const std::size_t size = source.u8(at)) at += 1 + size;
    return at + 1;
}

}

FileFacts inspect_gif(const Source& source) {
    constexpr std::size_t head = 13, descriptor = 10;
    if (source.text(0, 6) != "GIF87a" && source.text(0, 6) != "GIF89a")
        throw source.damaged("its version is unknown");
    FileFacts facts;
    facts.width = source.u16_little(6);
    facts.height = source.u16_little(8);
    std::size_t images = 0, at = head + color_table(source.u8(10));
    while (source.u8(at) != trailer)
        if (source.u8(at) == extension) {
            at = skip_data(source, at + 2);
        } else if (source.u8(at) == image) {
            // Some writers leave the screen too small, or empty.
            const std::uint64_t right = std::uint64_t{source.u16_little(at + 1)} + source.u16_little(at + 5);
            const std::uint64_t bottom = std::uint64_t{source.u16_little(at + 3)} + source.u16_little(at + 7);
            if (images++ == 0)
                facts.width = std::max(facts.width, right), facts.height = std::max(facts.height, bottom);
            const std::size_t code_size = at + descriptor + color_table(source.u8(at + 9));
            at = skip_data(source, code_size + 1);
        } else {
            throw source.damaged("it has an unknown block");
        }
    if (images == 0) throw source.damaged("it has no pixel data");
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    facts.animated = images > 1;
    return facts;
}

}
