#include "vulkan/stages/resolve_modes.h"

#include "shaders/stages/resolve_modes_params.h"
#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {

std::vector<PassDescription> ResolveModes::descriptions() {
    return {{.name = "resolve_modes",
             .spirv = resolve_modes_spirv(),
             .buffers = 1,
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
    constexpr std::uint64_t groups = offsetof(LoopState, resolve_groups_x);
    for (int pass = 0; pass < RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch_indirect(resolve_, {runs.parents}, ResolveModesParams{.count = runs.count},
                                   runs.loop, groups);
        recorder.barrier();
    }
    const ListEndsParams params{.count = runs.count, .capacity = runs.count};
    recorder.dispatch_indirect(list_,
                               {runs.loop, runs.parents, runs.l, runs.a, runs.b, runs.ends, runs.end_l,
                                runs.end_a, runs.end_b, runs.frontier, runs.pixels_high},
                               params, runs.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(count_,
                               {runs.parents, runs.ends, analysis.numbers, analysis.points.weights,
                                runs.mode_of, runs.frontier, runs.pixels_high},
                               params, runs.loop, groups);
    recorder.barrier();
}

}
