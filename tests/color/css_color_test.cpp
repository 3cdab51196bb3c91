#include "color/css_color.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(CssColor, IsExactForNamedColors) {
    EXPECT_EQ(nearest_css_color({255, 99, 71}).name, "tomato");
    EXPECT_EQ(nearest_css_color({0x66, 0x33, 0x99}).name, "rebeccapurple");
    EXPECT_EQ(nearest_css_color({128, 128, 128}).name, "grey");
    EXPECT_EQ(nearest_css_color({0, 0, 0}).name, "black");
    EXPECT_EQ(nearest_css_color({255, 255, 255}).name, "white");
}

TEST(CssColor, IsTheNearestForOtherColors) {
    const NamedColor& near_red = nearest_css_color({250, 4, 2});
    EXPECT_EQ(near_red.name, "red");
    EXPECT_EQ(near_red.color, (Rgb{255, 0, 0}));
    EXPECT_EQ(nearest_css_color({1, 0, 2}).name, "black");
    EXPECT_EQ(nearest_css_color({0, 0, 126}).name, "navy");
    EXPECT_NE(nearest_css_color({0x3b, 0x2a, 0x1f}).name, "darkslategrey") << "a dark brown";
}

}
}
