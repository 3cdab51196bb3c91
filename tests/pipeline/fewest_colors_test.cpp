#include "pipeline/palette_chain.h"

#include "pipeline/pipeline_fixture.h"
#include "reduction/color_table.h"
#include "reduction/difference.h"
#include "reduction/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace huedrift {
namespace {

constexpr ErrorMeasure measures[] = {ErrorMeasure::mean, ErrorMeasure::p95, ErrorMeasure::maximum};

/// Random pixels of so many colours on a coarse grid, so that many distances are equal; some are transparent.
Image noise_of(int width, int height, std::uint32_t colors, unsigned seed, std::uint32_t step = 16) {
    std::mt19937 random(seed);
    std::vector<Rgba8> palette(colors);
    for (Rgba8& color : palette)
        color = {std::uint8_t(random() % 256 / step * step), std::uint8_t(random() % 256 / step * step),
                 std::uint8_t(random() % 256 / step * step), 255};
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) {
        pixel = palette[std::min(random() % colors, random() % colors)];
        if (random() % 11 == 0) pixel.a = 0;
    }
    return image;
}

double error_of(const Difference& difference, ErrorMeasure measure) {
    if (measure == ErrorMeasure::maximum) return difference.maximum;
    return measure == ErrorMeasure::p95 ? difference.percentile_95 : difference.mean;
}

/// Replays a bisection on numbers of colours whose palettes are all known: those that keep the bound.
std::uint32_t replayed(const std::vector<bool>& keeps, std::uint32_t least, std::uint32_t most) {
    std::uint32_t low = least - 1, high = most;
    while (high - low > 1) (keeps[(low + high) / 2] ? high : low) = (low + high) / 2;
    return high;
}

class FewestColorsTest : public PipelineFixture {
protected:
    FewestColorsTest() { other.use(engine); }
    /// The output of the recipe with a number of colours in place of the error.
    Image with_colors(Recipe recipe, std::uint32_t colors) {
        recipe.palette.max_error.reset();
        recipe.palette.colors = colors;
        return *other.make_output(other.reduce(recipe, progress));
    }
    /// Opens a picture in both chains.
    void open(const Image& image) {
        PipelineFixture::open(image);
        other.open(opened(image));
    }
    /// Compares with the palettes of all numbers of colours, at errors that these have and beside them.
    void expect_replayed(const Image& image, Recipe recipe, std::uint32_t least, std::uint32_t most) {
        open(image);
        std::vector<Image> outputs;
        std::vector<Difference> apart;
        for (std::uint32_t count = 0; count <= most; ++count) {
            outputs.push_back(with_colors(recipe, std::max(count, 1u)));
            apart.push_back(oklab_difference(image, outputs.back()));
        }
        for (const ErrorMeasure measure : measures) {
            std::vector<double> errors;
            for (const Difference& one : apart) errors.push_back(error_of(one, measure));
            for (const double share : {0.0, 0.2, 0.5, 0.8, 1.0}) {
                const auto number = std::size_t(std::lround(share * (most - 1))) + 1;
                // A mean may be rounded otherwise in another order.
                const double beside = measure == ErrorMeasure::mean ? 1e-9 : 0;
                for (const double bound : {errors[number] + beside, errors[number] * 0.999, 0.0, 1.0}) {
                    std::vector<bool> keeps;
                    for (const double error : errors) keeps.push_back(error <= bound);
                    recipe.palette.max_error = bound;
                    recipe.palette.error = measure;
                    const auto found = reduce(recipe);
                    const std::uint32_t expected = replayed(keeps, least, most);
                    ASSERT_EQ(found->chosen_colors, expected) << name_of(measure) << " " << bound;
                    EXPECT_EQ(fingerprint(*pipeline.make_output(found)), fingerprint(outputs[expected]));
                    EXPECT_EQ(found->notes.empty(), keeps[expected]);
                }
            }
        }
    }

    Pipeline other;
};

Recipe settling() {
    Recipe recipe{.shift = {.radius = 0, .assign = Assign::nearest}, .palette = {.fit = {.settle = 8}}};
    recipe.palette.fit.snap = Snap::on;
    return recipe;
}

std::uint32_t distinct(const Image& image) {
    return static_cast<std::uint32_t>(ColorSet(image, Transfer::srgb).size());
}

TEST_F(FewestColorsTest, AreThoseThatBisectionFinds) {
    for (const auto& [width, height, colors] :
         {std::tuple{1, 1, 1u}, std::tuple{7, 13, 5u}, std::tuple{31, 37, 23u}}) {
        const Image image = noise_of(width, height, colors, colors);
        const std::uint32_t most = distinct(image);
        if (most == 0) continue;
        expect_replayed(image, {.shift = {.radius = 0}}, 1, most);
        expect_replayed(image, settling(), 1, most);
    }
}

TEST_F(FewestColorsTest, AreAtLeastThePins) {
    const Image image = noise_of(29, 31, 17, 3);
    // No other colour takes a pin with a distance, so that there is one entry more.
    for (const std::optional<double> distance : {std::optional<double>(), std::optional(0.0)}) {
        Recipe recipe = settling();
        recipe.shift.pins = {{Rgb{1, 2, 3}, distance}};
        for (const Rgba8& pixel : image.pixels().first(200)) {
            const Rgb color{pixel.r, pixel.g, pixel.b};
            if (pixel.a != 0 && !is_pinned(recipe, color) && recipe.shift.pins.size() < 5)
                recipe.shift.pins.push_back({color, distance});
        }
        const std::uint32_t least = distance ? 5 : 4;
        expect_replayed(image, recipe, least, distinct(image));
        recipe.palette.max_error = 1;
        const auto found = reduce(recipe);
        EXPECT_EQ(found->chosen_colors, least);
        EXPECT_TRUE(found->notes.empty());
    }
}

