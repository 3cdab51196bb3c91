#include "dither/void_and_cluster.h"

#include <algorithm>
#include <cassert>

namespace huedrift {
namespace {

constexpr std::size_t pixels = mask_side * mask_side;

/// A tenth of the pixels, as Ulichney advises.
constexpr std::size_t first_dots = 409;

/// By the squared distance, a Gaussian with a standard deviation of 1.5 pixels, in parts of 2^30: powers of
/// exp(-2 / 9). Those from 96 on are 0.
constexpr auto weights = [] {
    std::array<std::int64_t, mask_side * mask_side / 2 + 1> weights{};
    weights[0] = std::int64_t{1} << 30;
    for (std::size_t n = 1; n < weights.size(); ++n) weights[n] = weights[n - 1] * 859785239 / weights[0];
    return weights;
}();

/// Dots on a torus, and the energy of each pixel: the sum of the weights of all dots there.
class Dots {
public:
    bool has(std::size_t pixel) const { return has_[pixel]; }
    std::int64_t energy(std::size_t pixel) const { return energy_[pixel]; }
    void add(std::size_t pixel) {
        assert(pixel < pixels && !has(pixel));
        has_[pixel] = true;
        spread(pixel, 1);
    }
    void remove(std::size_t pixel) {
        assert(pixel < pixels && has(pixel));
        has_[pixel] = false;
        spread(pixel, -1);
    }

    /// The first of the dots with the greatest energy.
    std::size_t cluster() const {
        return best(
            [&](std::size_t x, std::size_t y) { return has(x) && (!has(y) || energy(x) > energy(y)); });
    }
    /// The first of the pixels with the least energy that have no dot.
    std::size_t empty() const {
        return best(
            [&](std::size_t x, std::size_t y) { return !has(x) && (has(y) || energy(x) < energy(y)); });
    }

private:
    static std::size_t squared_distance(std::size_t one, std::size_t other) {
        const auto apart = [](std::size_t x, std::size_t y) {
            const std::size_t ahead = (x - y) % mask_side;
            return std::min(ahead, mask_side - ahead);
        };
        const std::size_t x = apart(one % mask_side, other % mask_side);
        const std::size_t y = apart(one / mask_side, other / mask_side);
        return x * x + y * y;
    }
    void spread(std::size_t dot, std::int64_t sign) {
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            energy_[pixel] += sign * weights[squared_distance(pixel, dot)];
    }
    template <class IsBetter>
    static std::size_t best(const IsBetter& is_better) {
        std::size_t found = 0;
        for (std::size_t pixel = 1; pixel < pixels; ++pixel)
            if (is_better(pixel, found)) found = pixel;
        return found;
    }

    std::array<bool, pixels> has_{};
    std::array<std::int64_t, pixels> energy_{};
};

Dots scattered_dots() {
    Dots dots;
    std::uint32_t random = 0; // the generator of Numerical Recipes
    for (std::size_t count = 0; count < first_dots;) {
        random = random * 1664525u + 1013904223u;
        const std::size_t pixel = random >> 20;
        if (dots.has(pixel)) continue;
        dots.add(pixel);
        ++count;
    }
    return dots;
}

/// Moves dots from clusters to voids. Each move lessens the energy of all dots together, so this ends.
void even_out(Dots& dots) {
    for (;;) {
        const std::size_t from = dots.cluster();
        dots.remove(from);
        const std::size_t to = dots.empty();
        const bool is_emptier = dots.energy(to) < dots.energy(from);
        dots.add(is_emptier ? to : from);
        if (!is_emptier) return;
    }
}

}

// Ulichney ranks the second half of the pixels by the clusters of those without a dot. As all weights around
// a pixel have the same sum, these are the voids of the dots.
MaskRanks void_and_cluster() {
    MaskRanks ranks{};
    Dots dots = scattered_dots();
    even_out(dots);
    Dots fewer = dots;
    for (std::size_t rank = first_dots; rank-- > 0;) {
        const std::size_t pixel = fewer.cluster();
        fewer.remove(pixel);
        ranks[pixel] = static_cast<std::uint16_t>(rank);
    }
    for (std::size_t rank = first_dots; rank < pixels; ++rank) {
        const std::size_t pixel = dots.empty();
        dots.add(pixel);
        ranks[pixel] = static_cast<std::uint16_t>(rank);
    }
    return ranks;
}

}
