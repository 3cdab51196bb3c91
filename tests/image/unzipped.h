#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

/// A file of an archive.
struct Unzipped {
    std::string name, bytes;
    bool stored = false; ///< uncompressed
};

/// All files of a ZIP file in their order; none when it is damaged.
std::vector<Unzipped> unzip(const std::filesystem::path& archive);

}
