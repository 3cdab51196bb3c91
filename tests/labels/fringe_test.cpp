#include "labels/fringe.h"

#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace huedrift {
namespace {

/// A few areas with borders of mixed colours; each pixel has the label of its nearest entry.
struct Scene {
    Scene(int width, int height, unsigned seed) : image(width, height) {
        std::mt19937 random(seed);
        const auto channel = [&] { return std::uint8_t(random() % 4 * 85); };
        std::vector<Rgb> colors;
        for (int i = 0; i < 4; ++i) colors.push_back({channel(), channel(), channel()});
        for (int i = 0; i < width * height; ++i) {
            const Rgb x = colors[std::size_t(i % width * 3 / width)], y = colors[3];
            const int part = int(random() % 6), row = i / width;
            const bool mixed = part == 0 || (row == height / 2);
            image.pixels()[std::size_t(i)] =
                row > height / 2 ? Rgba8{y.r, y.g, y.b, 255}
                : mixed          ? Rgba8{std::uint8_t((x.r + y.r) / 2), std::uint8_t((x.g + y.g) / 2),
                                std::uint8_t((x.b + y.b) / 2), 255}
                                 : Rgba8{x.r, x.g, x.b, std::uint8_t(part == 1 ? random() % 2 * 255 : 255)};
        }
        set.emplace(image, Transfer::srgb);
        palette.assign(set->positions().begin(), set->positions().end());
        for (const Rgba8 p : image.pixels())
            labels.push_back(p.a == 0 ? -1 : std::int64_t{set->index()[{p.r, p.g, p.b}]});
    }

    Image image;
    std::optional<ColorSet> set;
    std::vector<Position> palette;
    std::vector<std::int64_t> labels;
};

/// The definition again.
std::vector<std::int64_t> twin(const Scene& scene, int width, std::int64_t squared_radius) {
    const int columns = scene.image.width(), rows = scene.image.height();
    const auto at = [&](int x, int y) { return std::size_t(y * columns + x); };
    const auto is_square = [&](int left, int top) {
        if (left < 0 || top < 0 || left + width >= columns || top + width >= rows) return false;
        for (int y = top; y <= top + width; ++y)
            for (int x = left; x <= left + width; ++x)
                if (scene.labels[at(x, y)] != scene.labels[at(left, top)]) return false;
        return scene.labels[at(left, top)] >= 0;
    };
    const auto is_core = [&](int x, int y) {
        for (int top = y - width; top <= y; ++top)
            for (int left = x - width; left <= x; ++left)
                if (is_square(left, top)) return true;
        return false;
    };
    std::vector<std::int64_t> result = scene.labels;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            if (scene.labels[at(x, y)] < 0 || is_core(x, y)) continue;
            std::map<std::int64_t, int> counts;
            for (int v = std::max(0, y - width - 1); v <= std::min(rows - 1, y + width + 1); ++v)
                for (int u = std::max(0, x - width - 1); u <= std::min(columns - 1, x + width + 1); ++u)
                    if (is_core(u, v)) --counts[scene.labels[at(u, v)]];
            if (counts.size() < 2) continue;
            std::vector<std::pair<int, std::int64_t>> most;
            for (const auto& [label, count] : counts) most.emplace_back(count, label);
            std::ranges::sort(most);
            const Position first = scene.palette[std::size_t(most[0].second)],
                           second = scene.palette[std::size_t(most[1].second)];
            const Rgba8 pixel = scene.image.pixels()[at(x, y)];
            const Position own = scene.set->positions()[scene.set->index()[{pixel.r, pixel.g, pixel.b}]];
            if (!is_near_segment(own, first, second, squared_radius)) continue;
            result[at(x, y)] =
                most[squared_distance(own, first) <= squared_distance(own, second) ? 0 : 1].second;
        }
    return result;
}

