#include "cpu/cpu_engine.h"
#include "expect_error.h"
#include "palette/levels.h"
#include "pipeline/enumerators.h"
#include "pipeline/parts.h"
#include "pipeline/pipeline.h"
#include "pipeline/plain_colors.h"
#include "pipeline/recipe_choice.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <random>

namespace huedrift {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr Rgb backdrop{100, 100, 100};

constexpr Rgba8 opaque(Rgb color) { return {color.r, color.g, color.b, 255}; }

/// Random pixels.
Image tile_noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (Rgba8& pixel : image.pixels())
        pixel = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    return image;
}

Recipe tiled_recipe(std::uint32_t palettes, std::uint32_t colors, TileSize size = {}) {
    return {.shift = {.radius = 0},
            .palette = {.colors = colors},
            .labels = {.tiles = size, .palettes = palettes}};
}

class TiledTest : public testing::Test {
protected:
    TiledTest() { pipeline.use(engine); }

    void open(Image image) {
        pipeline.open(document_of(std::move(image), std::filesystem::path("tiles.png")));
    }
    std::shared_ptr<const Reduced> reduce(const Recipe& recipe) { return pipeline.reduce(recipe, progress); }
    std::shared_ptr<const IndexedPixels> indexed(const Recipe& recipe) {
        return pipeline.index_output(reduce(recipe));
    }
    std::vector<Rgba8> entries(const Recipe& recipe) {
        const auto reduced = reduce(recipe);
        return pipeline.file_colors(reduced)->ordered_entries(pipeline.index_output(reduced)->values).entries;
    }
    std::vector<std::uint32_t> indices(const Recipe& recipe) {
        return indexed(recipe)->plane.visit(
            [](const auto& labels) { return std::vector<std::uint32_t>(labels.begin(), labels.end()); });
    }
    void expect_refused(const Recipe& recipe, const std::string& part, ErrorKind kind = ErrorKind::usage) {
        expect_error([&] { indexed(recipe); }, kind, {part});
    }

    CpuEngine engine;
    Pipeline pipeline;
    Progress progress;
};

TEST_F(TiledTest, AnIndexIsThatOfThePaletteAndOfTheColour) {
    Image image(5, 2); // two tiles of two columns and a part of one
    for (std::size_t i = 0; i < 10; ++i)
        image.pixels()[i] = opaque(i % 5 < 2 ? red : i % 5 < 4 ? blue : white);
    image.pixels()[6] = opaque(black);
    open(image);
    const Recipe recipe = tiled_recipe(3, 2, {2, 2});
    // The white tile has room beside blue.
    EXPECT_THAT(entries(recipe), ElementsAre(opaque(black), opaque(red), opaque(blue), opaque(white)));
    EXPECT_THAT(indices(recipe), ElementsAre(1, 1, 2, 2, 3, 1, 0, 2, 2, 3));
    EXPECT_EQ(pipeline.make_output(reduce(recipe))->pixels()[6], opaque(black));
    const auto labelled = pipeline.find_labels(reduce(recipe));
    EXPECT_EQ(text_of(*labelled), "3 x 1 tiles with 2 palettes");
    EXPECT_THAT(labelled->tiles->palette_of, ElementsAre(0, 1, 1));
}

TEST_F(TiledTest, TransparentPixelsHaveTheFirstEntryOfEachPalette) {
    Image image(4, 2);
    for (std::size_t i = 0; i < 8; ++i) image.pixels()[i] = opaque(i % 4 < 2 ? red : blue);
    image.pixels()[0] = image.pixels()[3] = {9, 9, 9, 0};
    open(image);
    const Recipe recipe = tiled_recipe(2, 2, {2, 2});
    EXPECT_THAT(entries(recipe), ElementsAre(Rgba8{}, opaque(red), Rgba8{}, opaque(blue)));
    EXPECT_THAT(indices(recipe), ElementsAre(0, 1, 3, 2, 1, 1, 3, 3));
    EXPECT_EQ(pipeline.make_output(reduce(recipe))->pixels()[3], Rgba8{});
    open(Image(4, 2));
    EXPECT_THAT(entries(recipe), ElementsAre(Rgba8{}, opaque({}))); // which nothing has
    EXPECT_THAT(indices(recipe), testing::Each(0));
}

