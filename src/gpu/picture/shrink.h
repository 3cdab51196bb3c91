#pragma once

#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <optional>
#include <vector>

namespace huedrift::gpu {

/// A picture's smaller versions for display, each half as wide and high as the one before, rounded up. A
/// pixel is the mean of the light of those of the picture that it covers, weighted by alpha.
struct Pyramid {
    struct Level {
        std::uint32_t width, height;
        std::uint64_t row_bytes;
        std::uint64_t offset; ///< bytes into `smaller`; unused for the first level, the picture itself
    };

    /// Halves until one pixel is left.
    Pyramid(const vulkan::Device& device, std::uint32_t width, std::uint32_t height);

    std::vector<Level> levels; ///< the first is the picture
    vulkan::Buffer
        smaller; ///< all levels but the first: linear light, premultiplied, and alpha, of 16 bits each
};

/// Display pass: fills a pyramid.
class Shrink {
public:
    /// `largest_range`: the largest binding in bytes; larger pictures are processed in parts. None: the
    /// device's limit.
    explicit Shrink(const vulkan::Device& device, std::optional<std::uint64_t> largest_range = {});

    void record(vulkan::Recorder& recorder, const vulkan::Buffer& picture, const Pyramid& pyramid) const;

private:
    vulkan::Pass first_, further_; ///< of the picture, of a level
    std::uint64_t largest_range_;
};

}
