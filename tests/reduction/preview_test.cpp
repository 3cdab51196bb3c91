#include "reduction/preview.h"

#include "base/error.h"
#include "expect_error.h"
#include "reduction/step.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// Colours in three tight groups far from each other, groups x with x times 20 pixels a colour.
ColorSet three_groups() {
    std::vector<Rgb> colors;
    std::vector<std::uint32_t> counts;
    for (std::uint8_t group = 1; group <= 3; ++group) {
        for (std::uint8_t i = 0; i < 6; ++i) {
            colors.push_back({static_cast<std::uint8_t>(70 * group), i, static_cast<std::uint8_t>(255 - i)});
            counts.push_back(20u * group);
        }
    }
    return {colors, counts, Transfer::srgb};
}

ColorSet random_set(std::size_t count, Transfer transfer) {
    std::mt19937 random(5);
    std::vector<Rgb> colors(count);
    for (Rgb& color : colors) color = Rgb::from_code(static_cast<std::uint32_t>(random() % rgb_codes));
    std::ranges::sort(colors);
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    std::vector<std::uint32_t> counts(colors.size());
    for (std::uint32_t& pixels : counts) pixels = static_cast<std::uint32_t>(1 + random() % 40);
    return {colors, counts, transfer};
}

Reduction preview(Preview& preview, double radius, Weighting weighting = Weighting::palette) {
    ReferenceEngine engine;
    Progress progress;
    return preview.reduce(engine, engine, {.radius = radius, .weighting = weighting}, progress).reduction;
}

TEST(Preview, FindsTheGroupsThatTheEngineFinds) {
    const ColorSet colors = three_groups();
    ReferenceEngine engine;
    Progress progress;
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        const Reduction exact = engine.reduce(colors, {.radius = 0.1, .weighting = weighting}, progress);
        Preview coarse(colors);
        const Reduction seen = preview(coarse, 0.1, weighting);
        ASSERT_EQ(exact.modes.size(), 3u);
        EXPECT_EQ(seen.mode_of, exact.mode_of);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(seen.modes[i].position, exact.modes[i].position);
            EXPECT_EQ(seen.modes[i].colors, exact.modes[i].colors);
            EXPECT_EQ(seen.modes[i].pixels, exact.modes[i].pixels);
        }
    }
}

/// So many colours that they are followed among the means of cells at first.
TEST(Preview, FindsTheGroupsByTheMeansOfCellsToo) {
    std::mt19937 random(7);
    std::set<std::uint32_t> codes;
    for (const std::uint32_t group : {0x101010u, 0x8010f0u, 0xf0e040u})
        while (codes.size() % 400 != 0 || !codes.contains(group)) {
            codes.insert(group);
            codes.insert(group + (random() % 10 << 16 | random() % 10 << 8 | random() % 10));
        }
    std::vector<Rgb> colors;
    for (const std::uint32_t code : codes) colors.push_back(Rgb::from_code(code));
    const ColorSet set(colors, std::vector<std::uint32_t>(colors.size(), 3), Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        const Reduction exact = engine.reduce(set, {.radius = 0.1, .weighting = weighting}, progress);
        Preview coarse(set, {.estimated = 60, .means = 300});
        const Reduction seen = preview(coarse, 0.1, weighting);
        ASSERT_EQ(exact.modes.size(), 3u);
        EXPECT_EQ(seen.mode_of, exact.mode_of);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(seen.modes[i].position, exact.modes[i].position);
    }
}

TEST(Preview, NeverHasMoreRepresentativesThanAllowed) {
    const ColorSet colors = random_set(5000, Transfer::srgb);
    for (const std::size_t max : {1u, 10u, 700u, 10'000u}) {
        const Preview coarse(colors, {.estimated = max});
        EXPECT_EQ(coarse.representatives(), std::min(max, colors.size()));
    }
}

TEST(Preview, EndsWhereTrajectoriesAmongAllColorsRest) {
    const ColorSet colors = random_set(2000, Transfer::srgb);
    Preview coarse(colors, {.estimated = 50});
    for (const double radius : {0.1, 0.25}) {
        const Reduction seen = preview(coarse, radius);
        for (const Mode& mode : seen.modes)
            EXPECT_EQ(step(colors, Weighting::palette, squared_radius(radius), mode.position), mode.position);
    }
}

TEST(Preview, KeepsEveryColorAndPixel) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors = random_set(3000, transfer);
        Preview coarse(colors, {.estimated = 200});
        for (const double radius : {0.2, 0.01, 0.2}) {
            const Reduction seen = preview(coarse, radius, Weighting::frequency);
            ASSERT_EQ(seen.mode_of.size(), colors.size());
            std::uint64_t members = 0, pixels = 0;
            for (const Mode& mode : seen.modes) {
                EXPECT_EQ(mode.color, color_at(mode.position, transfer));
                members += mode.colors;
                pixels += mode.pixels;
            }
            EXPECT_EQ(members, colors.size());
            EXPECT_EQ(pixels, colors.pixels());
        }
    }
}

