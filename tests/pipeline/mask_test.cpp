#include "pipeline/mask.h"

#include "cpu/cpu_engine.h"
#include "expect_error.h"
#include "palette/nearest_entry.h"
#include "pipeline/pipeline.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// A ramp with noise; every ninth pixel is transparent.
Image noisy(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto x = unsigned(i) % unsigned(width);
        image.pixels()[i] = {std::uint8_t(6 * x + random() % 8), std::uint8_t(random() % 64),
                             std::uint8_t(255 - 5 * x), std::uint8_t(i % 9 == 4 ? 0 : 255)};
    }
    return image;
}

Image greys(int width, int height, const std::function<unsigned(std::size_t)>& grey) {
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto byte = std::uint8_t(grey(i));
        image.pixels()[i] = {byte, byte, byte, 255};
    }
    return image;
}

class MaskTest : public testing::Test {
protected:
    void open(const Image& image) { pipeline_.open(document_of(Image(image), {})); }
    std::shared_ptr<const Mask> use(const Image& picture) {
        masks_.push_back(mask_of(picture));
        pipeline_.use(masks_);
        return masks_.back();
    }
    std::shared_ptr<const Reduced> reduce(const Recipe& recipe) {
        Progress progress;
        return pipeline_.reduce(recipe, progress);
    }
    Image output(const Recipe& recipe) { return *pipeline_.make_output(reduce(recipe)); }

    CpuEngine engine_;
    Pipeline pipeline_;
    Masks masks_;

    void SetUp() override { pipeline_.use(engine_); }
};

/// Recipes whose steps go by pixels in different ways.
std::vector<Recipe> recipes() {
    std::vector<Recipe> all(5);
    all[0].shift = {.radius = 0.05};
    all[1].shift = {.radius = 0.05, .weighting = Weighting::palette};
    all[2].shift = {.radius = 0, .assign = Assign::nearest};
    all[2].palette = {.fit = {.settle = 3, .snap = Snap::on}, .colors = 7};
    all[3].shift = {.radius = 0.01};
    all[3].size.min_share = 2;
    all[3].palette = {.fit = {.soft_edges = SoftEdges::ignore}, .colors = 5};
    all[4].shift = {.radius = 0};
    all[4].palette = {
        .colors = 3, .to = {{0, 0, 0}, {250, 30, 20}, {20, 30, 250}, {120, 30, 120}}, .directly = true};
    return all;
}

TEST(Mask, IsTheLumaOverBlackAndItsHashTheRecipes) {
    const auto mask =
        mask_of(Image(2, 2, {{255, 255, 255, 255}, {255, 255, 255, 128}, {0, 255, 0, 255}, {9, 9, 9, 0}}));
    EXPECT_THAT(mask->greys, testing::ElementsAre(255, 128, 182, 0));
    EXPECT_EQ(value_in<MaskId>(word_of(mask->id)), mask->id);
    EXPECT_NE(mask->id, mask_of(Image(4, 1, std::vector<Rgba8>(4)))->id);
    EXPECT_NE(mask_of(Image(1, 4))->id, mask_of(Image(4, 1))->id);
    for (const char* const text : {"", "1", "123456789abcdef", "0123456789abcdefa", "0123456789abcdeg"})
        EXPECT_EQ(value_in<MaskId>(text), std::nullopt) << text;
    Recipe recipe;
    recipe.source.importance = mask->id;
    recipe.labels.dither_mask = MaskId{1};
    EXPECT_THAT(recipe_text(recipe), testing::HasSubstr("--importance " + word_of(mask->id)));
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
}

TEST_F(MaskTest, OfOneGreyChangesNothing) {
    for (const auto& [width, height] : {std::pair(1, 1), std::pair(31, 17)}) {
        open(noisy(width, height, 3));
        for (const unsigned grey : {0U, 1U, 127U, 128U, 255U}) {
            const auto mask = use(greys(width, height, [&](std::size_t) { return grey; }));
            for (Recipe recipe : recipes()) {
                const Image plain = output(recipe);
                recipe.source.importance = mask->id;
                EXPECT_TRUE(std::ranges::equal(output(recipe).pixels(), plain.pixels())) << grey;
            }
        }
    }
}

/// So large that several threads add the pixels of its colours.
TEST_F(MaskTest, CountsEachPixelOfALargePictureAsOftenAsItSays) {
    const Image image = noisy(400, 400, 5);
    open(image);
    const auto mask = use(greys(400, 400, [](std::size_t i) { return unsigned(32 * (i % 4)); }));
    std::map<Rgb, std::uint32_t> counts;
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto [r, g, b, a] = image.pixels()[i];
        if (a != 0 && i % 4 != 0) counts[{r, g, b}] += std::uint32_t(i % 4);
    }
    const auto picture = weighed(pipeline_.prepare_picture({}, {}), *mask, {});
    ASSERT_EQ(picture->colors.size(), counts.size());
    std::size_t i = 0;
    for (const auto& [color, count] : counts) {
        EXPECT_EQ(picture->colors.colors()[i], color);
        EXPECT_EQ(picture->colors.counts()[i++], count) << hex_code(color);
    }
}

