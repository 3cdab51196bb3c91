#include "pipeline/recipe.h"

#include "expect_error.h"
#include "image/metadata.h"
#include "palette/named_palettes.h"
#include "palette/palette_file.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

TEST(Recipe, ReadsAsTheCommandLine) {
    EXPECT_EQ(recipe_text({}),
              "--radius 0.05 --weighting frequency --transfer srgb --merge auto --assign basin --refine on");
    const Recipe all{.source = {.profile = ProfileUse::keep,
                                .alpha = {.kind = AlphaMode::Kind::matte, .matte = {1, 2, 3, 255}},
                                .smooth = 3,
                                .transfer = Transfer::linear},
                     .shift = {.radius = 0.1,
                               .weighting = Weighting::palette,
                               .max_iterations = 7,
                               .merge = 0.0125,
                               .assign = Assign::nearest,
                               .pins = {{{255, 0, 0}}, {{0, 1, 2}, 0.25}}},
                     .size = {.min_share = 0.5},
                     .palette = {.fit = {.soft_edges = SoftEdges::ignore,
                                         .join_by = JoinBy::distance,
                                         .settle = 8,
                                         .snap = Snap::on},
                                 .colors = 12,
                                 .levels = Levels::rgb565,
                                 .to = {{0x12, 0x34, 0x56}, {255, 255, 255}},
                                 .reserve = {{1, 1}, {8, 15}},
                                 .directly = true,
                                 .strict = true,
                                 .joins = {{{1, 1, 1}, {2, 2, 2}}},
                                 .recolors = {{{3, 3, 3}, {4, 4, 4}}, {{5, 5, 5}, {6, 6, 6}}}},
                     .labels = {.defringe = 2,
                                .min_region = 30,
                                .dithering = {.method = Dither::ordered,
                                              .diffusion = Diffusion::jarvis,
                                              .matrix = 4,
                                              .strength = 0.5},
                                .tiles = TileSize{16, 8},
                                .palettes = 8,
                                .shared_color = Rgb{1, 2, 3}},
                     .output = {.order = SwatchOrder::lightness,
                                .arrange = {{7, 7, 7}, {8, 8, 8}},
                                .transparent_index = 255,
                                .palette = {{9, 9, 9}, {1, 2, 3}},
                                .hidden = HiddenColors::spread,
                                .bits = 4,
                                .pad = 16}};
    EXPECT_EQ(
        recipe_text(all),
        "--radius 0.1 --weighting palette --transfer linear --max-iterations 7 "
        "--profile keep --smooth 3 --merge 0.0125 --assign nearest --refine on --soft-edges ignore "
        "--colors 12 --join-by distance --settle 8 --snap on --levels rgb565 --min-share 0.5 "
        "--pin ff0000,000102@0.25 --to 123456,ffffff --reserve 1,8-15 --directly --strict "
        "--join 010101=020202 --recolor 030303=040404,050505=060606 --alpha matte:010203 "
        "--defringe 2 --min-region 30 --tiles 16x8 --palettes 8 --shared-color 010203 "
        "--dither ordered --diffusion jarvis --matrix 4 --strength 0.5 "
        "--order lightness --arrange 070707,080808 --transparent-index 255 --output-palette 090909,010203 "
        "--hidden spread --bits 4 --pad 16");
    EXPECT_EQ(parse_recipe(recipe_text(all)), all);
    EXPECT_EQ(recipe_text({.shift = {.merge = 0.0}}),
              "--radius 0.05 --weighting frequency --transfer srgb --merge off --assign basin --refine on");
}

TEST(Recipe, HasAWordForThePicturesOwnPalette) {
    const Recipe recipe{.palette = {.to_source = true, .directly = true}};
    EXPECT_TRUE(recipe_text(recipe).ends_with("--to source --directly")) << recipe_text(recipe);
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    EXPECT_EQ(clamped(recipe), recipe);
    EXPECT_FALSE(parse_recipe("--to source,ff0000"));
    EXPECT_FALSE(parse_recipe("--to source --to ff0000"));
    EXPECT_FALSE(parse_recipe("--to ff0000 --to source"));
    for (const char* bits : {"0", "3", "16"}) EXPECT_FALSE(parse_recipe("--bits " + std::string(bits)));
}

TEST(Recipe, TakesPalettesByTheirNames) {
    for (const NamedPalette& palette : named_palettes()) {
        const std::string name(palette.name);
        const std::vector<Rgb> colors(palette.colors.begin(), palette.colors.end());
        Recipe recipe{.palette = {.to = colors}};
        EXPECT_EQ(parse_recipe("--to " + name), recipe);
        EXPECT_THAT(recipe_text(recipe), testing::HasSubstr("--to " + word_of(colors)));
        EXPECT_THAT(recipe_row("to").option_help(), testing::HasSubstr(" " + name));
        recipe.output.palette = colors;
        EXPECT_EQ(parse_recipe("--to " + name + " --output-palette " + name), recipe);
    }
    Recipe read;
    read_json({{"to", "gameboy"}}, read);
    EXPECT_EQ(read.palette.to.size(), 4u);
    EXPECT_FALSE(parse_recipe("--to gameboy,ff0000"));
    EXPECT_FALSE(parse_recipe("--arrange gameboy"));
}