TEST(Fringe, EqualsTheDefinition) {
    std::uint64_t all = 0;
    for (unsigned seed = 0; seed < 24; ++seed)
        for (const int width : {1, 2, 3})
            for (const double radius : {0.0, 0.05, 0.3}) {
                const Scene scene(int(1 + seed % 31), int(1 + seed * 3 % 23), seed);
                const auto squared = std::int64_t(radius * 0x1p24 * radius * 0x1p24);
                LabelPlane plane =
                    plane_of(scene.image.width(), scene.image.height(), scene.palette.size(), scene.labels);
                const std::uint64_t changed =
                    remove_fringe(plane, scene.palette, scene.image, *scene.set, width, squared);
                const std::vector<std::int64_t> expected = twin(scene, width, squared);
                ASSERT_EQ(labels_of(plane), expected) << seed << " " << width << " " << radius;
                std::uint64_t differ = 0;
                for (std::size_t i = 0; i < expected.size(); ++i) differ += expected[i] != scene.labels[i];
                ASSERT_EQ(changed, differ);
                all += changed;
            }
    EXPECT_GT(all, 400u);
}

TEST(Fringe, NearASegmentAgreesWithRealNumbers) {
    std::mt19937 random(5);
    const auto position = [&] {
        return Position{int(random() % 1000), int(random() % 1000), int(random() % 1000)};
    };
    for (int i = 0; i < 20000; ++i) {
        const Position point = position(), from = position(), to = position();
        const auto p = coordinates(point), f = coordinates(from), t = coordinates(to);
        double along = 0, length = 0, squared = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            along += double(p[axis] - f[axis]) * (t[axis] - f[axis]);
            length += double(t[axis] - f[axis]) * (t[axis] - f[axis]);
        }
        const double share = length == 0 ? 0 : std::clamp(along / length, 0.0, 1.0);
        for (std::size_t axis = 0; axis < 3; ++axis)
            squared += std::pow(p[axis] - f[axis] - share * (t[axis] - f[axis]), 2);
        if (squared < 10000) continue; // below this, 1 % is a few units
        for (const double off : {-0.01, 0.01}) {
            const double radius = std::sqrt(squared) * (1 + off);
            EXPECT_EQ(is_near_segment(point, from, to, std::int64_t(radius * radius)), off > 0);
        }
    }
    // The ends and the middle, to the unit.
    EXPECT_TRUE(is_near_segment({5, 3, 0}, {0, 0, 0}, {10, 0, 0}, 9));
    EXPECT_FALSE(is_near_segment({5, 3, 0}, {0, 0, 0}, {10, 0, 0}, 8));
    EXPECT_TRUE(is_near_segment({13, 4, 0}, {0, 0, 0}, {10, 0, 0}, 25));
    EXPECT_FALSE(is_near_segment({13, 4, 0}, {0, 0, 0}, {10, 0, 0}, 24));
    // Nothing overflows at the far ends of Oklab.
    constexpr int far = 1 << 24;
    EXPECT_FALSE(is_near_segment({far, far / 2, -far / 2}, {0, 0, 0}, {far, -far / 2, far / 2}, 1));
}

TEST(Fringe, RemovesGreyRimsAndKeepsThinLines) {
    // Black, a grey rim, white with a red line in it.
    Image image(16, 8);
    for (int i = 0; i < 128; ++i) {
        const int x = i % 16;
        const std::uint8_t v = x < 5 ? 0 : x == 5 ? 80 : 255;
        image.pixels()[std::size_t(i)] = x == 11 ? Rgba8{200, 0, 0, 255} : Rgba8{v, v, v, 255};
    }
    const ColorSet set(image, Transfer::srgb); // black, grey, red, white
    std::vector<std::int64_t> labels;
    for (const Rgba8 p : image.pixels()) labels.push_back(set.index()[{p.r, p.g, p.b}]);
    LabelPlane plane = plane_of(16, 8, 4, labels);
    const std::vector<Position> palette(set.positions().begin(), set.positions().end());
    EXPECT_EQ(remove_fringe(plane, palette, image, set, 1, std::int64_t(0.05 * 0x1p24 * 0.05 * 0x1p24)), 8u);
    const std::vector<std::uint64_t> counts = count_labels(plane);
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{48, 0, 8, 72}));
}

}
}
