#include "labels/contrast.h"
#include "painted.h"
#include "pipeline/palette_steps.h"
#include "pipeline/pipeline_fixture.h"
#include "reduction/color_weights.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

/// Smooth on the left, noisy on the right; all colours differ much from those of the other half.
Image half_smooth() {
    std::mt19937 random(5);
    return painted(60, 60, [&](int x, int y) {
        const auto noise = [&] { return std::uint8_t(random() % 90); };
        return x < 30 ? Rgba8{std::uint8_t(90 + x), std::uint8_t(140 + y), 230, 255}
                      : Rgba8{std::uint8_t(60 + noise()), noise(), std::uint8_t(noise() / 2), 255};
    });
}

class SmoothAreasInPipeline : public PipelineFixture {
protected:
    /// The palette of the pipeline's picture by its steps.
    Palette stepped(const Recipe& asked, std::span<const std::uint32_t> weights) {
        const ColorSet& colors = pipeline.prepare_picture(asked)->colors;
        const std::uint32_t count = *asked.palette.colors;
        const Palette all = start_steps(own_palette(colors), {});
        const Palette joined = join_by_error(all, order_joins(all, weights, max_parts_for(count), {}), count);
        const ColorTree tree(colors, weights);
        return settle(joined, {colors, nullptr, tree, weights}, asked.shift.assign, asked.palette.fit.settle,
                      {});
    }
    void expect_stepped(const Recipe& asked, std::span<const std::uint32_t> weights) {
        const auto found = reduce(asked)->palette;
        const Palette expected = stepped(asked, weights);
        EXPECT_EQ(found->entries, expected.entries);
        EXPECT_EQ(found->entry_of, expected.entry_of);
    }
    /// That each colour weighs by its pixels and its chroma.
    void expect_plain(const Recipe& asked) {
        expect_stepped(asked, weigh_pixels(pipeline.prepare_picture(asked)->colors, {}));
    }

    Recipe recipe{.shift = {.radius = 0, .assign = Assign::nearest},
                  .palette = {.fit = {.settle = 5}, .colors = 8}};
};

TEST_F(SmoothAreasInPipeline, CountMoreInJoiningAndSettling) {
    open(half_smooth());
    for (const Assign assign : {Assign::nearest, Assign::basin}) {
        recipe.shift.assign = assign;
        const auto picture = pipeline.prepare_picture(recipe);
        const std::vector<std::uint32_t> areas = weigh_smooth_areas(*picture->image, picture->colors);
        expect_stepped(recipe, with_chroma(areas, picture->colors, {}));
        EXPECT_NE(reduce(recipe)->palette->entries, stepped(recipe, areas).entries);
        EXPECT_NE(reduce(recipe)->palette->entries,
                  stepped(recipe, weigh_pixels(picture->colors, {})).entries);
        EXPECT_EQ(pipeline.computations().at("weights"), 1) << "once for a picture";
    }
}

TEST_F(SmoothAreasInPipeline, DoNotCountMoreWhereNothingDriftsAndEachColorCountsOnce) {
    open(half_smooth());
    recipe.shift.weighting = Weighting::palette;
    for (const Assign assign : {Assign::nearest, Assign::basin}) {
        recipe.shift.assign = assign;
        const std::size_t colors = pipeline.prepare_picture(recipe)->colors.size();
        expect_stepped(recipe, std::vector<std::uint32_t>(colors, 1));
        EXPECT_NE(reduce(recipe)->palette->entries,
                  reduce(recipe.with(Weighting::frequency))->palette->entries);
    }
}

TEST_F(SmoothAreasInPipeline, CountMoreAfterADriftOfEitherWeighting) {
    open(half_smooth());
    recipe.shift = {.radius = 0.02, .weighting = Weighting::palette, .assign = Assign::nearest};
    recipe.palette.fit.settle = 0;
    reduce(recipe);
    EXPECT_EQ(pipeline.computations().at("weights"), 1);
    reduce(recipe.with(Weighting::frequency));
    EXPECT_EQ(pipeline.computations().at("weights"), 1) << "the same for both";
}

TEST_F(SmoothAreasInPipeline, DoNotCountMoreInTablesAndPicturesThatShareAPalette) {
    const Document single = opened(half_smooth());
    const auto table =
        std::make_shared<const ColorTable>(ColorTable(ColorSet(*single.image, recipe.source.transfer)));
    pipeline.open(document_of(table, std::filesystem::path("table")));
    expect_plain(recipe);
    pipeline.open(single);
    pipeline.link(table);
    expect_plain(recipe);
    pipeline.link(nullptr);
    open(half_smooth(), 3);
    expect_plain(recipe);
}

TEST_F(SmoothAreasInPipeline, DoNotCountMoreWhereSoftEdgesAreLeftOut) {
    open(half_smooth());
    recipe.shift.radius = 0.05;
    recipe.palette.fit.soft_edges = SoftEdges::ignore;
    ASSERT_TRUE(reduce(recipe)->palette->counted);
    EXPECT_EQ(pipeline.computations().at("weights"), 0);
}

}
}
