#include "labels/regions.h"

#include "base/parallel.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace huedrift {
namespace {

/// The definition: finds all regions again after each join.
class RegionTwin {
public:
    RegionTwin(int width, int height, std::vector<std::int64_t> labels, std::span<const Position> palette)
        : width_(width), height_(height), labels_(std::move(labels)), palette_(palette) {}

    std::vector<std::int64_t> joined(std::uint32_t min_area) {
        for (;;) {
            find_regions();
            int least = -1;
            for (int i = 0; i < int(areas_.size()); ++i) {
                const bool fits = areas_[std::size_t(i)] < min_area && !borders(i).empty();
                if (fits && (least < 0 || areas_[std::size_t(i)] < areas_[std::size_t(least)])) least = i;
            }
            if (least < 0) return labels_;
            ++joins;
            join(least);
        }
    }

    std::uint32_t joins = 0;

private:
    std::size_t index(int x, int y) const { return std::size_t(y * width_ + x); }

    void find_regions() {
        regions_ = flooded(width_, height_, labels_);
        areas_.clear();
        for (const int region : regions_) {
            if (region < 0) continue;
            areas_.resize(std::max(areas_.size(), std::size_t(region) + 1));
            ++areas_[std::size_t(region)];
        }
    }
    std::int64_t label_of(int region) const {
        return labels_[std::size_t(std::ranges::find(regions_, region) - regions_.begin())];
    }
    std::map<int, int> borders(int region) const {
        std::map<int, int> lengths;
        const auto look = [&](int x, int y) {
            if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
            const int other = regions_[index(x, y)];
            if (other >= 0 && other != region) ++lengths[other];
        };
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x) {
                if (regions_[index(x, y)] != region) continue;
                look(x - 1, y), look(x + 1, y), look(x, y - 1), look(x, y + 1);
            }
        return lengths;
    }
    void join(int region) {
        const std::int64_t own = label_of(region);
        int best = -1, best_length = 0;
        std::int64_t best_distance = 0;
        for (const auto& [other, length] : borders(region)) {
            const std::int64_t distance =
                squared_distance(palette_[std::size_t(own)], palette_[std::size_t(label_of(other))]);
            if (best >= 0 && (length < best_length || (length == best_length && distance >= best_distance)))
                continue;
            best = other, best_length = length, best_distance = distance;
        }
        const std::int64_t label = label_of(best);
        for (std::size_t i = 0; i < labels_.size(); ++i)
            if (regions_[i] == region) labels_[i] = label;
    }

    int width_, height_;
    std::vector<std::int64_t> labels_;
    std::span<const Position> palette_;
    std::vector<int> regions_;
    std::vector<std::uint32_t> areas_;
};

/// Positions, some of them equally far apart.
const std::vector<Position> palette{{0, 0, 0}, {100, 0, 0}, {200, 0, 0}, {200, 0, 0}, {0, 100, 0}};

std::vector<std::int64_t> random_labels(std::size_t count, unsigned colors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::int64_t> labels(count);
    for (std::size_t i = 0; i < count; ++i) {
        const bool as_before = i > 0 && random() % 3 == 0;
        labels[i] = as_before ? labels[i - 1] : std::int64_t(random() % colors) - (random() % 9 == 0);
    }
    return labels;
}

TEST(SmallRegions, JoinAsTheDefinitionSays) {
    for (unsigned seed = 0; seed < 250; ++seed) {
        const int width = int(1 + seed % 13), height = int(1 + seed * 5 % 11);
        const std::vector<std::int64_t> labels =
            random_labels(std::size_t(width * height), 1 + seed % 5, seed);
        for (const std::uint32_t min_area : {0u, 1u, 2u, 3u, 5u, 12u, 1000u}) {
            LabelPlane plane = plane_of(width, height, palette.size(), labels);
            const JoinedRegions result = join_small_regions(plane, palette, min_area);
            RegionTwin twin(width, height, labels, palette);
            ASSERT_EQ(labels_of(plane), twin.joined(min_area)) << seed << " " << min_area;
            ASSERT_EQ(result.regions, twin.joins);
            std::uint64_t changed = 0;
            for (std::size_t i = 0; i < labels.size(); ++i) changed += labels[i] != labels_of(plane)[i];
            ASSERT_EQ(result.pixels, changed);
            ASSERT_EQ(join_small_regions(plane, palette, min_area).regions, 0u);
        }
    }
}

