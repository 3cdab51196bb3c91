#pragma once

#include "gpu/stages/mean_shift.h"

namespace huedrift::gpu {

/// Sums the points within the radius of some positions, with their second moments.
class SumMoments {
public:
    SumMoments(const vulkan::Device& device, const MeanShiftVariant& variant);

    const MeanShiftVariant& variant() const { return variant_; }

    /// `positions`: int32[count][3], relative to the analysis' origin. `moments`:
    /// int64[count][SUM_MOMENTS_VALUES].
    void record(vulkan::Recorder& recorder, const Analysis& analysis, const vulkan::Buffer& positions,
                const vulkan::Buffer& moments, std::uint32_t count, std::int64_t squared_radius,
                std::int64_t farthest) const;

private:
    MeanShiftVariant variant_;
    vulkan::Pass pass_;
};

}
