#pragma once

#include "image/image.h"

#include <random>

namespace huedrift {

/// Pixels of every colour; a quarter of them is fully transparent, a quarter opaque.
inline std::vector<Rgba8> noise_pixels(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Rgba8> pixels(count);
    for (Rgba8& p : pixels) {
        const std::uint32_t bits = random(), alpha = random();
        p = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
             static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(alpha)};
        if (bits >> 30 == 0) p.a = 0;
        if (bits >> 30 == 1) p.a = 255;
    }
    return pixels;
}

}
