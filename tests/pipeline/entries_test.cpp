#include "base/wording.h"
#include "palette/alpha_pairs.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/write_result.h"

#include "expect_error.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace huedrift {
namespace {

using Value = std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t>;
Value value_of(Rgba8 pixel) { return {pixel.r, pixel.g, pixel.b, pixel.a}; }

/// A shaded disc with a soft rim and a shadow.
Image icon(int side, unsigned seed) {
    std::mt19937 random(seed);
    Image image(side, side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const int dx = 2 * x - side, dy = 2 * y - side, squared = dx * dx + dy * dy;
            Rgba8& pixel = image.pixels()[std::size_t(y * side + x)];
            const auto shade = std::uint8_t(60 + 190 * y / side + int(random() % 5));
            if (squared < side * side / 2)
                pixel = {shade, std::uint8_t(255 - shade), 90, 255};
            else if (squared < side * side)
                pixel = {std::uint8_t(random() % 9), 0, 0, std::uint8_t(510 - 510 * squared / (side * side))};
        }
    for (Rgba8& pixel : image.pixels())
        if (pixel.a == 0) pixel = {};
    return image;
}

void expect_pixels(const Image& found, const Image& expected) {
    EXPECT_TRUE(std::ranges::equal(found.pixels(), expected.pixels()));
}

class EntriesTest : public PipelineFixture {
protected:
    /// What a request of these settings writes.
    std::shared_ptr<const IndexedPixels> indexed(const std::map<std::string, std::string>& words,
                                                 bool is_indexed = true) {
        const Recipe recipe = chosen(words, is_indexed);
        return pipeline.index_output(reduce(recipe));
    }
    Recipe chosen(const std::map<std::string, std::string>& words, bool is_indexed = true) {
        RecipeRequest request{.indexed = is_indexed};
        for (const auto& [word, text] : words) request.given.emplace_back(&recipe_row(word), text);
        request.recipe = with_settings({}, request.given);
        check_settings(request);
        return choose_recipe(request, pipeline, progress).recipe;
    }
    static std::size_t count(const IndexedPixels& pixels) { return distinct_values(pixels.values).size(); }
};

/// Every pixel of the picture by the joins of its pairs.
Image joined_by_definition(const Image& image, std::size_t count,
                           const std::function<std::uint64_t(std::size_t)>& weight_of) {
    std::map<Value, std::uint64_t> weights;
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        weights[value_of(image.pixels()[i])] += weight_of(i);
    std::vector<AlphaPair> pairs;
    for (const auto& [value, weight] : weights) {
        const auto [r, g, b, a] = value;
        pairs.push_back({{r, g, b}, a, std::max(weight, std::uint64_t{1})});
    }
    const JoinedPairs joined = join_alpha_pairs(pairs, {.count = count});
    Image result = image;
    for (Rgba8& pixel : result.pixels()) {
        const auto place = std::size_t(std::distance(weights.begin(), weights.find(value_of(pixel))));
        const AlphaPair& pair = joined.pairs[joined.becomes[place]];
        pixel = {pair.color.r, pair.color.g, pair.color.b, pair.alpha};
    }
    return result;
}

TEST_F(EntriesTest, AreAsManyAsColoursAreAskedForAndFoundWithTheirAlphas) {
    const Image image = icon(41, 1);
    open(image);
    for (const std::size_t most : {3, 4, 9, 16, 200}) {
        const std::string number = std::to_string(most);
        const auto plain = indexed({{"colors", number}, {"dither", "off"}});
        EXPECT_LE(count(*plain), most);
        const Image expected = joined_by_definition(image, most, [](std::size_t) { return 1; });
        EXPECT_TRUE(std::ranges::equal(paint(*plain).pixels(), expected.pixels())) << most;
        const auto dithered = indexed({{"colors", number}});
        EXPECT_LE(count(*dithered), most);
        for (std::size_t i = 0; i < image.pixels().size(); ++i) {
            const std::uint8_t before = image.pixels()[i].a, after = paint(*dithered).pixels()[i].a;
            EXPECT_TRUE(before == after || (before != 0 && before != 255));
        }
        EXPECT_EQ(chosen({{"colors", number}}), chosen({{"alpha", "levels:" + number}}, false));
    }
}

TEST_F(EntriesTest, AreRefusedBelowTheKindsOfAlpha) {
    open(icon(20, 2));
    for (const char* const number : {"1", "2"})
        expect_error([&] { indexed({{"colors", number}}); }, ErrorKind::output);
    Image without_clear = icon(20, 2);
    for (Rgba8& pixel : without_clear.pixels())
        if (pixel.a == 0) pixel = {9, 9, 9, 255};
    open(without_clear);
    EXPECT_EQ(count(*indexed({{"colors", "2"}})), 2u);
    Image shadow(9, 9);
    for (std::size_t i = 0; i < shadow.pixels().size(); ++i) shadow.pixels()[i].a = std::uint8_t(1 + i);
    open(shadow);
    EXPECT_EQ(count(*indexed({{"colors", "1"}})), 1u);
}

TEST_F(EntriesTest, WithoutANumberHaveTheColoursOfTheLook) {
    open(icon(61, 3));
    const auto pixels = indexed({});
    EXPECT_LE(count(*pixels), 256u);
    std::set<Rgb> colors;
    for (const Swatch& swatch : visible_colors(*pixels)) colors.insert(swatch.color);
    EXPECT_LE(colors.size(), 33u); // means of alphas may be another
    EXPECT_LE(count(*indexed({{"bits", "4"}})), 16u);
    EXPECT_LE(count(*indexed({{"bits", "2"}, {"colors", "16"}})), 4u);
}

TEST_F(EntriesTest, OfColoursThatOtherSettingsDecideKeepThem) {
    const Image image = icon(41, 4);
    open(image);
    const std::string red = "ff0000";
    for (const auto& [words, most] :
         {std::pair(std::map<std::string, std::string>{{"to", "000000,ffffff,ff0000"}}, 3),
          {{{"to", "000000,ffffff,ff0000"}, {"colors", "2"}, {"alpha", "levels:40"}}, 3},
          {{{"colors", "5"}, {"alpha", "levels:40"}}, 5},
          {{{"colors", "5"}, {"radius", "0.02"}, {"alpha", "levels"}}, 5}}) {
        const auto pixels = indexed(words);
        const auto visible = visible_colors(*pixels);
        EXPECT_LE(visible.size(), std::size_t(most));
        EXPECT_TRUE(chosen(words).palette.colors || chosen(words).palette.maps());
    }
    const Recipe pinned = chosen({{"colors", "8"}, {"pin", "5a0000"}});
    EXPECT_EQ(pinned.palette.colors, 8u);
    EXPECT_EQ(pinned.source.alpha.levels, 8u);
}

TEST_F(EntriesTest, KeepEverySettingOfJoinsThatIsAskedFor) {
    open(icon(24, 5));
    int seen = 0;
    for (const RecipeRow& row : recipe_rows()) {
        const std::string_view word = row.word;
        if (row.phase != RecipePhase::fit || word == "settle" || word == "snap") continue; // a look's own
        ++seen;
        SCOPED_TRACE(word);
        const std::string text = row.kind == RecipeKind::name ? row.names().back() : shortest(row.range.high);
        Recipe asked;
        ASSERT_TRUE(row.read(asked, text));
        ASSERT_NE(row.get(asked), row.get(Recipe{}));
        EXPECT_EQ(row.get(chosen({{std::string(word), text}})), row.get(asked));
    }
    EXPECT_GT(seen, 0);
}

TEST_F(EntriesTest, BesideAreasHaveTheColoursOfTheAreas) {
    const AlphaKinds kinds{.opaque = true, .soft = true, .clear = true};
    Recipe recipe = recipe_of(Look::photo);
    recipe.palette.colors = 9;
    const Recipe beside = for_indexed(recipe, kinds, true);
    EXPECT_EQ(beside.palette.colors, 9u);
    EXPECT_EQ(beside.source.alpha.levels, 256u);
    EXPECT_EQ(for_indexed(recipe, kinds, false).palette.colors, std::nullopt);
    EXPECT_EQ(for_indexed(recipe, {.opaque = true, .clear = true}, false), recipe);
}

TEST_F(EntriesTest, OfAPictureWithoutSoftPixelsAreColours) {
    Image image = icon(41, 5);
    for (Rgba8& pixel : image.pixels())
        if (pixel.a != 0) pixel.a = 255;
    open(image);
    EXPECT_EQ(chosen({{"colors", "9"}}), chosen({{"colors", "9"}}, false));
    EXPECT_EQ(chosen({{"alpha", "levels:9"}}).palette.colors, 8u) << "and one for transparent pixels";
    EXPECT_LE(count(*indexed({{"alpha", "levels:9"}})), 9u);
}

TEST_F(EntriesTest, WeighPixelsByImportanceAndEachAloneByPalette) {
    const Image image = icon(41, 6);
    Image greys(41, 41);
    for (std::size_t i = 0; i < greys.pixels().size(); ++i) {
        const auto grey = std::uint8_t(i % 41 < 20 ? 0 : i % 41 * 6); // black where pixels do not count
        greys.pixels()[i] = {grey, grey, grey, 255};
    }
    const auto mask = mask_of(greys);
    pipeline.use(Masks{mask});
    open(image);
    Recipe recipe = chosen({{"colors", "12"}, {"dither", "off"}});
    recipe.source.importance = mask->id;
    const std::vector<std::uint8_t> counts = importances(image, *mask, {});
    expect_pixels(*output(recipe), joined_by_definition(image, 12, [&](std::size_t i) { return counts[i]; }));
    recipe.source.importance.reset();
    recipe.shift.weighting = Weighting::palette;
    expect_pixels(*output(recipe), joined_by_definition(image, 12, [](std::size_t) { return 0; }));
}

TEST_F(EntriesTest, KeepTheColoursOfAGivenPaletteOrDevice) {
    open(icon(41, 9));
    const std::set<Rgb> given{{0, 0, 0}, {255, 255, 255}, {0, 128, 0}, {200, 90, 90}};
    for (const Swatch& swatch :
         visible_colors(*indexed({{"to", "000000,ffffff,008000,c85a5a"}, {"bits", "2"}})))
        EXPECT_TRUE(given.contains(swatch.color));
    const auto device = indexed({{"colors", "16"}, {"levels", "rgb222"}});
    EXPECT_LE(count(*device), 16u);
    for (const Swatch& swatch : visible_colors(*device))
        EXPECT_EQ(swatch.color.r % 85 + swatch.color.g % 85, 0);
}

TEST_F(EntriesTest, LeaveRoomForATransparentIndexWithoutPixels) {
    Image image = icon(61, 10);
    for (Rgba8& pixel : image.pixels())
        if (pixel.a == 0) pixel = {9, 9, 9, 255};
    open(image);
    for (const auto& [words, most] :
         {std::pair(std::map<std::string, std::string>{{"transparent-index", "0"}}, 255),
          {{{"transparent-index", "0"}, {"bits", "4"}}, 15},
          {{{"transparent-index", "0"}, {"colors", "12"}}, 11}})
        EXPECT_LE(count(*indexed(words)), std::size_t(most));
}

TEST_F(EntriesTest, FitIndexedFilesOfEveryFormatThatHasSoftOnes) {
    open(icon(41, 7));
    const auto reduced = reduce(chosen({{"colors", "16"}}));
    for (const ImageFormat format : {ImageFormat::png, ImageFormat::apng, ImageFormat::tga}) {
        WriteRequest request{.format = format, .indexed = true};
        request.picture = std::filesystem::path("x");
        EXPECT_TRUE(has_soft_palette(request));
        ResultWriter writer;
        writer.encode(request, reduced, nullptr, pipeline, {});
        EXPECT_FALSE(writer.files().front().bytes.empty());
    }
}

TEST_F(EntriesTest, AreRepeatedByTheRecipeThatWasFound) {
    open(icon(41, 8));
    for (const std::map<std::string, std::string>& words :
         {std::map<std::string, std::string>{{"colors", "12"}}, {}, {{"alpha", "levels:30"}}}) {
        const Recipe recipe = chosen(words);
        const auto repeated = parse_recipe(recipe_text(recipe));
        ASSERT_TRUE(repeated);
        EXPECT_EQ(*repeated, recipe);
        expect_pixels(*output(*repeated), *output(recipe));
    }
}

}
}
