#pragma once

#include "image/image.h"
#include "reduction/color_set.h"

#include <cstdint>
#include <random>
#include <vector>

namespace huedrift {

/// Every channel is one of `levels` values `step` apart; `opacities` alphas from 0 on are 85 apart, 1: all
/// opaque.
inline Image random_image(unsigned seed, int width, int height, unsigned levels, unsigned step,
                          unsigned opacities) {
    std::mt19937 random(seed);
    Image image(width, height);
    const auto channel = [&] { return static_cast<std::uint8_t>(random() % levels * step); };
    for (Rgba8& p : image.pixels()) {
        p = {channel(), channel(), channel(), 255};
        if (opacities > 1) p.a = static_cast<std::uint8_t>(random() % opacities * 85);
    }
    return image;
}

/// `count` points, with weights of 1 to 50, anywhere in a box of these sides (units, at most 2^24) around
/// (sides.l / 2, 0, 0). Some may coincide. The same for the same arguments.
inline ColorSet random_points(std::uint32_t count, const Position& sides = {1 << 20, 1 << 20, 1 << 20}) {
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
