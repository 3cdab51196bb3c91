#include "decode/tiff_pixels.h"

#include <algorithm>
#include <cstring>

namespace huedrift {
namespace {

/// The sample at this index of a row. Samples below 8 bits are packed, high bits first.
std::uint32_t sample_at(const std::byte* row, std::size_t index, unsigned bits) {
    if (bits == 16) { // in this machine's order
        std::uint16_t value = 0;
        std::memcpy(&value, row + 2 * index, sizeof value);
        return value;
    }
    const auto byte = std::to_integer<std::uint32_t>(row[index * bits / 8]);
    return byte >> (8 - bits - index * bits % 8) & ((1u << bits) - 1);
}

/// Scales a sample of `max` to the channel's bits, rounded.
template <class Channel>
Channel scaled(std::uint32_t sample, std::uint32_t max) {
    constexpr std::uint32_t full = static_cast<Channel>(~0u);
    if (max == full) return static_cast<Channel>(sample);
    return static_cast<Channel>((sample * full + max / 2) / max);
}

template <class Pixel>
void read_row(const TiffLayout& layout, const TiffRow& row, std::span<Pixel> pixels) {
    using Channel = decltype(Pixel::r);
    const unsigned colors = layout.color_samples(), used = layout.used_samples();
    const std::uint32_t max = (1u << layout.bits) - 1;
    std::array<std::uint32_t, 4> samples{};
    for (std::size_t x = 0; x < pixels.size(); ++x) {
        for (unsigned i = 0; i < used; ++i)
            samples[i] = layout.planar ? sample_at(row[i], x, layout.bits)
                                       : sample_at(row[0], x * layout.samples + i, layout.bits);
        if (layout.colors == TiffLayout::Colors::palette) {
            const Rgba8& color = layout.palette[samples[0]];
            pixels[x] = {scaled<Channel>(color.r, 255), scaled<Channel>(color.g, 255),
                         scaled<Channel>(color.b, 255), scaled<Channel>(color.a, 255)};
            continue;
        }
        const std::uint32_t alpha = used > colors ? samples[colors] : max;
        const auto value = [&](unsigned color) {
            std::uint32_t sample = samples[color];
            if (layout.alpha == TiffLayout::Alpha::multiplied && alpha > 0)
                sample = std::min(max, (sample * max + alpha / 2) / alpha);
            if (layout.colors == TiffLayout::Colors::white_is_zero) sample = max - sample;
            return scaled<Channel>(sample, max);
        };
        pixels[x] = {value(0), value(colors == 3 ? 1 : 0), value(colors == 3 ? 2 : 0),
                     scaled<Channel>(alpha, max)};
    }
}

}

std::vector<Rgba8> tiff_palette(const std::array<std::uint16_t*, 3>& map, unsigned bits) {
    const std::size_t size = std::size_t{1} << bits;
    const bool is_8_bit = std::ranges::all_of(map, [&](const std::uint16_t* channel) {
        return std::all_of(channel, channel + size, [](std::uint16_t value) { return value < 256; });
    });
    const auto value = [&](std::size_t channel, std::size_t i) {
        return is_8_bit ? static_cast<std::uint8_t>(map[channel][i])
                        : scaled<std::uint8_t>(map[channel][i], 65535);
    };
    std::vector<Rgba8> palette;
    palette.reserve(size);
    for (std::size_t i = 0; i < size; ++i) palette.push_back({value(0, i), value(1, i), value(2, i), 255});
    return palette;
}

void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba8> pixels) {
    read_row(layout, row, pixels);
}
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba16> pixels) {
    read_row(layout, row, pixels);
}

}
