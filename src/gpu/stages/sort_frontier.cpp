#include "gpu/stages/frontier.h"

#include "gpu/stages/analysis.h"
#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {
namespace {

SortFrontierParams params_for(const Analysis& analysis, const Trajectories& trajectories) {
    const CellGrid grid = cell_grid(analysis.box, trajectories.bucket_count);
    return {.capacity = trajectories.count,
            .cell = static_cast<std::int32_t>(grid.cell),
            .low_l = grid.low.l - analysis.origin.l,
            .low_a = grid.low.a - analysis.origin.a,
            .low_b = grid.low.b - analysis.origin.b,
            .cells_l = grid.cells_l,
            .cells_a = grid.cells_a,
            .cells_b = grid.cells_b};
}

}

SortFrontier::SortFrontier(const vulkan::Device& device)
    : count_(device, count_buckets_shader()), place_(device, place_buckets_shader()),
      sort_(device, sort_frontier_shader()) {}

void SortFrontier::record_clear(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    recorder.fill({trajectories.bucket_counts, 0, 4 * std::uint64_t{trajectories.bucket_count}}, 0);
    recorder.barrier();
}

void SortFrontier::record(vulkan::Recorder& recorder, const Analysis& analysis,
                          const Trajectories& trajectories) const {
    const SortFrontierParams params = params_for(analysis, trajectories);
    constexpr std::uint64_t groups = offsetof(LoopState, sort_groups);
    recorder.dispatch_indirect(count_,
                               {trajectories.loop, trajectories.frontier, trajectories.l, trajectories.a,
                                trajectories.b, trajectories.bucket_counts, trajectories.ranks,
                                trajectories.buckets},
                               params, trajectories.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(place_,
                               {trajectories.loop, trajectories.bucket_counts, trajectories.bucket_begins},
                               {}, trajectories.loop, offsetof(LoopState, place_groups));
    recorder.barrier();
    recorder.dispatch_indirect(sort_,
                               {trajectories.loop, trajectories.frontier, trajectories.bucket_begins,
                                trajectories.ranks, trajectories.buckets},
                               params, trajectories.loop, groups);
    recorder.barrier();
}

}
