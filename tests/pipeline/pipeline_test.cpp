#include "pipeline/pipeline_fixture.h"

#include "expect_error.h"
#include "image/save.h"
#include "painted.h"
#include "palette/palette.h"
#include "reduction/reduction.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace huedrift {
namespace {

/// Close colours of which some are frequent, so that everything a recipe says changes something.
Image ramps(int side) {
    return painted(side, side, [=](int x, int y) {
        const int column = std::min(x, side / 2);
        return Rgba8{static_cast<std::uint8_t>(5 * column), static_cast<std::uint8_t>(5 * y),
                     static_cast<std::uint8_t>((column + 2 * y) % 7 * 30),
                     static_cast<std::uint8_t>(x == 0 ? 100 : 255)};
    });
}

using Computations = std::map<std::string, int>;

class PipelineTest : public PipelineFixture {
protected:
    PipelineTest() {
        for (const int side : {24, 30}) {
            pictures.push_back(folder / (std::to_string(side) + ".png"));
            write_text(pictures.back(), text_of(encode_image(ramps(side), ImageFormat::png)));
        }
        pipeline.open(pictures[0]);
        run(recipe);
    }

    /// The whole chain; which stages had to compute how often.
    Computations run(const Recipe& asked) {
        const Computations before = pipeline.computations();
        const auto reduced = reduce(asked);
        pipeline.file_colors(reduced);
        pixels = fingerprint(*pipeline.make_output(reduced));
        Computations done;
        for (const auto& [stage, times] : pipeline.computations())
            if (times != before.at(stage)) done[stage] = times - before.at(stage);
        return done;
    }

    /// A change of the recipe has these stages compute once, besides the last three, and gives other pixels.
    void expect_recomputed(const std::string& change, const std::string& stages) {
        SCOPED_TRACE(change);
        run(recipe);
        const std::uint64_t before = pixels;
        const bool has_radius = change.find("--radius") != change.npos;
        const Recipe changed = parse_recipe((has_radius ? "" : "--radius 0.1 ") + change).value();
        Computations expected{{"palette", 1}, {"remap", 1}, {"paint", 1}};
        std::istringstream names(stages);
        for (std::string stage; names >> stage;) expected[stage] = 1;
        EXPECT_EQ(run(changed), expected);
        EXPECT_EQ(pixels, fresh(changed, pictures[0]));
        EXPECT_NE(pixels, before);
    }

    /// The pixels from a new pipeline.
    std::uint64_t fresh(const Recipe& asked, const std::filesystem::path& picture) {
        Pipeline chain;
        chain.use(engine);
        chain.open(picture);
        return fingerprint(*chain.make_output(chain.reduce(asked, progress)));
    }

