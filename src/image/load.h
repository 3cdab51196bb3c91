#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// How large a picture may be. Checked against the header before anything of the picture's size is allocated.
struct LoadLimits {
    std::uint64_t max_side = 32768;                      ///< pixels
    std::uint64_t max_pixels = 64'000'000;               ///< width x height
    std::size_t max_file_bytes = std::size_t{512} << 20; ///< 64 megapixels of 16-bit RGBA fit uncompressed
};

struct LoadedImage {
    Image image;
    /// What was lost on the way in, as sentences for the user, e.g. "16-bit channels were read to 8 bits".
    std::vector<std::string> notes;
    /// What EncodeOptions::settings stored in a PNG file; whatever somebody wrote there, so to be checked. At
    /// most 1000 bytes, empty without any.
    std::string settings;
};

/// Decodes a PNG, JPEG or BMP file, turned upright by its EXIF orientation. `name` is what the sentences call
/// the file. Throws Error(input) for anything else, anything damaged or cut short and anything above
/// `limits`.
LoadedImage load_image(std::span<const std::byte> bytes, const std::string& name,
                       const LoadLimits& limits = {});

/// The same for a file, or for standard input when `path` is "-".
LoadedImage load_image_file(const std::filesystem::path& path, const LoadLimits& limits = {});

}
