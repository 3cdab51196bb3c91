#include "reduction/color_weights.h"

#include "base/parallel.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <numeric>

namespace huedrift {
namespace {

/// A chroma of 0.15 in Oklab, squared, in units: there a colour weighs twice as much as a grey.
constexpr std::int64_t squared_chroma = 6'333'186'975'989;
constexpr std::int64_t one = 64;
/// f(c) is at most 5.7 times `one`, so that the sum of weights of so much stays below 2^36.
constexpr std::uint64_t most_weight = std::uint64_t{1} << 33;

/// f(c) of the position by sRGB, whatever transfer is in use.
std::int64_t factor_of(const Position& position) {
    const std::int64_t a = position.a, b = position.b;
    return one + one * (a * a + b * b) / squared_chroma;
}

}

std::vector<std::uint32_t> with_chroma(std::vector<std::uint32_t> weights, const ColorSet& colors,
                                       const Progress& progress) {
    assert(weights.size() == colors.size());
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const PositionTable position(Transfer::srgb);
    const bool is_srgb = colors.transfer() == Transfer::srgb;
    parallel_pieces(weights.size(), 1 << 14, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Position& at = is_srgb ? colors.positions()[i] : position(colors.colors()[i]);
            const std::int64_t weight = std::int64_t{weights[i]} * factor_of(at) / one;
            weights[i] = static_cast<std::uint32_t>(std::min(weight, most));
        }
    });
    return weights;
}

std::vector<std::uint32_t> weigh_pixels(const ColorSet& colors, const Progress& progress) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    // ceil(plain_weight w / 2^halvings), as no colour vanishes.
    const auto halved = [](std::uint64_t count, unsigned halvings) {
        return (count * plain_weight + (std::uint64_t{1} << halvings) - 1) >> halvings;
    };
    unsigned halvings = 0;
    const auto sum = [&] {
        return std::transform_reduce(colors.counts().begin(), colors.counts().end(), std::uint64_t{0},
                                     std::plus{},
                                     [&](std::uint32_t count) { return halved(count, halvings); });
    };
    while (sum() > most_weight) ++halvings;
    std::vector<std::uint32_t> weights(colors.size());
    std::ranges::transform(colors.counts(), weights.begin(), [&](std::uint32_t count) {
        return static_cast<std::uint32_t>(std::min(halved(count, halvings), most));
    });
    return with_chroma(std::move(weights), colors, progress);
}

}
