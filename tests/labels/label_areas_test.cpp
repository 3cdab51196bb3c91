#include "labels/regions.h"

#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <array>

namespace huedrift {
namespace {

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
