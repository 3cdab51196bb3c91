#include "palette/join_by_error.h"
#include "palette/levels.h"
#include "palette/remove_entries.h"
#include "pipeline/enumerators.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/plain_colors.h"
#include "pipeline/recipe_choice.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// "Colours of a set" by its definition.
class BruteForce {
public:
    BruteForce(std::span<const Rgb> set, Transfer transfer)
        : set_(set.begin(), set.end()), position_(transfer) {
        for (const Rgb color : set_) positions_.push_back(position_(color));
    }

    /// Of some places in the set, the one of the nearest colour.
    std::size_t nearest(std::span<const std::size_t> places, const Position& from) const {
        return *std::ranges::min_element(places, {},
                                         [&](std::size_t place) { return distance(place, from); });
    }
    Rgb nearest_color(std::span<const std::size_t> places, const Position& from) const {
        return set_[nearest(places, from)];
    }
    std::vector<std::size_t> candidates(std::span<const PaletteEntry> reached) const {
        std::set<std::size_t> used;
        for (const PaletteEntry& entry : reached) used.insert(nearest(all(), entry.position));
        return {used.begin(), used.end()};
    }
    /// The entries that remove_entries() leaves, nearest colours of pins kept.
    std::vector<std::size_t> best(const std::vector<std::size_t>& places,
                                  std::span<const JoinedColor> entries, std::size_t count,
                                  std::span<const Rgb> pins) const {
        std::set<std::size_t> kept;
        for (const Rgb pin : pins) kept.insert(nearest(all(), position_(pin)));
        std::vector<PaletteEntry> candidates;
        for (const std::size_t place : places)
            candidates.push_back(
                {.color = {}, .position = positions_[place], .pinned = kept.contains(place)});
        std::vector<std::size_t> left;
        for (const std::uint32_t index : remove_entries(candidates, entries, count, {}))
            left.push_back(places[index]);
        return left;
    }

private:
    std::vector<std::size_t> all() const {
        std::vector<std::size_t> places(set_.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        return places;
    }
    std::int64_t distance(std::size_t place, const Position& from) const {
        const Position& at = positions_[place];
        const std::int64_t l = at.l - from.l, a = at.a - from.a, b = at.b - from.b;
        return l * l + 4 * a * a + 4 * b * b;
    }

    std::vector<Rgb> set_;
    std::vector<Position> positions_;
    PositionTable position_;
};

std::vector<Rgb> scattered_colors(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Rgb> colors;
    while (colors.size() < count) colors.push_back(Rgb::from_code(random() % rgb_codes));
    return colors;
}

/// Of so many colours, some of them often.
Image speckled(int width, int height, std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    const std::vector<Rgb> colors = scattered_colors(count, seed);
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) {
        const Rgb color = colors[random() % (1 + random() % count)];
        pixel = {color.r, color.g, color.b, 255};
    }
    return image;
}

std::vector<JoinedColor> weighed_entries(std::span<const PaletteEntry> entries) {
    std::vector<JoinedColor> weighed;
    for (const PaletteEntry& entry : entries) weighed.push_back({entry.position, entry.pixels});
    return weighed;
}

class SelectedColors : public PipelineFixture {
protected:
    ChosenRecipe chosen(std::optional<Look> look,
                        const std::vector<std::pair<std::string, std::string>>& settings) {
        RecipeRequest request{.look = look};
        for (const auto& [word, value] : settings) request.given.emplace_back(&recipe_row(word), value);
        request.recipe = with_settings(Recipe{}, request.given);
        check_settings(request);
        return choose_recipe(request, pipeline, progress);
    }
    /// Compares a result with the entries before it, each of which goes to the nearest of the colours.
    void expect_nearest(const Reduced& reduced, const Palette& before, std::span<const std::size_t> left,
                        const BruteForce& set) {
        for (std::size_t i = 0; i < reduced.picture->colors.size(); ++i)
            ASSERT_EQ(reduced.palette->color_of(i),
                      set.nearest_color(left, before.entries[before.entry_of[i]].position));
    }
};

