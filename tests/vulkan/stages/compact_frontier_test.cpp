#include "vulkan/stages/compact_frontier.h"

#include "gpu/device_fixture.h"
#include "gpu/device_values.h"
#include "vulkan/stages/random_points.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace huedrift::gpu {
namespace {

/// One round of runs that mean_shift has moved to places that many of them share.
class CompactFrontierTest : public DeviceTest {
protected:
    static constexpr std::uint32_t at_rest_every = 7;

    void compact(Device& device, std::uint32_t count, std::uint32_t slots, bool merge,
                 std::uint32_t slices = 0) {
        SCOPED_TRACE(std::to_string(count) + " runs, " + std::to_string(slots) + " slots");
        const ColorSet set = random_points(count);
        const Points points = upload_points(device, set);
        const Runs runs(device, count, slots, 0);
        const CompactFrontier stage(device);
        const SlicePlan plan{.subgroups = 1,
                             .width = device.facts().subgroup_size,
                             .few = 0,
                             .steps = 1,
                             .many = UINT32_MAX,
                             .runs = count};
        {
            Recorder recorder(device);
            stage.record_seed(recorder, points, runs, {});
            recorder.run();
        }
        move(device, runs);
        upload(device, {runs.loop, offsetof(LoopState, step), 4}, std::as_bytes(std::span(&slices, 1)));
        Recorder recorder(device);
        stage.record_plan(recorder, runs, plan, count);
        stage.record(recorder, runs, plan, merge);
        recorder.run();

        const auto state = values_of<LoopState>(device, runs.loop, 1).front();
        const auto both = values_of<std::uint32_t>(device, runs.frontier, 2 * std::size_t{count});
        survivors_.assign(both.begin() + state.side * count,
                          both.begin() + state.side * count + state.counts[state.side]);
        parents_ = values_of<std::uint32_t>(device, runs.parents, count);
        EXPECT_EQ(state.evaluations_low, count);
        EXPECT_EQ(state.counts[1 - state.side], 0u);
    }

    /// Puts every run at one of a third as many places, none where a run began; some of them to rest.
    void move(Device& device, const Runs& runs) {
        std::mt19937 random(runs.count);
        place_of_.resize(runs.count);
        std::vector<std::uint32_t> frontier(runs.count);
        std::vector<std::int32_t> l;
        for (std::uint32_t run = 0; run < runs.count; ++run) {
            place_of_[run] = random() % (runs.count / 3 + 1);
            frontier[run] = rests(run) ? run | AT_REST : run;
            l.push_back((1 << 24) + static_cast<std::int32_t>(place_of_[run]));
        }
        upload(device, runs.l, std::as_bytes(std::span(l)));
        upload(device, {runs.frontier, 0, 4 * std::uint64_t{runs.count}}, std::as_bytes(std::span(frontier)));
        const std::vector<std::int32_t> zero(runs.count, 0);
        upload(device, runs.a, std::as_bytes(std::span(zero)));
        upload(device, runs.b, std::as_bytes(std::span(zero)));
    }

    static bool rests(std::uint32_t run) { return run % at_rest_every == 3; }

    /// Each run is at rest, goes on, or has for a parent another run in the same place that goes on.
    void expect_every_run_once() {
        const std::set<std::uint32_t> going(survivors_.begin(), survivors_.end());
        ASSERT_EQ(going.size(), survivors_.size()) << "a run is in the frontier twice";
        for (std::uint32_t run = 0; run < parents_.size(); ++run) {
            if (rests(run) || going.contains(run)) {
                ASSERT_EQ(parents_[run], run);
                ASSERT_FALSE(rests(run) && going.contains(run)) << run << " is at rest and goes on";
            } else {
                ASSERT_TRUE(going.contains(parents_[run])) << run;
                ASSERT_EQ(place_of_[parents_[run]], place_of_[run]) << run;
            }
        }
    }

    std::size_t places_of_moving_runs() const {
        std::set<std::uint32_t> places;
        for (std::uint32_t run = 0; run < place_of_.size(); ++run)
            if (!rests(run)) places.insert(place_of_[run]);
        return places.size();
    }

    std::vector<std::uint32_t> place_of_, survivors_, parents_;
};

TEST_F(CompactFrontierTest, LeavesOneRunPerPlace) {
    for (const std::uint32_t count : awkward_counts(device(), COMPACT_FRONTIER_WORKGROUP)) {
        compact(device(), count, std::bit_ceil(32 * count), true);
        expect_every_run_once();
        EXPECT_EQ(survivors_.size(), places_of_moving_runs());
    }
}

TEST_F(CompactFrontierTest, LosesNoRunWhenTheTableIsFull) {
    for (const std::uint32_t slots : {1u, 64u, 1024u, 4096u}) {
        compact(device(), 9'973, slots, true);
        expect_every_run_once();
        EXPECT_GE(survivors_.size(), places_of_moving_runs());
    }
}

TEST_F(CompactFrontierTest, LosesNoRunWhenStampsRepeat) {
    compact(device(), 9'973, 1u << 18, true, 1u << 30);
    expect_every_run_once();
    EXPECT_LT(survivors_.size(), 9'973u / 2);
}

TEST_F(CompactFrontierTest, WithoutMergingEndsOnlyWhatIsAtRest) {
    compact(device(), 997, 64, false);
    expect_every_run_once();
    EXPECT_EQ(survivors_.size(), 997u - (997 - 3 + at_rest_every - 1) / at_rest_every);
}

}
}