TEST_F(TiledTest, PalettesAreFilledWithBlack) {
    Image image(2, 1);
    image.pixels()[0] = opaque(red);
    image.pixels()[1] = opaque(blue);
    open(image);
    Recipe recipe = tiled_recipe(2, 3, {1, 1});
    EXPECT_THAT(entries(recipe), ElementsAre(opaque(blue), opaque(red), opaque(black)));
    recipe.labels.shared_color = backdrop;
    EXPECT_THAT(entries(recipe), ElementsAre(opaque(backdrop), opaque(blue), opaque(red)));
    recipe.palette.colors = 2;
    EXPECT_THAT(entries(recipe), ElementsAre(opaque(backdrop), opaque(red), opaque(backdrop), opaque(blue)));
    EXPECT_THAT(indices(recipe), ElementsAre(1, 3));
}

TEST_F(TiledTest, PixelsHaveTheNearestColourOfTheirTile) {
    const Image image = tile_noise(30, 21, 1);
    open(image);
    const Recipe recipe = tiled_recipe(5, 3, {7, 8});
    const std::vector<Rgba8> colors = entries(recipe);
    const std::vector<std::uint32_t> places = indices(recipe);
    const TiledLabels tiles = *pipeline.find_labels(reduce(recipe))->tiles;
    const PositionTable position(Transfer::srgb);
    const auto point = [&](Rgba8 pixel) {
        const Rgb color{pixel.r, pixel.g, pixel.b};
        return color_point(color, position(color));
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t first = tiles.palette_of[tiles.grid.at(i)] * std::size_t{3};
        std::size_t nearest = first;
        for (std::size_t entry = first; entry < first + 3; ++entry)
            if (squared_distance(point(colors[entry]), point(image.pixels()[i])) <
                squared_distance(point(colors[nearest]), point(image.pixels()[i])))
                nearest = entry;
        ASSERT_EQ(places[i], nearest) << i;
    }
}

TEST_F(TiledTest, DitheringMixesThePaletteOfATile) {
    open(tile_noise(40, 24, 2));
    Recipe recipe = tiled_recipe(4, 4);
    const std::vector<std::uint32_t> plain = indices(recipe);
    const std::vector<Rgba8> colors = entries(recipe);
    for (const Dither dither : enumerators<Dither>) {
        if (dither == Dither::off) continue;
        recipe.labels.dithering.method = dither;
        EXPECT_EQ(entries(recipe), colors);
        const std::vector<std::uint32_t> dithered = indices(recipe);
        EXPECT_NE(dithered, plain);
        for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(dithered[i] / 4, plain[i] / 4);
    }
}

/// Smooth areas and noise, so that dithering masks some.
Image tile_picture(int width, int height, bool has_clear) {
    Image image = tile_noise(width, height, 8);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto x = int(i) % width, y = int(i) / width;
        if (x * 2 < width + y) image.pixels()[i] = {std::uint8_t(2 * x), std::uint8_t(3 * y), 90, 255};
        if (has_clear && x * x + y * y < width * height / 5) image.pixels()[i] = {};
    }
    return image;
}

using Indices = std::vector<std::uint32_t>;

/// With `no_label` for transparent pixels.
Indices indices_of(const LabelPlane& plane) {
    return plane.visit([]<class Label>(const std::vector<Label>& labels) {
        Indices indices;
        for (const Label label : labels)
            indices.push_back(label == no_label<Label> ? no_label<std::uint32_t> : label);
        return indices;
    });
}

/// The definition: dithers the whole picture for each palette, the pixels of others being transparent.
Indices dithered_apart(const Image& image, const Labelled& labelled, const LabelSteps& steps,
                       bool has_clear) {
    const TiledLabels& tiles = *labelled.tiles;
    const ColorSet all(image, Transfer::srgb);
    Indices result(image.pixels().size(), no_label<std::uint32_t>);
    for (std::size_t first = 0; first < labelled.colors.size(); first += tiles.colors) {
        Image own = image;
        for (std::size_t i = 0; i < result.size(); ++i)
            if (tiles.palette_of[tiles.grid.at(i)] * tiles.colors != first) own.pixels()[i] = {};
        std::vector<Rgb> palette;
        for (std::size_t i = first + has_clear; i < first + tiles.colors; ++i)
            if (labelled.colors[i].pixels > 0 || labelled.colors[i].color != Rgb{})
                palette.push_back(labelled.colors[i].color);
        const DitherSource source{
            .image = own, .colors = all, .palette = palette, .dithering = steps.dithering};
        const Indices found = indices_of(dither(source, false, {}));
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i] != no_label<std::uint32_t>)
                result[i] = static_cast<std::uint32_t>(first + has_clear) + found[i];
    }
    return result;
}