TEST_F(MaskTest, OfAPictureWithoutVisiblePixelsChangesNothing) {
    open(Image(5, 3));
    const auto mask = use(greys(5, 3, [](std::size_t i) { return unsigned(i * 17); }));
    Recipe recipe;
    recipe.source.importance = mask->id;
    EXPECT_TRUE(std::ranges::equal(output(recipe).pixels(), Image(5, 3).pixels()));
}

/// Sums of importances have the effect of the same numbers of pixels in a colour table.
TEST_F(MaskTest, WeighsPixelsAsOftenAsItSays) {
    const Image image = noisy(41, 23, 5);
    open(image);
    const auto mask = use(greys(41, 23, [](std::size_t i) { return unsigned((i * i) % 251); }));
    std::map<Rgb, std::uint64_t> sums;
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto [r, g, b, a] = image.pixels()[i];
        const unsigned times = (mask->greys[i] + 31U) / 32U;
        if (a != 0 && times != 0) sums[{r, g, b}] += times;
    }
    std::vector<Rgb> colors;
    std::vector<std::uint64_t> counts;
    for (const auto& [color, sum] : sums) {
        colors.push_back(color);
        counts.push_back(sum);
    }
    Pipeline of_table;
    of_table.use(engine_);
    of_table.open(document_of(std::make_shared<const ColorTable>(colors, counts), {}));
    for (Recipe recipe : recipes()) {
        // A table has no areas.
        recipe.palette.fit.soft_edges = SoftEdges::count;
        recipe.palette.fit.join_by = JoinBy::distance;
        recipe.palette.fit.settle = 0;
        Progress progress;
        const auto expected = of_table.reduce(recipe, progress);
        recipe.source.importance = mask->id;
        const auto reduced = reduce(recipe);
        EXPECT_EQ(distinct_colors(*reduced->palette), distinct_colors(*expected->palette));
        const ColorSet &all = reduced->picture->colors, &counted = expected->picture->colors;
        for (std::size_t i = 0; i < counted.size(); ++i) {
            const Rgb color = counted.colors()[i];
            EXPECT_EQ(reduced->palette->color_of(all.index()[color]), expected->palette->color_of(i));
        }
    }
}

TEST_F(MaskTest, BlackPixelsAreAsIfTransparentUntilTheyTakeTheNearestEntry) {
    const Image image = noisy(37, 29, 9);
    Image shown = image;
    const Image picture = greys(37, 29, [](std::size_t i) { return i % 37 < 15 ? 0U : 32U; });
    for (std::size_t i = 0; i < shown.pixels().size(); ++i)
        if (picture.pixels()[i].r == 0) shown.pixels()[i] = {};
    const auto mask = use(picture);
    const PositionTable position(Transfer::srgb);
    for (Recipe recipe : recipes()) {
        open(shown);
        const auto expected = reduce(recipe);
        open(image);
        recipe.source.importance = mask->id;
        const auto reduced = reduce(recipe);
        const bool is_set = recipe.palette.maps();
        EXPECT_EQ(distinct_colors(*reduced->palette), distinct_colors(*expected->palette));
        std::vector<std::uint64_t> pixels(reduced->palette->entries.size());
        const ColorSet& all = reduced->picture->colors;
        for (std::size_t i = 0; i < all.size(); ++i) {
            pixels[reduced->palette->entry_of[i]] += all.counts()[i];
            const Rgb color = all.colors()[i], taken = reduced->palette->color_of(i);
            const ColorIndex& known = expected->picture->colors.index();
            if (known.contains(color)) {
                EXPECT_EQ(taken, expected->palette->color_of(known[color]));
                continue;
            }
            const auto distance = [&](Rgb other) {
                return is_set ? squared_distance(stretched(position(color)), stretched(position(other)))
                              : squared_distance(color_point(color, position(color)),
                                                 color_point(other, position(other)));
            };
            const std::vector<Rgb> entries = distinct_colors(*reduced->palette);
            EXPECT_EQ(taken, *std::ranges::min_element(entries, {}, distance));
        }
        for (std::size_t i = 0; i < pixels.size(); ++i)
            EXPECT_EQ(reduced->palette->entries[i].pixels, pixels[i]);
    }
}

TEST_F(MaskTest, ExclusivePinsTakeNoColourThatDoesNotCount) {
    open(Image(3, 1, {{200, 0, 0, 255}, {0, 0, 200, 255}, {201, 0, 0, 255}}));
    const auto mask = use(greys(3, 1, [](std::size_t i) { return i == 2 ? 0U : 255U; }));
    Recipe recipe{.shift = {.radius = 0, .pins = {{{200, 0, 0}, 0.0}}}};
    recipe.source.importance = mask->id;
    EXPECT_EQ(output(recipe).pixels()[2], (Rgba8{0, 0, 200, 255}));
}

