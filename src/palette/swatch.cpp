#include "palette/swatch.h"

#include "base/parallel.h"
#include "color/position.h"

#include <algorithm>
#include <array>
#include <hwy/contrib/sort/vqsort.h>
#include <tuple>
#include <utility>

namespace huedrift {
namespace {

/// Colours of less chroma look grey: floor((0.01 * 2^24)^2).
constexpr std::int64_t min_squared_chroma = 28'147'497'671;

/// Ascends with the hue, as exactly as a and b define it. Within an eighth of a turn, the hue is a ratio of
/// two numbers below 2^24; two such ratios differ by more than 2^-48, which a double can hold.
std::uint64_t hue_key(const Position& p) {
    const bool second_half = !(p.b > 0 || (p.b == 0 && p.a > 0));
    const std::int32_t a = second_half ? -p.a : p.a, b = second_half ? -p.b : p.b; // b >= 0
    const bool leans_left = a <= 0;
    const std::int32_t x = leans_left ? b : a, y = leans_left ? -a : b; // turned back by a quarter, if so
    const bool steep = y > x;
    const double ratio = steep ? -double(x) / y : double(y) / x;
    const std::uint64_t eighth = 4u * second_half + 2u * leans_left + steep;
    return eighth << 56 | static_cast<std::uint64_t>((ratio + 1) * double(std::uint64_t{1} << 52));
}

/// The key that the order alone sorts by.
std::uint64_t sort_key(const Swatch& swatch, SwatchOrder order, const PositionTable& position) {
    constexpr std::uint64_t with_hue = std::uint64_t{1} << 63;
    if (order == SwatchOrder::pixels) return ~swatch.pixels;
    if (order == SwatchOrder::rgb) return swatch.color.code();
    if (order == SwatchOrder::found) return swatch.first;
    const Position at = position(swatch.color);
    const bool has_hue = std::int64_t{at.a} * at.a + std::int64_t{at.b} * at.b >= min_squared_chroma;
    return order == SwatchOrder::hue && has_hue ? with_hue | hue_key(at) : static_cast<std::uint64_t>(at.l);
}

}

std::string_view name_of(SwatchOrder order) {
    constexpr std::array names{"pixels", "lightness", "hue", "rgb", "given", "found"};
    return names[static_cast<std::size_t>(order)];
}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order) {
    if (order == SwatchOrder::given) return;
    const PositionTable position(Transfer::srgb);
    std::vector<hwy::uint128_t> keys(swatches.size()); // the order's key, then the index
    parallel_indices(keys.size(), 1024, [&](std::size_t i) {
        keys[i] = {i, sort_key(swatches[i], order, position)};
    });
    hwy::Sorter()(keys.data(), keys.size(), hwy::SortAscending());
    const auto rest = [&](const hwy::uint128_t& key) {
        const Swatch& swatch = swatches[key.lo];
        return std::tuple(~swatch.pixels, swatch.color.code(), key.lo);
    };
    for (auto begin = keys.begin(); begin != keys.end();) {
        const auto end =
            std::find_if(begin, keys.end(), [&](const auto& key) { return key.hi != begin->hi; });
        if (end - begin > 1) std::ranges::sort(begin, end, {}, rest);
        begin = end;
    }
    std::vector<Swatch> sorted;
    sorted.reserve(swatches.size());
    for (const hwy::uint128_t& key : keys) sorted.push_back(std::move(swatches[key.lo]));
    swatches = std::move(sorted);
}

}
