#include "reduction/trajectory.h"

#include "expect_error.h"
#include "reference/reference_engine.h"

#include <random>

namespace huedrift {
namespace {

ColorSet clustered_colors(Transfer transfer) {
    std::mt19937 random(8);
    std::vector<Rgba8> pixels(700);
    for (Rgba8& p : pixels)
        p = {std::uint8_t(random() % 60), std::uint8_t(90 + random() % 60), std::uint8_t(random()), 255};
    return {ImageView{700, 1, pixels}, transfer};
}

TEST(Trajectories, EndAtTheModesOfTheEngine) {
    ReferenceEngine engine;
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors = clustered_colors(transfer);
        const std::vector<std::uint32_t> starts{0, 5, 77, static_cast<std::uint32_t>(colors.size() - 1)};
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            for (const auto limit : {std::optional<std::uint32_t>{}, std::optional<std::uint32_t>{3}}) {
                const Options options{.radius = 0.06,
                                      .weighting = weighting,
                                      .transfer = transfer,
                                      .max_iterations = limit,
                                      .merge = 0.0};
                Progress progress;
                const Reduction reduction = engine.reduce(colors, options, progress);
                const auto paths = trajectories(colors, starts, options, progress);
                ASSERT_EQ(paths.size(), starts.size());
                for (std::size_t i = 0; i < starts.size(); ++i) {
                    EXPECT_EQ(paths[i].front(), colors.positions()[starts[i]]);
                    EXPECT_EQ(paths[i].back(), reduction.entries[reduction.entry_of[starts[i]]].position);
                    EXPECT_LE(paths[i].size(), limit ? 4u : 1000u);
                }
            }
        }
    }
}

TEST(Trajectories, StayAtTheStartWithoutSteps) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3};
    const auto paths = trajectories(colors, starts, {.max_iterations = 0}, Progress());
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(paths[0], Trajectory{colors.positions()[3]});
    EXPECT_TRUE(trajectories(colors, {}, {}, Progress()).empty());
}

TEST(Trajectories, HaveOnlyTheirStartsWithoutDrift) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3, 0};
    EXPECT_EQ(trajectories(colors, starts, {.radius = 0}, Progress()),
              (std::vector<Trajectory>{{colors.positions()[3]}, {colors.positions()[0]}}));
}

TEST(Trajectories, CanBeCancelled) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3};
    Progress progress;
    progress.cancel();
    expect_error([&] { trajectories(colors, starts, {}, progress); }, ErrorKind::cancelled);
    expect_error([&] { trajectories(colors, starts, {.radius = -1}, Progress()); }, ErrorKind::usage);
}

}
}
