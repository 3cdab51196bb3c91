#include "gpu/stages/frontier.h"

#include "shaders/stages/resolve_modes_params.h"
#include "stage_shader_code.h"

#include <cstddef>

namespace huedrift::gpu {

ResolveModes::ResolveModes(const vulkan::Device& device) : pass_(device, resolve_modes_shader()) {}

void ResolveModes::record(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    for (int pass = 0; pass < RESOLVE_MODES_PASSES; ++pass) {
        recorder.dispatch_indirect(pass_, {trajectories.parents},
                                   ResolveModesParams{.count = trajectories.count}, trajectories.loop,
                                   offsetof(LoopState, resolve_groups));
        recorder.barrier();
    }
}

}
