#include "gpu/stages/resolve_modes.h"

#include "gpu/engine/roots_readback.h"
#include "gpu/stages/random_points.h"
#include "shaders/stages/resolve_modes_params.h"
#include "vulkan/device_fixture.h"

#include <map>
#include <numeric>
#include <random>

namespace huedrift::gpu {
namespace {

/// Trajectories over random points, each with an arbitrary parent or a root.
class ResolveModesTest : public vulkan::DeviceTest {
protected:
    void start(vulkan::Device& device, std::uint32_t count) {
        set_.emplace(random_points(count));
        analysis_.emplace(analyse(device, AnalysisStages(device), *set_, device.facts().subgroup_size));
        trajectories_.emplace(device, count, 64, 0);
        upload(device, trajectories_->parents, std::as_bytes(std::span(parents_)));
        // States of trajectories: at points, so positions of roots repeat if points do.
        for (const auto& [to, from] : {std::pair{&trajectories_->l, &analysis_->points.l},
                                       {&trajectories_->a, &analysis_->points.a},
                                       {&trajectories_->b, &analysis_->points.b}}) {
            vulkan::Recorder recorder(device);
            recorder.copy({*from, 0, 4 * std::uint64_t{count}}, *to);
            recorder.run();
        }
    }

    LoopState resolve(vulkan::Device& device, RootsReadback& readback) {
        const auto [x, y] = vulkan::workgroups_for(trajectories_->count, RESOLVE_MODES_WORKGROUP,
                                                   device.facts().workgroups_x, device.facts().workgroups_y);
        LoopState state{};
        state.resolve_groups.x = x;
        state.resolve_groups.y = y;
        state.resolve_groups.z = 1;
        const ResolveModes resolve_modes(device);
        vulkan::Recorder recorder(device);
        recorder.update({trajectories_->loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
        recorder.barrier();
        resolve_modes.record(recorder, *analysis_, *trajectories_);
        readback.record(recorder);
        recorder.run();
        return values_of<LoopState>(device, trajectories_->loop, 1).front();
    }

    std::uint32_t root_of(std::uint32_t trajectory) const {
        while (parents_[trajectory] != trajectory) trajectory = parents_[trajectory];
        return trajectory;
    }

    void expect_twin(vulkan::Device& device) {
        const auto count = static_cast<std::uint32_t>(parents_.size());
        SCOPED_TRACE(std::to_string(count) + " trajectories");
        start(device, count);
        RootsReadback readback(device, *trajectories_);
        LoopState state = resolve(device, readback);
        if (!readback.expect(state.roots)) state = resolve(device, readback);
        const Reduction reduction = readback.gather(state.roots, analysis_->origin, Transfer::srgb);

        const auto numbers = values_of<std::uint32_t>(device, analysis_->numbers, count);
        std::vector<Position> roots(count);
        for (std::uint32_t trajectory = 0; trajectory < count; ++trajectory)
            roots[numbers[trajectory]] = set_->positions()[numbers[root_of(trajectory)]];
        const Reduction expected = gather_modes(*set_, roots);
        ASSERT_EQ(reduction.entries.size(), expected.entries.size());
        for (std::size_t i = 0; i < expected.entries.size(); ++i) {
            ASSERT_EQ(reduction.entries[i].position, expected.entries[i].position);
            ASSERT_EQ(reduction.entries[i].colors, expected.entries[i].colors);
            ASSERT_EQ(reduction.entries[i].pixels, expected.entries[i].pixels);
        }
        EXPECT_EQ(reduction.entry_of, expected.entry_of);
    }

    /// One in `roots` trajectories is a root; the others have any earlier one as parent.
    void make_forest(std::uint32_t count, std::uint32_t roots) {
        std::mt19937 random(count);
        parents_.resize(count);
        for (std::uint32_t trajectory = 0; trajectory < count; ++trajectory)
            parents_[trajectory] = trajectory == 0 || random() % roots == 0
                                       ? trajectory
                                       : static_cast<std::uint32_t>(random() % trajectory);
    }

    std::vector<std::uint32_t> parents_;
    std::optional<ColorSet> set_;
    std::optional<Analysis> analysis_;
    std::optional<Trajectories> trajectories_;
};

TEST_F(ResolveModesTest, EqualsTheTwinOnAnyCount) {
    for (const std::uint32_t count : awkward_counts(device(), RESOLVE_MODES_WORKGROUP)) {
        make_forest(count, 5);
        expect_twin(device());
    }
}

TEST_F(ResolveModesTest, EqualsTheTwinOnSeveralRowsOfWorkgroups) {
    make_forest(65'537, 300);
    expect_twin(narrow_device());
}

TEST_F(ResolveModesTest, FollowsOneChainThroughAllTrajectories) {
    parents_.resize(20'011);
    for (std::uint32_t trajectory = 0; trajectory < parents_.size(); ++trajectory)
        parents_[trajectory] = trajectory == 0 ? 0 : trajectory - 1;
    expect_twin(device());
}

}
}
