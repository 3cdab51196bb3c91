#include "pipeline/file_colors.h"

#include "expect_error.h"
#include "pipeline/palette_input.h"
#include "pipeline/plain_colors.h"

#include <gmock/gmock.h>

#include <map>

namespace huedrift {
namespace {

using testing::ElementsAre;

std::vector<Swatch> swatches() { return {{white, 9}, {grey, 7}, {red, 5}, {blue, 5}, {black, 1}}; }

std::vector<Rgb> colors_of(const Recipe& recipe) {
    std::vector<Rgb> colors;
    for (const Swatch& swatch : listed(swatches(), recipe)) colors.push_back(swatch.color);
    return colors;
}

TEST(FileColors, HasTheRequestedOrder) {
    EXPECT_THAT(colors_of({}), ElementsAre(white, grey, blue, red, black));
    EXPECT_THAT(colors_of({.output = {.order = SwatchOrder::pixels}}),
                ElementsAre(white, grey, blue, red, black));
    EXPECT_THAT(colors_of({.output = {.order = SwatchOrder::lightness}}),
                ElementsAre(black, blue, grey, red, white));
    EXPECT_THAT(colors_of({.output = {.order = SwatchOrder::hue}}),
                ElementsAre(black, grey, white, red, blue));
    EXPECT_THAT(colors_of({.output = {.order = SwatchOrder::rgb}}),
                ElementsAre(black, blue, grey, red, white));
    EXPECT_THAT(colors_of({.output = {.order = SwatchOrder::given}}),
                ElementsAre(white, grey, blue, red, black));
}

TEST(FileColors, PutsPinsFirstInARequestedOrder) {
    const std::vector<Pin> pins{{red}, {{1, 2, 3}}, {black}};
    EXPECT_THAT(colors_of({.shift = {.pins = pins}, .output = {.order = SwatchOrder::pixels}}),
                ElementsAre(red, black, white, grey, blue));
    EXPECT_THAT(colors_of({.shift = {.pins = pins}}), ElementsAre(white, grey, blue, red, black));
}

TEST(FileColors, PutsArrangedColoursFirst) {
    const auto first = [](const Recipe& recipe) {
        std::vector<Rgb> colors;
        for (const Swatch& swatch : listed(swatches(), recipe, std::vector{black, Rgb{1, 2, 3}, grey}))
            colors.push_back(swatch.color);
        return colors;
    };
    EXPECT_THAT(first({}), ElementsAre(black, grey, white, blue, red));
    EXPECT_THAT(first({.shift = {.pins = {{red}}}}), ElementsAre(black, grey, red, white, blue));
    EXPECT_THAT(first({.shift = {.pins = {{red}}}, .output = {.order = SwatchOrder::hue}}),
                ElementsAre(black, grey, red, white, blue));
    EXPECT_THAT(first({.palette = {.to = {red, grey}}, .output = {.order = SwatchOrder::given}}),
                ElementsAre(black, grey, red, white, blue));
}

TEST(FileColors, ColoursOfAGivenPaletteHaveItsNamesInEveryOrder) {
    Recipe recipe{.palette = {.to = {red, grey, red, black, {1, 2, 3}},
                              .names = {"madder", "", "madder again", "soot", "unused"}}};
    const std::map<Rgb, std::string> expected{
        {white, ""}, {grey, ""}, {red, "madder"}, {blue, ""}, {black, "soot"}};
    for (const SwatchOrder order :
         {SwatchOrder::pixels, SwatchOrder::lightness, SwatchOrder::hue, SwatchOrder::rgb}) {
        recipe.output.order = order;
        for (const Swatch& swatch : listed(swatches(), recipe, std::vector{black}))
            EXPECT_EQ(swatch.name, expected.at(swatch.color));
    }
    recipe.output = {.order = SwatchOrder::given, .transparent_index = 1};
    std::vector<std::string> names;
    for (const Swatch& swatch : listed(swatches(), recipe)) names.push_back(swatch.name);
    EXPECT_THAT(names, ElementsAre("madder", "transparent", "", "madder again", "soot", "unused", "", ""));
    recipe.palette.names.pop_back();
    for (const Swatch& swatch : listed(swatches(), recipe))
        EXPECT_TRUE(swatch.name.empty() || swatch.transparent) << "the names belong to another palette";
}

PaletteEntry entry_of(Rgb color) { return {.color = color, .position = {}}; }

TEST(FileColors, ArrangesTheResultsOfSourceColours) {
    const Image image(4, 1, {{200, 0, 0, 255}, {0, 0, 200, 255}, {201, 0, 0, 255}, {255, 255, 255, 255}});
    auto picture = std::make_shared<const Picture>(Picture{std::make_shared<const Document>(),
                                                           std::make_shared<const Image>(image),
                                                           ColorSet(image, Transfer::srgb),
                                                           {}});
    Palette palette{.entries = {entry_of(blue), entry_of(red), entry_of(white)}};
    for (const Rgb color : picture->colors.colors())
        palette.entry_of.push_back(color == blue ? 0u : color == white ? 2u : 1u);
    Reduced reduced{
        .picture = picture, .recipe = {}, .palette = std::make_shared<const Palette>(std::move(palette))};
    reduced.recipe.output.arrange = {{201, 0, 0}, {9, 9, 9}, red, blue};
    EXPECT_THAT(arranged(reduced), ElementsAre(red, blue));
}

TEST(FileColors, KeepsEveryColourOfAGivenPaletteAtItsIndex) {
    const Rgb unused{9, 9, 9};
    const Recipe recipe{.shift = {.pins = {{white}}},
                        .palette = {.to = {red, unused, red, black}},
                        .output = {.order = SwatchOrder::given}};
    EXPECT_THAT(colors_of(recipe), ElementsAre(red, unused, red, black, white, grey, blue));
    const std::vector<Swatch> list = listed(swatches(), recipe);
    EXPECT_EQ(list[0].pixels, 5u);
    EXPECT_EQ(list[1].pixels, 0u);
    EXPECT_EQ(list[2].pixels, 0u);
}

TEST(FileColors, ReservedSlotsKeepTheirIndexWithoutPixels) {
    Recipe recipe{.palette = {.to = {red, black, red}, .reserve = {{0, 0}}},
                  .output = {.order = SwatchOrder::given}};
    const std::vector<Swatch> list = listed(swatches(), recipe);
    EXPECT_EQ(list[0].color, red);
    EXPECT_EQ(list[0].pixels, 0u);
    EXPECT_EQ(list[2].pixels, 5u) << "a reserved slot of the same colour comes first";
    const FileEntries found =
        FileColors(list, recipe, {}).ordered_entries(std::vector<PixelValue>{{{200, 0, 0, 255}, 1}});
    EXPECT_EQ(found.entries[0], found.entries[2]);
    EXPECT_EQ(found.entry_of[0], 2u);
    recipe.output.transparent_index = 0; // takes an index, as in files
    EXPECT_EQ(listed(swatches(), recipe)[1].pixels, 5u);
    EXPECT_THAT(target_palette(recipe, {}), ElementsAre(red, black, red));
    recipe.palette.reserve = {{1, 2}};
    EXPECT_THAT(target_palette(recipe, {}), ElementsAre(red));
    recipe.palette.reserve = {{0, 9}};
    expect_error([&] { target_palette(recipe, {}); }, ErrorKind::input, {"reserved"});
}

TEST(FileColors, FollowsTheFirstPixels) {
    const Image image(6, 1,
                      {{0, 0, 200, 0},
                       {200, 0, 0, 9},
                       {255, 255, 255, 255},
                       {200, 0, 0, 255},
                       {0, 0, 200, 1},
                       {0, 0, 0, 255}});
    std::vector<Swatch> colors = swatches();
    find_first(colors, image);
    std::vector<Rgb> order;
    for (const Swatch& swatch : listed(colors, {.output = {.order = SwatchOrder::found}}))
        order.push_back(swatch.color);
    EXPECT_THAT(order, ElementsAre(red, white, blue, black, grey)) << "a colour without pixels comes last";
}

TEST(FileColors, GivesTransparentPixelsTheRequestedIndex) {
    for (const std::uint32_t index : {0u, 2u, 5u}) {
        const std::vector<Swatch> list = listed(swatches(), {.output = {.transparent_index = index}});
        ASSERT_EQ(list.size(), 6u);
        for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(list[i].transparent, i == index);
    }
    expect_error([] { listed(swatches(), {.output = {.transparent_index = 6}}); }, ErrorKind::output,
                 {"index 6", "5 colours"});
}

/// Two colours with two alphas each, transparent pixels, and a colour without pixels.
const std::vector<PixelValue> soft{
    {{200, 0, 0, 255}, 1}, {{200, 0, 0, 9}, 1}, {{0, 0, 200, 8}, 1}, {{0, 0, 200, 77}, 1}, {{}, 1},
    {{7, 7, 7, 255}, 0}};

TEST(FileEntries, AreTheDistinctValuesWithoutAnOrder) {
    const FileColors colors(swatches(), Recipe{}, Document{});
    EXPECT_FALSE(colors.are_ordered());
    const auto [entries, entry_of] = colors.plain_entries(soft);
    EXPECT_THAT(entries, ElementsAre(Rgba8{}, Rgba8{0, 0, 200, 8}, Rgba8{0, 0, 200, 77}, Rgba8{200, 0, 0, 9},
                                     Rgba8{200, 0, 0, 255}));
    EXPECT_THAT(std::vector(entry_of.begin(), entry_of.begin() + 5), ElementsAre(4, 3, 1, 2, 0));
}

TEST(FileEntries, KeepThePalettesIndicesAndAppendTranslucentPixels) {
    const Recipe recipe{.output = {.order = SwatchOrder::rgb}};
    const FileColors colors({{blue, 2}, {grey, 0}, {red, 2}}, recipe, {});
    EXPECT_TRUE(colors.are_ordered());
    const auto [entries, entry_of] = colors.ordered_entries(soft);
    EXPECT_THAT(entries, ElementsAre(Rgba8{0, 0, 200, 77}, Rgba8{100, 100, 100, 255}, Rgba8{200, 0, 0, 255},
                                     Rgba8{0, 0, 200, 8}, Rgba8{200, 0, 0, 9}, Rgba8{}));
    EXPECT_THAT(std::vector(entry_of.begin(), entry_of.begin() + 5), ElementsAre(2, 4, 3, 0, 5));
}

TEST(FileEntries, HaveTheTransparentIndexEvenInOpaquePictures) {
    const Recipe recipe{.output = {.transparent_index = 1}};
    const FileColors colors(listed({{red, 2}, {blue, 2}}, recipe), recipe, {});
    EXPECT_THAT(colors.ordered_entries(std::vector<PixelValue>{{{200, 0, 0, 255}, 1}}).entries,
                ElementsAre(Rgba8{0, 0, 200, 255}, Rgba8{}, Rgba8{200, 0, 0, 255}));
}

TEST(FileEntries, OfAnOutputPaletteStandForTheSamePixels) {
    const Recipe recipe{.palette = {.to = {red, blue, red}, .reserve = {{0, 0}}},
                        .output = {.order = SwatchOrder::given, .palette = {white, grey, grey}}};
    const FileColors colors(listed({{red, 2}, {blue, 1}}, recipe), recipe, {});
    EXPECT_TRUE(colors.are_replaced());
    EXPECT_EQ(colors.in_files(black), black);
    const std::vector<PixelValue> values{{{200, 0, 0, 255}, 2}, {{0, 0, 200, 255}, 1}};
    const auto [entries, entry_of] = colors.ordered_entries(values);
    EXPECT_THAT(entries,
                ElementsAre(Rgba8{255, 255, 255, 255}, Rgba8{100, 100, 100, 255}, Rgba8{100, 100, 100, 255}));
    EXPECT_THAT(entry_of, ElementsAre(2, 1));
}

TEST(VeryManyColours, AreArranged) {
    const std::vector<Rgb> all = very_many_colors();
    std::vector<Swatch> swatches;
    Reduced reduced{.picture = std::make_shared<const Picture>(
                        Picture{std::make_shared<const Document>(),
                                std::make_shared<const Image>(),
                                ColorSet(all, std::vector<std::uint32_t>(all.size(), 1), Transfer::srgb),
                                {}}),
                    .recipe = {},
                    .palette = nullptr};
    Palette palette;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        swatches.push_back({all[i], 1});
        palette.entries.push_back(entry_of(all[i]));
        palette.entry_of.push_back(i);
    }
    reduced.palette = std::make_shared<const Palette>(std::move(palette));
    reduced.recipe.output.arrange.assign(all.rbegin(), all.rend());
    const std::vector<Rgb> first = arranged(reduced);
    EXPECT_TRUE(first == reduced.recipe.output.arrange);
    const std::vector<Swatch> list = listed(swatches, {}, first);
    EXPECT_TRUE(std::ranges::equal(list, first, {}, &Swatch::color));
}

}
}
