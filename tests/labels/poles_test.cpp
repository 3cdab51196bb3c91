#include "labels/outline.h"

#include "labels/label_pictures.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace huedrift {
namespace {

using Labels = std::vector<std::int64_t>;

/// The region of each pixel, flooded from its first pixel; -1: none.
std::vector<int> flooded(int width, int height, const Labels& labels) {
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

/// The definition: compares every pixel with every other one and with those beyond the picture.
std::vector<Pole> brute_force(int width, int height, const Labels& labels) {
    const std::vector<int> regions = flooded(width, height, labels);
    std::vector<Pole> poles(std::size_t(1 + *std::ranges::max_element(regions)));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int region = regions[std::size_t(y * width + x)];
            if (region < 0) continue;
            int least = std::numeric_limits<int>::max();
            for (int v = -1; v <= height; ++v)
                for (int u = -1; u <= width; ++u) {
                    const bool inside = u >= 0 && v >= 0 && u < width && v < height;
                    if (inside && regions[std::size_t(v * width + u)] == region) continue;
                    least = std::min(least, (u - x) * (u - x) + (v - y) * (v - y));
                }
            Pole& pole = poles[std::size_t(region)];
            if (std::uint32_t(least) > pole.squared_distance)
                pole = {std::uint32_t(labels[std::size_t(y * width + x)]), x, y, std::uint32_t(least)};
        }
    return poles;
}

auto tuples(const std::vector<Pole>& poles) {
    std::vector<std::tuple<std::uint32_t, int, int, std::uint32_t>> all;
    for (const Pole& pole : poles) all.emplace_back(pole.label, pole.x, pole.y, pole.squared_distance);
    return all;
}

TEST(Poles, EqualTheDefinition) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        const int width = int(1 + random() % 40), height = int(1 + random() % 24);
        Labels labels(std::size_t(width * height));
        // Blots: regions with bays, holes and corners that touch.
        for (unsigned blot = 0; blot < 12; ++blot) {
            const int x = int(random() % unsigned(width)), y = int(random() % unsigned(height)),
                      radius = int(random() % 9);
            const auto label = std::int64_t(random() % 4) - 1;
            for (int v = 0; v < height; ++v)
                for (int u = 0; u < width; ++u)
                    if ((u - x) * (u - x) + (v - y) * (v - y) <= radius * radius)
                        labels[std::size_t(v * width + u)] = label;
        }
        const LabelPlane plane = plane_of(width, height, 3, labels);
        std::vector<Pole> expected = brute_force(width, height, labels);
        ASSERT_EQ(tuples(poles(plane, 0)), tuples(expected)) << seed;
        std::erase_if(expected, [](const Pole& pole) { return pole.squared_distance < 5; });
        ASSERT_EQ(tuples(poles(plane, 5)), tuples(expected)) << seed;
    }
}

}
}
