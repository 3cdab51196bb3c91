#include "gpu/stages/frontier.h"

#include "reduction/random_image.h"
#include "temporary_folder.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace huedrift::gpu {
namespace {

/// One round of trajectories that mean_shift has moved to shared states.
class CompactFrontierTest : public vulkan::DeviceTest {
protected:
    static constexpr std::uint32_t at_rest_every = 7;

    static SlicePlan plan_for(const vulkan::Device& device, std::uint32_t count) {
        return {.busy_subgroups = 1,
                .width = device.facts().subgroup_size,
                .team_max = 0,
                .long_round_max = 0,
                .long_round_steps = 1,
                .sort_min = UINT32_MAX,
                .blocks = 0,
                .trajectories = count};
    }

    void compact(vulkan::Device& device, std::uint32_t count, std::uint32_t slots, bool merge,
                 std::uint32_t slices = 0) {
        SCOPED_TRACE(std::to_string(count) + " trajectories, " + std::to_string(slots) + " slots");
        const ColorSet set = random_points(count);
        const Points points = upload_points(device, set);
        Trajectories trajectories(device, count, {slots, slots}, 0);
        const CompactFrontier stage(device);
        const SlicePlan plan = plan_for(device, count);
        {
            vulkan::Recorder recorder(device);
            stage.record_seed(recorder, points, trajectories, {});
            recorder.run();
        }
        move(device, trajectories);
        upload(device, {trajectories.loop, offsetof(LoopState, step), 4},
               std::as_bytes(std::span(&slices, 1)));
        vulkan::Recorder recorder(device);
        stage.record_plan(recorder, trajectories, plan, count);
        stage.record(recorder, trajectories, plan, merge);
        recorder.run();

        const auto state = values_of<LoopState>(device, trajectories.loop, 1).front();
        const auto both = values_of<std::uint32_t>(device, trajectories.frontier, 2 * std::size_t{count});
        survivors_.assign(both.begin() + state.side * count,
                          both.begin() + state.side * count + state.counts[state.side]);
        parents_ = values_of<std::uint32_t>(device, trajectories.parents, count);
        EXPECT_EQ(state.evaluations_low, count);
        EXPECT_EQ(state.counts[1 - state.side], 0u);
    }

    /// Puts every trajectory into one of a third as many states, none of them a start; some are at rest.
    void move(vulkan::Device& device, const Trajectories& trajectories) {
        std::mt19937 random(trajectories.count);
        state_of_.resize(trajectories.count);
        std::vector<std::uint32_t> frontier(trajectories.count);
        std::vector<std::int32_t> l;
        for (std::uint32_t trajectory = 0; trajectory < trajectories.count; ++trajectory) {
            state_of_[trajectory] = random() % (trajectories.count / 3 + 1);
            frontier[trajectory] = rests(trajectory) ? trajectory | AT_REST : trajectory;
            l.push_back((1 << 24) + static_cast<std::int32_t>(state_of_[trajectory]));
        }
        upload(device, trajectories.l, std::as_bytes(std::span(l)));
        upload(device, {trajectories.frontier, 0, 4 * std::uint64_t{trajectories.count}},
               std::as_bytes(std::span(frontier)));
        const std::vector<std::int32_t> zero(trajectories.count, 0);
        upload(device, trajectories.a, std::as_bytes(std::span(zero)));
        upload(device, trajectories.b, std::as_bytes(std::span(zero)));
    }

    static bool rests(std::uint32_t trajectory) { return trajectory % at_rest_every == 3; }

    /// Each trajectory is at rest, continues, or has as its parent another one in the same state that
    /// continues.
    void expect_every_trajectory_once() {
        const std::set<std::uint32_t> going(survivors_.begin(), survivors_.end());
        ASSERT_EQ(going.size(), survivors_.size()) << "a trajectory is in the frontier twice";
        for (std::uint32_t trajectory = 0; trajectory < parents_.size(); ++trajectory) {
            if (rests(trajectory) || going.contains(trajectory)) {
                ASSERT_EQ(parents_[trajectory], trajectory);
                ASSERT_FALSE(rests(trajectory) && going.contains(trajectory))
                    << trajectory << " is at rest and goes on";
            } else {
                ASSERT_TRUE(going.contains(parents_[trajectory])) << trajectory;
                ASSERT_EQ(state_of_[parents_[trajectory]], state_of_[trajectory]) << trajectory;
            }
        }
    }

    std::size_t states_of_moving_trajectories() const {
        std::set<std::uint32_t> states;
        for (std::uint32_t trajectory = 0; trajectory < state_of_.size(); ++trajectory)
            if (!rests(trajectory)) states.insert(state_of_[trajectory]);
        return states.size();
    }

