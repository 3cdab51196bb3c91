#pragma once

#include "gpu/stages/analysis.h"
#include "gpu/stages/frontier.h"
#include "reduction/options.h"
#include "shaders/stages/mean_shift_params.h"
#include "vulkan/device_choice.h"

namespace huedrift::gpu {

/// A specialisation of mean_shift.
struct MeanShiftVariant {
    std::uint32_t width = 0; ///< of a subgroup, a leaf and a node
    bool weighted = false;   ///< points count as often as they occur
    bool wide = false;       ///< sums of a batch of points may exceed 32 bits

    friend bool operator==(const MeanShiftVariant&, const MeanShiftVariant&) = default;
};

MeanShiftVariant variant_for(const Analysis& analysis, Weighting weighting);

/// The parameters for balls of squared radius `squared_radius`. They include the float thresholds that leave
/// only those points to integers whose squared distance float cannot tell from the radius. `farthest`: the
/// largest coordinate of a point or a trajectory's start, relative to the origin. Steps are not rounded, and
/// there are no settled cells.
MeanShiftParams mean_shift_params(const Analysis& analysis, std::int64_t squared_radius,
                                  std::uint32_t capacity, std::int64_t farthest);
/// Stage 5: moves each trajectory of a slice of the frontier by one step.
class MeanShift {
public:
    /// Requires subgroups of variant.width where the device can choose; elsewhere they must have that size.
    MeanShift(const vulkan::Device& device, const MeanShiftVariant& variant);

    const MeanShiftVariant& variant() const { return variant_; }

    /// The slice and the number of workgroups come from the loop state. `settled`: the slots of the table of
    /// settled cells; anything where there are none.
    void record(vulkan::Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories,
                const vulkan::BufferRange& settled, const MeanShiftParams& params) const;

private:
    MeanShiftVariant variant_;
    vulkan::Pass packets_, lone_, team_;
};

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
