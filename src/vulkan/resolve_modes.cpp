#include "vulkan/resolve_modes.h"

#include "base/parallel.h"
#include "shader_code.h"
#include "shaders/resolve_modes_params.h"

#include <algorithm>
#include <numeric>

namespace huedrift::vulkan {

std::vector<PassDescription> ResolveModes::descriptions() {
    return {{.name = "resolve_modes",
             .spirv = resolve_modes_spirv(),
             .buffers = 2,
             .push_constants = sizeof(ResolveModesParams),
             .workgroup_x = RESOLVE_MODES_WORKGROUP},
            {.name = "list_ends",
             .spirv = list_ends_spirv(),
             .buffers = 11,
             .push_constants = sizeof(ListEndsParams),
             .workgroup_x = RESOLVE_MODES_WORKGROUP},
            {.name = "count_ends",
             .spirv = count_ends_spirv(),
             .buffers = 7,
             .push_constants = sizeof(ListEndsParams),
             .workgroup_x = RESOLVE_MODES_WORKGROUP}};
}

ResolveModes::ResolveModes(const Device& device)
    : resolve_(device, descriptions()[0]), list_(device, descriptions()[1]),
      count_(device, descriptions()[2]) {}

void ResolveModes::record(Recorder& recorder, const Analysis& analysis, const Runs& runs) const {
    for (std::uint32_t pass = 1; pass <= RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch(resolve_, {runs.loop, runs.parents},
                          ResolveModesParams{.count = runs.count, .pass = pass}, runs.count);
        recorder.barrier();
    }
    const ListEndsParams params{.count = runs.count, .capacity = runs.count};
    recorder.dispatch(list_,
                      {runs.loop, runs.parents, runs.l, runs.a, runs.b, runs.ends, runs.checkpoint_l,
                       runs.checkpoint_a, runs.checkpoint_b, runs.frontier, runs.pixels_high},
                      params, runs.count);
    recorder.barrier();
    recorder.dispatch(count_,
                      {runs.parents, runs.ends, analysis.numbers, analysis.points.weights, runs.mode_of,
                       runs.frontier, runs.pixels_high},
                      params, runs.count);
    recorder.barrier();
}

Reduction gather_ends(const Ends& ends, Transfer transfer) {
    std::vector<std::uint32_t> order(ends.positions.size());
    std::iota(order.begin(), order.end(), 0u);
    parallel_sort(order.begin(), order.end(),
                  [&](std::uint32_t i, std::uint32_t j) { return ends.positions[i] < ends.positions[j]; });
    Reduction reduction;
    std::vector<std::uint32_t> mode_of_end(order.size());
    for (const std::uint32_t end : order) {
        if (reduction.modes.empty() || reduction.modes.back().position != ends.positions[end])
            reduction.modes.push_back({ends.positions[end], {}, 0, 0});
        Mode& mode = reduction.modes.back();
        mode.colors += ends.colors[end];
        mode.pixels += ends.pixels[end];
        mode_of_end[end] = static_cast<std::uint32_t>(reduction.modes.size() - 1);
    }
    parallel_ranges(reduction.modes.size(), 256, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i)
            reduction.modes[i].color = color_at(reduction.modes[i].position, transfer);
    });
    reduction.mode_of.resize(ends.end_of.size());
    parallel_ranges(ends.end_of.size(), 1 << 15, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i) reduction.mode_of[i] = mode_of_end[ends.end_of[i]];
    });
    return reduction;
}

}