TEST(Preview, DependsOnNothingThatCameBefore) {
    const ColorSet colors = random_set(3000, Transfer::srgb);
    Preview used(colors, {.estimated = 300}), fresh(colors, {.estimated = 300});
    for (const double radius : {0.02, 0.4, 0.03})
        for (const Weighting weighting : {Weighting::frequency, Weighting::palette})
            preview(used, radius, weighting);
    EXPECT_EQ(preview(used, 0.11).mode_of, preview(fresh, 0.11).mode_of);
}

TEST(Preview, OfFewColorsFarApartIsExact) {
    const ColorSet colors({{0, 0, 0}, {0, 0, 255}, {250, 0, 0}, {255, 0, 0}, {255, 255, 255}},
                          {1, 2, 3, 4, 5}, Transfer::srgb);
    Preview coarse(colors);
    ReferenceEngine engine;
    Progress progress;
    const Reduction exact =
        engine.reduce(colors, {.radius = 0.04, .weighting = Weighting::palette}, progress);
    const Reduction seen = preview(coarse, 0.04);
    ASSERT_EQ(exact.modes.size(), 4u);
    EXPECT_EQ(seen.mode_of, exact.mode_of);
    EXPECT_EQ(output_colors(seen), output_colors(exact));
}

Reduction preview_exactly(Preview& preview, const Options& options) {
    ReferenceEngine engine;
    Progress progress;
    return preview.reduce_exactly(engine, options, progress).reduction;
}

TEST(Preview, OfTrajectoriesOfAllColorsIsExact) {
    const ColorSet colors = random_set(400, Transfer::srgb);
    Preview fine(colors);
    ReferenceEngine engine;
    Progress progress;
    for (const double radius : {0.02, 0.1})
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
            for (const std::optional<double> merge : {std::optional(0.0), std::optional<double>()})
                for (const Assign assign : {Assign::basin, Assign::nearest}) {
                    const Options options{
                        .radius = radius, .weighting = weighting, .merge = merge, .assign = assign};
                    const Reduction exact = engine.reduce(colors, options, progress);
                    const Reduction seen = preview_exactly(fine, options);
                    EXPECT_EQ(seen.mode_of, exact.mode_of);
                    ASSERT_EQ(seen.modes.size(), exact.modes.size());
                    for (std::size_t i = 0; i < seen.modes.size(); ++i)
                        EXPECT_EQ(seen.modes[i].position, exact.modes[i].position);
                }
}

TEST(Preview, FollowsMoreTrajectoriesAtSmallRadii) {
    const ColorSet colors = random_set(400, Transfer::srgb);
    Preview fine(colors, {.estimated = 1, .followed = {90, 40}});
    // Without a step each colour is a mode of its own.
    EXPECT_EQ(preview_exactly(fine, {.radius = 0.001, .max_iterations = 0}).modes.size(), 90u);
    EXPECT_EQ(preview_exactly(fine, {.radius = 0.031, .max_iterations = 0}).modes.size(), 40u);
}

TEST(Preview, TellsHowManyColorsItProbablyMissed) {
    const ColorSet colors = random_set(400, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const auto estimate = [&](std::size_t cells, double radius) {
        Preview coarse(colors, {.estimated = cells});
        return coarse.reduce(engine, engine, {.radius = radius}, progress);
    };
    constexpr double alone = 1e-7; // each colour is a mode
    EXPECT_EQ(estimate(1, alone).unseen, 0u) << "from one nothing can be told";
    EXPECT_NEAR(double(estimate(100, alone).unseen), 300, 75);
    EXPECT_EQ(estimate(400, alone).unseen, 0u) << "all are seen";
    EXPECT_EQ(estimate(100, max_radius).unseen, 0u) << "there is one";
    for (const double radius : {0.05, 0.06}) {
        const auto exact = double(engine.reduce(colors, {.radius = radius}, progress).modes.size());
        const Preview::Estimate told = estimate(100, radius);
        EXPECT_LT(double(told.reduction.modes.size()), 0.8 * exact);
        EXPECT_NEAR(double(told.reduction.modes.size() + told.unseen), exact, exact / 4);
    }
}

TEST(Preview, OfNothingIsNothing) {
    const ColorSet none({}, {}, Transfer::srgb);
    Preview coarse(none);
    EXPECT_TRUE(preview(coarse, 0.1).modes.empty());
    EXPECT_TRUE(preview_exactly(coarse, {}).modes.empty());
    expect_error([&] { preview(coarse, 0); }, ErrorKind::usage, {"radius"});
    expect_error([&] { preview_exactly(coarse, {.radius = 0}); }, ErrorKind::usage, {"radius"});
}

}
}
