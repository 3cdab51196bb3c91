#pragma once

#include "image/animation.h"
#include "image/decode_exchange.h"
#include "image/image.h"
#include "image/resolution.h"
#include "image/source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The facts that a picture file states before its pixels. Sizes are never 0 and not yet checked against any
/// limit.
struct FileFacts : PictureFacts {
    FileFacts() : PictureFacts{} { plays = 1; }

    std::vector<Delay> delays{};            ///< of the frames that can be read; otherwise none
    int orientation = 0;                    ///< 1 to 8; 0: that of the Exif data
    std::optional<Resolution> resolution{}; ///< of the stored picture; none: that of the Exif data
    std::vector<std::byte> exif{};          ///< the TIFF structure of the Exif data, or empty
    bool exif_in_file = false;              ///< the file itself is that structure
    std::vector<std::byte> xmp{};           ///< a packet of XMP, or empty
    std::string settings{};                 ///< from EncodeOptions::settings
};

/// A copy of metadata in a file; of those above `most` bytes only so many that they are known to be too
/// large.
std::vector<std::byte> metadata_of(std::span<const std::byte> bytes, std::size_t most = max_exif_bytes);

/// Exif data without what precedes their TIFF structure: in boxes four bytes with the offset of its beginning
/// after them (ISO/IEC 23008-12, A.2.1; ISO/IEC 18181-2, 9.4).
std::span<const std::byte> after_offset(std::span<const std::byte> exif);
/// Likewise, where writers may put the header of a JPEG segment before it.
std::span<const std::byte> after_header(std::span<const std::byte> exif);

/// Writes Exif data and XMP to `room`. Adapts them to the picture that `exchange` reports: upright, of its
/// size, its resolutions exchanged if `transposed`, without the thumbnail, which would show the old colours.
void settle_metadata(const FileFacts& facts, const Source& source, DecodeExchange& exchange, bool transposed,
                     std::span<std::byte> room);

/// The resolution in the fields of a TIFF structure (TIFF 6.0, section 8): pixels across and down per unit, 0
/// if missing; unit 2 is an inch and 3 a centimetre, and others say nothing about a print.
std::optional<Resolution> resolution_of(double x, double y, unsigned unit);

/// Whether turning a picture of this orientation upright swaps width and height.
constexpr bool is_transposed(int orientation) { return orientation >= 5; }

/// Writes the picture upright, mirrored and rotated by `orientation` (1 to 8, Exif 2.32 tag 0x112). `target`
/// has as many pixels as the picture.
void write_upright(const ImageView& image, int orientation, std::span<Rgba8> target);

}
