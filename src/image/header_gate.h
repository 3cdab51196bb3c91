#pragma once

#include "image/picture_formats.h"

#include <string>

namespace huedrift {

/// The limits on pictures. They are checked against the header before any memory of the picture's size is
/// allocated.
struct LoadLimits {
    std::uint64_t max_side = 32768;                      ///< pixels
    std::uint64_t max_pixels = 64'000'000;               ///< width x height, of all frames together
    std::size_t max_file_bytes = std::size_t{512} << 20; ///< 64 megapixels of 16-bit RGBA fit uncompressed
    std::uint64_t max_frames = 1; ///< of an animation; 1: only the first frame, as a picture

    bool hurries = true;     ///< false: decoding has the lowest priority
    bool keeps_file = false; ///< LoadedImage then has the file's bytes

    /// For max_frames; a quarter of an hour of film.
    static constexpr std::uint64_t all_frames = 20'000;
    /// The largest limits that the decoder can count.
    static LoadLimits widest() { return {1u << 24, (1u << 29) - 1, (std::size_t{1} << 31) - 1}; }
};

/// A file that may be decoded, and the facts in it; with its frames if they are to be read.
struct PassedFile {
    Source source;
    FileFacts facts;
    const PictureFormat& format;
};

/// Whether a file begins with a signature of picture_formats(), including formats that are only recognised to
/// be refused.
bool is_picture(std::span<const std::byte> bytes);

/// Recognises a file by its content and checks everything that can be checked without decoding. Does not copy
/// the bytes. Throws Error(input) for formats that are not read, and for files that are damaged, cut short or
/// above `limits`.
PassedFile pass_header_gate(std::span<const std::byte> bytes, const std::string& name,
                            const LoadLimits& limits);

}
