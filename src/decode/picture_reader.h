#pragma once

#include "decode/file_facts.h"
#include "decode/stored_colors.h"
#include "image/decode_exchange.h"
#include "image/image.h"
#include "image/source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace huedrift {

/// The file to decode, and the memory for its pixels.
struct DecodeTarget {
    std::uint64_t frames;     ///< 1: a picture, or the first frame of an animation
    std::size_t memory_limit; ///< bytes for a library that accepts a limit
    std::span<Rgba8> pixels;  ///< of these frames, below each other; zeros
    StoredColors& colors;     ///< empty
};

/// A file that the library of its format has opened. Constructors read the facts without decoding; they throw
/// Error(input) for a file that is damaged, as far as can be known then, or not supported.
class PictureReader {
public:
    virtual ~PictureReader() = default;
    PictureReader(const PictureReader&) = delete;
    PictureReader& operator=(const PictureReader&) = delete;

    const FileFacts& facts() const { return facts_; }

    /// Decodes the picture as it is stored, not turned upright. Returns the reason for a failure, or throws
    /// Error(input); empty when the whole picture was decoded. A file counts as damaged even if the library
    /// would only warn and fill in missing parts. Call it once.
    virtual std::string decode(const DecodeTarget& target) = 0;

protected:
    explicit PictureReader(const Source& source) : source_(source) {}

    std::span<const std::byte> file() const { return source_.bytes(); }
    /// To be thrown for a picture within our limits and above its library's.
    Error above_limits_of_library() const {
        return source_.refused(std::to_string(facts_.width) + " x " + std::to_string(facts_.height) +
                               " pixels are more than the decoder of " + source_.format() + " files reads");
    }
    /// The pixels of a frame.
    std::size_t frame_size() const { return facts_.width * facts_.height; }

    const Source& source_;
    FileFacts facts_{};
};

/// Opens a file of a format. `source` must outlive the reader.
using PictureOpener = std::unique_ptr<PictureReader> (*)(const Source& source);

/// Divides colours by the alpha that they were multiplied with.
void divide_by_alpha(const DecodeTarget& target);

/// The first size in the words of a library, such as "dimensions 70000x20 are too large"; zeros if there is
/// none. This is how libraries tell sizes above limits of their own.
PictureSize size_in(std::string_view words);

/// The part of an animation's canvas that a frame covers.
struct FrameArea {
    std::size_t left, top, width, height;
};

/// The treatment of a frame before the next is drawn.
enum class Disposal {
    keep,
    background, ///< its area becomes transparent
    previous,   ///< its area is restored
};

/// Turns the canvas that was `shown` into the canvas below the next frame. `below` is the canvas below this
/// frame, empty before the first, and receives the result.
void dispose(Disposal disposal, const FrameArea& area, std::size_t canvas_width, std::span<const Rgba8> shown,
             std::vector<Rgba8>& below);

/// Reasons that several readers give.
inline constexpr const char *unpacks_to_too_much = "it unpacks to more than its size allows",
                            *has_two_sizes = "it gives two different sizes",
                            *is_cut_short = "it is cut short", *has_no_pixels = "it has no pixels",
                            *has_no_pixel_data = "it has no pixel data",
                            *has_no_palette = "its palette is missing",
                            *contradicts_itself = "its parts contradict each other";

/// Decodes the frames that `exchange` accepts, applies the colour profile and turns them upright; an upright
/// picture is decoded straight into `pixels`, which hold zeros. `exchange` receives the answer. Throws
/// Error(input) when there is no picture.
void decode_upright(PictureReader& reader, const Source& source, DecodeExchange& exchange,
                    std::span<Rgba8> pixels, DecodeRoom room);

// The readers of all formats.

/// The formats of huedrift-decode.
std::unique_ptr<PictureReader> open_basic(const Source& source);

/// AVIF by libavif with dav1d, in this thread. libavif's own code converts colours, with smooth chroma and
/// the same result on every processor. Of a sequence it reads the main picture.
std::unique_ptr<PictureReader> open_avif(const Source& source);

/// BMP by stb_image; if it is coded in runs of 4 or 8 bits, by code of this project.
std::unique_ptr<PictureReader> open_bmp(const Source& source);

/// GIF by giflib: frames composed as browsers do. Where the screen is larger than the frames, it is
/// transparent.
std::unique_ptr<PictureReader> open_gif(const Source& source);

/// HEIC by libheif with libde265, in this thread: the primary picture.
std::unique_ptr<PictureReader> open_heif(const Source& source);

/// The largest number of scans in a progressive JPEG file. Each scan is a pass over the whole picture, so a
/// small file could demand hours of work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// JPEG by libjpeg-turbo: accurate integer IDCT (ISLOW) and chroma upsampling by its triangle filter. Takes
/// CMYK and YCCK as inverted, as Adobe writes them, and multiplies them by black. The memory limit applies to
/// coefficients.
std::unique_ptr<PictureReader> open_jpeg(const Source& source);

/// JPEG XL by libjxl, in this thread: the first picture of an animation.
std::unique_ptr<PictureReader> open_jxl(const Source& source);

/// PNG and APNG by libpng, which knows no frames: each reaches it as a picture of its own.
std::unique_ptr<PictureReader> open_png(const Source& source);

/// PBM, PGM, PPM (plain or raw) and PAM, as netpbm describes them. Rounds samples to 8 bits and ignores
/// everything after the first picture.
std::unique_ptr<PictureReader> open_pnm(const Source& source);

/// "The Quite OK Image Format", specification 1.0.
std::unique_ptr<PictureReader> open_qoi(const Source& source);

/// "Truevision TGA File Format Specification", version 2.0: indices, colours and greys, packed or not.
std::unique_ptr<PictureReader> open_tga(const Source& source);

/// TIFF by libtiff: the first page, in grey, RGB, a palette, or YCbCr as JPEG, of 1 to 16 bits a sample,
/// rounded to 8. Divides premultiplied colours by alpha. A warning of libtiff about pixels counts as damage.
std::unique_ptr<PictureReader> open_tiff(const Source& source);

/// WebP by libwebp, without dithering, in this thread: frames composed by libwebpdemux. libwebp accepts no
/// memory limit.
std::unique_ptr<PictureReader> open_webp(const Source& source);

/// The body of every decoder program: confines itself, then reads the picture file at standard input into the
/// shared memory at standard output (decode_exchange.h). Calls `prepare` before that, for initialisation that
/// confinement forbids. `parent` is the process that started it (0: unknown), with which it ends. If it
/// `serves` copies, each of them does this. Returns an exit code when it was not started as a decoder.
int decoder_program(PictureOpener open, void (*prepare)(), pid_t parent, bool serves);

// Initialisation that confine() would forbid; call it before.

/// Lets libjpeg detect the processor's features, for which it reads a file on some systems.
void prepare_jpeg();

/// Discards standard error: Debian's libjxl writes there about every damaged file, which a confined program
/// must not do.
void prepare_jxl();

/// Lets the C library and libjpeg, which libtiff uses, query the system.
void prepare_tiff();

}
