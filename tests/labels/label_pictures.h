#pragma once

#include "labels/label_plane.h"

#include <cstdint>
#include <random>
#include <vector>

namespace huedrift {

/// The labels of a plane; LabelPlane's own none for transparent pixels is -1.
inline std::vector<std::int64_t> labels_of(const LabelPlane& plane) {
    return plane.visit([]<class Label>(const std::vector<Label>& labels) {
        std::vector<std::int64_t> result;
        for (const Label label : labels)
            result.push_back(label == no_label<Label> ? -1 : std::int64_t{label});
        return result;
    });
}

inline LabelPlane plane_of(int width, int height, std::size_t colors, const std::vector<std::int64_t>& from) {
    LabelPlane plane(width, height, colors);
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (from[i] >= 0) labels[i] = static_cast<Label>(from[i]);
    });
    return plane;
}

/// A few colours, so that many are alike, and some transparent pixels.
inline Image speckled(int width, int height, unsigned colors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Rgba8> palette;
    for (unsigned i = 0; i < colors; ++i)
        palette.push_back({std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255});
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) {
        pixel = palette[random() % colors];
        if (random() % 12 == 0) pixel.a = random() % 2 ? 0 : 100;
    }
    return image;
}

}
