#include "gpu/stages/mean_shift.h"

#include "gpu/stages/frontier.h"
#include "reduction/random_image.h"
#include "reduction/trajectory.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <numeric>

namespace huedrift::gpu {
namespace {

/// One step of mean shift, without the loop around it.
class MeanShiftTest : public vulkan::DeviceTest {
protected:
    /// Where every `stride`th trajectory is after one step, by the device and by the definition.
    void expect_twin(const ColorSet& set, double radius, Weighting weighting, std::uint32_t stride = 1) {
        SCOPED_TRACE(std::to_string(set.size()) + " points, r = " + std::to_string(radius));
        expect_twin(set, radius, weighting, stride, &LoopState::lone_groups);
        expect_twin(set, radius, weighting, stride, &LoopState::team_groups);
    }

private:
    void expect_twin(const ColorSet& set, double radius, Weighting weighting, std::uint32_t stride,
                     Groups LoopState::*moved_by) {
        const auto count = static_cast<std::uint32_t>(set.size());
        const Analysis analysis =
            analyse(device(), AnalysisStages(device()), set, device().facts().subgroup_size);
        Trajectories trajectories(device(), count, {64, 64}, 0);
        const MeanShift mean_shift(device(), variant_for(analysis, weighting));
        const CompactFrontier compact_frontier(device());
        std::vector<std::uint32_t> stepped;
        for (std::uint32_t trajectory = 0; trajectory < count; trajectory += stride)
            stepped.push_back(trajectory);
        LoopState slice{};
        slice.slice = static_cast<std::uint32_t>(stepped.size());
        slice.*moved_by = {slice.slice, 1, 1};
        slice.queries = slice.steps = 1;
        vulkan::Recorder recorder(device());
        compact_frontier.record_seed(recorder, analysis.points, trajectories, {});
        recorder.run();
        upload(device(), {trajectories.loop, 0, sizeof slice}, std::as_bytes(std::span(&slice, 1)));
        upload(device(), {trajectories.frontier, 0, 4 * stepped.size()}, std::as_bytes(std::span(stepped)));
        vulkan::Recorder step_once(device());
        mean_shift.record(step_once, analysis, trajectories, trajectories.loop, // no table
                          mean_shift_params(analysis, squared_radius(radius), count, analysis.farthest));
        step_once.run();
        const auto l = values_of<std::int32_t>(device(), trajectories.l, count),
                   a = values_of<std::int32_t>(device(), trajectories.a, count),
                   b = values_of<std::int32_t>(device(), trajectories.b, count);
        const auto from_l = values_of<std::int32_t>(device(), analysis.points.l, count),
                   from_a = values_of<std::int32_t>(device(), analysis.points.a, count),
                   from_b = values_of<std::int32_t>(device(), analysis.points.b, count);
        const Position origin = analysis.origin;
        for (const std::uint32_t trajectory : stepped) {
            const Position from{from_l[trajectory] + origin.l, from_a[trajectory] + origin.a,
                                from_b[trajectory] + origin.b};
            const Position to{l[trajectory] + origin.l, a[trajectory] + origin.a, b[trajectory] + origin.b};
            ASSERT_EQ(to, step(set, weighting, squared_radius(radius), from)) << "trajectory " << trajectory;
        }
    }
};

TEST_F(MeanShiftTest, EqualsTheTwinOnAnyCount) {
    for (const std::uint32_t count : awkward_counts(device(), MEAN_SHIFT_WORKGROUP))
        expect_twin(random_points(count), 0.01, Weighting::frequency, 1 + count / 500);
}

TEST_F(MeanShiftTest, EqualsTheTwinAtAnyRadius) {
    const ColorSet set = random_points(997, {1 << 24, 1 << 24, 1 << 24});
    for (const double radius : {6e-8, 0.001, 0.1, 0.5, 1.7})
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
            expect_twin(set, radius, weighting, 3);
}

// The radius holds no other point, so each trajectory that was moved is at rest.
TEST_F(MeanShiftTest, MovesMoreTrajectoriesThanThereAreWorkgroupsInARow) {
    constexpr std::uint32_t count = 65'535 + 70;
    const ColorSet set = random_points(count);
    const std::uint32_t width = device().facts().subgroup_size;
    const Analysis analysis = analyse(device(), AnalysisStages(device()), set, width);
    Trajectories trajectories(device(), count, {64, 64}, 0);
    const MeanShift mean_shift(device(), variant_for(analysis, Weighting::palette));
    const CompactFrontier compact_frontier(device());
    const SlicePlan lone{.busy_subgroups = count,
                         .width = width,
                         .team_max = 0,
                         .long_round_max = 0,
                         .long_round_steps = 1,
                         .sort_min = UINT32_MAX,
                         .blocks = 0,
                         .trajectories = count};
    vulkan::Recorder recorder(device());
    compact_frontier.record_seed(recorder, analysis.points, trajectories, {});
    compact_frontier.record_plan(recorder, trajectories, lone, count);
    mean_shift.record(recorder, analysis, trajectories, trajectories.loop, // no table
                      mean_shift_params(analysis, 0, count, analysis.farthest));
    recorder.run();
    const auto frontier = values_of<std::uint32_t>(device(), trajectories.frontier, count);
    for (std::uint32_t trajectory = 0; trajectory < count; ++trajectory)
        ASSERT_EQ(frontier[trajectory], trajectory | AT_REST);
}

TEST_F(MeanShiftTest, EqualsTheTwinWherePointsCoincide) {
    expect_twin(random_points(2'000, {9, 5, 2}), 1e-7, Weighting::frequency, 7);
}

}
}
