#include "cpu/cpu_engine.h"
#include "reduction/trajectory.h"
#include "session_run.h"

#include <thread>

namespace huedrift {
namespace {

class DrifterTest : public SessionTest {
protected:
    /// The exact result of a picture.
    std::shared_ptr<const Result> result_of(const Image& image, double radius) {
        Recipe recipe;
        recipe.shift.radius = radius;
        session->set(recipe);
        session->open({write_picture("picture.png", image)});
        return exact().frequency;
    }
    /// Waits for the whole of it.
    std::shared_ptr<const Drift> whole(Drifter& drifter, const std::shared_ptr<const Result>& result) {
        while (!drifter.drift() || drifter.drift()->result != result || !drifter.drift()->whole) {
            woken.acquire();
            drifter.deliver();
        }
        return drifter.drift();
    }
};

/// Steps only while a gate is open.
class GatedFollower : public CpuEngine {
public:
    explicit GatedFollower(Gate& gate) : gate_(gate) {}

    Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                const Route& route, Progress& progress) override {
        gate_.pass(progress);
        return CpuEngine::follow(colors, starts, options, route, progress);
    }

private:
    Gate& gate_;
};

/// All states are those of the definition; the last those of the result.
void expect_the_states(const Drift& drift, std::size_t points) {
    const Result& result = *drift.result;
    const ColorSet& colors = result.picture->colors;
    ASSERT_EQ(drift.points->size(), points);
    std::vector<std::uint32_t> starts;
    for (const Drift::Point& point : *drift.points)
        starts.push_back(colors.index()[Rgb::from_code(point.source)]);
    Progress progress;
    const std::vector<Trajectory> paths = trajectories(colors, starts, result.recipe.options(), progress);
    ASSERT_EQ(drift.states.size(), drift.steps / drift.stride + 2);
    for (std::size_t i = 0; i < points; ++i) {
        for (std::size_t k = 0; k + 1 < drift.states.size(); ++k)
            ASSERT_EQ((*drift.states[k])[i], paths[i][std::min(k * drift.stride, paths[i].size() - 1)]);
        const PaletteEntry& mode = result.palette->entries[result.palette->entry_of[starts[i]]];
        EXPECT_EQ(drift.states.back()->at(i), mode.position);
        EXPECT_EQ((*drift.points)[i].result, mode.color.code());
    }
}

TEST_F(DrifterTest, HasEveryStepOfEveryColor) {
    const auto result = result_of(many_colors(24), 0.1);
    Drifter drifter(threads, std::make_unique<CpuEngine>());
    drifter.look_at(result, 1000);
    const auto drift = whole(drifter, result);
    EXPECT_EQ(drift->stride, 1u);
    EXPECT_GT(drift->steps, 3u);
    expect_the_states(*drift, result->picture->colors.size());
}

TEST_F(DrifterTest, FollowsASampleOfManyColors) {
    const auto result = result_of(many_colors(24), 0.1);
    Drifter drifter(threads, std::make_unique<CpuEngine>());
    drifter.look_at(result, 50);
    const auto drift = whole(drifter, result);
    expect_the_states(*drift, 50);
    EXPECT_EQ(drift->points->front().source, result->picture->colors.colors().front().code());
    EXPECT_GT(drift->points->back().source, result->picture->colors.colors()[560].code());
}

TEST_F(DrifterTest, HasNoStepsWithoutDrift) {
    const auto result = result_of(many_colors(24), 0);
    Drifter drifter(threads, std::make_unique<CpuEngine>());
    drifter.look_at(result, 50);
    const auto drift = whole(drifter, result);
    EXPECT_EQ(drift->steps, 0u);
    expect_the_states(*drift, 50);
}

TEST_F(DrifterTest, KeepsEverySecondOrFourthStepInLittleMemory) {
    const auto result = result_of(many_colors(24), 0.05);
    Drifter drifter(threads, std::make_unique<CpuEngine>(), 6 * 100 * sizeof(Position));
    drifter.look_at(result, 100);
    const auto drift = whole(drifter, result);
    EXPECT_GT(drift->stride, 1u);
    EXPECT_LE(drift->states.size(), 6u);
    expect_the_states(*drift, 100);
}

TEST_F(DrifterTest, ANewerResultReplacesTheLast) {
    const auto first = result_of(many_colors(24), 0.1), second = result_of(many_colors(24), 0.2);
    Drifter drifter(threads, std::make_unique<CpuEngine>());
    drifter.look_at(first, 1000);
    drifter.look_at(second, 1000);
    expect_the_states(*whole(drifter, second), second->picture->colors.size());
}

TEST_F(DrifterTest, StopsWhenNobodyLooksAndBeginsAgain) {
    const auto result = result_of(many_colors(24), 0.1);
    Gate steps(woken); // not that of the session, which may still fill its curve
    Drifter drifter(threads, std::make_unique<GatedFollower>(steps));
    steps.close();
    drifter.look_at(result, 50);
    while (steps.waiting() == 0) std::this_thread::yield();
    drifter.stop();
    EXPECT_FALSE(drifter.busy());
    while (steps.waiting() > 0) std::this_thread::yield();
    steps.open();
    drifter.look_at(result, 50);
    EXPECT_TRUE(drifter.busy());
    expect_the_states(*whole(drifter, result), 50);
    drifter.deliver();
    drifter.stop();
    EXPECT_TRUE(drifter.drift()->whole) << "what is known stays";
}

TEST_F(DrifterTest, GoesFromTheFirstStateToTheLast) {
    const auto result = result_of(three_groups(), 0.1);
    session->let_drift(result, 1000);
    for (; session->is_drifting(); session->poll()) woken.acquire();
    session->poll();
    ASSERT_TRUE(session->live().drift);
    const Drift drift = *session->live().drift;
    EXPECT_TRUE(drift.whole);
    EXPECT_EQ(drift.at(0).first, 0u);
    EXPECT_EQ(drift.at(0).beyond, 0);
    EXPECT_EQ(drift.at(1).first, drift.states.size() - 2);
    EXPECT_EQ(drift.at(1).beyond, 1);
    double last = 0;
    for (double share = 0; share <= 1; share += 0.01) {
        const Drift::Moment moment = drift.at(share);
        const double leg = double(moment.first) + moment.beyond;
        EXPECT_GE(leg, last);
        last = leg;
    }
}

}
}
