#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace huedrift {

/// A world file says where on a map the pixels of a picture lie. A reduced picture has the same pixels, so
/// its world file is that of its source, by another name.
struct WorldFile {
    std::filesystem::path picture; ///< the source
    std::filesystem::path source;  ///< a world file, or the picture itself, a GeoTIFF
    std::filesystem::path target;
};

/// The world file beside `input`, as GIS programs name it (photo.pgw, photo.pngw or photo.wld of photo.png,
/// in any of the usual cases; the first of those there are), and the name of the same kind beside `output`.
/// A TIFF file without one may have the place in its own tags. None where there is neither, where one file
/// serves both, and for "-".
std::optional<WorldFile> world_file_of(const std::filesystem::path& input,
                                       const std::filesystem::path& output);

/// What the target has: the source's bytes; of a picture that was turned upright by its Exif data, or of
/// tags, six lines of their numbers. GIS programs ignore Exif data, so a world file is about the pixels as
/// they are stored. Throws Error(input) where the source cannot be read.
std::vector<std::byte> encode_world_file(const WorldFile& file);

}