    std::vector<std::uint32_t> state_of_, survivors_, parents_;
};

TEST_F(CompactFrontierTest, LeavesOneTrajectoryPerState) {
    for (const std::uint32_t count : awkward_counts(device(), COMPACT_FRONTIER_WORKGROUP)) {
        compact(device(), count, std::bit_ceil(32 * count), true);
        expect_every_trajectory_once();
        EXPECT_EQ(survivors_.size(), states_of_moving_trajectories());
    }
}

TEST_F(CompactFrontierTest, LosesNoTrajectoryWhenTheTableIsFull) {
    for (const std::uint32_t slots : {1u, 64u, 1024u, 4096u}) {
        compact(device(), 9'973, slots, true);
        expect_every_trajectory_once();
        EXPECT_GE(survivors_.size(), states_of_moving_trajectories());
    }
}

TEST_F(CompactFrontierTest, LosesNoTrajectoryWhenStampsRepeat) {
    compact(device(), 9'973, 1u << 18, true, 1u << 30);
    expect_every_trajectory_once();
    EXPECT_LT(survivors_.size(), 9'973u * 3 / 4) << "on a GPU up to 5,400 go on";
}

class VisitedStates : public CompactFrontierTest, public testing::WithParamInterface<std::uint32_t> {};

// The second trajectory reaches an earlier state of the first.
TEST_P(VisitedStates, AreMetInTwoGenerationsOfTables) {
    const std::uint32_t most_slots = GetParam();
    const Points points = upload_points(device(), random_points(2));
    Trajectories trajectories(device(), 2, {64, most_slots}, 0);
    const CompactFrontier stage(device());
    const SlicePlan plan = plan_for(device(), 2);
    for (const int times_forgotten : {0, 1, 2, 3}) {
        trajectories.resize(2, {64, most_slots}, 0);
        const auto run = [&](const auto& record) {
            vulkan::Recorder recorder(device());
            record(recorder);
            recorder.run();
        };
        const auto move_to = [&](std::array<std::int32_t, 2> states) {
            run([&](vulkan::Recorder& recorder) {
                for (const vulkan::Buffer* axis : {&trajectories.l, &trajectories.a, &trajectories.b})
                    recorder.update({*axis, 0, sizeof states}, std::as_bytes(std::span(states)));
                recorder.barrier();
                stage.record(recorder, trajectories, plan, true);
            });
        };
        run([&](vulkan::Recorder& recorder) {
            stage.record_seed(recorder, points, trajectories, {});
            stage.record_plan(recorder, trajectories, plan, 1 << 20);
        });
        move_to({1 << 24, 2 << 24});
        for (int time = 0; time < times_forgotten; ++time)
            run([&](vulkan::Recorder& recorder) { stage.record_forget(device(), recorder, trajectories); });
        EXPECT_EQ(trajectories.visited.slots, std::min(64u << times_forgotten, most_slots));
        move_to({3 << 24, 1 << 24});
        const auto state = values_of<LoopState>(device(), trajectories.loop, 1).front();
        const bool met = times_forgotten < 2;
        EXPECT_EQ(state.counts[state.side], met ? 1u : 2u) << times_forgotten;
        EXPECT_EQ(values_of<std::uint32_t>(device(), trajectories.parents, 2),
                  (std::vector<std::uint32_t>{0, met ? 0u : 1u}))
            << times_forgotten;
    }
    EXPECT_LE(trajectories.visited.table.bytes(), most_slots * sizeof(VisitedState));
}

INSTANTIATE_TEST_SUITE_P(OfTables, VisitedStates, testing::Values(64u, 128u, 1024u));

#ifdef HUEDRIFT_SHADERS
// Nothing orders the subgroups after their last barrier: here all write their survivors once the next slice
// is planned.
TEST_F(CompactFrontierTest, LosesNoTrajectoryOfALateSubgroup) {
    const TemporaryFolder folder;
    std::filesystem::copy(HUEDRIFT_SHADERS, folder / "shaders", std::filesystem::copy_options::recursive);
    const std::filesystem::path file = folder / "shaders/stages/compact_frontier.comp";
    std::string text = read_text(file);
    const std::size_t begin = text.find("    if (moves) frontier["), end = text.find('\n', begin) + 1;
    ASSERT_NE(begin, text.npos);
    const std::string write = text.substr(begin, end - begin);
    text.erase(begin, end - begin);
    text.insert(text.rfind('}'), "    memoryBarrierBuffer();\n    barrier();\n" + write);
    write_text(file, text);
    vulkan::Device late(*context(), device_index());
    late.read_shaders_from(folder / "shaders");
    compact(late, COMPACT_FRONTIER_WORKGROUP, 1u << 13, true);
    expect_every_trajectory_once();
}
#endif

TEST_F(CompactFrontierTest, WithoutMergingEndsOnlyTrajectoriesAtRest) {
    compact(device(), 997, 64, false);
    expect_every_trajectory_once();
    EXPECT_EQ(survivors_.size(), 997u - (997 - 3 + at_rest_every - 1) / at_rest_every);
}

}
}
