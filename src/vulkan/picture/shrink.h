#pragma once

#include "gpu/pass.h"
#include "gpu/recorder.h"

#include <optional>
#include <vector>

namespace huedrift::gpu {

/// A picture's smaller versions for display, each half as wide and high as the one before, rounded up.
struct Pyramid {
    struct Level {
        std::uint32_t width, height;
        std::uint64_t offset; ///< bytes into `smaller`; unused for the first level, the picture itself
    };

    /// Halves until the longer side is at most `longest`; no levels if the picture is that small.
    Pyramid(const Device& device, std::uint32_t width, std::uint32_t height, std::uint32_t longest = 128);

    std::vector<Level> levels; ///< the first is the picture
    Buffer smaller;            ///< RGBA8, all levels but the first
};

/// Display pass: fills a pyramid.
class Shrink {
public:
    /// `largest_range`: the largest binding in bytes; larger pictures are processed in parts. None: the
    /// device's limit.
    explicit Shrink(const Device& device, std::optional<std::uint64_t> largest_range = {});

    void record(Recorder& recorder, const Buffer& picture, const Pyramid& pyramid) const;

private:
    Pass pass_;
    std::uint64_t largest_range_;
};

}
