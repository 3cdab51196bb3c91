#include "gpu/stages/mean_shift.h"

#include "stage_shader_code.h"
#include "vulkan/device.h"

namespace huedrift::gpu {

SumMoments::SumMoments(const vulkan::Device& device, const MeanShiftVariant& variant)
    : variant_(variant), pass_(device, sum_moments_shader(), traversal_options(device.facts(), variant)) {}

void SumMoments::record(vulkan::Recorder& recorder, const Analysis& analysis, const vulkan::Buffer& positions,
                        const vulkan::Buffer& moments, std::uint32_t count, std::int64_t squared_radius,
                        std::int64_t farthest) const {
    const Tree& tree = analysis.tree;
    recorder.dispatch(
        pass_,
        {positions, moments, analysis.points.l, analysis.points.a, analysis.points.b, analysis.points.weights,
         tree.boxes, variant_.weighted ? tree.frequency_sums : tree.palette_sums,
         variant_.weighted ? tree.frequency_seconds : tree.palette_seconds},
        mean_shift_params(analysis, squared_radius, count, farthest), std::uint64_t{count} * variant_.width);
    recorder.barrier();
}

}
