#include "color/css_color.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(CssColor, IsExactForNamedColors) {
    EXPECT_EQ(name_near({255, 99, 71}), "tomato");
    EXPECT_EQ(name_near({0x66, 0x33, 0x99}), "rebeccapurple");
    EXPECT_EQ(name_near({128, 128, 128}), "grey");
    EXPECT_EQ(name_near({0, 0, 0}), "black");
    EXPECT_EQ(name_near({255, 255, 255}), "white");
}

TEST(CssColor, IsTheNearestForOtherColors) {
    EXPECT_EQ(name_near({250, 4, 2}), "near red");
    EXPECT_EQ(name_near({1, 0, 2}), "near black");
    EXPECT_EQ(name_near({0, 0, 126}), "near navy");
    EXPECT_NE(name_near({0x3b, 0x2a, 0x1f}), "near darkslategrey") << "a dark brown";
}

TEST(CssColor, ReadsEveryKindOfCode) {
    const Rgb rust{0xb7, 0x41, 0x0e};
    for (const char* text : {"#b7410e", "#B7410E", "#b7410eff", "#b7410e00", "rgb(183, 65, 14)",
                             "rgba(183,65,14,0.5)", "RGB(183 65 14 / 50%)", "rgb(182.6 +65.4 1.4e1)"})
        EXPECT_EQ(css_color(text), rust) << text;
    EXPECT_EQ(css_color("#0af"), (Rgb{0, 0xaa, 0xff}));
    EXPECT_EQ(css_color("#0AF8"), (Rgb{0, 0xaa, 0xff}));
    EXPECT_EQ(css_color("rgb(50%, 0%, 200%)"), (Rgb{128, 0, 255}));
    EXPECT_EQ(css_color("rgb(-5 none 300)"), (Rgb{0, 0, 255}));
}

TEST(CssColor, ReadsNamesAndTheirSynonyms) {
    EXPECT_EQ(css_color("Tomato"), (Rgb{255, 99, 71}));
    EXPECT_EQ(css_color("darkslategray"), css_color("darkslategrey"));
    EXPECT_EQ(css_color("aqua"), (Rgb{0, 255, 255}));
    EXPECT_EQ(css_color("fuchsia"), (Rgb{255, 0, 255}));
}

// Values as browsers compute them (web-platform-tests, css/css-color/parsing).
TEST(CssColor, ReadsOtherSpaces) {
    EXPECT_EQ(css_color("hsl(233 26% 14%)"), (Rgb{0x1a, 0x1d, 0x2d}));
    EXPECT_EQ(css_color("hsl(38, 100%, 73%)"), (Rgb{0xff, 0xcd, 0x75}));
    EXPECT_EQ(css_color("hsla(-240deg 100% 50% / 1)"), (Rgb{0, 255, 0}));
    EXPECT_EQ(css_color("hsl(0.5turn 100% 25%)"), (Rgb{0, 128, 128}));
    EXPECT_EQ(css_color("hwb(90 20% 20%)"), (Rgb{128, 204, 51}));
    EXPECT_EQ(css_color("hwb(120deg 80% 80%)"), (Rgb{128, 128, 128}));
    EXPECT_EQ(css_color("lab(46.2775% -47.5621 48.5837)"), (Rgb{0, 128, 0}));
    EXPECT_EQ(css_color("lch(46.2775% 67.9892 134.391)"), (Rgb{0, 128, 0}));
    EXPECT_EQ(css_color("oklab(51.975% -0.1403 0.10768)"), (Rgb{0, 128, 0}));
    EXPECT_EQ(css_color("oklch(51.975% 0.17686 142.495)"), (Rgb{0, 128, 0}));
    EXPECT_EQ(css_color("oklch(0.6279 0.2577 0.5103rad)"), (Rgb{255, 0, 0}));
}

TEST(CssColor, RefusesOtherTexts) {
    for (const char* text : {"", "#", "#12345", "#12345g", "#1234567890", "##ffffff", "reddish", "rgb(1 2)",
                             "rgb(1,2,3", "rgb(1 2 3 4 5)", "rgb(1px 2 3)", "hsl(10px 1% 1%)", "rgb(x 2 3)",
                             "url(1 2 3)", "rgb(nan 2 3)", "rgb(inf 2 3)", "lch(1 2 3%)"})
        EXPECT_EQ(css_color(text), std::nullopt) << text;
}

}
}
