#include "vulkan/stages/sort_frontier.h"

#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {
namespace {

SortFrontierParams params_for(const PointBox& box, std::uint32_t capacity) {
    const auto half = [](std::int32_t least, std::int32_t greatest) {
        return static_cast<float>((std::int64_t{greatest} - least + 1) / 2);
    };
    const auto cells = [](float half_side) { return (1 << SORT_FRONTIER_CELL_BITS) / (2 * half_side + 1); };
    const float l = half(box.least.l, box.greatest.l), a = half(box.least.a, box.greatest.a),
                b = half(box.least.b, box.greatest.b);
    return {.capacity = capacity,
            .half_l = l,
            .half_a = a,
            .half_b = b,
            .cells_l = cells(l),
            .cells_a = cells(a),
            .cells_b = cells(b)};
}

}

std::vector<PassDescription> SortFrontier::descriptions() {
    return {{.name = "count_buckets",
             .spirv = count_buckets_spirv(),
             .buffers = 7,
             .push_constants = sizeof(SortFrontierParams),
             .workgroup_x = SORT_FRONTIER_WORKGROUP},
            {.name = "place_buckets",
             .spirv = place_buckets_spirv(),
             .buffers = 3,
             .workgroup_x = SORT_FRONTIER_WORKGROUP},
            {.name = "sort_frontier",
             .spirv = sort_frontier_spirv(),
             .buffers = 7,
             .push_constants = sizeof(SortFrontierParams),
             .workgroup_x = SORT_FRONTIER_WORKGROUP}};
}

SortFrontier::SortFrontier(const Device& device)
    : count_(device, descriptions()[0]), place_(device, descriptions()[1]), sort_(device, descriptions()[2]) {
}

void SortFrontier::record_clear(Recorder& recorder, const Runs& runs) const {
    recorder.fill(runs.bucket_counts, 0);
    recorder.barrier();
}

void SortFrontier::record(Recorder& recorder, const Analysis& analysis, const Runs& runs) const {
    const SortFrontierParams params = params_for(analysis.box, runs.count);
    constexpr std::uint64_t groups = offsetof(LoopState, sort_groups_x);
    recorder.dispatch_indirect(
        count_, {runs.loop, runs.frontier, runs.l, runs.a, runs.b, runs.bucket_counts, runs.mode_of}, params,
        runs.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(place_, {runs.loop, runs.bucket_counts, runs.bucket_begins}, runs.loop,
                               offsetof(LoopState, place_groups_x));
    recorder.barrier();
    recorder.dispatch_indirect(
        sort_, {runs.loop, runs.frontier, runs.l, runs.a, runs.b, runs.bucket_begins, runs.mode_of}, params,
        runs.loop, groups);
    recorder.barrier();
}

}
