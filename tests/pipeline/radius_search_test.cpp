#include "pipeline/radius_search.h"

#include "base/error.h"
#include "palette/palette.h"
#include "pipeline/reduce_at.h"
#include "pipeline/sweep.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

/// Leaves as many colours as a function of the radius says, and records the radii.
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

TEST(RadiusForColors, StopsWhereTheLimitIsMet) {
    const ColorSet colors = grey_colors();
    ScriptedEngine engine([](double radius) { return radius < 0.02 ? 150u : radius < 0.5 ? 12u : 1u; });
    Progress progress;
    const auto found = radius_for_colors(reduce_at(engine, colors), {12}, progress);
    EXPECT_EQ(found->palette->entries.size(), 12u);
    EXPECT_EQ(found->recipe.shift.radius, engine.asked.back());
    EXPECT_LE(engine.asked.size(), 5u);
    EXPECT_EQ(progress.share(), 1);
}

TEST(RadiusForColors, FindsTheSmallestSixDigitRadiusWithinTheLimit) {
    const ColorSet colors = grey_colors();
    for (const double edge : {1e-7, 0.00012345, 0.0314159, 1.5}) {
        ScriptedEngine engine([edge](double radius) { return radius < edge ? 150u : 11u; });
        Progress progress;
        const auto found = radius_for_colors(reduce_at(engine, colors), {12}, progress);
        EXPECT_EQ(found->recipe.shift.radius, short_radius(edge));
        EXPECT_EQ(distinct_colors(*found->palette).size(), 11u);
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
    const auto found = radius_for_colors(reduce_at(engine, colors), {5}, progress);
    EXPECT_EQ(distinct_colors(*found->palette).size(), 4u);
    EXPECT_EQ(found->recipe.shift.radius, engine.asked[2]);
    EXPECT_LT(engine.asked.back(), found->recipe.shift.radius);
}

TEST(RadiusForColors, TakesTheFewestColoursAboveALowerLimit) {
    const ColorSet colors = grey_colors();
    const auto found = [&](std::size_t limit) {
        ScriptedEngine engine([](double radius) {
            return radius < 1e-4 ? 150u : radius < 0.0123 ? 30u : radius < 0.02 ? 12u : 3u;
        });
        Progress progress;
        return radius_for_colors(reduce_at(engine, colors), {limit, Bound::at_least}, progress);
    };
    EXPECT_EQ(distinct_colors(*found(13)->palette).size(), 30u);
    EXPECT_EQ(distinct_colors(*found(12)->palette).size(), 12u);
    EXPECT_EQ(distinct_colors(*found(4)->palette).size(), 12u);
    EXPECT_EQ(distinct_colors(*found(2)->palette).size(), 3u);     // even at the largest radius
    EXPECT_EQ(distinct_colors(*found(199)->palette).size(), 150u); // none leaves so many
}

TEST(RadiusForColors, KeepsAllColoursWithinTheLimit) {
    const ColorSet colors = grey_colors();
    ReferenceEngine engine;
    Progress progress;
    EXPECT_EQ(radius_for_colors(reduce_at(engine, colors), {200}, progress)->palette->entries.size(), 200u);
}

TEST(RadiusForColors, ReturnsTheResultOfItsRadius) {
    const ColorSet colors = random_colors();
    ReferenceEngine engine;
    for (const std::size_t limit : {1u, 2u, 7u, 64u, 250u}) {
        Progress progress, alone;
        const auto found = radius_for_colors(reduce_at(engine, colors), {limit}, progress);
        EXPECT_LE(distinct_colors(*found->palette).size(), limit);
        const Reduction again = engine.reduce(colors, {.radius = found->recipe.shift.radius}, alone);
        EXPECT_EQ(found->palette->entry_of, again.entry_of);
    }
}

TEST(RadiusForColors, RefusesImpossibleLimits) {
    const ColorSet colors = grey_colors();
    ReferenceEngine engine;
    const auto kind = [&](const Options& options, std::size_t limit) {
        Progress progress;
        try {
            radius_for_colors(reduce_at(engine, colors, options), {limit}, progress);
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind{};
    };
    EXPECT_EQ(kind({}, 0), ErrorKind::usage);
    EXPECT_EQ(kind({.max_iterations = 0}, 5), ErrorKind::failed);
    EXPECT_EQ(kind({.max_iterations = 1}, 1), ErrorKind{});
}

/// Estimates of a ScriptedEngine's counts, and how many there were.
struct ScriptedEstimate {
    std::function<std::size_t(double)> count;
    int asked = 0;
    CountAt at() {
        return [this](double radius, Progress&) {
            ++asked;
            return count(radius);
        };
    }
};

std::size_t falling(double radius, double at_one) {
    return std::size_t(std::lround(at_one / std::sqrt(radius)));
}

TEST(EstimatedRadius, IsFoundDespitePoorEstimates) {
    const ColorSet colors = grey_colors();
    for (const double off : {1.0, 0.9, 1.1, 0.5, 3.0})
        for (const std::size_t limit : {3u, 16u, 49u, 150u}) {
            ScriptedEngine engine([](double radius) { return falling(radius, 2); });
            ScriptedEstimate estimate{[&](double radius) { return falling(radius, 2 * off); }};
            Progress progress;
            const auto found = radius_for_colors(reduce_at(engine, colors), estimate.at(), {limit}, progress);
            const std::size_t left = distinct_colors(*found->palette).size();
            EXPECT_LE(left, limit) << off;
            EXPECT_GE(left + (limit + 8) / 16, limit) << off;
            EXPECT_LE(engine.asked.size(), 7u) << off << " " << limit;
            EXPECT_LE(estimate.asked, 40);
            EXPECT_EQ(progress.share(), 1);
        }
}

TEST(EstimatedRadius, IsBracketedWithoutUsefulEstimates) {
    const ColorSet colors = grey_colors();
    for (const Bound bound : {Bound::at_most, Bound::at_least}) {
        ScriptedEngine engine([](double radius) { return radius < 0.0314159 ? 90u : 11u; });
        ScriptedEstimate estimate{[](double) { return 1u; }};
        Progress progress;
        const auto found = radius_for_colors(reduce_at(engine, colors), estimate.at(), {50, bound}, progress);
        const double radius = found->recipe.shift.radius;
        EXPECT_EQ(distinct_colors(*found->palette).size(), bound == Bound::at_most ? 11u : 90u);
        EXPECT_EQ(radius < 0.0314159, bound == Bound::at_least);
        EXPECT_LE(engine.asked.size(), 35u);
    }
}

TEST(EstimatedRadius, IsABoundIfNoRadiusMeetsTheLimit) {
    const ColorSet colors = grey_colors();
    const auto found = [&](std::size_t always, ColorLimit limit) {
        ScriptedEngine engine([always](double) { return always; });
        ScriptedEstimate estimate{[](double) { return 10u; }};
        Progress progress;
        return radius_for_colors(reduce_at(engine, colors), estimate.at(), limit, progress);
    };
    EXPECT_THROW(found(80, {12}), Error);
    EXPECT_EQ(distinct_colors(*found(80, {12, Bound::at_least})->palette).size(), 80u);
    EXPECT_EQ(distinct_colors(*found(3, {12})->palette).size(), 3u);
    EXPECT_EQ(distinct_colors(*found(3, {12, Bound::at_least})->palette).size(), 3u);
    EXPECT_THROW(found(3, {0}), Error);
}

TEST(NextCountChange, IsFoundWithinAThousandthOfItself) {
    int asked = 0;
    const CountAt count_at = [&](double radius, Progress&) {
        ++asked;
        return radius < 0.0231 ? 90u : radius < 0.37 ? 40u : 5u;
    };
    const auto from = [&](double radius, Direction direction) {
        Progress progress;
        return next_count_change(count_at, radius, direction, 1.001, progress);
    };
    const auto up = from(0.03, Direction::up), down = from(0.03, Direction::down);
    ASSERT_TRUE(up && down);
    EXPECT_GE(*up, 0.37);
    EXPECT_LE(*up, 0.37 * 1.0011);
    EXPECT_LT(*down, 0.0231);
    EXPECT_GE(*down, 0.0231 / 1.0011);
    EXPECT_FALSE(from(0.5, Direction::up));
    EXPECT_FALSE(from(0.001, Direction::down));
    EXPECT_FALSE(from(max_radius, Direction::up));
    EXPECT_LE(asked, 150);
}

}
}
