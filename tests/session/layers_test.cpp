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

std::vector<Rgb> hidden_in(const Result& result, const HiddenLayers& hidden) {
    std::vector<Rgb> colors = colors_of(result.layers.list);
    std::erase_if(colors, [is_hidden = HiddenIn(result, hidden)](Rgb color) { return !is_hidden(color); });
    return colors;
}

TEST_F(Layers, AreInTheOrderOfFiles) {
    const Result& result =
        open({.shift = {.radius = 0.1}, .output = {.order = SwatchOrder::rgb, .transparent_index = 0}});
    const std::vector<Swatch>& layers = result.layers.list;
    EXPECT_EQ(layers.size(), result.swatches.size()) << "a place for transparent pixels is no layer";
    EXPECT_TRUE(std::ranges::is_sorted(layers, {}, &Swatch::color));
    std::uint64_t pixels = 0;
    for (std::size_t i = 0; i < layers.size(); ++i)
        EXPECT_EQ(result.layers.ends[i], pixels += layers[i].pixels);
    EXPECT_EQ(result.layers.pixels(), 48u);
    // Another order gives the same result other layers.
    session->set({.shift = {.radius = 0.1}, .output = {.order = SwatchOrder::lightness}});
    const Snapshot other = exact();
    EXPECT_EQ(colors_of(other.frequency->layers.list), colors_of(layers_of(*other.frequency).list));
}

TEST_F(Layers, FollowTheFirstPixels) {
    const Result& result = open({.shift = {.radius = 0.1}, .output = {.order = SwatchOrder::found}});
    const Image whole = ResultPainter(result).whole();
    std::vector<Rgb> expected, colors;
    for (const auto [r, g, b, a] : whole.pixels())
        if (a != 0 && std::ranges::find(expected, Rgb{r, g, b}) == expected.end())
            expected.push_back({r, g, b});
    for (const Swatch& swatch : result.layers.list) colors.push_back(swatch.color);
    EXPECT_EQ(colors, expected);
}

TEST_F(Layers, StayHiddenWhenTheRadiusChanges) {
    const Result& result = open({.shift = {.radius = 0.1}});
    ASSERT_EQ(result.swatches.size(), 3u);
    const std::vector<Swatch>& layers = result.layers.list;
    HiddenLayers hidden;
    toggle_hidden(result, layers[1].color, hidden);
    EXPECT_EQ(hidden_in(result, hidden), std::vector{layers[1].color});
    EXPECT_EQ(shown_in(result, hidden), (std::vector{layers[0].color, layers[2].color}));

    session->set({.shift = {.radius = 0.0001}});
    const Snapshot later = exact();
    const Result& finer = *later.frequency;
    ASSERT_GT(finer.swatches.size(), 3u);
    const std::vector<Rgb> still = hidden_in(finer, hidden);
    ASSERT_EQ(still.size(), 1u);
    EXPECT_TRUE(HiddenIn(finer, hidden)(still.front()));
    EXPECT_EQ(result.result_of(*hidden.named.front().source), layers[1].color);

    toggle_hidden(finer, still.front(), hidden);
    EXPECT_TRUE(hidden.empty());
}

TEST_F(Layers, AreHiddenAndShownTogether) {
    const Result& result = open({.shift = {.radius = 0.1}});
    std::vector<Rgb> colors;
    for (const Swatch& layer : result.layers.list) colors.push_back(layer.color);
    ASSERT_EQ(colors.size(), 3u);
    const std::span<const Rgb> two = std::span(colors).first(2);
    HiddenLayers hidden;
    toggle_hidden(result, colors[0], hidden);
    toggle_hidden(result, two, hidden);
    EXPECT_EQ(shown_in(result, hidden), std::vector{colors[2]}) << "one was hidden already";
    EXPECT_EQ(hidden.named.size(), 2u);
    toggle_hidden(result, two, hidden);
    EXPECT_TRUE(hidden.empty());
    toggle_hidden(result, colors[1], hidden);
    show_only(result, two, hidden);
    EXPECT_EQ(hidden_in(result, hidden), std::vector{colors[2]});
}

TEST_F(Layers, ShownAloneAreNamedInPlaceOfTheMany) {
    const Result& result = open({.shift = {.radius = 0}});
    ASSERT_EQ(result.swatches.size(), 15u);
    const std::vector<Rgb> colors = colors_of(result.layers.list);
    HiddenLayers hidden;
    show_only(result, std::span(colors).first(2), hidden);
    EXPECT_EQ(hidden.named.size(), 2u);
    EXPECT_EQ(count_hidden(result, hidden), 13u);
    toggle_hidden(result, colors[7], hidden);
    EXPECT_EQ(shown_in(result, hidden), (std::vector{colors[0], colors[1], colors[7]}));
    toggle_hidden(result, colors[0], hidden);
    EXPECT_EQ(shown_in(result, hidden), (std::vector{colors[1], colors[7]}));
    const Image part = displayed(result, {.hidden = hidden}, 0);
    for (const Rgba8 pixel : part.pixels())
        EXPECT_TRUE(pixel == Rgba8{} || color_of(pixel) == colors[1] || color_of(pixel) == colors[7]);

    session->set({.shift = {.radius = 0.1}});
    const Snapshot later = exact();
    for (const Rgb shown : shown_in(*later.frequency, hidden))
        EXPECT_TRUE(later.frequency->result_of(colors[1]) == shown ||
                    later.frequency->result_of(colors[7]) == shown);
    toggle_hidden(result, std::vector{colors[1], colors[7]}, hidden);
    EXPECT_EQ(count_hidden(result, hidden), 15u);
    hidden.clear();
    EXPECT_EQ(count_hidden(result, hidden), 0u);
}

TEST_F(Layers, HidePixelsAndLeaveOthersUnchanged) {
    const Result& result = open({.shift = {.radius = 0.1}});
    const Rgb gone = result.layers.list.front().color;
    ResultDisplay display;
    EXPECT_EQ(count_hidden(result, display.hidden), 0u);
    toggle_hidden(result, gone, display.hidden);
    EXPECT_EQ(count_hidden(result, display.hidden), 1u);
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
    EXPECT_TRUE(marks(result, display));
    const Image marked = displayed(result, display, 0);
    for (std::size_t i = 0; i < marked.pixels().size(); ++i)
        EXPECT_EQ(color_of(marked.pixels()[i]) == change_mark, i == 4 * 8 + 3);

    session->set({.shift = {.radius = 0.1}});
    const Snapshot after = exact();
    const Result& uncleaned = *after.frequency;
    EXPECT_FALSE(uncleaned.cleaned);
    EXPECT_FALSE(marks(uncleaned, display));
}

}
}
