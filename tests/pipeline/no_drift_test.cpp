#include "painted.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/palette_steps.h"
#include "pipeline/pipeline_fixture.h"
#include "reduction/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

/// Of which no engine is asked anything.
class NoEngine : public Engine {
public:
    std::string name() const override { return "asked"; }
    std::string device() const override { return "asked"; }
    Reduction reduce(const ColorSet&, const Options&, Progress&) override {
        ADD_FAILURE() << "an engine was asked";
        return {};
    }
};

/// Some colours many times, others once; a few transparent pixels.
Image scattered_colors(int width, int height, unsigned mask) {
    std::mt19937 random(static_cast<unsigned>(width));
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) {
        const unsigned code = random() & mask, alpha = random() % 9;
        pixel = {std::uint8_t(code), std::uint8_t(code >> 8), std::uint8_t(code >> 16),
                 std::uint8_t(alpha == 0 ? 0 : 255)};
    }
    return image;
}

/// No two colours are within this radius of each other, so that an engine lets each be its own mode.
constexpr double least_radius = 1e-9;

Palette by_code(const Palette& palette) {
    std::vector<std::uint32_t> own(palette.entries.size());
    std::iota(own.begin(), own.end(), 0u);
    return replace_entries(palette, palette.entries, own);
}

/// The result of a recipe at the radius 0, and at a radius within which no two colours lie.
void expect_as_without_neighbours(const Document& document, Recipe recipe) {
    NoEngine none;
    CpuEngine cpu;
    Progress progress;
    Pipeline still, followed;
    still.use(none);
    followed.use(cpu);
    still.open(document);
    followed.open(document);
    recipe.shift.radius = 0;
    const auto found = still.reduce(recipe, progress);
    EXPECT_EQ(found->recipe, recipe);
    EXPECT_EQ(still.preview(recipe, progress).palette->entry_of, found->palette->entry_of);
    EXPECT_FALSE(still.gains_by_preview(recipe));
    recipe.shift.radius = least_radius;
    const auto expected = followed.reduce(recipe, progress);
    // The engine's entries ascend by position, those without a mean shift by code.
    EXPECT_EQ(fingerprint(by_code(*found->palette)), fingerprint(by_code(*expected->palette)));
    if (!document.table) {
        EXPECT_EQ(fingerprint(*still.make_output(found)), fingerprint(*followed.make_output(expected)));
    }
}

/// Pictures at the radius 0.
class NoDrift : public PipelineFixture {
protected:
    NoDrift() { pipeline.use(none); }

    NoEngine none;
};

std::vector<Recipe> recipes() {
    Recipe joined{.palette = {.colors = 7}}, settled = joined, apart = joined, pinned = settled;
    settled.palette.fit.settle = 8;
    settled.shift.assign = Assign::nearest;
    apart.palette.fit.join_by = JoinBy::distance;
    apart.shift.weighting = Weighting::palette;
    pinned.shift.pins = {{Rgb{1, 2, 3}, 0.1}, {Rgb{200, 0, 0}}};
    Recipe sent = joined, dropped = joined, dithered = settled, edited = settled;
    sent.palette.to = {{0, 0, 0}, {90, 10, 10}, {255, 255, 255}};
    dropped.size.min_share = 1;
    dithered.labels.dithering.method = Dither::diffusion;
    edited.palette.joins = {{Rgb{0, 0, 0}, Rgb{7, 7, 7}}};
    return {{}, joined, settled, apart, pinned, sent, dropped, dithered, edited};
}

