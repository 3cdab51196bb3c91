#pragma once

#include "reduction/color_set.h"
#include "vulkan/buffer.h"

namespace huedrift::vulkan {

/// The points of an image on the device: one array per coordinate, so that 2^24 of them (64 MiB each) stay
/// below the 128 MiB that every device can bind.
struct Points {
    Buffer l, a, b;
    Buffer weights; ///< pixels of each point
    std::uint32_t count;
};

/// Room for `count` points. Contents are undefined.
Points allocate_points(const Device& device, const std::string& name, std::uint32_t count);

Points upload_points(Device& device, const ColorSet& colors);

}
