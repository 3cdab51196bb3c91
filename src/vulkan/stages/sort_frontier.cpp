#include "vulkan/stages/sort_frontier.h"

#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {
namespace {

SortFrontierParams params_for(const BoundingBox& box, std::uint32_t capacity) {
    const auto half = [](std::int32_t low, std::int32_t high) {
        return static_cast<float>((std::int64_t{high} - low + 1) / 2);
    };
    const auto cells = [](float half_side) { return (1 << SORT_FRONTIER_CELL_BITS) / (2 * half_side + 1); };
    const float l = half(box.low.l, box.high.l), a = half(box.low.a, box.high.a),
                b = half(box.low.b, box.high.b);
    return {.capacity = capacity,
            .half_l = l,
            .half_a = a,
            .half_b = b,
            .cells_l = cells(l),
            .cells_a = cells(a),
            .cells_b = cells(b)};
}

}

SortFrontier::SortFrontier(const Device& device)
    : count_(device, count_buckets_shader()), place_(device, place_buckets_shader()),
      sort_(device, sort_frontier_shader()) {}

void SortFrontier::record_clear(Recorder& recorder, const Trajectories& trajectories) const {
    recorder.fill(trajectories.bucket_counts, 0);
    recorder.barrier();
}

void SortFrontier::record(Recorder& recorder, const Analysis& analysis,
                          const Trajectories& trajectories) const {
    const SortFrontierParams params = params_for(analysis.box, trajectories.count);
    constexpr std::uint64_t groups = offsetof(LoopState, sort_groups);
    recorder.dispatch_indirect(count_,
                               {trajectories.loop, trajectories.frontier(), trajectories.l, trajectories.a,
                                trajectories.b, trajectories.bucket_counts, trajectories.ranks()},
                               params, trajectories.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(place_,
                               {trajectories.loop, trajectories.bucket_counts, trajectories.bucket_begins},
                               trajectories.loop, offsetof(LoopState, place_groups));
    recorder.barrier();
    recorder.dispatch_indirect(sort_,
                               {trajectories.loop, trajectories.frontier(), trajectories.l, trajectories.a,
                                trajectories.b, trajectories.bucket_begins, trajectories.ranks()},
                               params, trajectories.loop, groups);
    recorder.barrier();
}

}
