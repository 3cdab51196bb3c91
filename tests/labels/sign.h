#pragma once

#include "labels/regions.h"

#include <cmath>
#include <set>

namespace huedrift {

inline const std::vector<Rgb> sign_colors{{255, 255, 255}, {220, 20, 30}, {255, 210, 0}};

/// What the middles of 8 x 8 parts of a pixel show of a red disc and a yellow triangle on white; by light or
/// by code values.
inline Image sign(int size, bool by_light) {
    const auto color_at = [&](double x, double y) {
        const double dx = x - 0.35 * size, dy = y - 0.5 * size;
        if (dx * dx + dy * dy < 0.07 * size * size) return Rgb{220, 20, 30};
        const double down = y - 0.2 * size, aside = std::abs(x - 0.78 * size);
        if (down > 0 && down < 0.6 * size && aside < 0.3 * down) return Rgb{255, 210, 0};
        return Rgb{255, 255, 255};
    };
    const auto light = [&](int v) { return by_light ? std::pow(v / 255.0, 2.2) : v / 255.0; };
    const auto code = [&](double v) {
        return std::uint8_t(std::lround(255 * (by_light ? std::pow(v, 1 / 2.2) : v)));
    };
    Image image(size, size);
    for (int i = 0; i < size * size; ++i) {
        double r = 0, g = 0, b = 0;
        for (int part = 0; part < 64; ++part) {
            const Rgb c = color_at(i % size + (part % 8 + 0.5) / 8, i / size + (part / 8 + 0.5) / 8);
            r += light(c.r) / 64, g += light(c.g) / 64, b += light(c.b) / 64;
        }
        image.pixels()[std::size_t(i)] = {code(r), code(g), code(b), 255};
    }
    return image;
}

/// The number of regions of all labels.
inline std::size_t count_regions(const LabelPlane& plane) {
    const Regions regions(plane);
    std::set<std::uint32_t> different;
    for (std::uint32_t run = 0; run < regions.runs(); ++run) different.insert(regions.region(run));
    return different.size();
}

}
