#include "app/ui/window.h"

#include <gtest/gtest.h>

#include <vector>

namespace huedrift::app {
namespace {

constexpr Extent min{.width = 640, .height = 400};
// A small screen left of a large one, both below a bar of 30 pixels.
const std::vector<Area> displays{{.x = 0, .y = 30, .extent = {.width = 1024, .height = 738}},
                                 {.x = 1024, .y = 30, .extent = {.width = 2560, .height = 1410}}};

WindowGeometry geometry(std::optional<int> x, std::optional<int> y, int width, int height,
                        bool maximised = false) {
    return {.x = x, .y = y, .width = width, .height = height, .maximised = maximised};
}

TEST(WindowPlacement, KeepsAWindowThatFits) {
    for (const auto& it :
         {geometry(10, 40, 800, 600), geometry(1100, 40, 2400, 1300), geometry({}, {}, 800, 600)})
        EXPECT_EQ(placed(it, displays, min), it);
}

TEST(WindowPlacement, TheFirstWindowLeavesRoomForTheDesktopsBars) {
    const std::vector<Area> small{{.x = 0, .y = 0, .extent = {.width = 1280, .height = 800}}},
        large{{.x = 0, .y = 0, .extent = {.width = 2560, .height = 1440}}};
    EXPECT_EQ(first_geometry({}, small, 1), geometry({}, {}, 1152, 720));
    EXPECT_EQ(first_geometry({}, small, 2), geometry({}, {}, 1152, 720));
    EXPECT_EQ(first_geometry({}, large, 1), WindowGeometry{});
    EXPECT_EQ(first_geometry({}, large, 1.5), geometry({}, {}, 1920, 1200));
    EXPECT_EQ(first_geometry(geometry({}, {}, 1280, 799), small, 1), geometry({}, {}, 1280, 799));
}

TEST(WindowPlacement, ASizeBeyondItsDisplayIsCutToItAndMaximised) {
    EXPECT_EQ(placed(geometry({}, {}, 1280, 800), displays, min), geometry({}, {}, 1024, 738, true));
    EXPECT_EQ(placed(geometry(1500, 100, 9999, 9999), displays, min), geometry(1500, 100, 2560, 1410, true));
}

TEST(WindowPlacement, APositionOutOfReachIsForgotten) {
    EXPECT_EQ(placed(geometry(4000, 40, 800, 600), displays, min), geometry({}, {}, 800, 600));
    EXPECT_EQ(placed(geometry(10, -500, 800, 600), displays, min), geometry({}, {}, 800, 600));
    const WindowGeometry half_outside = geometry(-700, 40, 800, 600);
    EXPECT_EQ(placed(half_outside, displays, min), half_outside);
}

TEST(WindowPlacement, TooSmallASizeIsRaisedUnlessTheDisplayIsSmallerStill) {
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), displays, min), geometry({}, {}, 640, 400));
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), {}, min), geometry({}, {}, 640, 400));
    const std::vector<Area> tiny{{.x = 0, .y = 0, .extent = {.width = 320, .height = 240}}};
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), tiny, min), geometry({}, {}, 320, 240, true));
}

}
}
