#pragma once

#include "image/animation.h"
#include "image/source.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// What a picture file says about itself, read without decoding it.
struct FileFacts {
    std::uint64_t width = 0, height = 0; ///< pixels, never 0, not yet checked against any limit
    bool sixteen_bits = false;
    bool cmyk = false;
    bool animated = false;
    Animation animation{};          ///< of its frames, where they can be read; else without any
    std::uint64_t frame_pixels = 0; ///< that decoding all frames takes
    bool more_pages = false;
    int orientation = 0;                 ///< 1 to 8; 0: as the Exif data say
    std::span<const std::byte> exif;     ///< the TIFF structure of the Exif data, empty without any
    std::span<const std::byte> xmp;      ///< a packet of XMP, empty without any
    std::span<const std::byte> settings; ///< what EncodeOptions::settings stored, empty without any
};

// PNG and BMP files are checked from end to end, as stb_image ignores PNG checksums and reads zeros past the
// end of a BMP; JPEG files up to their first scan, as libjpeg notices missing data itself; of GIF and WebP
// files the blocks, of TIFF files the strips, of AVIF, HEIC and
// JPEG XL files the boxes, which all must be there. Of PNM, PAM and QOI files, whether
// there are bytes enough for the pixels. All throw Error(input).
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
