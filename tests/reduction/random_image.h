#pragma once

#include "image/image.h"

#include <cstdint>
#include <random>

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

}
