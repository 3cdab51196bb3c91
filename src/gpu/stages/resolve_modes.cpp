#include "gpu/stages/resolve_modes.h"

#include "shaders/stages/resolve_modes_params.h"
#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {
ResolveModes::ResolveModes(const vulkan::Device& device)
    : resolve_(device, resolve_modes_shader()), list_(device, list_roots_shader()),
      count_(device, count_roots_shader()) {}

void ResolveModes::record_roots(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    constexpr std::uint64_t groups = offsetof(LoopState, resolve_groups);
    for (int pass = 0; pass < RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch_indirect(resolve_, {trajectories.parents},
                                   ResolveModesParams{.count = trajectories.count}, trajectories.loop,
                                   groups);
        recorder.barrier();
    }
}

void ResolveModes::record(vulkan::Recorder& recorder, const Analysis& analysis,
                          const Trajectories& trajectories) const {
    record_roots(recorder, trajectories);
    constexpr std::uint64_t groups = offsetof(LoopState, resolve_groups);
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
