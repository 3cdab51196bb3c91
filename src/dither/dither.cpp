#include "dither/dither.h"

#include "labels/contrast.h"

#include <algorithm>
#include <array>

namespace huedrift {
namespace {

/// Distances from the nearest entry count as no less, in units: 0.01.
constexpr std::uint32_t least_distance = 167772;

/// The shares by the ratio of contrast and distance in parts of 256: all is received up to 1 and nothing from
/// 3 on; all is passed on up to 0.15, and 0.6 of it from 0.45 on.
constexpr int greatest_ratio = 768;
constexpr auto shares_of_ratio = [] {
    std::array<ErrorShares, greatest_ratio + 1> shares{};
    for (int x = 0; x <= greatest_ratio; ++x)
        shares[std::size_t(x)] = {static_cast<std::uint8_t>(std::min((greatest_ratio - x) / 4, 128)),
                                  static_cast<std::uint8_t>(std::clamp((461 - 2 * x) / 3, 77, 128))};
    return shares;
}();
static_assert(full_share == 128);

/// With the mean contrast and the distance of the pixel from its entry, both times the pixels of its square.
ErrorShares shares_of(std::int64_t contrast, std::int64_t distance) {
    // Quotients of doubles below 2^40 are as those of integers.
    const double ratio = double(256 * contrast) / double(distance);
    return shares_of_ratio[static_cast<std::size_t>(std::min(ratio, double(greatest_ratio)))];
}

}

std::vector<ErrorShares> mask_by_texture(const DitherSource& source, std::span<const MatchedColor> colors,
                                         const Progress& progress) {
    std::vector<ErrorShares> shares(source.image.pixels.size());
    scan_contrasts(source.image, frame_height(source), source.colors, progress, [&](const ContrastRow& row) {
        for (std::size_t x = 0; x < row.colors.size(); ++x) {
            if (row.colors[x] == ContrastRow::transparent) continue;
            const std::int64_t distance = std::max(colors[row.colors[x]].distance, least_distance);
            shares[row.first + x] = shares_of(row.contrasts[x], row.pixels[x] * distance);
        }
    });
    return shares;
}

}