TEST(Recipe, HasMatricesWhoseSidesArePowersOfTwo) {
    EXPECT_EQ(parse_recipe("--matrix 16")->labels.dithering.matrix, 16u);
    for (const char* side : {"0", "1", "3", "12", "32"})
        EXPECT_FALSE(parse_recipe("--matrix " + std::string(side))) << side;
    EXPECT_EQ(clamped({.labels = {.dithering = {.matrix = 6}}}).labels.dithering.matrix, usual_matrix);
    EXPECT_FALSE(parse_recipe("--diffusion floyd"));
}

TEST(Recipe, KeepsNothingThatOnlyAnotherWayOfDitheringHas) {
    Dithering dithering{.method = Dither::everywhere, .diffusion = Diffusion::stucki, .strength = 0.5};
    dithering.set_method(Dither::automatic);
    EXPECT_EQ(dithering.diffusion, Diffusion::stucki);
    dithering.set_method(Dither::ordered);
    EXPECT_EQ(dithering, (Dithering{.method = Dither::ordered, .strength = 0.5}));
    dithering.matrix = 2;
    dithering.set_method(Dither::ordered);
    EXPECT_EQ(dithering.matrix, 2u);
    for (const Dither other : {Dither::blue_noise, Dither::off}) {
        Dithering changed = dithering;
        changed.set_method(other);
        EXPECT_EQ(changed, (Dithering{.method = other, .strength = 0.5}));
    }
}

TEST(Recipe, KeepsAnErrorInPlaceOfANumberOfColors) {
    const Recipe recipe{.palette = {.max_error = 0.0, .error = ErrorMeasure::maximum}};
    EXPECT_TRUE(recipe_text(recipe).ends_with("--max-error 0 --error max")) << recipe_text(recipe);
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    EXPECT_EQ(clamped(recipe), recipe);
    EXPECT_EQ(parse_recipe("--merge auto --colors 7 --max-error 0.02"),
              (Recipe{.palette = {.max_error = 0.02}}));
    EXPECT_FALSE(parse_recipe("--max-error 1.1"));
    EXPECT_FALSE(parse_recipe("--error most"));
}

TEST(Recipe, ReadsMergeDistances) {
    EXPECT_EQ(parse_recipe("--radius 0.05")->shift.merge, std::nullopt);
    EXPECT_EQ(parse_recipe("--merge auto")->shift.merge, std::nullopt);
    EXPECT_EQ(parse_recipe("--merge off")->shift.merge, 0.0);
    EXPECT_EQ(parse_recipe("--merge 0.01")->shift.merge, 0.01);
}

TEST(Recipe, SurvivesWritingAndReading) {
    const Recipe recipe{.source = {.smooth = 16, .transfer = Transfer::linear},
                        .shift = {.radius = 1.0 / 3,
                                  .weighting = Weighting::frequency,
                                  .max_iterations = 0,
                                  .merge = 1e-7,
                                  .assign = Assign::nearest},
                        .palette = {.colors = 1}};
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    EXPECT_FALSE(parse_recipe(recipe_text({}))->shift.max_iterations);
}

TEST(Recipe, HasNoDriftAtTheRadius0) {
    const Recipe recipe{.shift = {.radius = 0}};
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    EXPECT_THAT(recipe_text(recipe), testing::StartsWith("--radius 0 "));
    EXPECT_EQ(clamped(recipe), recipe);
}

TEST(Recipe, DoesNotSnapByTextsOfVersionsThatDidNot) {
    EXPECT_EQ(parse_recipe("--radius 0.005 --colors 32 --settle 8")->palette.fit.snap, Snap::off);
    EXPECT_EQ(parse_recipe("--snap on")->palette.fit.snap, Snap::on);
    EXPECT_FALSE(parse_recipe("--snap"));
    EXPECT_EQ(parse_recipe("--radius 0.01 --colors 16 --settle 1 --defringe 1")->palette.fit.soft_edges,
              SoftEdges::count);
}

