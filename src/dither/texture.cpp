#include "dither/texture.h"

#include "labels/contrast.h"

#include <algorithm>

namespace huedrift {
namespace {

/// Distances from the nearest entry count as no less, in units: 0.01.
constexpr std::uint32_t least_distance = 167772;

/// With the mean contrast t and the distance d of the pixel from its entry, both times the pixels of its
/// square: all up to t = d, none from 3 d on.
std::uint8_t share(std::int64_t contrast, std::int64_t distance) {
    if (contrast <= distance) return full_share;
    const std::int64_t below = 3 * distance - contrast;
    // Quotients of doubles below 2^40 are as those of integers.
    return below <= 0 ? 0 : static_cast<std::uint8_t>(double(full_share * below) / double(2 * distance));
}

}

std::vector<std::uint8_t> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                          const Progress& progress) {
    std::vector<std::uint8_t> shares(source.image.pixels.size());
    scan_contrasts(source.image, frame_height(source), source.colors, progress, [&](const ContrastRow& row) {
        for (std::size_t x = 0; x < row.colors.size(); ++x) {
            if (row.colors[x] == ContrastRow::transparent) continue;
            const std::int64_t distance = std::max(colors[row.colors[x]].distance, least_distance);
            shares[row.first + x] = share(row.contrasts[x], row.pixels[x] * distance);
        }
    });
    return shares;
}

}
