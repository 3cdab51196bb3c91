#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A file of an archive.
struct ZipEntry {
    std::string name; ///< ASCII, folders separated by "/"
    std::span<const std::byte> bytes;
};

/// A ZIP file with these files in this order, uncompressed and with a fixed time, so that equal files give
/// equal bytes. Throws Error(output) beyond the limits of ZIP without extensions: 65,535 files and 4 GiB.
std::vector<std::byte> encode_zip(std::span<const ZipEntry> entries);

}
