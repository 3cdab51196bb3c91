#pragma once

#include "gpu/picture/slices.h"
#include "reduction/color_set.h"
#include "vulkan/pass.h"

#include <optional>

namespace huedrift::gpu {

/// A ColorIndex on the device: 2^24 bits and a running count per 64 of them.
struct ColorLookup {
    vulkan::Buffer bits, before;
};

ColorLookup upload_color_lookup(vulkan::Device& device, const ColorIndex& index);

/// The inputs and output of remap() (reduction/remap.h) as buffers. Pixels are RGBA8, four bytes each.
struct RemapBuffers {
    const vulkan::Buffer& source;
    const ColorLookup& lookup;
    const vulkan::Buffer& mode_of;     ///< per colour of the image, uint32
    const vulkan::Buffer& mode_colors; ///< per mode, RGBA8 with alpha 0
    const vulkan::Buffer& result;
};

/// Gives every pixel of a picture the colour of its mode; alpha stays.
class Remap {
public:
    /// `largest_range`: the largest binding in bytes; larger pictures are processed in parts. None: the
    /// device's limit.
    explicit Remap(const vulkan::Device& device, std::optional<std::uint64_t> largest_range = {});

    /// Every visible pixel of `source` must be in the lookup.
    void record(Slices& slices, const RemapBuffers& buffers, std::uint64_t pixels) const;

private:
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

}
