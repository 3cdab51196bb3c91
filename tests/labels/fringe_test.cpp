#include "labels/soft_edges.h"

#include "labels/label_pictures.h"
#include "reduction/color_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

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
        const ColorSet set(image, Transfer::srgb);
        palette.assign(set.colors().begin(), set.colors().end());
        for (const Rgba8 p : image.pixels())
            labels.push_back(p.a == 0 ? -1 : std::int64_t{set.index()[{p.r, p.g, p.b}]});
    }

    Image image;
    std::vector<Rgb> palette;
    std::vector<std::int64_t> labels;
};

std::int64_t squared(Rgb x, Rgb y) {
    return std::int64_t{x.r - y.r} * (x.r - y.r) + std::int64_t{x.g - y.g} * (x.g - y.g) +
           std::int64_t{x.b - y.b} * (x.b - y.b);
}

/// The squared distance of a colour from the segment between two.
double from_segment(Rgb own, Rgb from, Rgb to) {
    const double v[3] = {double(to.r - from.r), double(to.g - from.g), double(to.b - from.b)};
    const double w[3] = {double(own.r - from.r), double(own.g - from.g), double(own.b - from.b)};
    double along = 0, length = 0, squared = 0;
    for (int i = 0; i < 3; ++i) {
        along += v[i] * w[i];
        length += v[i] * v[i];
    }
    const double share = length == 0 ? 0 : std::clamp(along / length, 0.0, 1.0);
    for (int i = 0; i < 3; ++i) squared += (w[i] - share * v[i]) * (w[i] - share * v[i]);
    return squared;
}

/// The definition again.
std::vector<std::int64_t> twin(const Scene& scene, int width) {
    const int columns = scene.image.width(), rows = scene.image.height();
    const auto at = [&](int x, int y) { return std::size_t(y * columns + x); };
    const auto is_core = [&](int x, int y) {
        return is_core_by_definition(columns, rows, scene.labels, x, y, width);
    };
    std::vector<std::int64_t> result = scene.labels;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            if (scene.labels[at(x, y)] < 0 || is_core(x, y)) continue;
            const auto [r, g, b, a] = scene.image.pixels()[at(x, y)];
            const Rgb own{r, g, b};
            const std::int64_t label = scene.labels[at(x, y)];
            const auto color = [&](std::int64_t other) { return scene.palette[std::size_t(other)]; };
            // The labels around the pixel, those of most pixels first, of core pixels or of all.
            const auto labels_around = [&](bool core) {
                std::map<std::int64_t, int> counts;
                for (int v = std::max(0, y - width - 1); v <= std::min(rows - 1, y + width + 1); ++v)
                    for (int u = std::max(0, x - width - 1); u <= std::min(columns - 1, x + width + 1); ++u)
                        if (core ? is_core(u, v) : scene.labels[at(u, v)] >= 0)
                            ++counts[scene.labels[at(u, v)]];
                std::vector<std::pair<int, std::int64_t>> order;
                for (const auto& [other, count] : counts) order.emplace_back(-count, other);
                std::ranges::sort(order);
                return order;
            };
            // The pair of most pixels, then by the places of both among the most counted.
            std::vector<std::tuple<int, std::size_t, std::size_t>> pairs;
            const auto find_pairs = [&](const auto& order) {
                for (std::size_t i = 0; i < order.size(); ++i)
                    for (std::size_t j = i + 1; j < order.size(); ++j)
                        if (is_mixture(own, color(order[i].second), color(order[j].second)))
                            pairs.emplace_back(order[i].first + order[j].first, i, j);
            };
            auto order = labels_around(true);
            find_pairs(order);
            if (pairs.empty()) {
                if (squared(own, color(label)) < 48 * 48) continue;
                const auto around = labels_around(false);
                order = around;
                std::erase_if(order, [&](const auto& entry) { return entry.second == label; });
                order.resize(std::min<std::size_t>(order.size(), 8));
                find_pairs(order);
                if (pairs.empty()) continue;
                const auto [both, i, j] = *std::ranges::min_element(pairs);
                const double near = from_segment(own, color(order[i].second), color(order[j].second));
                if (!std::ranges::all_of(around, [&](const auto& entry) {
                        return 4 * near + 1e-6 < from_segment(own, color(label), color(entry.second));
                    }))
                    continue;
            }
            const auto [both, i, j] = *std::ranges::min_element(pairs);
            const std::int64_t first = order[i].second, second = order[j].second;
            const bool is_first = squared(own, scene.palette[std::size_t(first)]) <=
                                  squared(own, scene.palette[std::size_t(second)]);
            result[at(x, y)] = is_first ? first : second;
        }
    return result;
}

/// Compares with the twin; returns the number of changed pixels.
std::uint64_t compare_with_twin(const Scene& scene, int width) {
    LabelPlane plane =
        plane_of(scene.image.width(), scene.image.height(), scene.palette.size(), scene.labels);
    const std::uint64_t changed = remove_fringe(plane, scene.palette, scene.image, width);
    const std::vector<std::int64_t> expected = twin(scene, width);
    EXPECT_EQ(labels_of(plane), expected) << width;
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) differ += expected[i] != scene.labels[i];
    EXPECT_EQ(changed, differ);
    return changed;
}

