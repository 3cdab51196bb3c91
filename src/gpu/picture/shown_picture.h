#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "gpu/picture/slices.h"
#include "image/image.h"
#include "reduction/color_set.h"
#include "vulkan/pass.h"

#include <vector>

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
    explicit Remap(const vulkan::Device& device, LargestRange largest_range = {});

    /// Every visible pixel of `source` must be in the lookup.
    void record(Slices& slices, const RemapBuffers& buffers, std::uint64_t pixels) const;

private:
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

/// A picture's smaller versions for display, each half as wide and high as the one before, rounded up. A
/// pixel is the mean of the light of those of the picture that it covers, weighted by alpha.
struct Pyramid {
    struct Level {
        std::uint32_t width, height;
        std::uint64_t row_bytes;
        std::uint64_t offset; ///< bytes into `smaller`; unused for the first level, the picture itself
    };

    /// Halves until one pixel is left. With `halvings`, the first level is not the picture itself, but of so
    /// many halvings.
    Pyramid(const vulkan::Device& device, std::uint32_t width, std::uint32_t height,
            std::uint32_t halvings = 0);

    /// The share of the last column and the last row of a level that the picture covers.
    float last_column(std::size_t level) const { return last_share(width_, level); }
    float last_row(std::size_t level) const { return last_share(height_, level); }

    std::vector<Level> levels; ///< the first is the picture
    vulkan::Buffer
        smaller; ///< all levels but the first: linear light, premultiplied, and alpha, of 16 bits each

private:
    float last_share(std::uint32_t side, std::size_t level) const;

    std::uint32_t width_, height_, halvings_;
};

/// Display pass: fills a pyramid.
class Shrink {
public:
    explicit Shrink(const vulkan::Device& device, LargestRange largest_range = {});

    void record(Slices& slices, const vulkan::Buffer& picture, const Pyramid& pyramid) const;

private:
    vulkan::Pass first_, further_; ///< of the picture, of a level
    std::uint64_t largest_range_;
};

/// Paints a picture and fills its pyramid as Shrink does, to within 0.05 of an 8-bit code, on the host: where
/// the device is a CPU, the memory of both is one, and the queue stays free for the window.
/// `paint(first, last)` paints rows of `picture`, each once, on several threads. Throws Error(cancelled).
void paint_and_shrink(std::span<const Rgba8> picture, const Pyramid& pyramid,
                      FunctionRef<std::size_t, std::size_t> paint, const Progress& progress);

}
