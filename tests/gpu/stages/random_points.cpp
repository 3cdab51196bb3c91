#include "gpu/stages/random_points.h"

#include <random>

namespace huedrift::gpu {

ColorSet random_points(std::uint32_t count, const Position& sides) {
    std::mt19937 random(count);
    const auto below = [&](std::int32_t side) {
        return static_cast<std::int32_t>(random() % unsigned(side));
    };
    std::vector<Position> positions(count);
    std::vector<std::uint32_t> weights(count);
    for (Position& p : positions)
        p = {below(sides.l), below(sides.a) - sides.a / 2, below(sides.b) - sides.b / 2};
    for (std::uint32_t& weight : weights) weight = 1 + static_cast<std::uint32_t>(below(50));
    return ColorSet::from_points(std::move(positions), std::move(weights));
}

}
