#include "decode/tiff_pixels.h"

#include <algorithm>
#include <cstring>

namespace huedrift {
namespace {

/// The sample at this place of a row; those below 8 bits are packed, high bits first.
std::uint32_t sample_at(const std::byte* row, std::size_t index, unsigned bits) {
    if (bits == 16) { // in this machine's order
        std::uint16_t value = 0;
        std::memcpy(&value, row + 2 * index, sizeof value);
        return value;
    }
    const auto byte = std::to_integer<std::uint32_t>(row[index * bits / 8]);
    return byte >> (8 - bits - index * bits % 8) & ((1u << bits) - 1);
}

/// A sample of `max` in 8 bits, rounded.
std::uint8_t to_8_bits(std::uint32_t sample, std::uint32_t max) {
    if (max == 255) return static_cast<std::uint8_t>(sample);
    return static_cast<std::uint8_t>((sample * 255 + max / 2) / max);
}

}

void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba8> pixels) {
    const unsigned colors = layout.color_samples(), used = layout.used_samples();
    const std::uint32_t max = (1u << layout.bits) - 1;
    std::array<std::uint32_t, 4> samples{};
    for (std::size_t x = 0; x < pixels.size(); ++x) {
        for (unsigned i = 0; i < used; ++i)
            samples[i] = layout.planar ? sample_at(row[i], x, layout.bits)
                                       : sample_at(row[0], x * layout.samples + i, layout.bits);
        if (layout.colors == TiffLayout::Colors::palette) {
            pixels[x] = layout.palette[samples[0]];
            continue;
        }
        const std::uint32_t alpha = used > colors ? samples[colors] : max;
        const auto value = [&](unsigned color) {
            std::uint32_t sample = samples[color];
            if (layout.alpha == TiffLayout::Alpha::multiplied && alpha > 0)
                sample = std::min(max, (sample * max + alpha / 2) / alpha);
            if (layout.colors == TiffLayout::Colors::white_is_zero) sample = max - sample;
            return to_8_bits(sample, max);
        };
        pixels[x] = {value(0), value(colors == 3 ? 1 : 0), value(colors == 3 ? 2 : 0), to_8_bits(alpha, max)};
    }
}

}