TEST(Recipe, IsClampedToItsRanges) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(clamped({.shift = {.radius = 9}}).shift.radius, max_radius);
    EXPECT_EQ(clamped({.shift = {.radius = -1}}).shift.radius, 0);
    EXPECT_EQ(clamped({.shift = {.radius = nan}}).shift.radius, 0.05);
    EXPECT_EQ(clamped({.shift = {.merge = -1}}).shift.merge, 0.0);
    EXPECT_EQ(clamped({.shift = {.merge = nan}}).shift.merge, std::nullopt);
    EXPECT_EQ(clamped({.source = {.smooth = 99}}).source.smooth, 16);
    EXPECT_EQ(clamped({.palette = {.colors = 0}}).palette.colors, 1u);
    EXPECT_EQ(clamped({.size = {.min_share = 101}}).size.min_share, 100);
    EXPECT_EQ(clamped({.shift = {.pins = {{{1, 2, 3}, nan}}}}).shift.pins, (std::vector<Pin>{{{1, 2, 3}}}));
    const Recipe fine{.source = {.smooth = 2}, .shift = {.radius = 0.3, .merge = 0.1}};
    EXPECT_EQ(clamped(fine), fine);
}

TEST(Recipe, ClampingKeepsListsOfAnyLength) {
    const std::vector<Rgb> colors(max_palette_colors + 1, Rgb{1, 2, 3});
    const std::vector<Edit> edits(colors.size(), {{1, 2, 3}, {4, 5, 6}});
    const Recipe recipe{.shift = {.pins = std::vector<Pin>(colors.size(), {{1, 2, 3}})},
                        .palette = {.to = colors, .joins = edits, .recolors = edits},
                        .output = {.arrange = colors, .palette = colors}};
    EXPECT_EQ(clamped(recipe), recipe);
}

TEST(Recipe, NamesAListThatIsTooLongToBeRead) {
    EXPECT_EQ(too_long_list({}), "");
    Recipe recipe{.output = {.arrange = std::vector<Rgb>(max_palette_colors, {1, 2, 3})}};
    EXPECT_EQ(too_long_list(recipe), "");
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    recipe.output.arrange.emplace_back();
    EXPECT_EQ(too_long_list(recipe), "there can be at most 10000 arranged colours, not 10001");
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), std::nullopt);
    for (const RecipeRow& row : recipe_rows())
        EXPECT_EQ(row.items != nullptr, row.kind == RecipeKind::list) << row.word;
}

TEST(Recipe, FitsIntoAFileWithTheLongestLists) {
    const std::vector<Rgb> colors(max_palette_colors, {1, 2, 3});
    const std::vector<Edit> edits(max_palette_colors, {{1, 2, 3}, {4, 5, 6}});
    const Recipe recipe{
        .shift = {.pins = std::vector<Pin>(max_palette_colors, {{1, 2, 3}, 1.2345678901234567e-300})},
        .palette = {.to = colors,
                    .reserve = std::vector<SlotRange>(max_palette_colors, {9998, 9999}),
                    .joins = edits,
                    .recolors = edits},
        .output = {.arrange = colors, .palette = colors}};
    EXPECT_LT(recipe_text(recipe).size(), max_settings_bytes - 4096);
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    for (const RecipeRow& row : recipe_rows()) {
        if (row.kind == RecipeKind::list) {
            EXPECT_EQ(row.count(recipe), max_palette_colors) << row.word;
        }
    }
}

TEST(Recipe, ReadsOnlyTheNewItemOfAListThatGrows) {
    GivenSettings given;
    for (const RecipeRow& row : recipe_rows()) {
        if (row.kind != RecipeKind::list) continue;
        RecipeRow blind = row; // it cannot read the items again that it has
        blind.get = [](const Recipe&) -> RecipeValue {
            ADD_FAILURE() << "rewrites its items";
            return std::string();
        };
        const std::string item = row.word == std::string_view("reserve") ? "7"
                                 : *row.value == 'A'                     ? "010203=040506"
                                                                         : "010203";
        Recipe recipe;
        for (const std::string& items : {item, item + "," + item}) EXPECT_TRUE(blind.read(recipe, items));
        EXPECT_EQ(row.count(recipe), 3u) << row.word;
        EXPECT_EQ(row.get(recipe), RecipeValue(item + "," + item + "," + item));
        const std::vector<std::string> others{"", ",", item + ",", "," + item, "red", "source"};
        for (const std::string& wrong : others)
            EXPECT_FALSE(row.read(recipe, wrong)) << row.word << " " << wrong;
        EXPECT_EQ(row.count(recipe), 3u) << row.word;
        for (std::size_t i = 3; i < max_palette_colors; ++i) ASSERT_TRUE(row.read(recipe, item)) << row.word;
        EXPECT_FALSE(row.read(recipe, item)) << row.word;
        given.assign(max_palette_colors + 1, {&row, item});
        expect_error([&] { with_settings({}, given); }, ErrorKind::usage, {"at most 10000", row.items});
    }
}