TEST(KeptColours, AreNeitherSettledNorSnappedNorDithered) {
    Progress progress;
    for (const Assign assign : {Assign::nearest, Assign::basin}) {
        Pipeline pipeline;
        const auto document = pipeline.open(document_of(scattered_colors(90, 61, 0x0f0f0f), {}));
        Recipe recipe = recipe_of(Look::photo);
        recipe.shift.assign = assign;
        recipe.palette.set_colors(5'000);
        const auto reduced = pipeline.reduce(recipe, progress);
        EXPECT_TRUE(keeps_every_color(*reduced->palette, reduced->picture->colors));
        const auto output = pipeline.make_output(reduced, progress);
        for (std::size_t i = 0; i < output->pixels().size(); ++i) {
            const Rgba8 pixel = document->image->pixels()[i];
            ASSERT_EQ(output->pixels()[i], pixel.a == 0 ? Rgba8{} : pixel);
        }
        EXPECT_EQ(pipeline.output_colors(reduced), reduced->picture->colors.size());
        for (const char* const stage : {"weights", "color_tree", "settle", "snap", "labels"})
            EXPECT_EQ(pipeline.computations()[stage], 0) << stage;
        recipe.palette.set_colors(1'000);
        pipeline.make_output(pipeline.reduce(recipe, progress), progress);
        for (const char* const stage : {"weights", "color_tree", "settle", "snap", "labels"})
            EXPECT_EQ(pipeline.computations()[stage], 1) << stage;
    }
}

TEST_F(NoDrift, GivesWhatARadiusWithoutNeighboursGives) {
    std::vector<Recipe> all = recipes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        SCOPED_TRACE(i);
        expect_as_without_neighbours(opened(scattered_colors(31, 17, 0x0f0f0f)), all[i]);
        expect_as_without_neighbours(opened(scattered_colors(1, 1, 0)), all[i]);
        expect_as_without_neighbours(opened(Image(5, 3)), all[i]);
    }
}

TEST_F(NoDrift, HoldsForTensOfThousandsOfColorsAndTheirCells) {
    for (const Recipe& recipe : {recipes()[0], recipes()[1], recipes()[2]})
        expect_as_without_neighbours(opened(scattered_colors(233, 211, 0xffffff)), recipe);
}

TEST_F(NoDrift, HoldsForColorTables) {
    const ColorSet colors(scattered_colors(40, 40, 0x0f0f0f), Transfer::srgb);
    Document table;
    table.table = std::make_shared<const ColorTable>(colors);
    for (const Recipe& recipe : {recipes()[0], recipes()[2]}) expect_as_without_neighbours(table, recipe);
}

TEST_F(NoDrift, KeepsEveryColor) {
    const Image image = scattered_colors(64, 64, 0xffffff);
    open(image);
    // Nothing merges, even where a distance is asked for.
    const auto found = pipeline.reduce({.shift = {.radius = 0, .merge = 0.5}}, progress);
    EXPECT_EQ(found->palette->entries.size(), found->picture->colors.size());
    EXPECT_EQ(found->engine, "none");
    const auto output = pipeline.make_output(found);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        EXPECT_EQ(output->pixels()[i], image.pixels()[i].a == 0 ? Rgba8{} : image.pixels()[i]);
}

TEST_F(NoDrift, EveryColorDiffusesNothing) {
    const Image image = scattered_colors(64, 64, 0xffffff);
    open(image);
    for (const Dither dither : {Dither::automatic, Dither::diffusion, Dither::everywhere}) {
        const Recipe recipe{.shift = {.radius = 0},
                            .palette = {.fit = {.settle = 3}},
                            .labels = {.dithering = {.method = dither}}};
        const auto output = pipeline.make_output(pipeline.reduce(recipe, progress));
        for (std::size_t i = 0; i < image.pixels().size(); ++i)
            EXPECT_EQ(output->pixels()[i], image.pixels()[i].a == 0 ? Rgba8{} : image.pixels()[i]);
    }
}

/// So many colours, each once, that those in the same of 2^16 boxes are united where some join.
Image more_than_65536_colors() {
    Image image(280, 250);
    for (std::uint32_t i = 0; i < image.pixels().size(); ++i) {
        const std::uint32_t code = i * 239;
        image.pixels()[i] = {std::uint8_t(code >> 16), std::uint8_t(code >> 8), std::uint8_t(code), 255};
    }
    return image;
}

/// "Many entries": each part of cell_parts() is an entry.
Palette united_by_definition(const Palette& palette) {
    const JoinParts cells = cell_parts(palette.entries, std::size_t{1} << 16);
    const PositionTable position(palette.transfer);
    std::vector<Rgb> colors;
    for (const JoinPart& part : cells.parts) colors.push_back(nearest_color(part.sum.mean(), position));
    return replace_entries(palette, entries_of(colors, palette.transfer), cells.part_of);
}

TEST_F(NoDrift, UnitesManyColorsWhereSomeJoin) {
    open(more_than_65536_colors());
    const auto entries_with = [&](const PaletteRecipe& steps, double min_share = 0) {
        const Recipe recipe{.shift = {.radius = 0}, .size = {.min_share = min_share}, .palette = steps};
        return reduce(recipe)->palette->entries;
    };
    const Palette all = *pipeline.reduce({.shift = {.radius = 0}}, progress)->palette;
    ASSERT_EQ(all.entries.size(), 70'000u);
    const Palette united = united_by_definition(all);
    ASSERT_LE(united.entries.size(), std::size_t{1} << 16);

    constexpr double two_pixels = 0.0025;
    EXPECT_EQ(entries_with({}, two_pixels), join_small(united, two_pixels, {}).entries);
    EXPECT_EQ(entries_with({.fit = {.join_by = JoinBy::distance}, .colors = 60'000}),
              join_by_distance(united, 60'000, Weighting::frequency, {}).entries);
    EXPECT_EQ(entries_with({.colors = 69'999}).size(), united.entries.size());
    EXPECT_EQ(entries_with({.colors = 70'000}), all.entries) << "nothing joins";
    EXPECT_EQ(entries_with({.fit = {.settle = 1}}), all.entries);
    EXPECT_EQ(entries_with({.fit = {.snap = Snap::on}}), all.entries);
}

TEST_F(NoDrift, APinTakesItsOwnColorOnlyAndDoesNotMove) {
    Image image(4, 1);
    std::ranges::copy(
        std::vector<Rgba8>{{100, 0, 0, 255}, {101, 0, 0, 255}, {0, 90, 0, 255}, {0, 91, 0, 255}},
        image.pixels().begin());
    open(image);
    Recipe recipe{.shift = {.radius = 0, .pins = {{Rgb{100, 0, 0}}}}};
    EXPECT_EQ(colors(recipe).size(), 4u);
    recipe.palette = {.fit = {.settle = 1}, .colors = 2};
    ASSERT_EQ(colors(recipe).size(), 2u);
    EXPECT_EQ(colors(recipe)[1], (Rgb{100, 0, 0})) << "what joins a pin does not move it";
}

TEST_F(NoDrift, RimsUpToTheWidthAskedForAreGivenToTheAreasBesideThem) {
    // Black, a grey rim of 1 to 4 pixels and white.
    std::vector<std::uint8_t> row;
    for (std::size_t rim = 1; rim <= 4; ++rim) {
        row.insert(row.end(), 8, 0);
        row.insert(row.end(), rim, 120);
        row.insert(row.end(), 8, 240);
    }
    open(painted(int(row.size()), 12, [&](int x, int) {
        const std::uint8_t value = row[std::size_t(x)];
        return Rgba8{value, value, value, 255};
    }));
    Recipe recipe{.shift = {.radius = 0}};
    std::uint64_t expected = 0;
    for (int width = 1; width <= 3; ++width) {
        recipe.labels.defringe = width;
        expected += std::uint64_t(12 * width);
        EXPECT_EQ(pipeline.find_labels(reduce(recipe))->changes.defringed, expected) << width;
    }
}

TEST_F(NoDrift, RegionsOfFewerPixelsThanAskedForJoin) {
    // Bars of 1 to 16 pixels.
    open(painted(20, 33, [](int x, int y) {
        const bool is_bar = y % 2 == 1 && x > 0 && x <= (y + 1) / 2;
        return is_bar ? Rgba8{0, 0, 0, 255} : Rgba8{255, 255, 255, 255};
    }));
    Recipe recipe{.shift = {.radius = 0}};
    for (const std::uint32_t area : {0u, 1u, 2u, 3u, 7u, 16u}) {
        recipe.labels.min_region = area;
        const auto changes = pipeline.find_labels(reduce(recipe))->changes;
        const std::uint32_t joined = area - std::min(area, 1u);
        EXPECT_EQ(changes.joined_regions, joined) << area;
        EXPECT_EQ(changes.joined_pixels, joined * (joined + 1) / 2) << area;
    }
}

TEST_F(NoDrift, TheNextChangeIsFoundFromThere) {
    pipeline.use(engine);
    open(scattered_colors(20, 20, 0x0f0f0f));
    const auto next = pipeline.find_next_radius({.shift = {.radius = 0}}, Direction::up, progress);
    ASSERT_TRUE(next);
    EXPECT_GT(*next, 0.001);
}

}
}
