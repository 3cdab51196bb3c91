#include "gpu/stages/analysis.h"

#include "shaders/stages/find_bbox_params.h"
#include "stage_shader_code.h"

#include <algorithm>

namespace huedrift::gpu {

// Enough threads to fill any GPU; more threads would only add atomics on the six words.
constexpr std::uint32_t max_threads = 1 << 18;

FindBbox::FindBbox(const vulkan::Device& device) : pass_(device, find_bbox_shader()) {}

void FindBbox::record(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& box) const {
    recorder.fill({box, 0, 12}, 0x7fffffffu);
    recorder.fill({box, 12, 12}, 0x80000000u);
    recorder.barrier();
    const std::uint32_t workgroups =
        (std::min(points.count, max_threads) + FIND_BBOX_WORKGROUP - 1) / FIND_BBOX_WORKGROUP;
    const std::uint32_t threads = workgroups * FIND_BBOX_WORKGROUP;
    recorder.dispatch(pass_, {points.l, points.a, points.b, {box, 0, 24}},
                      FindBboxParams{.count = points.count, .threads = threads}, threads);
    recorder.barrier();
}

}
