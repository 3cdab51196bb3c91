#include "pipeline/sweep.h"

#include "base/error.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

using testing::ElementsAre;

/// Leaves as many colours as a function of the radius says, and notes the radii it was asked for.
class ScriptedEngine : public Engine {
public:
    explicit ScriptedEngine(std::function<std::size_t(double)> count) : count_(std::move(count)) {}
    std::string name() const override { return "scripted"; }
    std::string device() const override { return "none"; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        progress.throw_if_cancelled();
        asked.push_back(options.radius);
        std::vector<Position> ends(colors.positions().begin(), colors.positions().end());
        const std::size_t left = std::min(count_(options.radius), ends.size());
        for (std::size_t i = left; i < ends.size(); ++i) ends[i] = ends[left - 1];
        progress.report(0.5);
        progress.report(1);
        return gather_modes(colors, ends);
    }
    std::vector<double> asked;

private:
    std::function<std::size_t(double)> count_;
};

ColorSet grey_colors() {
    std::vector<Rgb> colors;
    for (int v = 0; v < 200; ++v) colors.push_back(Rgb{std::uint8_t(v), std::uint8_t(v), std::uint8_t(v)});
    return ColorSet(colors, std::vector<std::uint32_t>(colors.size(), 1), Transfer::srgb);
}

/// Reduces a set of colours as often as asked.
ReduceAt reduce_at(Engine& engine, const ColorSet& colors, const Options& options = {}) {
    return [&engine, &colors, options](double radius, Progress& progress) {
        Options at = options;
        at.radius = radius;
        Recipe recipe;
        recipe.radius = radius;
        return std::make_shared<Reduced>(
            Reduced{.picture = nullptr, .recipe = recipe, .reduction = engine.reduce(colors, at, progress)});
    };
}

ColorSet random_colors() {
    std::mt19937 random(3);
    std::vector<Rgba8> pixels(300);
    for (Rgba8& p : pixels) p = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    return ColorSet(ImageView{300, 1, pixels}, Transfer::srgb);
}

TEST(RadiiBetween, GrowInEqualRatiosAndKeepTheirEnds) {
    EXPECT_THAT(radii_between(0.01, 1, 5), ElementsAre(0.01, 0.0316228, 0.1, 0.316228, 1));
    EXPECT_THAT(radii_between(0.01234567891, 0.1, 2), ElementsAre(0.01234567891, 0.1));
    EXPECT_THAT(radii_between(0.5, 0.5, 9), ElementsAre(0.5));
}

TEST(RadiiBetween, RefusesWhatIsNoRange) {
    EXPECT_THROW(radii_between(0, 1, 3), Error);
    EXPECT_THROW(radii_between(0.2, 0.1, 3), Error);
    EXPECT_THROW(radii_between(0.1, 2, 3), Error);
    EXPECT_THROW(radii_between(0.1, 0.2, 1), Error);
}

TEST(ShortRadius, HasSixDigits) {
    EXPECT_EQ(short_radius(0.123456789), 0.123457);
    EXPECT_EQ(short_radius(0x1p-24), 5.96046e-8);
}

TEST(Sweep, CountsAtEachRadius) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    const std::vector<double> radii{0.01, 0.1, 1};
    const std::vector<SweepPoint> points = sweep(reduce_at(engine, colors), radii, progress);
    ASSERT_EQ(points.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        Progress alone;
        const Reduction reduction = engine.reduce(colors, {.radius = radii[i]}, alone);
        EXPECT_EQ(points[i].radius, radii[i]);
        EXPECT_EQ(points[i].modes, reduction.modes.size());
        EXPECT_EQ(points[i].colors, output_colors(reduction).size());
    }
    EXPECT_EQ(points[2].modes, 1u);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_GT(shares.size(), 300u); // the engine's own reports come through
    EXPECT_EQ(shares.back(), 1);
}

TEST(Sweep, IsCancelledWithItsProgress) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    Progress progress;
    progress.cancel();
    const std::vector<double> radii{0.1};
    EXPECT_THROW(sweep(reduce_at(engine, colors), radii, progress), Error);
}

TEST(RadiusForColors, StopsWhereTheLimitIsMet) {
    const ColorSet colors = grey_colors();
    ScriptedEngine engine([](double radius) { return radius < 0.02 ? 150u : radius < 0.5 ? 12u : 1u; });
    Progress progress;
    const auto found = radius_for_colors(reduce_at(engine, colors), 12, progress);
    EXPECT_EQ(found->reduction.modes.size(), 12u);
    EXPECT_EQ(found->recipe.radius, engine.asked.back());
    EXPECT_LE(engine.asked.size(), 5u);
    EXPECT_EQ(progress.share(), 1);
}

