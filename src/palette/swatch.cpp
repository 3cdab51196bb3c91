#include "palette/swatch.h"

#include "color/position.h"

#include <algorithm>
#include <array>
#include <tuple>
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

/// What swatches are sorted by: much smaller than they are.
struct Key {
    Position position;
    int half_turn;
    std::uint32_t code;
    std::uint64_t pixels;
    std::size_t index;
};

bool before_by_hue(const Key& x, const Key& y) {
    const Position &p = x.position, &q = y.position;
    return std::int64_t{p.a} * q.b > std::int64_t{p.b} * q.a; // less than half a turn from p to q
}

/// Negative if x comes before y by the order alone, 0 if it leaves that open.
int compare(const Key& x, const Key& y, SwatchOrder order) {
    if (order == SwatchOrder::hue && x.half_turn != y.half_turn) return x.half_turn - y.half_turn;
    if (order == SwatchOrder::hue && x.half_turn != 0) return before_by_hue(y, x) - before_by_hue(x, y);
    if (order == SwatchOrder::rgb) return (x.code > y.code) - (x.code < y.code);
    return (x.position.l > y.position.l) - (x.position.l < y.position.l);
}

}

std::string_view name_of(SwatchOrder order) {
    constexpr std::array names{"pixels", "lightness", "hue", "rgb", "given"};
    return names[static_cast<std::size_t>(order)];
}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order) {
    if (order == SwatchOrder::given) return;
    const PositionTable position(Transfer::srgb);
    const bool by_position = order == SwatchOrder::lightness || order == SwatchOrder::hue;
    std::vector<Key> keys;
    keys.reserve(swatches.size());
    for (const Swatch& swatch : swatches) {
        const Position at = by_position ? position(swatch.color) : Position{};
        keys.push_back({at, half_turn(at), swatch.color.code(), swatch.pixels, keys.size()});
    }
    std::ranges::sort(keys, [order](const Key& x, const Key& y) {
        if (const int compared = compare(x, y, order); compared != 0) return compared < 0;
        return std::tie(y.pixels, x.code, x.index) < std::tie(x.pixels, y.code, y.index);
    });
    std::vector<Swatch> sorted;
    sorted.reserve(swatches.size());
    for (const Key& key : keys) sorted.push_back(std::move(swatches[key.index]));
    swatches = std::move(sorted);
}

}
