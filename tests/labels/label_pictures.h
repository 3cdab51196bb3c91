#pragma once

#include "labels/label_plane.h"
#include "labels/regions.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <set>
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

inline const std::vector<Rgb> sign_colors{{255, 255, 255}, {220, 20, 30}, {255, 210, 0}};

/// A red disc and a yellow triangle on white, seen by the middles of 8 x 8 parts of a pixel; by light or
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

/// The region of each pixel, flooded from its first pixel, in the order of these; -1: none.
inline std::vector<int> flooded(int width, int height, const std::vector<std::int64_t>& labels) {
    std::vector<int> regions(labels.size(), -1);
    int count = 0;
    for (int first = 0; first < width * height; ++first) {
        if (labels[std::size_t(first)] < 0 || regions[std::size_t(first)] >= 0) continue;
        std::vector<int> open{first};
        while (!open.empty()) {
            const int at = open.back(), x = at % width;
            open.pop_back();
            if (regions[std::size_t(at)] >= 0 || labels[std::size_t(at)] != labels[std::size_t(first)])
                continue;
            regions[std::size_t(at)] = count;
            if (x > 0) open.push_back(at - 1);
            if (x + 1 < width) open.push_back(at + 1);
            if (at >= width) open.push_back(at - width);
            if (at + width < width * height) open.push_back(at + width);
        }
        ++count;
    }
    return regions;
}

/// Whether a pixel lies in a square of its label, `width` + 1 pixels wide, by the definition.
inline bool is_core_by_definition(int columns, int rows, const std::vector<std::int64_t>& labels, int x,
                                  int y, int width) {
    const auto at = [&](int u, int v) { return labels[std::size_t(v * columns + u)]; };
    const auto is_square = [&](int left, int top) {
        if (left < 0 || top < 0 || left + width >= columns || top + width >= rows) return false;
        for (int v = top; v <= top + width; ++v)
            for (int u = left; u <= left + width; ++u)
                if (at(u, v) != at(x, y)) return false;
        return true;
    };
    if (x < 0 || y < 0 || x >= columns || y >= rows || at(x, y) < 0) return false;
    for (int top = y - width; top <= y; ++top)
        for (int left = x - width; left <= x; ++left)
            if (is_square(left, top)) return true;
    return false;
}

/// The number of regions of all labels.
inline std::size_t count_regions(const LabelPlane& plane) {
    const Regions regions(plane);
    std::set<std::uint32_t> different;
    for (std::uint32_t run = 0; run < regions.runs(); ++run) different.insert(regions.region(run));
    return different.size();
}

}