TEST(SmallRegions, AreTheSameForEveryWidthOfLabels) {
    // Tall enough for several threads' bands, with palettes for labels of 8, 16 and 32 bits.
    const std::vector<std::int64_t> labels = random_labels(40 * 300, 5, 3);
    std::vector<std::vector<std::int64_t>> results;
    for (const std::size_t colors : {5u, 300u, 70000u}) {
        std::vector<Position> positions(colors);
        std::ranges::copy(palette, positions.begin());
        LabelPlane plane = plane_of(40, 300, colors, labels);
        join_small_regions(plane, positions, 9);
        results.push_back(labels_of(plane));
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST(SmallRegions, WithoutNeighboursStay) {
    LabelPlane plane = plane_of(3, 1, 2, {0, -1, 1});
    EXPECT_EQ(join_small_regions(plane, palette, 100).regions, 0u);
    EXPECT_EQ(labels_of(plane), (std::vector<std::int64_t>{0, -1, 1}));
}

TEST(SmallRegions, OfACheckerboardAllJoin) {
    const int side = 512;
    std::vector<std::int64_t> labels;
    for (int i = 0; i < side * side; ++i) labels.push_back((i + i / side) % 2);
    LabelPlane plane = plane_of(side, side, 2, labels);
    join_small_regions(plane, palette, 1000);
    const std::vector<std::uint64_t> counts = count_labels(plane);
    EXPECT_TRUE(counts[0] == 0 || counts[0] >= 1000);
    EXPECT_TRUE(counts[1] == 0 || counts[1] >= 1000);
}

TEST(LabelCounts, AreSumsOverThePiecesOfALargePlane) {
    for (const std::size_t colors : {3u, 300u, 70'000u}) {
        LabelPlane plane(1024, 1027, colors);
        std::vector<std::uint64_t> expected(colors);
        plane.visit([&]<class Label>(std::vector<Label>& labels) {
            for (std::size_t i = 0; i < labels.size(); ++i) {
                if (i % 7 == 0) continue; // stays transparent
                labels[i] = static_cast<Label>(i / 5 * i % colors);
                ++expected[labels[i]];
            }
        });
        EXPECT_EQ(count_labels(plane), expected) << colors;
    }
}

TEST(LabelAreas, AreCounted) {
    // 0 0 1 .
    // 1 0 1 2
    // 1 1 0 .
    const std::vector<LabelArea> areas =
        measure_areas(plane_of(4, 3, 4, {0, 0, 1, -1, 1, 0, 1, 2, 1, 1, 0, -1}));
    const auto expect = [&](std::size_t label, std::uint64_t pixels, std::uint32_t regions,
                            std::array<int, 4> box) {
        EXPECT_EQ(areas[label].pixels, pixels) << label;
        EXPECT_EQ(areas[label].regions, regions) << label;
        EXPECT_EQ((std::array{areas[label].left, areas[label].top, areas[label].right, areas[label].bottom}),
                  box)
            << label;
    };
    expect(0, 4, 2, {0, 0, 3, 3});
    expect(1, 5, 2, {0, 0, 3, 3});
    expect(2, 1, 1, {3, 1, 4, 2});
    expect(3, 0, 0, {0, 0, 0, 0});
}

TEST(LabelAreas, AreConnectedAcrossBands) {
    // A comb whose teeth meet only at the bottom, and one whose teeth never meet.
    std::vector<std::int64_t> labels;
    for (int y = 0; y < 400; ++y)
        for (int x = 0; x < 9; ++x) labels.push_back(y == 399 || x % 2 == 0 ? 0 : 1);
    const std::vector<LabelArea> areas = measure_areas(plane_of(9, 400, 2, labels));
    EXPECT_EQ(areas[0].regions, 1u);
    EXPECT_EQ(areas[1].regions, 4u);
}

/// Has more runs than one thread takes.
LabelPlane many_runs() {
    std::mt19937 random(9);
    std::vector<std::int64_t> labels(300 * 300);
    for (std::int64_t& label : labels) label = random() % 3 == 0;
    return plane_of(300, 300, 2, labels);
}

TEST(LabelAreas, OfManyRunsAreTheSameOnAnyNumberOfThreads) {
    const LabelPlane plane = many_runs();
    const auto regions_on = [&](int threads) {
        std::vector<std::uint32_t> regions;
        with_threads(threads, [&] {
            for (const LabelArea& area : measure_areas(plane)) regions.push_back(area.regions);
        });
        return regions;
    };
    EXPECT_EQ(regions_on(4), regions_on(1));
}

TEST(SmallRegions, OfManyRunsJoinTheSameOnAnyNumberOfThreads) {
    const std::vector<Position> palette{{0, 0, 0}, {1 << 20, 0, 0}};
    const auto joined_on = [&](int threads) {
        LabelPlane plane = many_runs();
        with_threads(threads, [&] { join_small_regions(plane, palette, 40); });
        return plane;
    };
    EXPECT_EQ(joined_on(4), joined_on(1));
}

TEST(LabelAreas, AddUpOverFrames) {
    const auto areas = measure_areas(plane_of(3, 4, 3,
                                              {0, 0, 1, -1, 1, 1, //
                                               0, 1, 1, -1, -1, 0}),
                                     2);
    EXPECT_EQ(areas[0].pixels, 4u);
    EXPECT_EQ(areas[0].regions, 3u);
    EXPECT_EQ(areas[1].pixels, 5u);
    EXPECT_EQ(areas[1].regions, 2u); // not one across the frames
    EXPECT_EQ(std::tuple(areas[1].left, areas[1].top, areas[1].right, areas[1].bottom),
              std::tuple(1, 0, 3, 2));
    EXPECT_EQ(std::tuple(areas[0].left, areas[0].top, areas[0].right, areas[0].bottom),
              std::tuple(0, 0, 3, 2));
    EXPECT_EQ(areas[2].pixels, 0u);
}

}
}