TEST_F(SelectedColors, AreThoseThatRemovalsLeave) {
    open(speckled(30, 20, 90, 1));
    std::vector<Rgb> set = scattered_colors(24, 2);
    set.push_back(set[3]); // repeated
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear})
        for (const double radius : {0.0, 0.08})
            for (const bool directly : {false, true})
                for (const std::size_t pins : {0, 2, 9}) {
                    Recipe recipe{.source = {.transfer = transfer}, .shift = {.radius = radius}};
                    for (std::size_t i = 0; i < pins; ++i)
                        recipe.shift.pins.push_back({.color = set[i], .distance = 0});
                    Recipe before = recipe;
                    if (directly) before = {.source = {.transfer = transfer}, .shift = {.radius = 0}};
                    before.palette.colors = 1000; // starts the steps
                    const auto found = reduce(before);
                    const BruteForce brute(set, transfer);
                    const auto all = brute.candidates(found->palette->entries);
                    recipe.palette.to = set;
                    recipe.palette.directly = directly;
                    for (const std::uint32_t count : {1u, 2u, 9u, 40u}) {
                        recipe.palette.colors = count;
                        const auto left = brute.best(all, weighed_entries(found->palette->entries), count,
                                                     std::span(set).first(pins));
                        const auto reduced = reduce(recipe);
                        expect_nearest(*reduced, *found->palette, left, brute);
                        EXPECT_EQ(reduced->palette->entries.size(), left.size());
                        EXPECT_EQ(reduced->palette->notes.size(), left.size() > count ? 1u : 0u);
                        EXPECT_EQ(shortage(*reduced).empty(), all.size() >= count);
                        EXPECT_EQ(reduced->engine == "nearest", directly);
                    }
                }
}

TEST_F(SelectedColors, OfAGridAreThoseNearAJoinedPalette) {
    open(speckled(50, 40, 350, 3));
    for (const Levels levels : {Levels::rgb222, Levels::rgb333})
        for (const std::uint32_t count : {3u, 20u, 70u}) {
            const auto found = reduce({.shift = {.radius = 0}, .palette = {.colors = 5000}}),
                       joined =
                           reduce({.shift = {.radius = 0}, .palette = {.colors = std::max(256u, 4 * count)}});
            const BruteForce brute(grid_of(levels), Transfer::srgb);
            const auto left = brute.best(brute.candidates(joined->palette->entries),
                                         weighed_entries(found->palette->entries), count, {});
            // The other settings of a look are left out.
            Recipe recipe = recipe_of(Look::photo);
            recipe.palette.colors = count;
            recipe.palette.levels = levels;
            const auto reduced = reduce(recipe);
            expect_nearest(*reduced, *found->palette, left, brute);
            EXPECT_EQ(reduced->palette->entries.size(), left.size());
        }
}

TEST_F(SelectedColors, OfAGridHaveItsGreysForGreys) {
    Image greys(256, 1);
    for (int i = 0; i < 256; ++i)
        greys.pixels()[std::size_t(i)] = {std::uint8_t(i), std::uint8_t(i), std::uint8_t(i), 255};
    open(greys);
    std::vector<Rgb> expected;
    for (const Rgb color : grid_of(Levels::rgb333))
        if (color.r == color.g && color.g == color.b) expected.push_back(color);
    const auto reduced = reduce(chosen({}, {{"levels", "rgb333"}, {"colors", "8"}}).recipe);
    EXPECT_EQ(distinct_colors(*reduced->palette), expected);
    EXPECT_EQ(reduce(chosen({}, {{"levels", "rgb555"}, {"colors", "32"}}).recipe)->palette->entries.size(),
              32u);
}

