#include "labels/outline.h"

#include "expect_error.h"
#include "labels/label_pictures.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <sstream>
#include <tuple>

namespace huedrift {
namespace {

using testing::ElementsAre;

/// How often each pixel is inside by the rule evenodd (0 or 1), and the winding number of the outlines around
/// it.
struct Filled {
    std::vector<int> even_odd, winding;
};

Filled fill(const std::string& path, int width, int height) {
    Filled filled{std::vector<int>(std::size_t(width * height)),
                  std::vector<int>(std::size_t(width * height))};
    std::istringstream text(path);
    int x = 0, y = 0, start_x = 0, start_y = 0;
    const auto go_down = [&](int to) { // a ray to the left from a pixel crosses these edges
        for (int row = std::min(y, to); row < std::max(y, to); ++row)
            for (int column = x; column < width; ++column) {
                filled.even_odd[std::size_t(row * width + column)] ^= 1;
                filled.winding[std::size_t(row * width + column)] += to > y ? -1 : 1;
            }
        y = to;
    };
    for (char command = 0; text >> command;) {
        int number = 0;
        if (command != 'z') text >> number;
        if (command == 'M') {
            start_x = x = number;
            text >> start_y;
            y = start_y;
        }
        if (command == 'h') x += number;
        if (command == 'v') go_down(y + number);
        if (command == 'z') {
            EXPECT_EQ(x, start_x);
            go_down(start_y);
        }
    }
    return filled;
}

TEST(Outlines, SimpleShapes) {
    EXPECT_THAT(outlines(plane_of(3, 2, 1, std::vector<std::int64_t>(6, 0))), ElementsAre("M0 0h3v2h-3z"));
    // A ring, its contents, and a label without pixels.
    EXPECT_THAT(outlines(plane_of(3, 3, 3, {0, 0, 0, 0, 1, 0, 0, 0, 0})),
                ElementsAre("M0 0h3v3h-3zM1 2h1v-1h-1z", "M1 1h1v1h-1z", ""));
    // Two pixels that touch at a corner are two loops.
    EXPECT_THAT(outlines(plane_of(2, 2, 1, {0, -1, -1, 0})), ElementsAre("M0 0h1v1h-1zM1 1h1v1h-1z"));
}

TEST(Outlines, FillExactlyThePixelsOfTheLabel) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        const int width = int(1 + seed % 17), height = int(1 + seed * 3 % 13);
        std::mt19937 random(seed);
        std::vector<std::int64_t> labels;
        for (int i = 0; i < width * height; ++i) labels.push_back(std::int64_t(random() % 4) - 1);
        const std::vector<std::string> paths = outlines(plane_of(width, height, 3, labels));
        for (std::int64_t label = 0; label < 3; ++label) {
            std::vector<int> expected;
            for (const std::int64_t of : labels) expected.push_back(of == label);
            const Filled filled = fill(paths[std::size_t(label)], width, height);
            ASSERT_EQ(filled.even_odd, expected) << seed;
            ASSERT_EQ(filled.winding, expected) << seed;
        }
    }
}

TEST(StackedOutlines, ContinueBelowUpperLayers) {
    const Progress progress;
    for (unsigned seed = 0; seed < 40; ++seed) {
        const int width = int(1 + seed % 17), height = int(1 + seed * 3 % 13);
        std::mt19937 random(seed);
        std::vector<std::int64_t> labels;
        for (int i = 0; i < width * height; ++i) labels.push_back(std::int64_t(random() % 4) - 1);
        const std::vector<std::uint32_t> order{2, 0, 1};
        const std::vector<std::string> paths =
            stacked_outlines(plane_of(width, height, 3, labels), order, progress);
        ASSERT_EQ(paths.size(), 3u);
        for (std::size_t layer = 0; layer < 3; ++layer) {
            std::vector<int> expected;
            for (const std::int64_t label : labels)
                expected.push_back(std::find(order.begin() + std::ptrdiff_t(layer), order.end(), label) !=
                                   order.end());
            ASSERT_EQ(fill(paths[layer], width, height).even_odd, expected) << seed;
        }
    }
}

TEST(StackedOutlines, AreThoseOfTheirPixelsAlone) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        constexpr int width = 31, height = 23;
        constexpr std::uint32_t colors = 300; // more layers than a thread takes at a time
        std::mt19937 random(seed);
        std::vector<std::int64_t> labels;
        for (int i = 0; i < width * height; ++i)
            labels.push_back(i % 3 != 0 && i > width ? labels[std::size_t(i - (i % 2 ? 1 : width))]
                                                     : std::int64_t(random() % (colors + 1)) - 1);
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < colors; i += 1 + seed % 2) order.push_back(i);
        std::ranges::shuffle(order, random);
        const std::vector<std::string> paths =
            stacked_outlines(plane_of(width, height, colors, labels), order, {});
        std::vector<std::size_t> height_of(colors);
        for (std::size_t i = 0; i < order.size(); ++i) height_of[order[i]] = i + 1;
        for (std::size_t layer = 0; layer < order.size(); ++layer) {
            std::vector<std::int64_t> covered;
            for (const std::int64_t label : labels)
                covered.push_back(label >= 0 && height_of[std::size_t(label)] > layer ? 0 : -1);
            ASSERT_EQ(paths[layer], outlines(plane_of(width, height, 1, covered))[0]) << seed << " " << layer;
        }
    }
}

TEST(StackedOutlines, AreRefusedAtOnceIfTheyAreTooLarge) {
    constexpr int side = 600;
    constexpr std::uint32_t colors = 10'000;
    std::mt19937 random(1);
    std::vector<std::int64_t> labels(std::size_t{side} * side);
    for (std::int64_t& label : labels) label = std::int64_t(random() % colors);
    std::vector<std::uint32_t> order(colors);
    std::iota(order.begin(), order.end(), 0u);
    const LabelPlane plane = plane_of(side, side, colors, labels);
    expect_error([&] { stacked_outlines(plane, order, {}); }, ErrorKind::output, {"more than 1 GiB"});
}

TEST(StackedOutlines, CanBeCancelled) {
    Progress progress;
    progress.cancel();
    expect_error(
        [&] {
            stacked_outlines(plane_of(2, 1, 2, {0, 1}), std::vector<std::uint32_t>{0, 1}, progress);
        },
        ErrorKind::cancelled);
}

using Labels = std::vector<std::int64_t>;

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
