#include "reduction/recolor.h"

#include <algorithm>
#include <numeric>

namespace huedrift {

ResultColors result_colors(const Reduction& reduction) {
    const std::vector<Mode>& modes = reduction.modes;
    std::vector<std::uint32_t> order(modes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t mode) { return modes[mode].color; });
    ResultColors result{{}, std::vector<std::uint32_t>(modes.size())};
    for (const std::uint32_t mode : order) {
        if (result.colors.empty() || result.colors.back().color != modes[mode].color)
            result.colors.push_back({modes[mode].color, 0, 0, {}});
        Swatch& swatch = result.colors.back();
        swatch.pixels += modes[mode].pixels;
        swatch.colors += modes[mode].colors;
        result.of_modes[mode] = static_cast<std::uint32_t>(result.colors.size() - 1);
    }
    return result;
}

Reduction recolor(const Reduction& reduction, const ColorSet& colors, const ResultColors& of,
                  std::span<const Rgb> becomes) {
    const PositionTable position(colors.transfer());
    std::vector<Position> states;
    for (const std::uint32_t color : of.of_modes) states.push_back(position(becomes[color]));
    Reduction result = gather_modes(colors, states, reduction.mode_of);
    result.statistics = reduction.statistics;
    return result;
}

}