TEST_F(MaskTest, EditsNameColoursThatDoNotCount) {
    open(Image(3, 1, {{200, 0, 0, 255}, {0, 0, 200, 255}, {180, 0, 0, 255}}));
    const auto mask = use(greys(3, 1, [](std::size_t i) { return i == 2 ? 0U : 255U; }));
    Recipe recipe{.shift = {.radius = 0}};
    recipe.source.importance = mask->id;
    recipe.palette.recolors = {{{180, 0, 0}, {1, 2, 3}}};
    EXPECT_EQ(output(recipe).pixels()[0], (Rgba8{1, 2, 3, 255}));
    EXPECT_EQ(output(recipe).pixels()[2], (Rgba8{1, 2, 3, 255}));
}

TEST_F(MaskTest, DithersOnlyWhereItIsWhite) {
    const Image image = noisy(43, 19, 2);
    Image part = image;
    const Image half = greys(43, 19, [](std::size_t i) { return i % 43 < 20 ? 127U : 128U; });
    for (std::size_t i = 0; i < part.pixels().size(); ++i)
        if (i % 43 < 20) part.pixels()[i] = {};
    const auto mask = use(half), white = use(greys(43, 19, [](std::size_t) { return 255U; })),
               black = use(greys(43, 19, [](std::size_t) { return 0U; }));
    for (const Dither dither : {Dither::diffusion, Dither::ordered, Dither::blue_noise}) {
        Recipe recipe{.shift = {.radius = 0}};
        recipe.palette.to = {{0, 0, 0}, {255, 255, 255}, {200, 30, 40}, {30, 20, 220}};
        recipe.palette.directly = true;
        open(image);
        const Image plain = output(recipe);
        recipe.labels.dithering.method = dither;
        const Image whole = output(recipe);
        recipe.labels.dither_mask = white->id;
        EXPECT_TRUE(std::ranges::equal(output(recipe).pixels(), whole.pixels()));
        recipe.labels.dither_mask = black->id;
        EXPECT_TRUE(std::ranges::equal(output(recipe).pixels(), plain.pixels()));
        recipe.labels.dither_mask = mask->id;
        const Image mixed = output(recipe);
        recipe.labels.dither_mask.reset();
        open(part);
        const Image right = output(recipe);
        for (std::size_t i = 0; i < mixed.pixels().size(); ++i)
            EXPECT_EQ(mixed.pixels()[i], i % 43 < 20 ? plain.pixels()[i] : right.pixels()[i]) << i;
    }
}

TEST_F(MaskTest, FramesOfAnAnimationHaveTheSame) {
    Document document = document_of(noisy(8, 12, 4), {});
    document.animation.delays.resize(3);
    pipeline_.open(Document(document));
    const auto mask = use(greys(8, 4, [](std::size_t i) { return i < 16 ? 255U : 0U; }));
    Recipe recipe{.shift = {.radius = 0}};
    recipe.source.importance = mask->id;
    const ColorSet& all = reduce(recipe)->picture->colors;
    std::set<Rgb> counted;
    for (std::size_t i = 0; i < 96; ++i) {
        const auto [r, g, b, a] = document.image->pixels()[i];
        if (a != 0 && i % 32 < 16) counted.insert({r, g, b});
    }
    EXPECT_LT(counted.size(), all.size());
    EXPECT_THAT(distinct_colors(*reduce(recipe)->palette), testing::ElementsAreArray(counted));
}

TEST_F(MaskTest, IsCountedAnewOnlyForOtherPixels) {
    open(noisy(12, 9, 5));
    const Image half = greys(12, 9, [](std::size_t i) { return i % 12 < 5 ? 40U : 255U; });
    Recipe recipe{.shift = {.radius = 0}};
    recipe.source.importance = use(half)->id;
    reduce(recipe);
    masks_.clear();
    use(half);
    reduce(recipe);
    EXPECT_EQ(pipeline_.computations().at("counted"), 1);
}

TEST_F(MaskTest, RefusesWhatHasNoPixelsForIt) {
    open(noisy(6, 4, 1));
    const auto mask = use(greys(4, 6, [](std::size_t i) { return unsigned(i); }));
    Recipe recipe;
    recipe.source.importance = mask->id;
    expect_error([&] { reduce(recipe); }, ErrorKind::input,
                 {"the importance mask has 4 x 6 pixels, and the picture has 6 x 4"});
    recipe.source.importance.reset();
    recipe.labels.dither_mask = mask->id;
    expect_error([&] { reduce(recipe); }, ErrorKind::input,
                 {"the dither mask has 4 x 6 pixels, and the picture has 6 x 4"});
    recipe.labels.dither_mask = MaskId{10};
    expect_error([&] { reduce(recipe); }, ErrorKind::usage,
                 {"the dither mask (000000000000000a) is not here; give the picture that it was made of"});
    const auto table =
        std::make_shared<const ColorTable>(std::vector<Rgb>{{1, 2, 3}}, std::vector<std::uint64_t>{4});
    pipeline_.open(document_of(table, {}));
    recipe.labels.dither_mask.reset();
    recipe.source.importance = mask->id;
    expect_error([&] { reduce(recipe); }, ErrorKind::usage,
                 {"the importance mask is for one picture; pictures that share a palette have none"});
}

}
}
