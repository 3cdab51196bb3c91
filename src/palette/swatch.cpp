#include "palette/swatch.h"

#include "color/position.h"

#include <algorithm>
#include <array>
#include <utility>

namespace huedrift {
namespace {

/// Colours of less chroma look grey: floor((0.01 * 2^24)^2).
constexpr std::int64_t min_squared_chroma = 28'147'497'671;

/// 0 for greys, else 1 or 2: the half turn that the hue lies in.
int half_turn(const Position& p) {
    if (std::int64_t{p.a} * p.a + std::int64_t{p.b} * p.b < min_squared_chroma) return 0;
    return p.b > 0 || (p.b == 0 && p.a > 0) ? 1 : 2;
}

bool before_by_hue(const Position& p, const Position& q) {
    const int half_p = half_turn(p), half_q = half_turn(q);
    if (half_p != half_q) return half_p < half_q;
    if (half_p == 0) return p.l < q.l;
    return std::int64_t{p.a} * q.b > std::int64_t{p.b} * q.a; // less than half a turn from p to q
}

}

std::string_view name_of(SwatchOrder order) {
    constexpr std::array names{"pixels", "lightness", "hue", "rgb", "given"};
    return names[static_cast<std::size_t>(order)];
}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order) {
    if (order == SwatchOrder::given) return;
    std::ranges::sort(swatches, [](const Swatch& x, const Swatch& y) {
        return x.pixels != y.pixels ? x.pixels > y.pixels : x.color < y.color;
    });
    if (order == SwatchOrder::pixels) return;
    const PositionTable position(Transfer::srgb);
    std::vector<std::pair<Position, Swatch>> keyed;
    keyed.reserve(swatches.size());
    for (Swatch& swatch : swatches) keyed.emplace_back(position(swatch.color), std::move(swatch));
    std::ranges::stable_sort(keyed, [&](const auto& x, const auto& y) {
        if (order == SwatchOrder::lightness) return x.first.l < y.first.l;
        if (order == SwatchOrder::hue) return before_by_hue(x.first, y.first);
        return x.second.color < y.second.color;
    });
    for (std::size_t i = 0; i < keyed.size(); ++i) swatches[i] = std::move(keyed[i].second);
}

}