TEST_F(FewestColorsTest, AreCountedFromTheEntriesThatADriftLeaves) {
    const Image image = noise_of(40, 41, 60, 8, 4);
    open(image);
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        Recipe recipe{.shift = {.radius = 0.15, .weighting = weighting}, .palette = {.max_error = 0.0}};
        const auto found = reduce(recipe);
        EXPECT_EQ(found->chosen_colors, found->palette->colors_found);
        ASSERT_EQ(found->notes.size(), 1u);
        const std::string count = std::to_string(found->palette->colors_found);
        EXPECT_TRUE(found->notes.front().starts_with("no number of colours up to " + count +
                                                     " keeps the error of 95 % of the pixels at 0; with " +
                                                     count + " it is 0."))
            << found->notes.front();
        expect_replayed(image, recipe, 1, static_cast<std::uint32_t>(found->palette->colors_found));
    }
}

TEST_F(FewestColorsTest, OfManyColorsAreFoundInTheirCells) {
    Image image(190, 191);
    std::mt19937 random(4);
    for (Rgba8& pixel : image.pixels())
        pixel = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    open(image);
    Recipe recipe{.shift = {.radius = 0}, .palette = {.max_error = 0.1}};
    const auto found = reduce(recipe);
    std::uint32_t low = 0, high = 4096;
    while (high - low > 1) {
        const std::uint32_t middle = (low + high) / 2;
        const double error = oklab_difference(image, with_colors(recipe, middle)).percentile_95;
        (error <= 0.1 ? high : low) = middle;
    }
    EXPECT_LT(high, 4096u);
    EXPECT_EQ(found->chosen_colors, high);
    EXPECT_EQ(pipeline.computations().at("joins"), 1);
    recipe.palette.max_error = 0.001;
    const auto most = reduce(recipe);
    EXPECT_EQ(most->chosen_colors, 4096u);
    EXPECT_FALSE(most->notes.empty());
}

TEST_F(FewestColorsTest, OfNothingAreNone) {
    Image transparent(3, 5);
    for (const Image& image : {Image(), transparent}) {
        open(image);
        Recipe recipe = settling();
        recipe.palette.max_error = 0;
        const auto found = reduce(recipe);
        EXPECT_EQ(found->chosen_colors, 0u);
        EXPECT_TRUE(found->notes.empty());
        EXPECT_EQ(fingerprint(*pipeline.make_output(found)), fingerprint(image));
    }
}

TEST_F(FewestColorsTest, AreTheSameForATableAndForLinkedPictures) {
    const Image one = noise_of(40, 41, 60, 8), two = noise_of(20, 41, 90, 9);
    Image both(40, 62);
    std::ranges::copy(one.pixels(), both.pixels().begin());
    std::ranges::copy(two.pixels(), both.pixels().begin() + std::ptrdiff_t(one.pixels().size()));
    ColorTable sum{ColorSet(one, Transfer::srgb)};
    sum.add(ColorTable{ColorSet(two, Transfer::srgb)});
    const auto table = std::make_shared<const ColorTable>(std::move(sum));
    Recipe recipe = settling();
    recipe.palette.max_error = 0.06;
    open(both);
    const auto whole = reduce(recipe);
    ASSERT_GT(whole->chosen_colors, 1u);
    other.open(document_of(table, std::filesystem::path("table")));
    EXPECT_EQ(other.reduce(recipe, progress)->chosen_colors, whole->chosen_colors);
    pipeline.open(opened(one));
    pipeline.link(table);
    EXPECT_EQ(reduce(recipe)->chosen_colors, whole->chosen_colors);
}

TEST_F(FewestColorsTest, DoNotDependOnLaterSteps) {
    open(noise_of(40, 41, 60, 8));
    Recipe recipe = settling();
    recipe.palette.max_error = 0.05;
    const auto plain = reduce(recipe);
    recipe.palette.to = {{0, 0, 0}, {255, 255, 255}};
    recipe.labels.dithering.method = Dither::diffusion;
    recipe.palette.colors = 3; // does not count
    const auto changed = reduce(recipe);
    EXPECT_EQ(changed->chosen_colors, plain->chosen_colors);
    EXPECT_EQ(pipeline.computations().at("count"), 1);
    recipe.palette.directly = true;
    EXPECT_EQ(reduce(recipe)->chosen_colors, std::nullopt);
}

TEST(FewestColors, TryTheMostOnlyIfNoneBelowKeepsTheError) {
    std::vector<std::uint32_t> tried;
    const auto at = [&](std::uint32_t colors) -> Difference {
        tried.push_back(colors);
        return {.mean = 1.0 / colors, .percentile_95 = 1, .maximum = 1};
    };
    const ErrorBound quarter{0.25, ErrorMeasure::mean};
    const FewestColors four = fewest_colors(at, 1, 16, quarter);
    EXPECT_EQ(four.count, 4u);
    EXPECT_TRUE(four.is_kept);
    EXPECT_EQ(four.difference.mean, 0.25);
    EXPECT_EQ(tried, (std::vector<std::uint32_t>{8, 4, 2, 3}));
    tried.clear();
    const FewestColors none = fewest_colors(at, 1, 4, {0.5, ErrorMeasure::maximum});
    EXPECT_FALSE(none.is_kept);
    EXPECT_EQ(none.count, 4u);
    EXPECT_EQ(tried, (std::vector<std::uint32_t>{2, 3, 4}));
    EXPECT_EQ(excess(none, {0.5, ErrorMeasure::maximum}),
              "no number of colours up to 4 keeps the largest error at 0.5; with 4 it is 1");
    EXPECT_EQ(excess(four, quarter), "");
}

}
}