TEST(RadiusForColors, FindsTheSmallestSixDigitRadiusWithinTheLimit) {
    const ColorSet colors = grey_colors();
    for (const double edge : {1e-7, 0.00012345, 0.0314159, 1.5}) {
        ScriptedEngine engine([edge](double radius) { return radius < edge ? 150u : 11u; });
        Progress progress;
        const auto found = radius_for_colors(reduce_at(engine, colors), 12, progress);
        EXPECT_EQ(found->recipe.radius, short_radius(edge));
        EXPECT_EQ(output_colors(found->reduction).size(), 11u);
        EXPECT_LE(engine.asked.size(), 26u);
    }
}

TEST(RadiusForColors, KeepsTheBestOfAllRadiiTried) {
    // The first middle, 3e-4, leaves 4 colours; the smaller radii that bisection goes on to leave 3 or too
    // many.
    const ColorSet colors = grey_colors();
    ScriptedEngine engine([](double radius) {
        return radius < 1e-4 ? 150u : radius < 3e-4 ? 3u : radius < 1 ? 4u : 1u;
    });
    Progress progress;
    const auto found = radius_for_colors(reduce_at(engine, colors), 5, progress);
    EXPECT_EQ(output_colors(found->reduction).size(), 4u);
    EXPECT_EQ(found->recipe.radius, engine.asked[2]);
    EXPECT_LT(engine.asked.back(), found->recipe.radius);
}

TEST(RadiusForColors, OfAtLeastSoManyTakesTheFewest) {
    const ColorSet colors = grey_colors();
    const auto found = [&](std::size_t limit) {
        ScriptedEngine engine([](double radius) {
            return radius < 1e-4 ? 150u : radius < 0.0123 ? 30u : radius < 0.02 ? 12u : 3u;
        });
        Progress progress;
        return radius_for_colors(reduce_at(engine, colors), limit, progress, Bound::at_least);
    };
    EXPECT_EQ(output_colors(found(13)->reduction).size(), 30u);
    EXPECT_EQ(output_colors(found(12)->reduction).size(), 12u);
    EXPECT_EQ(output_colors(found(4)->reduction).size(), 12u);
    EXPECT_EQ(output_colors(found(2)->reduction).size(), 3u);     // even at the largest radius
    EXPECT_EQ(output_colors(found(199)->reduction).size(), 150u); // none leaves so many
}

TEST(RadiusForColors, OfFewColoursChangesNothing) {
    const ColorSet colors = grey_colors();
    ReferenceEngine engine;
    Progress progress;
    EXPECT_EQ(radius_for_colors(reduce_at(engine, colors), 200, progress)->reduction.modes.size(), 200u);
}

TEST(RadiusForColors, ResultIsThatOfItsRadius) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    for (const std::size_t limit : {1u, 2u, 7u, 64u, 250u}) {
        Progress progress, alone;
        const auto found = radius_for_colors(reduce_at(engine, colors), limit, progress);
        EXPECT_LE(output_colors(found->reduction).size(), limit);
        const Reduction again = engine.reduce(colors, {.radius = found->recipe.radius}, alone);
        EXPECT_EQ(found->reduction.mode_of, again.mode_of);
    }
}

TEST(RadiusForColors, RefusesTheImpossible) {
    const ColorSet colors = grey_colors();
    ReferenceEngine engine;
    const auto kind = [&](const Options& options, std::size_t limit) {
        Progress progress;
        try {
            radius_for_colors(reduce_at(engine, colors, options), limit, progress);
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind{};
    };
    EXPECT_EQ(kind({}, 0), ErrorKind::usage);
    EXPECT_EQ(kind({.max_iterations = 0}, 5), ErrorKind::failed);
    EXPECT_EQ(kind({.max_iterations = 1}, 1), ErrorKind{});
}

TEST(NextCountChange, IsFoundWithinAThousandthOfItself) {
    const ColorSet colors = grey_colors();
    ScriptedEngine engine([](double radius) { return radius < 0.0231 ? 90u : radius < 0.37 ? 40u : 5u; });
    const auto from = [&](double radius, Direction direction) {
        Progress progress;
        return next_count_change(reduce_at(engine, colors), radius, direction, progress);
    };
    const auto up = from(0.03, Direction::up), down = from(0.03, Direction::down);
    ASSERT_TRUE(up && down);
    EXPECT_GE(up->recipe.radius, 0.37);
    EXPECT_LE(up->recipe.radius, 0.37 * 1.0011);
    EXPECT_EQ(output_colors(up->reduction).size(), 5u);
    EXPECT_LT(down->recipe.radius, 0.0231);
    EXPECT_GE(down->recipe.radius, 0.0231 / 1.0011);
    EXPECT_EQ(output_colors(down->reduction).size(), 90u);
    EXPECT_FALSE(from(0.5, Direction::up));
    EXPECT_FALSE(from(0.001, Direction::down));
    EXPECT_FALSE(from(max_radius, Direction::up));
    EXPECT_LE(engine.asked.size(), 150u);
}

}
}
