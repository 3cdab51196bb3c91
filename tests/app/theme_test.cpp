#include "app/ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// Relative luminance, WCAG 2.1.
double luminance(Rgb color) {
    const auto linear = [](std::uint8_t value) {
        const double v = value / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

/// Contrast ratio, WCAG 2.1: 1 to 21.
double contrast(Rgb a, Rgb b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

TEST(Theme, ContrastMatchesTheStandardsExamples) {
    EXPECT_DOUBLE_EQ(contrast({0, 0, 0}, {255, 255, 255}), 21);
    EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005);
}

TEST(Theme, TextsPassWcagAa) {
    constexpr double aa = 4.5, aa_of_shapes = 3;
    for (const Brightness brightness : {Brightness::dark, Brightness::light}) {
        const Theme& theme = Theme::of(brightness);
        SCOPED_TRACE(brightness == Brightness::dark ? "dark" : "light");
        for (const Rgb surface : {theme.canvas, theme.panel, theme.raised, theme.hovered}) {
            EXPECT_GE(contrast(theme.text, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.muted, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.warning, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.accent, surface), aa_of_shapes) << hex_code(surface);
        }
        EXPECT_GE(contrast(theme.text, theme.pressed), aa);
        EXPECT_GE(contrast(theme.accent, theme.panel), aa); // the names of keys
        EXPECT_GE(contrast(theme.on_accent, theme.accent), aa);
    }
}

TEST(Theme, AnUncheckedBoxIsVisible) {
    constexpr double aa_of_shapes = 3;
    for (const Brightness brightness : {Brightness::dark, Brightness::light}) {
        const Theme& theme = Theme::of(brightness);
        EXPECT_GE(contrast(theme.outline, theme.panel), aa_of_shapes);
        EXPECT_GE(contrast(theme.outline, theme.raised), aa_of_shapes);
    }
}

}
}
