#include "gpu/stages/mean_shift.h"

#include "stage_shader_code.h"
#include "vulkan/device.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace huedrift::gpu {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float float_below(double value) { return std::nextafter(static_cast<float>(value), -infinity); }
float float_above(double value) { return std::nextafter(static_cast<float>(value), infinity); }

// The largest error of a squared distance near R2 in float. Coordinates up to 2^24 and their differences are
// exact; beyond, each is off by up to half a unit in the last place. Three products and two sums add less
// than 2^-21 of the value.
double float_error(double squared_radius, double farthest) {
    const double coordinate = farthest <= 0x1p24 ? 0 : 4 * farthest * 0x1p-24;
    return squared_radius * 0x1p-20 + 4 * std::sqrt(squared_radius) * coordinate +
           4 * coordinate * coordinate;
}

// At each level above the leaves at most the children of one node wait.
std::uint32_t stack_size(std::uint32_t width) {
    return std::max(TreeShape(max_points, width).levels - 1, 1u) * width;
}

// Queries share a traversal if their box is narrower than this share of the radius and than this many units:
// wider packets leave more points to be tested query by query, narrower ones traverse more often.
constexpr double widest_of_radius = 0.7, widest = 0.025 * units_per_one;

/// The options that a pass with include/traversal.glsl is built with: `team` subgroups share a traversal.
vulkan::PassOptions traversal_options(const vulkan::DeviceFacts& device, const MeanShiftVariant& variant,
                                      std::uint32_t team = 1) {
    vulkan::PassOptions options{.constants = {variant.width, variant.weighted, stack_size(variant.width),
                                              variant.width * team, team}};
    if (device.largest_subgroup != 0) options.subgroup_size = variant.width;
    return options;
}

// Subgroups that share a traversal where trajectories are few. Every device has workgroups of 128 threads; of
// a wider subgroup's work there is less to share.
std::uint32_t team_size(const vulkan::DeviceFacts& device, std::uint32_t width) {
    return std::clamp(std::min(device.workgroup_threads, 256u) / width, 1u, 8u);
}

vulkan::PassOptions stepping_options(const vulkan::DeviceFacts& device, const MeanShiftVariant& variant,
                                     std::uint32_t team = 1) {
    vulkan::PassOptions options = traversal_options(device, variant, team);
    options.constants.push_back(variant.wide);
    return options;
}

}

MeanShiftVariant variant_for(const Analysis& analysis, Weighting weighting) {
    // A batch is three subgroups full of points (mean_shift.comp), each at most `farthest` from the origin.
    const std::int64_t width = analysis.tree.shape.width;
    return {.width = analysis.tree.shape.width,
            .weighted = weighting == Weighting::frequency,
            .wide = 3 * width * analysis.farthest > std::numeric_limits<std::int32_t>::max()};
}

MeanShiftParams mean_shift_params(const Analysis& analysis, std::int64_t squared_radius,
                                  std::uint32_t capacity, std::int64_t farthest) {
    const double r2 = static_cast<double>(squared_radius);
    const double error = float_error(r2, static_cast<double>(farthest));
    const TreeShape& shape = analysis.tree.shape;
    MeanShiftParams params{.capacity = capacity,
                           .levels = shape.levels,
                           .first_node = {},
                           .surely_in = float_below(r2 - error),
                           .surely_out = float_above(r2 + error),
                           .squared_radius_low = static_cast<std::uint32_t>(squared_radius),
                           .squared_radius_high = static_cast<std::uint32_t>(squared_radius >> 32),
                           .widest =
                               static_cast<std::int32_t>(std::min(widest_of_radius * std::sqrt(r2), widest)),
                           .all_nodes = shape.nodes(),
                           .rounded = 0,
                           .settled_slots = 0,
                           .settled_levels = 0,
                           .origin_l = analysis.origin.l,
                           .origin_a = analysis.origin.a,
                           .origin_b = analysis.origin.b};
    std::copy(shape.first_node.begin(), shape.first_node.end(), params.first_node);
    return params;
}

MeanShift::MeanShift(const vulkan::Device& device, const MeanShiftVariant& variant)
    : variant_(variant), packets_(device, mean_shift_shader(), stepping_options(device.facts(), variant)),
      lone_(device, mean_shift_lone_shader(), stepping_options(device.facts(), variant)),
      team_(device, mean_shift_lone_shader(),
            stepping_options(device.facts(), variant, team_size(device.facts(), variant.width))) {}

void MeanShift::record(vulkan::Recorder& recorder, const Analysis& analysis, const Trajectories& trajectories,
                       const vulkan::BufferRange& settled, const MeanShiftParams& params) const {
    const Tree& tree = analysis.tree;
    const auto dispatch = [&](const vulkan::Pass& pass, std::uint64_t groups) {
        recorder.dispatch_indirect(pass,
                                   {trajectories.loop, trajectories.frontier, analysis.points.l,
                                    analysis.points.a, analysis.points.b, analysis.points.weights, tree.boxes,
                                    variant_.weighted ? tree.frequency_sums : tree.palette_sums,
                                    trajectories.l, trajectories.a, trajectories.b, settled},
                                   params, trajectories.loop, groups);
    };
    dispatch(packets_, offsetof(LoopState, packet_groups));
    dispatch(lone_, offsetof(LoopState, lone_groups));
    dispatch(team_, offsetof(LoopState, team_groups));
    recorder.barrier();
}

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