TEST(Fringe, EqualsTheDefinition) {
    std::uint64_t all = 0;
    for (unsigned seed = 0; seed < 48; ++seed)
        for (const int width : {1, 2, 3})
            all += compare_with_twin({int(1 + seed % 31), int(1 + seed * 3 % 23), seed}, width);
    EXPECT_GT(all, 400u);
}

TEST(Fringe, EqualsTheDefinitionWithoutCorePixels) {
    std::uint64_t all = 0;
    for (unsigned seed = 0; seed < 48; ++seed) {
        // Mixtures of random colours, each with the label of one of them or of a third colour.
        std::mt19937 random(seed);
        Scene scene(int(1 + seed % 17), int(1 + seed * 3 % 13), seed);
        scene.palette.clear();
        const std::size_t entries = seed % 2 == 0 ? 4 : 12;
        for (std::size_t i = 0; i < entries; ++i)
            scene.palette.push_back({std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random())});
        for (std::size_t i = 0; i < scene.labels.size(); ++i) {
            const Rgb x = scene.palette[random() % entries], y = scene.palette[random() % 2];
            const auto mixed = [share = random() % 9](int one, int other) {
                return std::uint8_t(one + (other - one) * int(share) / 8);
            };
            scene.image.pixels()[i] = {mixed(x.r, y.r), mixed(x.g, y.g), mixed(x.b, y.b), 255};
            scene.labels[i] = random() % entries;
            if (random() % 8 != 0) continue;
            scene.image.pixels()[i].a = 0;
            scene.labels[i] = -1;
        }
        for (const int width : {1, 2, 3}) all += compare_with_twin(scene, width);
    }
    EXPECT_GT(all, 400u);
}

/// Labels of the palette's colours; those that it lacks are the nearest.
LabelPlane labelled(const Image& image, const std::vector<Rgb>& palette) {
    std::vector<std::int64_t> labels;
    for (const auto& [r, g, b, a] : image.pixels()) {
        const Rgb own{r, g, b};
        labels.push_back(std::ranges::min_element(palette, {}, [&](Rgb c) { return squared(own, c); }) -
                         palette.begin());
    }
    return plane_of(image.width(), image.height(), palette.size(), labels);
}

TEST(Fringe, RemovesGreyRimsAndKeepsThinLines) {
    // Black, a grey rim, white with a red line in it.
    Image image(16, 8);
    for (int i = 0; i < 128; ++i) {
        const int x = i % 16;
        const std::uint8_t v = x < 5 ? 0 : x == 5 ? 80 : 255;
        image.pixels()[std::size_t(i)] = x == 11 ? Rgba8{200, 0, 0, 255} : Rgba8{v, v, v, 255};
    }
    const std::vector<Rgb> palette{{0, 0, 0}, {80, 80, 80}, {200, 0, 0}, {255, 255, 255}};
    LabelPlane plane = labelled(image, palette);
    EXPECT_EQ(remove_fringe(plane, palette, image, 1), 8u);
    EXPECT_EQ(count_labels(plane), (std::vector<std::uint64_t>{48, 0, 8, 72}));
}

TEST(Fringe, KeepsAnOutlineBetweenTwoAreas) {
    Image image(12, 8);
    for (int i = 0; i < 96; ++i) {
        const int x = i % 12;
        image.pixels()[std::size_t(i)] = x < 6    ? Rgba8{220, 30, 30, 255}
                                         : x == 6 ? Rgba8{20, 20, 20, 255}
                                                  : Rgba8{255, 255, 255, 255};
    }
    const std::vector<Rgb> palette{{220, 30, 30}, {20, 20, 20}, {255, 255, 255}};
    LabelPlane plane = labelled(image, palette);
    EXPECT_EQ(remove_fringe(plane, palette, image, 1), 0u);
}

TEST(Fringe, GivesGreyBesideThinStrokesToThem) {
    // Diagonal strokes of black on white, soft on both sides. Blue is nearer to the darker grey.
    constexpr std::array<std::uint8_t, 6> stroke{255, 160, 20, 100, 255, 255};
    Image image(24, 12);
    for (int i = 0; i < 288; ++i) {
        const std::uint8_t v = stroke[std::size_t(i % 24 + i / 24) % 6];
        image.pixels()[std::size_t(i)] = {v, v, v, 255};
    }
    const std::vector<Rgb> palette{{0, 0, 0}, {0, 87, 183}, {255, 255, 255}};
    LabelPlane plane = labelled(image, palette);
    EXPECT_GT(count_labels(plane)[1], 40u);
    remove_fringe(plane, palette, image, 1);
    EXPECT_EQ(count_labels(plane), (std::vector<std::uint64_t>{96, 0, 192}));
    // A grey of the palette keeps soft letters soft.
    const std::vector<Rgb> with_grey{{0, 0, 0}, {128, 128, 128}, {255, 255, 255}};
    LabelPlane soft = labelled(image, with_grey);
    const std::vector<std::uint64_t> before = count_labels(soft);
    EXPECT_EQ(remove_fringe(soft, with_grey, image, 1), 0u);
    EXPECT_EQ(count_labels(soft), before);
}

