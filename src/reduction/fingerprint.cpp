#include "reduction/fingerprint.h"

#include "base/fnv1a.h"

namespace huedrift {

std::uint64_t fingerprint(const Palette& palette) {
    Fnv1a hash;
    for (const PaletteEntry& entry : palette.entries)
        for (const std::int32_t coordinate : coordinates(entry.position))
            hash.add(static_cast<std::uint32_t>(coordinate));
    for (const std::uint32_t entry : palette.entry_of) hash.add(entry);
    return hash.value();
}

std::uint64_t fingerprint(const ImageView& image) {
    Fnv1a hash;
    hash.add(static_cast<std::uint32_t>(image.width));
    hash.add(static_cast<std::uint32_t>(image.height));
    for (const Rgba8 pixel : image.pixels)
        for (const std::uint8_t channel : {pixel.r, pixel.g, pixel.b, pixel.a}) hash.add(std::byte{channel});
    return hash.value();
}

}
