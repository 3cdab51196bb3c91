#include "palette/swatch.h"

#include "color/position.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace huedrift {
namespace {

/// In turns, 0 to 1; below 0 for a grey.
double hue_of(const Oklab& lab) {
    constexpr double min_chroma = 0.01; // the eye finds no hue below
    if (std::hypot(lab.a, lab.b) < min_chroma) return -1;
    const double turns = std::atan2(lab.b, lab.a) / (2 * std::numbers::pi);
    return turns < 0 ? turns + 1 : turns;
}

}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order) {
    std::ranges::sort(swatches, [](const Swatch& x, const Swatch& y) {
        return x.pixels != y.pixels ? x.pixels > y.pixels : x.color < y.color;
    });
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
    sorted.reserve(keys.size());
    for (const auto& key : keys) sorted.push_back(std::move(swatches[std::get<2>(key)]));
    swatches = std::move(sorted);
}

}