TEST(Recipe, ColoursThatLookLikeNumbersAreColours) {
    EXPECT_EQ(parse_recipe("--to 123456,100000")->palette.to,
              (std::vector<Rgb>{{0x12, 0x34, 0x56}, {0x10, 0, 0}}));
    EXPECT_EQ(parse_recipe("--to 123456")->palette.to, (std::vector<Rgb>{{0x12, 0x34, 0x56}}));
    EXPECT_EQ(parse_recipe("--pin 123e05")->shift.pins, (std::vector<Pin>{{{0x12, 0x3e, 0x05}}}));
    EXPECT_EQ(parse_recipe("--to #FF0000")->palette.to, (std::vector<Rgb>{{255, 0, 0}}));
}

TEST(Recipe, ReadsAlphaModes) {
    EXPECT_EQ(parse_recipe("--alpha threshold:128")->source.alpha,
              (AlphaMode{.kind = AlphaMode::Kind::threshold, .threshold = 128}));
    EXPECT_EQ(parse_recipe("--alpha matte:0A0b0c")->source.alpha,
              (AlphaMode{.kind = AlphaMode::Kind::matte, .matte = {10, 11, 12, 255}}));
    EXPECT_EQ(parse_recipe("--alpha keep")->source.alpha, AlphaMode{});
    EXPECT_EQ(parse_recipe("--alpha levels"), parse_recipe("--alpha levels:256"));
    for (const std::uint16_t levels : {3, 19, 256}) {
        const Recipe recipe{.source = {.alpha = {.kind = AlphaMode::Kind::levels, .levels = levels}}};
        EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
    }
    for (const char* wrong : {"levels:0", "levels:257", "levels:", "level", "threshold:0", "threshold:256"})
        EXPECT_FALSE(parse_recipe("--alpha " + std::string(wrong))) << wrong;
}

TEST(Recipe, AsFoundLeavesOutChangesToThePalette) {
    const Recipe found{.shift = {.radius = 0.2, .pins = {{{1, 2, 3}}}}, .size = {.min_share = 1}};
    Recipe changed = found;
    changed.palette.colors = 3;
    changed.palette.to = {{1, 2, 3}};
    changed.palette.directly = true;
    changed.palette.joins = changed.palette.recolors = {{{1, 2, 3}, {4, 5, 6}}};
    changed.labels = {.defringe = 1};
    changed.output.order = SwatchOrder::hue;
    changed.output.arrange = {{1, 2, 3}};
    changed.output.transparent_index = 3;
    EXPECT_EQ(changed.as_found(), found);
}

TEST(Recipe, ThereIsNoRowOfAnUnknownWord) {
    EXPECT_STREQ(recipe_row("radius").word, "radius");
    expect_error([] { recipe_row("typo"); }, ErrorKind::failed, {"typo"});
    expect_error([] { recipe_row(""); }, ErrorKind::failed, {"\"\""});
}

TEST(Recipe, EachValueHasItsOwnName) {
    for (const RecipeRow& row : recipe_rows()) {
        if (!row.names) continue;
        std::vector<std::string> names = row.names();
        EXPECT_EQ(names.size(), row.labels().size()) << row.word;
        std::ranges::sort(names);
        EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << row.word;
    }
}

TEST(Recipe, RefusesOtherTexts) {
    for (const char* text :
         {"", "hello", "--radius", "--radius -0.1", "--radius nan", "--radius 2", "--radius 0.1x",
          "--radius 0.1 --smooth 17", "--smooth -1", "--merge -0.1", "--merge inf", "--merge some",
          "--assign some", "--weighting some", "--weighting 1", "--colors 0", "--by-radius", "--colors many"})
        EXPECT_FALSE(parse_recipe(text)) << text;
    for (const char* text :
         {"--min-share 100.5", "--min-share -1", "--pin", "--pin red", "--pin ff0000@", "--pin ff0000@2",
          "--pin ff0000@nan", "--pin ff0000,", "--to ff000", "--to /etc/passwd", "--directly yes", "--alpha",
          "--alpha none", "--alpha threshold:0", "--alpha threshold:256",
          "--alpha threshold:", "--alpha threshold:7x", "--alpha matte:red"})
        EXPECT_FALSE(parse_recipe(text)) << text;
    for (const char* text :
         {"--defringe 4", "--defringe -1", "--min-region -1", "--min-region few", "--dither", "--dither some",
          "--strength 1.5", "--order", "--order random", "--order 1", "--transparent-index 256",
          "--transparent-index -1", "--join ff0000", "--recolor ff0000=", "--recolor ff0000=00ff00=0000ff",
          "--smooth 1.5", "--transfer", "--max-iterations -1"})
        EXPECT_FALSE(parse_recipe(text)) << text;
    EXPECT_FALSE(parse_recipe("--radius 0.1 --output /etc/passwd"));
}

}
}
