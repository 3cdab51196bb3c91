#pragma once

#include "image/animation.h"
#include "image/load_limits.h"
#include "image/resolution.h"
#include "image/source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Where the picture lies in the larger one that a file stores.
struct Crop {
    std::uint64_t left = 0, top = 0, stored_width = 0, stored_height = 0; ///< pixels
};

/// What a picture file says about itself before its pixels.
struct FileFacts {
    std::uint64_t width = 0, height = 0; ///< pixels, never 0, not yet checked against any limit
    std::optional<Crop> crop{};          ///< that gives this size; none: the whole picture is shown
    bool sixteen_bits = false;
    bool cmyk = false;
    bool animated = false;
    Animation animation{};          ///< with its frames if they can be read; otherwise none
    std::uint64_t frame_pixels = 0; ///< pixels of all frames, decoded
    bool more_pages = false;
    int orientation = 0;                    ///< 1 to 8; 0: that of the Exif data
    std::optional<Resolution> resolution{}; ///< of the stored picture; none: that of the Exif data
    std::span<const std::byte> exif;        ///< the TIFF structure of the Exif data, or empty
    std::span<const std::byte> xmp;         ///< a packet of XMP, or empty
    std::span<const std::byte> settings;    ///< from EncodeOptions::settings, or empty
    /// The palette of an indexed file in its order, at most max_slots; of an animation with several the
    /// first. Empty: not indexed.
    std::vector<Rgba8> slots{};

    PictureSize size() const { return {width, height, animation.frames(), frame_pixels}; }
};

}