TEST_F(TiledTest, DitheringTakesTheOtherPalettesPixelsForTransparent) {
    for (const auto& [size, has_clear] :
         {std::pair(TileSize{1, 1}, false), std::pair(TileSize{2, 1}, true), std::pair(TileSize{7, 5}, true),
          std::pair(TileSize{64, 16}, false)}) {
        const Image image = tile_picture(70, 40, has_clear);
        open(image);
        Recipe recipe = tiled_recipe(4, 3, size);
        for (const auto& [by, diffusion, matrix] :
             {std::tuple(Dither::diffusion, Diffusion::floyd_steinberg, 8u),
              {Dither::everywhere, Diffusion::floyd_steinberg, 8u},
              {Dither::everywhere, Diffusion::jarvis, 8u},
              {Dither::everywhere, Diffusion::atkinson, 8u},
              {Dither::ordered, Diffusion::floyd_steinberg, 16u},
              {Dither::blue_noise, Diffusion::floyd_steinberg, 8u}}) {
            recipe.labels.dithering.method = by;
            recipe.labels.dithering.diffusion = diffusion;
            recipe.labels.dithering.matrix = matrix;
            const auto labelled = pipeline.find_labels(reduce(recipe));
            EXPECT_EQ(indices_of(labelled->plane), dithered_apart(image, *labelled, recipe.labels, has_clear))
                << size.width << " x " << size.height << ", " << name_of(by) << ", " << name_of(diffusion);
        }
    }
}

TEST_F(TiledTest, ColoursAreThoseOfADeviceOrAPalette) {
    open(tile_noise(24, 24, 3));
    Recipe recipe = tiled_recipe(3, 4);
    recipe.labels.shared_color = Rgb{10, 20, 30};
    recipe.palette.levels = Levels::rgb333;
    std::vector<Rgba8> grid;
    for (const Rgb color : grid_of(Levels::rgb333)) grid.push_back(opaque(color));
    for (const Rgba8 entry : entries(recipe)) EXPECT_THAT(grid, Contains(entry));
    const std::vector<Rgb> set{black, white, red, blue, backdrop, {0, 255, 0}, {255, 255, 0}};
    recipe.palette.levels = Levels::off;
    recipe.palette.to = set;
    std::vector<Rgba8> given;
    for (const Rgb color : set) given.push_back(opaque(color));
    const std::vector<Rgba8> found = entries(recipe);
    for (std::size_t first = 0; first < found.size(); first += 4) EXPECT_EQ(found[first], opaque(black));
    for (const Rgba8 entry : found) EXPECT_THAT(given, Contains(entry));
}

TEST_F(TiledTest, AColourHasThePartsOfAllPalettes) {
    Image image(4, 2);
    for (std::size_t i = 0; i < 8; ++i) image.pixels()[i] = opaque(i < 4 ? red : i < 6 ? blue : white);
    open(image);
    Recipe recipe = tiled_recipe(2, 2, {2, 2});
    recipe.labels.shared_color = red;
    const auto reduced = reduce(recipe);
    const std::vector<Part> all =
        parts(*pipeline.find_labels(reduced), *pipeline.file_colors(reduced), *reduced);
    std::vector<std::size_t> ranks;
    for (const Part& part : with_colors(all, std::vector<Rgb>{white, red, red})) ranks.push_back(part.rank);
    EXPECT_THAT(ranks, ElementsAre(4, 1, 3));
}

TEST_F(TiledTest, OnlyThePicturesPixelsMatter) {
    open(tile_noise(24, 16, 4));
    Recipe recipe = tiled_recipe(3, 4), other = recipe;
    other.shift.radius = 0.2;
    other.shift.weighting = Weighting::palette;
    other.palette.fit.settle = 3;
    other.palette.fit.snap = Snap::on;
    EXPECT_EQ(entries(recipe), entries(other));
    EXPECT_EQ(indices(recipe), indices(other));
    EXPECT_EQ(parse_recipe(recipe_text(other)), other);
}

