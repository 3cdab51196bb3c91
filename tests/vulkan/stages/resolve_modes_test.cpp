#include "vulkan/stages/resolve_modes.h"

#include "gpu/device_fixture.h"
#include "gpu/device_values.h"
#include "shaders/stages/resolve_modes_params.h"
#include "vulkan/engine/ends_readback.h"
#include "vulkan/stages/random_points.h"

#include <map>
#include <numeric>
#include <random>

namespace huedrift::gpu {
namespace {

/// Runs over random points, each of which leads to any parent or is an end.
class ResolveModesTest : public DeviceTest {
protected:
    void start(Device& device, std::uint32_t count) {
        set_.emplace(random_points(count));
        analysis_.emplace(analyse(device, AnalysisStages(device), *set_, device.facts().subgroup_size));
        runs_.emplace(device, count, 64, 0);
        upload(device, runs_->parents, std::as_bytes(std::span(parents_)));
        // Where runs are: at points, so that positions of ends repeat where points do.
        for (const auto& [to, from] : {std::pair{&runs_->l, &analysis_->points.l},
                                       {&runs_->a, &analysis_->points.a},
                                       {&runs_->b, &analysis_->points.b}}) {
            Recorder recorder(device);
            recorder.copy({*from, 0, 4 * std::uint64_t{count}}, *to);
            recorder.run();
        }
    }

    LoopState resolve(Device& device, EndsReadback& readback) {
        const auto [x, y] = workgroups_for(runs_->count, RESOLVE_MODES_WORKGROUP, device.facts().workgroups_x,
                                           device.facts().workgroups_y);
        LoopState state{};
        state.resolve_groups_x = x;
        state.resolve_groups_y = y;
        state.resolve_groups_z = 1;
        const ResolveModes resolve_modes(device);
        Recorder recorder(device);
        recorder.update({runs_->loop, 0, sizeof state}, std::as_bytes(std::span(&state, 1)));
        recorder.barrier();
        resolve_modes.record(recorder, *analysis_, *runs_);
        readback.record(recorder);
        recorder.run();
        return values_of<LoopState>(device, runs_->loop, 1).front();
    }

    std::uint32_t end_of(std::uint32_t run) const {
        while (parents_[run] != run) run = parents_[run];
        return run;
    }

    void expect_twin(Device& device) {
        const auto count = static_cast<std::uint32_t>(parents_.size());
        SCOPED_TRACE(std::to_string(count) + " runs");
        start(device, count);
        EndsReadback readback(device, *runs_);
        LoopState state = resolve(device, readback);
        if (!readback.expect(state.ends)) state = resolve(device, readback);
        const Reduction reduction = readback.gather(state.ends, analysis_->origin, Transfer::srgb);

        const auto numbers = values_of<std::uint32_t>(device, analysis_->numbers, count);
        std::vector<Position> ends(count);
        for (std::uint32_t run = 0; run < count; ++run)
            ends[numbers[run]] = set_->positions()[numbers[end_of(run)]];
        const Reduction expected = gather_modes(*set_, ends);
        ASSERT_EQ(reduction.modes.size(), expected.modes.size());
        for (std::size_t i = 0; i < expected.modes.size(); ++i) {
            ASSERT_EQ(reduction.modes[i].position, expected.modes[i].position);
            ASSERT_EQ(reduction.modes[i].colors, expected.modes[i].colors);
            ASSERT_EQ(reduction.modes[i].pixels, expected.modes[i].pixels);
        }
        EXPECT_EQ(reduction.mode_of, expected.mode_of);
    }

    /// One in `ends` runs is an end, the others lead anywhere before them.
    void make_forest(std::uint32_t count, std::uint32_t ends) {
        std::mt19937 random(count);
        parents_.resize(count);
        for (std::uint32_t run = 0; run < count; ++run)
            parents_[run] =
                run == 0 || random() % ends == 0 ? run : static_cast<std::uint32_t>(random() % run);
    }

    std::vector<std::uint32_t> parents_;
    std::optional<ColorSet> set_;
    std::optional<Analysis> analysis_;
    std::optional<Runs> runs_;
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

TEST_F(ResolveModesTest, FollowsThePathOfEveryRunThroughAllOthers) {
    parents_.resize(20'011);
    for (std::uint32_t run = 0; run < parents_.size(); ++run) parents_[run] = run == 0 ? 0 : run - 1;
    expect_twin(device());
}

}
}
