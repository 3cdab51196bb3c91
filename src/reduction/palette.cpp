#include "reduction/palette.h"

#include <algorithm>
#include <functional>

namespace huedrift {

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
    sort_swatches(swatches, SwatchOrder::pixels);
    return swatches;
}

std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < reduction.mode_of.size(); ++i)
        if (reduction.modes[reduction.mode_of[i]].color == color) found.push_back(i);
    std::ranges::stable_sort(found, std::greater<>(), [&](std::uint32_t i) { return colors.counts()[i]; });
    if (found.size() <= max) return found;
    for (std::size_t i = 0; i < max; ++i) found[i] = found[i * found.size() / max];
    found.resize(max);
    return found;
}

}
