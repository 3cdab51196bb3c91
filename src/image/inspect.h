#pragma once

#include "image/animation.h"
#include "image/source.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The facts in a picture file, read without decoding it.
struct FileFacts {
    std::uint64_t width = 0, height = 0; ///< pixels, never 0, not yet checked against any limit
    bool sixteen_bits = false;
    bool cmyk = false;
    bool animated = false;
    Animation animation{};          ///< with its frames if they can be read; otherwise none
    std::uint64_t frame_pixels = 0; ///< pixels of all frames, decoded
    bool more_pages = false;
    int orientation = 0;                 ///< 1 to 8; 0: that of the Exif data
    std::span<const std::byte> exif;     ///< the TIFF structure of the Exif data, or empty
    std::span<const std::byte> xmp;      ///< a packet of XMP, or empty
    std::span<const std::byte> settings; ///< from EncodeOptions::settings, or empty
};

// How far each format is checked. PNG and BMP: to the end, as stb_image ignores PNG checksums and reads zeros
// past the end of a BMP file. JPEG: to the first scan, as libjpeg notices missing data itself. GIF and WebP:
// all blocks; TIFF: all strips; AVIF, HEIC and JPEG XL: all boxes. PNM, PAM and QOI: whether there are enough
// bytes for the pixels. All throw Error(input).
FileFacts inspect_png(const Source& source);
FileFacts inspect_jpeg(const Source& source);
FileFacts inspect_bmp(const Source& source);
FileFacts inspect_gif(const Source& source);
FileFacts inspect_webp(const Source& source);
FileFacts inspect_tiff(const Source& source);
FileFacts inspect_heif(const Source& source); // AVIF, too
FileFacts inspect_jxl(const Source& source);
FileFacts inspect_pnm(const Source& source); // PAM, too
FileFacts inspect_qoi(const Source& source);

}