    TemporaryFolder folder;
    std::vector<std::filesystem::path> pictures;
    Recipe recipe{.shift = {.radius = 0.1}};
    std::uint64_t pixels = 0; ///< of the last run()
};

TEST_F(PipelineTest, ComputesNothingTwiceForTheSameRecipe) { EXPECT_EQ(run(recipe), Computations{}); }

TEST_F(PipelineTest, ANumberThatNoEntryExceedsChangesNothing) {
    for (const Assign assign : {Assign::basin, Assign::nearest})
        for (const double radius : {0.03, 0.06, 0.1}) {
            SCOPED_TRACE(radius);
            Recipe asked{.shift = {.radius = radius, .assign = assign}};
            run(asked);
            const std::uint64_t before = pixels;
            asked.palette.colors = 10'000;
            run(asked);
            EXPECT_EQ(pixels, before);
        }
}

TEST_F(PipelineTest, RecomputesOnlyTheStagesThatAChangeAffects) {
    for (const auto& [change, stages] :
         {std::pair("--radius 0.2", "mean_shift"),
          {"--weighting palette", "mean_shift"},
          {"--max-iterations 2", "mean_shift"},
          {"--merge 0.3", "mean_shift"},
          {"--transfer linear", "analysis mean_shift"},
          {"--alpha threshold:101", "alpha analysis mean_shift"},
          {"--smooth 2", "smooth analysis mean_shift"},
          {"--alpha matte:ff0000 --smooth 1", "alpha smooth analysis mean_shift"},
          {"--min-share 20", "small_shares"},
          {"--colors 3", "weights joins join start finish"},
          {"--settle 1", "color_tree settle finish"},
          {"--soft-edges ignore", "soft_edges finish"},
          // Few pixels of an entry of 0.1 have the same colour.
          {"--radius 0.02 --snap on", "mean_shift start snap finish"},
          {"--levels rgb222", "map_entries finish"},
          {"--pin c800c8@0.5", "pins mean_shift start finish"},
          {"--to 010203", "map_entries finish"},
          {"--to 010203 --directly", "map_colors finish"},
          {"--recolor 000000=ff00ff", "edit finish"},
          {"--defringe 1", "finish labels"},
          {"--min-region 9", "finish labels"},
          {"--dither diffusion", "finish labels"},
          {"--dither diffusion --diffusion jarvis", "finish labels"},
          {"--dither ordered --matrix 4", "finish labels"},
          {"--dither ordered --strength 0.5", "finish labels"},
          {"--dither blue-noise --strength 0.5", "finish labels"},
          {"--alpha levels:3", "finish"}})
        expect_recomputed(change, stages);
}

TEST_F(PipelineTest, ListsThePaletteOfTheOutputAfterAnyPixelSteps) {
    for (const LabelSteps& steps :
         {LabelSteps{}, LabelSteps{.min_region = 40}, LabelSteps{.dithering = {.method = Dither::ordered}},
          LabelSteps{.dithering = {.method = Dither::diffusion, .strength = 0.7}},
          LabelSteps{.dithering = {.method = Dither::everywhere}},
          LabelSteps{.dithering = {.method = Dither::blue_noise}},
          LabelSteps{.defringe = 2, .min_region = 3}}) {
        for (const std::vector<Rgb>& to :
             {std::vector<Rgb>{}, {{0, 0, 0}, {250, 0, 0}, {0, 250, 0}, {9, 9, 9}}}) {
            Recipe asked = recipe;
            asked.labels = steps;
            asked.palette.to = to;
            const auto reduced = reduce(asked);
            EXPECT_EQ(reduced->recipe, asked);
            const auto output = pipeline.make_output(reduced);
            const ColorSet colors(*output, Transfer::srgb);
            const std::vector<Swatch> palette = pipeline.file_colors(reduced)->list();
            Pipeline alone; // which has nothing open
            EXPECT_TRUE(std::ranges::equal(alone.make_output(reduced)->pixels(), output->pixels()));
            EXPECT_TRUE(std::ranges::equal(alone.file_colors(reduced)->list(), palette, {}, &Swatch::color,
                                           &Swatch::color));
            EXPECT_EQ(palette.size(), colors.size());
            for (const Swatch& swatch : palette) {
                ASSERT_TRUE(colors.index().contains(swatch.color));
                EXPECT_EQ(swatch.pixels, colors.counts()[colors.index()[swatch.color]]);
            }
        }
    }
}

TEST_F(PipelineTest, LevelsOfAlphaHaveTheirOwnColours) {
    for (const Dither dither : {Dither::off, Dither::diffusion}) {
        recipe.labels.dithering.method = dither;
        recipe.source.alpha = {};
        const auto kept = reduce(recipe);
        recipe.source.alpha = {.kind = AlphaMode::Kind::levels, .levels = 5};
        const auto reduced = reduce(recipe);
        IndexedPixels expected = *pipeline.index_output(kept);
        ASSERT_TRUE(join_values(expected.values, {.most = 5}));
        const auto output = pipeline.make_output(reduced);
        EXPECT_EQ(fingerprint(*output), fingerprint(paint(expected)));
        const ColorSet colors(*output, Transfer::srgb);
        const std::vector<Swatch> palette = pipeline.file_colors(reduced)->list();
        ASSERT_EQ(palette.size(), colors.size());
        for (const Swatch& swatch : palette)
            EXPECT_EQ(swatch.pixels, colors.counts()[colors.index()[swatch.color]]);
    }
}

TEST_F(PipelineTest, StepsOnPixelsCanBeCancelled) {
    Progress cancelled;
    cancelled.cancel();
    for (const LabelSteps& steps : {LabelSteps{.defringe = 1}, LabelSteps{.min_region = 40},
                                    LabelSteps{.dithering = {.method = Dither::ordered}},
                                    LabelSteps{.dithering = {.method = Dither::automatic}},
                                    LabelSteps{.dithering = {.method = Dither::everywhere}}}) {
        Recipe asked = recipe;
        asked.labels = steps;
        const auto reduced = reduce(asked);
        expect_error([&] { pipeline.make_output(reduced, cancelled); }, ErrorKind::cancelled);
        expect_error([&] { pipeline.file_colors(reduced, cancelled); }, ErrorKind::cancelled);
        EXPECT_TRUE(std::ranges::equal(pipeline.make_output(reduced)->pixels(),
                                       Pipeline().make_output(reduced)->pixels()));
    }
}

TEST_F(PipelineTest, DitheringExcludesCleaning) {
    Recipe both = recipe;
    both.labels = {.min_region = 5, .dithering = {.method = Dither::ordered}};
    expect_error([&] { reduce(both); }, ErrorKind::usage);
    both.labels.min_region = 1; // joins nothing
    EXPECT_NO_THROW(reduce(both));
}

TEST_F(PipelineTest, EditsChangeWhatWasDithered) {
    const std::vector<Rgb> given{{0, 0, 0},       {40, 40, 40},    {90, 90, 90}, {150, 150, 150},
                                 {210, 210, 210}, {255, 255, 255}, {250, 0, 0},  {0, 0, 250}};
    for (const std::vector<Rgb>& to : {std::vector<Rgb>{}, given})
        for (const Dither dither : {Dither::diffusion, Dither::blue_noise}) {
            Recipe asked = recipe;
            asked.shift.radius = 0.01;
            asked.palette.to = to;
            asked.labels.dithering.method = dither;
            const auto plain = reduce(asked);
            const auto before = pipeline.make_output(plain);
            // Of the colours found, the first becomes new and the second joins the third.
            const ColorSet& source = plain->picture->colors;
            std::map<Rgb, Rgb> example; // a source colour of each
            for (std::size_t i = 0; i < source.size(); ++i)
                example[plain->palette->color_of(i)] = source.colors()[i];
            ASSERT_GE(example.size(), 3u);
            const auto first = example.begin(), second = std::next(first), third = std::next(second);
            const Rgb fresh{1, 2, 3};
            asked.palette.recolors = {{first->second, fresh}};
            asked.palette.joins = {{second->second, third->second}};
            const auto after = pipeline.make_output(reduce(asked));
            for (std::size_t i = 0; i < before->pixels().size(); ++i) {
                const Rgba8 was = before->pixels()[i], is = after->pixels()[i];
                Rgb expected{was.r, was.g, was.b};
                if (expected == first->first) expected = fresh;
                if (expected == second->first) expected = third->first;
                if (was.a == 0) continue;
                ASSERT_EQ((Rgb{is.r, is.g, is.b}), expected);
            }
        }
}

TEST_F(PipelineTest, AnOrderChangesThePaletteAndNotAPixel) {
    const std::uint64_t before = pixels;
    Recipe ordered = recipe;
    ordered.output.order = SwatchOrder::lightness;
    ordered.output.transparent_index = 0;
    EXPECT_EQ(run(ordered), (Computations{{"finish", 1}, {"palette", 1}, {"remap", 1}, {"paint", 1}}));
    EXPECT_EQ(pixels, before);
    const auto colors = pipeline.file_colors(reduce(ordered));
    EXPECT_TRUE(colors->list().front().transparent);
    EXPECT_TRUE(std::ranges::is_sorted(colors->list(), {}, [](const Swatch& swatch) {
        return swatch.transparent ? -1 : PositionTable(Transfer::srgb)(swatch.color).l;
    }));
}

TEST_F(PipelineTest, BothWeightingsAreKept) {
    run(recipe.with(Weighting::frequency));
    EXPECT_EQ(run(recipe)["mean_shift"], 0);
}

TEST_F(PipelineTest, RecomputesForAnotherPicture) {
    const auto first = pipeline.document();
    pipeline.open(pictures[1]);
    EXPECT_NE(pipeline.document(), first);
    EXPECT_EQ(run(recipe),
              (Computations{{"analysis", 1}, {"mean_shift", 1}, {"palette", 1}, {"remap", 1}, {"paint", 1}}));
    EXPECT_EQ(pixels, fresh(recipe, pictures[1]));
    pipeline.open(pictures[1]); // a reload
    EXPECT_EQ(run(recipe)["mean_shift"], 1);
}

TEST_F(PipelineTest, EveryNumberOfColorsIsAPrefixOfOneSequence) {
    const auto joined = [&](std::uint32_t count) {
        return pipeline.reduce(
            {.shift = {.radius = 0.01}, .palette = {.fit = {.settle = 8}, .colors = count}}, progress);
    };
    joined(30);
    const int before = pipeline.computations()["joins"];
    for (const std::uint32_t count : {2u, 7u, 16u}) {
        const auto result = joined(count);
        EXPECT_EQ(pipeline.file_colors(result)->list().size(), count);
        EXPECT_GT(result->palette->colors_found, 30u);
    }
    EXPECT_EQ(pipeline.computations()["joins"], before);
}

TEST_F(PipelineTest, JoinsNothingIfThePaletteHasNoMoreColors) {
    for (const double radius : {0.0, 0.01})
        for (const JoinBy join_by : {JoinBy::error, JoinBy::distance}) {
            Recipe recipe{.shift = {.radius = radius, .assign = Assign::basin},
                          .palette = {.fit = {.join_by = join_by}}};
            const std::size_t all = pipeline.file_colors(reduce(recipe))->list().size();
            Computations before = pipeline.computations();
            for (const std::size_t more : {0u, 1u, 1000u}) {
                recipe.palette.colors = static_cast<std::uint32_t>(all + more);
                EXPECT_EQ(pipeline.file_colors(reduce(recipe))->list().size(), all);
            }
            Computations after = pipeline.computations();
            EXPECT_EQ(after["joins"], before["joins"]);
            EXPECT_EQ(after["join"], before["join"]);
        }
}

TEST_F(PipelineTest, AResultHasTheRequestedRecipe) {
    Recipe asked{.source = {.alpha = {.kind = AlphaMode::Kind::threshold, .threshold = 1}},
                 .shift = {.radius = 0.1, .pins = {{{0, 0, 0}, 0.01}}},
                 .size = {.min_share = 1},
                 .palette = {.colors = 3,
                             .to = {{1, 2, 3}, {200, 100, 0}},
                             .joins = {{{0, 0, 0}, {5, 0, 30}}},
                             .recolors = {{{0, 0, 0}, {9, 9, 9}}}},
                 .labels = {.defringe = 1, .min_region = 2},
                 .output = {.order = SwatchOrder::hue, .transparent_index = 1}};
    for (const bool directly : {false, true}) {
        asked.palette.directly = directly;
        EXPECT_EQ(reduce(asked)->recipe, asked);
        EXPECT_EQ(pipeline.preview(asked, progress).recipe, asked);
    }
    asked.palette.to.clear();
    EXPECT_EQ(reduce(asked)->recipe, asked);
}

TEST_F(PipelineTest, SnapsByThePixelsOfAllLinkedPictures) {
    const auto picture = [&](const char* name, const std::vector<std::uint8_t>& greys) {
        Image image(static_cast<int>(greys.size()), 1);
        std::ranges::transform(greys, image.pixels().begin(), [](std::uint8_t v) {
            return Rgba8{v, v, v, 255};
        });
        write_text(folder / name, text_of(encode_image(image, ImageFormat::png)));
        pipeline.open(folder / name);
        return ColorTable(ColorSet(image, Transfer::srgb));
    };
    const Recipe snapped{.shift = {.radius = 0.05}, .palette = {.fit = {.snap = Snap::on}}};
    ColorTable both = picture("one.png", {100, 100, 101, 102});
    EXPECT_EQ(colors(snapped), (std::vector<Rgb>{{100, 100, 100}}));
    both.add(picture("other.png", {102, 102, 102, 101}));
    pipeline.link(std::make_shared<const ColorTable>(both));
    pipeline.open(folder / "one.png");
    EXPECT_EQ(colors(snapped), (std::vector<Rgb>{{102, 102, 102}}));
}

TEST_F(PipelineTest, KeepsAllColorsAndReportsAShortage) {
    const std::size_t all = pipeline.prepare_picture(recipe)->colors.size();
    const auto kept = pipeline.reduce({.shift = {.radius = 0}, .palette = {.colors = 5000}}, progress);
    EXPECT_EQ(pipeline.file_colors(kept)->list().size(), all);
    EXPECT_EQ(shortage(*kept), "the picture has only " + std::to_string(all) + " colours");
    const auto few = pipeline.reduce({.shift = {.radius = 1.7}, .palette = {.colors = 9}}, progress);
    EXPECT_EQ(shortage(*few), "the palette has only 1 colour");
    EXPECT_EQ(shortage(*pipeline.reduce({.palette = {.colors = 2}}, progress)), "");
    EXPECT_EQ(shortage(*pipeline.reduce({}, progress)), "");
}

TEST_F(PipelineTest, ReportsTheTimesOfTheOpenPicture) {
    std::vector<std::string> names;
    for (const StageTime& time : pipeline.times()) names.push_back(time.stage);
    EXPECT_EQ(names, (std::vector<std::string>{"load", "smooth", "analysis", "mean_shift", "palette",
                                               "labels", "remap"}));
    EXPECT_GT(pipeline.times()[3].seconds, 0);
    EXPECT_GT(pipeline.times()[4].seconds, 0);
    pipeline.open(pictures[1]);
    EXPECT_EQ(pipeline.times()[3].seconds, 0);
    EXPECT_EQ(pipeline.times()[4].seconds, 0);
}

TEST_F(PipelineTest, RefusesTheRangeOfTooManyInks) {
    Recipe ranged{.palette = {.range = true, .directly = true}};
    for (std::uint32_t code = 0; code < 257; ++code) ranged.palette.to.push_back(Rgb::from_code(code));
    expect_error([&] { pipeline.reduce(ranged, progress); }, ErrorKind::usage,
                 {"the range of inks is for at most 256 colours, and the palette has 257"});
}

/// So large that several threads collect the values of pixels that are not opaque.
TEST_F(PipelineTest, KeepsEachAlphaOfALargePicture) {
    const Image soft = painted(400, 400, [](int x, int y) {
        const auto alpha = std::uint8_t(x + 3 * y);
        return alpha == 0 ? Rgba8{} : Rgba8{std::uint8_t(x % 5), std::uint8_t(y % 7), 9, alpha};
    });
    pipeline.open(opened(soft));
    const auto result = pipeline.make_output(pipeline.reduce({.shift = {.radius = 0}}, progress));
    EXPECT_TRUE(std::ranges::equal(result->pixels(), soft.pixels()));
}

TEST_F(PipelineTest, ACancelledReductionLeavesNothing) {
    Progress cancelled;
    cancelled.cancel();
    Recipe other = recipe;
    other.shift.radius = 0.3;
    EXPECT_THROW(pipeline.reduce(other, cancelled), Error);
    EXPECT_EQ(run(other)["mean_shift"], 1);
    EXPECT_EQ(pixels, fresh(other, pictures[0]));
}

}
}
