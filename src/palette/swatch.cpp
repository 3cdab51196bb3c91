#include "palette/swatch.h"

#include "base/enumeration.h"
#include "base/parallel.h"
#include "base/sort_parts.h"
#include "color/position.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <hwy/contrib/sort/vqsort.h>
#include <utility>

namespace hwy::platform {

/// Highway's library calls this when it is loaded, and times the clock for 4 ms, which only its benchmarks
/// need. A program's own function comes before the library's.
[[gnu::visibility("default")]] std::uint64_t TimerResolution();
std::uint64_t TimerResolution() { return 1; }

}

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

/// Moves each swatch to the place of its index. Another list of so many would take half a gigabyte.
void put_in_order(std::vector<Swatch>& swatches, std::vector<hwy::uint128_t>& keys) {
    for (std::size_t first = 0; first < keys.size(); ++first) {
        Swatch moved = std::move(swatches[first]);
        std::size_t to = first;
        while (keys[to].lo != first) {
            const std::size_t from = std::exchange(keys[to].lo, to);
            swatches[to] = std::move(swatches[from]);
            to = from;
        }
        keys[to].lo = to;
        swatches[to] = std::move(moved);
    }
}

}

std::string_view name_of(SwatchOrder order) {
    constexpr std::array names{
        NamedValue{SwatchOrder::pixels, "pixels"}, NamedValue{SwatchOrder::lightness, "lightness"},
        NamedValue{SwatchOrder::hue, "hue"},       NamedValue{SwatchOrder::rgb, "rgb"},
        NamedValue{SwatchOrder::given, "given"},   NamedValue{SwatchOrder::found, "found"}};
    static_assert(has_row_for_each(names, &NamedValue<SwatchOrder>::value));
    return names[static_cast<std::size_t>(order)].name;
}

void sort_swatches(std::vector<Swatch>& swatches, SwatchOrder order, const Progress& progress) {
    if (order == SwatchOrder::given) return;
    const auto is_before = [](const Swatch& x, const Swatch& y) {
        return x.pixels != y.pixels ? x.pixels > y.pixels : x.color < y.color;
    };
    if (order == SwatchOrder::pixels && std::ranges::is_sorted(swatches, is_before)) return;
    const PositionTable position(Transfer::srgb);
    std::vector<hwy::uint128_t> keys(swatches.size()); // the order's key, then the index
    parallel_indices(keys.size(), 1 << 14, progress, [&](std::size_t i) {
        keys[i] = {i, sort_key(swatches[i], order, position)};
    });
    const auto is_lower = [](const hwy::uint128_t& x, const hwy::uint128_t& y) {
        return x.hi != y.hi ? x.hi < y.hi : x.lo < y.lo;
    };
    sort_parts(std::span(keys), is_lower, progress, [](std::span<hwy::uint128_t> part) {
        hwy::Sorter()(part.data(), part.size(), hwy::SortAscending());
    });
    const auto is_first = [&](const hwy::uint128_t& x, const hwy::uint128_t& y) {
        const Swatch &one = swatches[x.lo], &other = swatches[y.lo];
        if (is_before(one, other) || is_before(other, one)) return is_before(one, other);
        return x.lo < y.lo;
    };
    for (auto begin = keys.begin(); begin != keys.end();) {
        progress.throw_if_cancelled();
        const auto end =
            std::find_if(begin, keys.end(), [&](const auto& key) { return key.hi != begin->hi; });
        const std::span equal(begin, end);
        if (!std::ranges::is_sorted(equal, is_first)) sort_parts(equal, is_first, progress);
        begin = end;
    }
    put_in_order(swatches, keys);
}

}