TEST_F(TiledTest, RefusesWhatTilesExclude) {
    open(tile_noise(16, 16, 5));
    using Change = std::function<void(Recipe&)>;
    const std::vector<std::pair<Change, std::string>> changes{
        {[](Recipe& r) { r.labels.defringe = 1; }, "joining small regions, fringe or a pixel grid"},
        {[](Recipe& r) { r.labels.grid.kind = GridChoice::Kind::automatic; }, "a pixel grid"},
        {[](Recipe& r) { r.shift.pins = {{red}}; }, "pins"},
        {[](Recipe& r) {
             r.palette.joins = {{red, blue}};
         },
         "edits"},
        {[](Recipe& r) { r.output.arrange = {red}; }, "arranged colours"},
        {[](Recipe& r) { r.palette.max_error = 0.1; }, "a bound for the error"},
        {[](Recipe& r) { r.output.order = SwatchOrder::hue; }, "an order of colours"},
        {[](Recipe& r) { r.output.transparent_index = 0; }, "a transparent index of its own"},
        {[](Recipe& r) { r.source.alpha = {.kind = AlphaMode::Kind::levels, .levels = 9}; },
         "levels of alpha"},
        {[](Recipe& r) { r.palette.strict = true; }, "a palette that has every colour"},
        {[](Recipe& r) { r.output.palette = {red}; }, "an output palette"},
        {[](Recipe& r) { r.palette.colors.reset(); }, "tiles need a number of colours"},
        {[](Recipe& r) { r.palette.colors = 65; },
         "4 palettes of 65 colours have 260 entries, more than the 256"},
    };
    for (const auto& [change, part] : changes) {
        Recipe recipe = tiled_recipe(4, 4);
        change(recipe);
        expect_refused(recipe, part);
    }
}

TEST_F(TiledTest, RefusesPicturesWithoutFittingPixels) {
    Image soft(8, 8);
    soft.pixels()[3].a = soft.pixels()[9].a = 120;
    open(soft);
    expect_refused(tiled_recipe(2, 4), "2 pixels are neither opaque nor transparent");
    Image clear(8, 8);
    clear.pixels()[3].a = 255;
    open(clear);
    expect_refused(tiled_recipe(2, 1), "palettes of 1 colour have no room");
    Recipe shared = tiled_recipe(2, 4);
    shared.labels.shared_color = red;
    expect_refused(shared, "63 pixels are transparent and would have the first entry of each palette");
    open(Image(257, 256));
    expect_refused(tiled_recipe(2, 4, {1, 1}), "65792 tiles, more than the 65536");
    Document frames = document_of(Image(8, 16), std::filesystem::path("frames.gif"));
    frames.animation.delays = {{}, {}};
    pipeline.open(std::move(frames));
    expect_refused(tiled_recipe(2, 4), "tiles need the pixels of one picture");
}

TEST_F(TiledTest, ARequestNeedsWhatBelongsTogether) {
    const auto chosen = [&](std::initializer_list<std::pair<const char*, const char*>> words,
                            bool shares = false, std::optional<Look> look = {}) {
        RecipeRequest request{.look = look, .shares = shares};
        for (const auto& [word, value] : words) request.given.emplace_back(&recipe_row(word), value);
        request.recipe = with_settings(Recipe{}, request.given);
        check_settings(request);
        return choose_recipe(request, pipeline, progress).recipe;
    };
    open(tile_noise(16, 16, 6));
    expect_error([&] { chosen({{"palettes", "4"}}); }, ErrorKind::usage, {"\"palettes\" needs \"tiles\""});
    expect_error(
        [&] {
            chosen({{"shared-color", "000000"}});
        },
        ErrorKind::usage, {"\"shared-color\" needs \"tiles\""});
    expect_error(
        [&] {
            chosen({{"tiles", "8x8"}, {"colors", "4"}}, true);
        },
        ErrorKind::usage, {"\"tiles\" finds palettes for each picture"});
    expect_error([&] { chosen({{"tiles", "8x8"}}); }, ErrorKind::usage, {"tiles need a number of colours"});
    EXPECT_EQ(chosen({{"tiles", "8x8"}, {"colors", "4"}}), tiled_recipe(4, 4));
    Recipe dithered = tiled_recipe(2, 4, {16, 8});
    dithered.labels.dithering.method = Dither::automatic;
    EXPECT_EQ(chosen({{"tiles", "16x8"}, {"palettes", "2"}, {"colors", "4"}}, false, Look::photo), dithered);
}

}
}
