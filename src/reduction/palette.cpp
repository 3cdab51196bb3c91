#include "reduction/palette.h"

#include "reduction/recolor.h"

#include <algorithm>
#include <functional>

namespace huedrift {

std::vector<Swatch> palette(const Reduction& reduction) {
    std::vector<Swatch> swatches = result_colors(reduction).colors;
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
