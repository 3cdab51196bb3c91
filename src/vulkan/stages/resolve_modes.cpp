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
            {.name = "list_roots",
             .spirv = list_roots_spirv(),
             .buffers = 11,
             .push_constants = sizeof(ListRootsParams),
             .workgroup_x = RESOLVE_MODES_WORKGROUP},
            {.name = "count_roots",
             .spirv = count_roots_spirv(),
             .buffers = 7,
             .push_constants = sizeof(ListRootsParams),
             .workgroup_x = RESOLVE_MODES_WORKGROUP}};
}

ResolveModes::ResolveModes(const Device& device)
    : resolve_(device, descriptions()[0]), list_(device, descriptions()[1]),
      count_(device, descriptions()[2]) {}

void ResolveModes::record(Recorder& recorder, const Analysis& analysis,
                          const Trajectories& trajectories) const {
    constexpr std::uint64_t groups = offsetof(LoopState, resolve_groups_x);
    for (int pass = 0; pass < RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch_indirect(resolve_, {trajectories.parents},
                                   ResolveModesParams{.count = trajectories.count}, trajectories.loop,
                                   groups);
        recorder.barrier();
    }
    const ListRootsParams params{.count = trajectories.count, .capacity = trajectories.count};
    recorder.dispatch_indirect(list_,
                               {trajectories.loop, trajectories.parents, trajectories.l, trajectories.a,
                                trajectories.b, trajectories.root_numbers, trajectories.root_l,
                                trajectories.root_a, trajectories.root_b, trajectories.tallies(),
                                trajectories.pixels_high},
                               params, trajectories.loop, groups);
    recorder.barrier();
    recorder.dispatch_indirect(count_,
                               {trajectories.parents, trajectories.root_numbers, analysis.numbers,
                                analysis.points.weights, trajectories.mode_of(), trajectories.tallies(),
                                trajectories.pixels_high},
                               params, trajectories.loop, groups);
    recorder.barrier();
}

}
