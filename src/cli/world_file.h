#pragma once

#include <filesystem>
#include <optional>

namespace huedrift {

/// A world file says where on a map the pixels of a picture lie. A reduced picture has the same pixels, so
/// its world file is that of its source, by another name.
struct WorldFile {
    std::filesystem::path source, target;
};

/// The world file beside `input`, as GIS programs name it (photo.pgw, photo.pngw or photo.wld of photo.png,
/// in any of the usual cases; the first of those there are), and the name of the same kind beside `output`.
/// None where there is none, where one file serves both, and for "-".
std::optional<WorldFile> world_file_of(const std::filesystem::path& input,
                                       const std::filesystem::path& output);

}
