#pragma once

#include "decode/decode_by.h"

namespace huedrift {

// How each format is read: inspect_NAME() and decode_NAME(), a PictureReader. How far files are checked
// before decoding: PNG and BMP to the end, as stb_image ignores PNG checksums and reads zeros past the end of
// a BMP file. JPEG to the first scan, as libjpeg notices missing data itself. GIF and WebP: all blocks; TIFF:
// all strips; AVIF, HEIC and JPEG XL: all boxes. PNM, PAM, QOI and TGA: whether there are enough bytes for
// the pixels.
FileFacts inspect_basic(const Source& source);
FileFacts inspect_bmp(const Source& source);
FileFacts inspect_gif(const Source& source);
FileFacts inspect_heif(const Source& source); // AVIF, too
FileFacts inspect_jpeg(const Source& source);
FileFacts inspect_jxl(const Source& source);
FileFacts inspect_png(const Source& source); // APNG, too
FileFacts inspect_pnm(const Source& source); // PAM, too
FileFacts inspect_qoi(const Source& source);
FileFacts inspect_tga(const Source& source);
FileFacts inspect_tiff(const Source& source);
FileFacts inspect_webp(const Source& source);

/// The formats of huedrift-decode: JPEG by libjpeg-turbo, PNG, APNG and BMP by stb_image, and PNM, PAM, QOI,
/// TGA and the runs of BMP by code of this project.
std::string decode_basic(const Undecoded& picture);

/// BMP by stb_image; if it is coded in runs of 4 or 8 bits, by code of this project.
std::string decode_bmp(const Undecoded& picture);

/// A picture by stb_image, which stays within the memory limit: BMP, and PNG without its colour profile.
std::string decode_stb(const Undecoded& picture);

/// PNG and APNG by stb_image, and the colour information (iCCP and cICP chunks).
std::string decode_png(const Undecoded& picture);

/// The frames of an APNG file. Passes each frame to stb_image as a separate PNG file, and composes the frames
/// as browsers do.
std::string decode_apng(const Undecoded& picture);

/// AVIF by libavif with dav1d, in this thread. libavif's own code converts colours, with smooth chroma and
/// the same result on every processor. Decodes the main picture of a sequence.
std::string decode_avif(const Undecoded& picture);

/// GIF by giflib: the requested frames, composed as browsers do. Where the screen is larger than the frames,
/// it is transparent.
std::string decode_gif(const Undecoded& picture);

/// HEIC by libheif with libde265, in this thread. Decodes the primary picture.
std::string decode_heif(const Undecoded& picture);

/// The largest number of scans in a progressive JPEG file. Each scan is a pass over the whole picture, so a
/// small file could demand hours of work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// JPEG by libjpeg-turbo: accurate integer IDCT (ISLOW) and chroma upsampling by its triangle filter. Takes
/// CMYK and YCCK as inverted, as Adobe writes them, and multiplies them by black. The memory limit applies to
/// coefficients.
std::string decode_jpeg(const Undecoded& picture);

/// JPEG XL by libjxl, in this thread. Decodes the first picture of an animation.
std::string decode_jxl(const Undecoded& picture);

/// PBM, PGM, PPM (plain or raw) and PAM, as netpbm describes them. Rounds samples to 8 bits and ignores
/// everything after the first picture.
std::string decode_pnm(const Undecoded& picture);

/// "The Quite OK Image Format", specification 1.0.
std::string decode_qoi(const Undecoded& picture);

/// "Truevision TGA File Format Specification", version 2.0: indices, colours and greys, packed or not.
std::string decode_tga(const Undecoded& picture);

/// TIFF by libtiff: the first page, in grey, RGB, a palette, or YCbCr as JPEG, of 1 to 16 bits a sample,
/// rounded to 8. Divides premultiplied colours by alpha. A warning of libtiff about pixels counts as damage.
std::string decode_tiff(const Undecoded& picture);

/// WebP by libwebp, without dithering, in this thread. Decodes the first frame of an animation, transparent
/// where the canvas is larger. libwebp accepts no memory limit.
std::string decode_webp(const Undecoded& picture);

// Initialisation that confine() would forbid; call it before.

/// Lets libjpeg detect the processor's features, for which it reads a file on some systems.
void prepare_jpeg();

/// Discards standard error: Debian's libjxl writes there about every damaged file, which a confined program
/// must not do.
void prepare_jxl();

/// Lets the C library and libjpeg, which libtiff uses, query the system.
void prepare_tiff();

}