TEST_F(SelectedColors, ComeFromBoxesOfVeryManyColours) {
    open(speckled(200, 200, 40'000, 4));
    const std::vector<Rgb> set = scattered_colors(9, 5);
    const auto own = reduce({.shift = {.radius = 0}, .palette = {.colors = 30'000}});
    ASSERT_GT(own->palette->entries.size(), max_join_cells);
    std::vector<JoinedColor> boxes;
    for (const JoinPart& part : cell_parts(own->palette->entries).parts)
        boxes.push_back({part.whole().point.position, part.whole().weight});
    const BruteForce brute(set, Transfer::srgb);
    const auto left = brute.best(brute.candidates(own->palette->entries), boxes, 6, {});
    expect_nearest(*reduce({.palette = {.colors = 6, .to = set, .directly = true}}), *own->palette, left,
                   brute);
}

TEST_F(SelectedColors, AloneAreMixedByDithering) {
    open(speckled(40, 30, 150, 6));
    const std::vector<Rgb> set = scattered_colors(20, 7);
    for (const std::uint32_t count : {4u, 20u})
        for (const bool is_edited : {false, true})
            for (const Dither dither : enumerators<Dither>) {
                Recipe recipe{.palette = {.colors = count, .to = set, .directly = true}};
                recipe.labels.dithering.method = dither;
                const auto plain = reduce(recipe);
                if (is_edited)
                    recipe.palette.recolors = {{plain->picture->colors.colors().front(), Rgb{1, 2, 3}}};
                std::vector<Rgb> allowed = distinct_colors(*plain->palette);
                if (count == 20) allowed = set;
                allowed.push_back({1, 2, 3});
                const auto shown = output(recipe);
                for (const Rgba8& pixel : shown->pixels())
                    ASSERT_TRUE(std::ranges::count(allowed, Rgb{pixel.r, pixel.g, pixel.b}) != 0);
            }
}

TEST_F(SelectedColors, OfATransparentPictureAreNone) {
    open(Image(5, 4));
    Recipe recipe{.palette = {.colors = 2, .to = {black, white, red}, .directly = true}};
    EXPECT_TRUE(reduce(recipe)->palette->entries.empty());
    recipe.palette = {.colors = 2, .levels = Levels::rgb222};
    EXPECT_TRUE(reduce(recipe)->palette->entries.empty());
}

/// A palette alone.

const std::pair<std::string, std::string> to{"to", "000000,c80000,0000c8,646464,ffffff"};

TEST_F(SelectedColors, APaletteAloneIsMappedToAndDitheredAsTheLookThatSuits) {
    Image ramp(256, 64);
    for (std::size_t i = 0; i < ramp.pixels().size(); ++i) {
        const auto value = std::uint8_t(i % 256);
        ramp.pixels()[i] = {value, value, 90, 255};
    }
    open(ramp);
    for (const bool is_source : {false, true}) {
        const ChosenRecipe photo =
            chosen({}, {is_source ? std::pair<std::string, std::string>{"to", "source"} : to});
        EXPECT_TRUE(photo.recipe.palette.directly);
        EXPECT_EQ(photo.recipe.labels, LabelSteps{.dithering = {.method = Dither::automatic}});
        EXPECT_EQ(photo.look, Look::photo);
    }
    EXPECT_EQ(chosen({}, {to, {"dither", "off"}}).recipe.labels, LabelSteps{});
    EXPECT_EQ(chosen({}, {to, {"dither", "ordered"}}).recipe.labels.dithering.method, Dither::ordered);
    EXPECT_EQ(chosen({}, {to, {"directly", "on"}}).recipe.labels, LabelSteps{});
    EXPECT_EQ(chosen({}, {to, {"strict", "on"}}).recipe.labels, LabelSteps{});
    EXPECT_EQ(chosen({}, {to, {"defringe", "1"}}).recipe.labels.dithering.method, Dither::off);
    const ChosenRecipe number = chosen({}, {to, {"colors", "3"}});
    EXPECT_TRUE(number.recipe.palette.directly && number.recipe.palette.selects_colors());
    EXPECT_EQ(number.recipe.labels.dithering.method, Dither::automatic);

    open(speckled(40, 30, 32, 8)); // few colours
    EXPECT_EQ(chosen({}, {to}).recipe.labels, LabelSteps{});
    EXPECT_EQ(chosen({}, {to}).look, std::nullopt);
}

TEST_F(SelectedColors, APictureIsReducedBeforeWhereThatIsAskedFor) {
    open(speckled(40, 30, 150, 9));
    const auto asks = [&](const char* word, const char* value) {
        return !chosen({}, {to, {word, value}}).recipe.palette.directly;
    };
    EXPECT_TRUE(asks("radius", "0.05") && asks("radius", "0") && asks("weighting", "palette"));
    EXPECT_TRUE(asks("merge", "0.1") && asks("assign", "nearest") && asks("refine", "off"));
    EXPECT_TRUE(asks("max-iterations", "3") && asks("soft-edges", "ignore") && asks("min-share", "1"));
    EXPECT_TRUE(asks("settle", "2") && asks("snap", "on") && asks("join-by", "distance"));
    EXPECT_TRUE(asks("max-error", "0.1") && asks("pixel-grid", "8"));
    EXPECT_FALSE(asks("pin", "ff0000") || asks("levels", "rgb444") || asks("transfer", "linear"));
    // A look's own number is only that of the reduction before, but one that is asked for is that of the set.
    for (const Look look : enumerators<Look>) {
        const Recipe own = chosen(look, {to}).recipe, number = chosen(look, {to, {"colors", "2"}}).recipe;
        EXPECT_EQ(own.palette.fit.settle, recipe_of(look).palette.fit.settle);
        EXPECT_FALSE(own.palette.directly || own.palette.selects_colors());
        EXPECT_TRUE(number.palette.selects_colors());
        EXPECT_EQ(reduce(number)->palette->entries.size(), 2u);
    }
    EXPECT_FALSE(chosen({}, {to, {"colors", "2"}, {"settle", "3"}}).recipe.palette.selects_colors());
}

}
}
