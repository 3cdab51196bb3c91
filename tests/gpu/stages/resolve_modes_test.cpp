#include "gpu/stages/frontier.h"

#include "shaders/stages/resolve_modes_params.h"
#include "vulkan/device_fixture.h"

#include <random>

namespace huedrift::gpu {
namespace {

/// Trajectories each with an arbitrary parent or a root.
class ResolveModesTest : public vulkan::DeviceTest {
protected:
    std::uint32_t root_of(std::uint32_t trajectory) const {
        while (parents_[trajectory] != trajectory) trajectory = parents_[trajectory];
        return trajectory;
    }

    void expect_twin(vulkan::Device& device) {
        const auto count = static_cast<std::uint32_t>(parents_.size());
        SCOPED_TRACE(std::to_string(count) + " trajectories");
        const Trajectories trajectories(device, count, {64, 64}, 0);
        upload(device, trajectories.parents, std::as_bytes(std::span(parents_)));
        const auto [x, y] = vulkan::workgroups_for(count, RESOLVE_MODES_WORKGROUP,
                                                   device.facts().workgroups_x, device.facts().workgroups_y);
        LoopState state{};
        state.resolve_groups = {x, y, 1};
        const ResolveModes resolve_modes(device);
        vulkan::Recorder recorder(device);
        recorder.update({trajectories.loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
        recorder.barrier();
        resolve_modes.record(recorder, trajectories);
        recorder.run();
        const auto roots = values_of<std::uint32_t>(device, trajectories.parents, count);
        for (std::uint32_t trajectory = 0; trajectory < count; ++trajectory)
            ASSERT_EQ(roots[trajectory], root_of(trajectory)) << "trajectory " << trajectory;
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
