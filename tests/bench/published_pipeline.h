#pragma once

#include "reduction/color_set.h"
#include "reduction/options.h"
#include "vulkan/device.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <array>
#include <optional>
#include <vector>

namespace huedrift::bench {

/// The published program's constants. llvmpipe silently ends an invocation's loops after 65,535 rounds in
/// total, so on a CPU device only a coarse grid and single steps give correct sums.
struct PublishedSettings {
    std::uint32_t grid_side = 100;           ///< cells along each axis
    std::uint32_t unlimited_steps = 100'000; ///< "until the end", but finite in case a colour cycles
};

PublishedSettings published_settings(const vulkan::DeviceFacts& device);

/// The published program's result for one radius and weighting.
struct PublishedResult {
    std::vector<Oklab> ends; ///< where each colour came to rest
    double wall_seconds = 0; ///< from the first submission to the centres on the host
    double device_seconds = 0;
    std::uint32_t dispatches = 0;
    bool finished = true; ///< false: the time limit was reached, `ends` is incomplete
};

/// The program that this one is measured against, re-created from its description: float32 Oklab, a grid of
/// 100^3 cells scaled to the colours' bounding box, one thread for each colour that still moves. The grid is
/// made on the host: only the mean shift is compared.
class PublishedPipeline {
public:
    PublishedPipeline(vulkan::Device& device, const ColorSet& colors, const PublishedSettings& settings);

    /// Gives up between two dispatches once `limit_seconds` have passed.
    PublishedResult mean_shift(double radius, Weighting weighting, double limit_seconds);

private:
    struct Grid;
    PublishedPipeline(vulkan::Device& device, const ColorSet& colors, const PublishedSettings& settings,
                      const Grid& grid);

    std::uint32_t steps_of_dispatch(std::uint32_t moving) const;

    vulkan::Device& device_;
    PublishedSettings settings_;
    std::size_t colors_;
    std::array<float, 3> low_, range_;
    vulkan::Buffer points_, members_, ranges_, palette_sums_, frequency_sums_, start_, ends_, counter_,
        host_counter_, host_ends_;
    std::array<vulkan::Buffer, 2> movers_;
    vulkan::Pass palette_, frequency_;
};

}
