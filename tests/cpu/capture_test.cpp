#include "cpu/capture.h"

#include "base/parallel.h"
#include "cpu/cpu_engine.h"
#include "engine/expect_same.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace huedrift {
namespace {

#ifdef HUEDRIFT_SANITIZED
constexpr int cloud_size = 3'000; // larger ones take minutes
#else
constexpr int cloud_size = 4'000;
#endif

constexpr double unit = units_per_one;

ColorSet cloud(std::vector<Position> positions) {
    std::vector<std::uint32_t> counts(positions.size());
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::uint32_t>(1 + i * i % 37);
    return ColorSet::from_points(std::move(positions), std::move(counts));
}

/// `place` makes each point, (l, a, b) around the middle of the cube.
template <class Place>
ColorSet cloud_of(unsigned seed, const Place& place) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<Position> positions;
    for (int i = 0; i < cloud_size; ++i) {
        const std::array<double, 3> p = place(i, normal, random);
        positions.push_back({static_cast<std::int32_t>((0.5 + p[0]) * unit),
                             static_cast<std::int32_t>(p[1] * unit), static_cast<std::int32_t>(p[2] * unit)});
    }
    return cloud(std::move(positions));
}

using Normal = std::normal_distribution<double>;
using Random = std::mt19937;

std::vector<EngineCase> clouds() {
    std::vector<EngineCase> cases;
    const std::vector<double> radii{0.03, 0.06, 0.15};
    cases.push_back({"peaks",
                     cloud_of(1,
                              [](int i, Normal& n, Random& r) {
                                  const double at = 0.07 * (i % 4);
                                  return std::array{at - 0.1 + 0.02 * n(r), 0.02 * n(r), 0.02 * n(r)};
                              }),
                     radii});
    cases.push_back({"ridge",
                     cloud_of(2,
                              [](int, Normal& n, Random& r) {
                                  const double along = 0.25 * std::tanh(0.7 * n(r));
                                  return std::array{along, 0.2 * along * along + 0.008 * n(r), 0.008 * n(r)};
                              }),
                     radii});
    cases.push_back({"ring",
                     cloud_of(3,
                              [](int i, Normal& n, Random& r) {
                                  const double angle = 2 * std::numbers::pi * i / cloud_size;
                                  return std::array{0.01 * n(r), 0.15 * std::cos(angle) + 0.01 * n(r),
                                                    0.15 * std::sin(angle) + 0.01 * n(r)};
                              }),
                     radii});
    cases.push_back({"ball",
                     cloud_of(4,
                              [](int, Normal& n, Random& r) {
                                  return std::array{0.03 * n(r), 0.03 * n(r), 0.03 * n(r)};
                              }),
                     radii});
    std::vector<Position> lattice;
    for (int i = 0; i < cloud_size; ++i)
        lattice.push_back({(1 << 22) + i % 22 * 90'000, i / 22 % 22 * 90'000, i / 484 * 90'000});
    cases.push_back({"lattice", cloud(std::move(lattice)), {0.02, 0.04, 0.1}});
    cases.push_back({"colours", random_colors(cloud_size, 6, Transfer::srgb, 30, true), {0.04, 0.08, 0.2}});
    return cases;
}

TEST(Capture, ChangesNoResult) {
    CpuEngine capturing({}, CpuEngine::Capturing::always), following({}, CpuEngine::Capturing::never);
    for (const EngineCase& test : clouds()) {
        for (const double radius : test.radii) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                for (const double share : {1.0, 0.4}) {
                    SCOPED_TRACE(test.name + " r = " + std::to_string(radius) + " " +
                                 std::string(name_of(weighting)) + " d = r " + std::to_string(share));
                    const Options options{.radius = radius, .weighting = weighting, .merge = share * radius};
                    ASSERT_NO_FATAL_FAILURE(expect_same(reduce(capturing, test.colors, options),
                                                        reduce(following, test.colors, options)));
                }
            }
        }
    }
}

TEST(Capture, EqualsReference) {
    CpuEngine engine({}, CpuEngine::Capturing::always);
    ReferenceEngine reference;
    compare_merging(engine, reference);
}

TEST(Capture, ThreadsAndMemoryChangeNothing) {
    const ColorSet colors = random_colors(cloud_size, 7, Transfer::srgb, 30, true);
    CpuEngine engine({}, CpuEngine::Capturing::always);
    const Options options{.radius = 0.08, .weighting = Weighting::frequency, .merge = {}};
    const Reduction expected = reduce(engine, colors, options);
    const ThreadLimit one_thread(1);
    CpuEngine small(100'000, CpuEngine::Capturing::always);
    expect_same(reduce(small, colors, options), expected);
}

// Every state that is captured along every trajectory, not only the first.
TEST(Capture, KnowsTheEntryOfEveryStateThatItCaptures) {
    for (const EngineCase& test : clouds()) {
        const std::int64_t r2 = squared_radius(test.radii[1]);
        const PointTree tree(test.colors);
        const BallSum sums(tree, Weighting::palette, r2);
        CpuEngine engine({}, CpuEngine::Capturing::never);
        const Reduction modes = reduce(
            engine, test.colors, {.radius = test.radii[1], .weighting = Weighting::palette, .merge = 0.0});
        std::vector<Position> entries; // no two as near as the radius; whichever
        for (const Mode& mode : modes.modes)
            if (std::ranges::all_of(entries, [&](const Position& entry) {
                    return squared_distance(entry, mode.position) > r2;
                }))
                entries.push_back(mode.position);
        const std::vector<double> high(test.colors.size(), std::numeric_limits<double>::infinity());
        const std::vector<std::uint64_t> light(test.colors.size(), 0);
        Progress progress;
        const Capture capture(sums, test.colors.positions(), high, light, entries, r2, progress);
        BallSum::Scratch scratch;
        std::size_t captured = 0;
        for (std::size_t i = 0; i < test.colors.size(); i += 7) {
            const Position mode = modes.modes[modes.mode_of[i]].position;
            const auto taker = std::ranges::find_if(
                entries, [&](const Position& entry) { return squared_distance(entry, mode) <= r2; });
            Position state = test.colors.positions()[i], next = state;
            do {
                state = next;
                const std::uint64_t key = 0;
                std::uint64_t weight = 0;
                double height = 0;
                sums.evaluate({&state, 1}, {&key, 1}, {&next, 1}, {&weight, 1}, {&height, 1}, scratch,
                              Progress());
                const std::uint32_t entry = capture.entry_of(state, height, weight);
                if (entry == Capture::none) continue;
                ++captured;
                ASSERT_EQ(entry, taker - entries.begin()) << test.name << ", colour " << i;
            } while (next != state);
        }
        RecordProperty(test.name, static_cast<int>(captured));
        if (test.name == "peaks" || test.name == "ball") {
            EXPECT_GT(captured, 0u) << test.name;
        }
    }
}

}
}
