#pragma once

#include "reduction/color_set.h"
#include "vulkan/buffer.h"

#include <span>

namespace huedrift::gpu {

/// The number of 8-bit colours.
constexpr std::uint32_t max_points = 1u << 24;

/// The points of an image on the device, as one array per coordinate: so 2^24 points (64 MiB each) stay below
/// the 128 MiB that every device can bind.
struct Points {
    vulkan::Buffer l, a, b;
    vulkan::Buffer weights; ///< pixels of each point
    std::uint32_t count;
};

/// Room for `count` points. Contents are undefined.
Points allocate_points(const vulkan::Device& device, const std::string& name, std::uint32_t count);

Points upload_points(vulkan::Device& device, const ColorSet& colors);

/// The starts of trajectories, relative to `origin`. The weights are undefined.
Points upload_starts(vulkan::Device& device, std::span<const Position> starts, const Position& origin);

}
