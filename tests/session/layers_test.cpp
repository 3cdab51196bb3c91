#include "session/layers.h"

#include "session/result.h"
#include "session_run.h"

#include <algorithm>

namespace huedrift {
namespace {

class Layers : public SessionTest {
protected:
    const Result& open(const Recipe& recipe) {
        session->set(recipe);
        session->open({write_picture("a.png", three_groups())});
        snapshot = exact();
        return *snapshot.frequency;
    }
    Snapshot snapshot;
};

Rgb color_of(Rgba8 pixel) { return {pixel.r, pixel.g, pixel.b}; }

TEST_F(Layers, AreInTheOrderOfFiles) {
    const Result& result =
        open({.shift = {.radius = 0.1}, .output = {.order = SwatchOrder::rgb, .transparent_index = 0}});
    const std::vector<Swatch> layers = layers_of(result);
    EXPECT_EQ(layers.size(), result.swatches.size()) << "a place for transparent pixels is no layer";
    EXPECT_TRUE(std::ranges::is_sorted(layers, {}, &Swatch::color));
}

TEST_F(Layers, FollowTheFirstPixels) {
    const Result& result = open({.shift = {.radius = 0.1}, .output = {.order = SwatchOrder::found}});
    const Image whole = ResultPainter(result).whole();
    std::vector<Rgb> expected, colors;
    for (const auto [r, g, b, a] : whole.pixels())
        if (a != 0 && std::ranges::find(expected, Rgb{r, g, b}) == expected.end())
            expected.push_back({r, g, b});
    for (const Swatch& swatch : layers_of(result)) colors.push_back(swatch.color);
    EXPECT_EQ(colors, expected);
}

TEST_F(Layers, StayHiddenWhenTheRadiusChanges) {
    const Result& result = open({.shift = {.radius = 0.1}});
    ASSERT_EQ(result.swatches.size(), 3u);
    const std::vector<Swatch> layers = layers_of(result);
    std::vector<HiddenColor> hidden;
    toggle_hidden(result, layers[1].color, hidden);
    EXPECT_EQ(hidden_in(result, hidden), std::vector{layers[1].color});
    EXPECT_EQ(shown_in(result, hidden), (std::vector{layers[0].color, layers[2].color}));

    session->set({.shift = {.radius = 0.0001}});
    const Snapshot later = exact();
    const Result& finer = *later.frequency;
    ASSERT_GT(finer.swatches.size(), 3u);
    const std::vector<Rgb> still = hidden_in(finer, hidden);
    ASSERT_EQ(still.size(), 1u);
    EXPECT_TRUE(is_hidden(finer, still.front(), hidden));
    EXPECT_EQ(result.result_of(*hidden.front().source), layers[1].color);

    toggle_hidden(finer, still.front(), hidden);
    EXPECT_TRUE(hidden.empty());
}

TEST_F(Layers, AreHiddenAndShownTogether) {
    const Result& result = open({.shift = {.radius = 0.1}});
    std::vector<Rgb> colors;
    for (const Swatch& layer : layers_of(result)) colors.push_back(layer.color);
    ASSERT_EQ(colors.size(), 3u);
    const std::span<const Rgb> two = std::span(colors).first(2);
    std::vector<HiddenColor> hidden;
    toggle_hidden(result, colors[0], hidden);
    toggle_hidden(result, two, hidden);
    EXPECT_EQ(shown_in(result, hidden), std::vector{colors[2]}) << "one was hidden already";
    EXPECT_EQ(hidden.size(), 2u);
    toggle_hidden(result, two, hidden);
    EXPECT_TRUE(hidden.empty());
    toggle_hidden(result, colors[1], hidden);
    show_only(result, two, hidden);
    EXPECT_EQ(hidden_in(result, hidden), std::vector{colors[2]});
}

TEST_F(Layers, HidePixelsAndLeaveOthersUnchanged) {
    const Result& result = open({.shift = {.radius = 0.1}});
    const Rgb gone = layers_of(result).front().color;
    ResultDisplay display;
    EXPECT_FALSE(changes_pixels(result, display));
    toggle_hidden(result, gone, display.hidden);
    EXPECT_TRUE(changes_pixels(result, display));
    const Image whole = displayed(result, {}, 0), part = displayed(result, display, 0);
    for (std::size_t i = 0; i < whole.pixels().size(); ++i)
        EXPECT_EQ(part.pixels()[i], color_of(whole.pixels()[i]) == gone ? Rgba8{} : whole.pixels()[i]);
}

TEST_F(Layers, ChangedPixelsAreMarked) {
    Image image = three_groups();
    image.pixels()[4 * 8 + 3] = image.pixels()[0]; // a speck of one pixel
    session->set({.shift = {.radius = 0.1}, .labels = {.min_region = 2}});
    session->open({write_picture("speck.png", image)});
    const Snapshot found = exact();
    const Result& result = *found.frequency;
    ASSERT_TRUE(result.cleaned);
    EXPECT_EQ(result.cleaned->joined_regions, 1u);
    EXPECT_EQ(result.cleaned->joined_pixels, 1u);
    EXPECT_EQ(result.cleaned->regions, 3u);
    const ResultDisplay display{.marks_changes = true};
    EXPECT_TRUE(changes_pixels(result, display));
    const Image marked = displayed(result, display, 0);
    for (std::size_t i = 0; i < marked.pixels().size(); ++i)
        EXPECT_EQ(color_of(marked.pixels()[i]) == change_mark, i == 4 * 8 + 3);

    session->set({.shift = {.radius = 0.1}});
    const Snapshot after = exact();
    const Result& uncleaned = *after.frequency;
    EXPECT_FALSE(uncleaned.cleaned);
    EXPECT_FALSE(changes_pixels(uncleaned, display));
}

}
}