TEST(Fringe, KeepsALabelNearerThan48) {
    // One grey pixel among pixels of black and white, with the label of a green that is nearly as grey.
    for (const std::uint8_t green : {std::uint8_t{175}, std::uint8_t{176}}) {
        const std::vector<Rgb> palette{{0, 0, 0}, {128, green, 128}, {255, 255, 255}};
        Image image(3, 1);
        image.pixels()[1] = {128, 128, 128, 255};
        image.pixels()[0] = {0, 0, 0, 255};
        image.pixels()[2] = {255, 255, 255, 255};
        LabelPlane plane = plane_of(3, 1, palette.size(), {0, 1, 2});
        EXPECT_EQ(remove_fringe(plane, palette, image, 1), green == 176 ? 1u : 0u);
    }
}

TEST(Fringe, LeavesNoRimOfAThirdColourAroundADisc) {
    const std::vector<Rgb>& palette = sign_colors;
    for (const int size : {40, 97, 160})
        for (const bool by_light : {false, true}) {
            SCOPED_TRACE(testing::Message() << size << " " << by_light);
            const Image image = sign(size, by_light);
            LabelPlane plane = labelled(image, palette);
            // The worst that a palette may do: every pixel of a soft edge is yellow.
            plane.visit([&]<class Label>(std::vector<Label>& labels) {
                for (std::size_t i = 0; i < labels.size(); ++i) {
                    const auto [r, g, b, a] = image.pixels()[i];
                    if (std::ranges::find(palette, Rgb{r, g, b}) == palette.end()) labels[i] = 2;
                }
            });
            EXPECT_GT(count_regions(plane), 5u);
            remove_fringe(plane, palette, image, 1);
            EXPECT_EQ(count_regions(plane), 3u);
        }
}

TEST(Mixture, LiesBetweenTwoColours) {
    constexpr Rgb black{0, 0, 0}, white{255, 255, 255}, red{255, 0, 0}, blue{0, 0, 255};
    EXPECT_TRUE(is_mixture({128, 128, 128}, black, white));
    EXPECT_TRUE(is_mixture({255, 128, 128}, red, white));
    EXPECT_TRUE(is_mixture({128, 0, 128}, red, blue)) << "by code values";
    EXPECT_TRUE(is_mixture({188, 0, 188}, red, blue)) << "by light";
    EXPECT_TRUE(is_mixture(red, red, white)) << "the ends belong to it";
    EXPECT_FALSE(is_mixture({250, 0, 0}, red, red));
    EXPECT_FALSE(is_mixture({255, 255, 0}, red, white));
    EXPECT_FALSE(is_mixture(black, red, white));
    EXPECT_FALSE(is_mixture({128, 128, 128}, red, white));
    EXPECT_TRUE(is_mixture({0, 79, 180}, {0, 87, 183}, white)) << "what lanczos leaves beside an edge";
    EXPECT_TRUE(is_mixture({81, 81, 81}, {100, 100, 100}, white)) << "an eighth of the distance at most";
    EXPECT_FALSE(is_mixture({80, 80, 80}, {100, 100, 100}, white));
    // A cosine of exactly -3/5, and one less.
    EXPECT_TRUE(is_mixture({100, 100, 0}, {142, 104, 0}, {78, 136, 0}));
    EXPECT_FALSE(is_mixture({100, 100, 0}, {142, 104, 0}, {79, 136, 0}));
}

TEST(Mixture, EqualsTheDefinition) {
    std::mt19937 random(7);
    const auto channel = [&] { return int(random() % 256); };
    int mixtures = 0, others = 0;
    for (int i = 0; i < 200'000; ++i) {
        std::array<int, 3> x{channel(), channel(), channel()}, y{channel(), channel(), channel()}, q{};
        const double part = (int(random() % 1400) - 200) / 1000.0;
        for (std::size_t c = 0; c < 3; ++c)
            q[c] = std::clamp(int(x[c] + part * (y[c] - x[c])) + int(random() % 41) - 20, 0, 255);
        double both = 0, to_x = 0, to_y = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const double u = x[c] + (x[c] - y[c]) / 8.0 - q[c], v = y[c] + (y[c] - x[c]) / 8.0 - q[c];
            both += u * v, to_x += u * u, to_y += v * v;
        }
        const bool expected = both <= 0 && 25 * both * both >= 9 * to_x * to_y; // exact in double
        const auto rgb = [](const std::array<int, 3>& v) {
            return Rgb{std::uint8_t(v[0]), std::uint8_t(v[1]), std::uint8_t(v[2])};
        };
        ASSERT_EQ(is_mixture(rgb(q), rgb(x), rgb(y)), expected) << i;
        ASSERT_EQ(is_mixture(rgb(q), rgb(y), rgb(x)), expected) << i;
        ++(expected ? mixtures : others);
    }
    EXPECT_GT(mixtures, 10'000);
    EXPECT_GT(others, 10'000);
}

}
}
