#include "reduction/palette.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace huedrift {
namespace {

bool by_pixels(const Swatch& x, const Swatch& y) {
    return x.pixels != y.pixels ? x.pixels > y.pixels : x.color < y.color;
}

/// In turns, 0 to 1; below 0 for a grey.
double hue_of(const Oklab& lab) {
    constexpr double least_chroma = 0.01; // the eye finds no hue below
    if (std::hypot(lab.a, lab.b) < least_chroma) return -1;
    const double turns = std::atan2(lab.b, lab.a) / (2 * std::numbers::pi);
    return turns < 0 ? turns + 1 : turns;
}

}

std::vector<Swatch> palette(const Reduction& reduction) {
    std::vector<Swatch> swatches;
    for (const Mode& mode : reduction.modes) swatches.push_back({mode.color, mode.pixels, mode.colors, {}});
    std::ranges::sort(swatches, {}, &Swatch::color);
    std::size_t kept = 0;
    for (const Swatch& swatch : swatches) {
        if (kept > 0 && swatches[kept - 1].color == swatch.color) {
            swatches[kept - 1].pixels += swatch.pixels;
            swatches[kept - 1].colors += swatch.colors;
        } else {
            swatches[kept++] = swatch;
        }
    }
    swatches.resize(kept);
    std::ranges::sort(swatches, by_pixels);
    return swatches;
}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order) {
    std::ranges::sort(swatches, by_pixels);
    if (order == SwatchOrder::pixels) return;
    const PositionTable position(Transfer::srgb);
    std::vector<std::tuple<double, double, std::size_t>> keys;
    for (std::size_t i = 0; i < swatches.size(); ++i) {
        const Oklab lab = oklab_from_position(position(swatches[i].color));
        const double hue = order == SwatchOrder::hue ? hue_of(lab) : -1;
        keys.emplace_back(hue, hue < 0 ? lab.l : 0, i);
    }
    std::ranges::sort(keys);
    std::vector<Swatch> sorted;
    for (const auto& key : keys) sorted.push_back(std::move(swatches[std::get<2>(key)]));
    swatches = std::move(sorted);
}

std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t most) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < reduction.mode_of.size(); ++i)
        if (reduction.modes[reduction.mode_of[i]].color == color) found.push_back(i);
    std::ranges::stable_sort(found, std::greater<>(), [&](std::uint32_t i) { return colors.counts()[i]; });
    if (found.size() <= most) return found;
    for (std::size_t i = 0; i < most; ++i) found[i] = found[i * found.size() / most];
    found.resize(most);
    return found;
}

}
