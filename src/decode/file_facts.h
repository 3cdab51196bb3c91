#pragma once

#include "image/animation.h"
#include "image/decode_exchange.h"
#include "image/image.h"
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

/// The metadata of a file as a library returns it.
struct StoredMetadata {
    std::vector<std::byte> exif{}; ///< the TIFF structure
    std::vector<std::byte> xmp{};
};

/// Removes the prefix of the TIFF structure in files of boxes: four bytes with the offset of its beginning
/// after them (ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.4).
void take_off_offset(std::vector<std::byte>& exif);

/// Writes Exif data and XMP to `room`, from `stored` or from `facts`. Adapts them to the picture that
/// `exchange` reports: upright, of its size, its resolutions exchanged if `transposed`, without the
/// thumbnail, which would show the old colours.
void settle_metadata(const StoredMetadata& stored, const FileFacts& facts, DecodeExchange& exchange,
                     bool transposed, std::span<std::byte> room);

/// The resolution in the first directory of a TIFF file (TIFF 6.0, section 8); none if it is missing or
/// damaged, or has no unit and so only tells the shape of pixels.
std::optional<Resolution> tiff_resolution(const Source& source);

/// The resolution in Exif data (their TIFF structure), likewise. None for 72 dpi, too, which stands for an
/// unknown resolution there (Exif 2.32, tag 0x11A).
std::optional<Resolution> exif_resolution(std::span<const std::byte> tiff);

/// The orientation, 1 to 8, in Exif data (their TIFF structure); 1, upright, if it is missing or invalid.
int exif_orientation(std::span<const std::byte> tiff);

/// Whether turning a picture of this orientation upright swaps width and height.
constexpr bool is_transposed(int orientation) { return orientation >= 5; }

/// Writes the picture upright, mirrored and rotated by `orientation` (1 to 8, Exif 2.32 tag 0x112). `target`
/// has as many pixels as the picture.
void write_upright(const ImageView& image, int orientation, std::span<Rgba8> target);

}
