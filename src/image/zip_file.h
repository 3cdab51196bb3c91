#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A file of an archive.
struct ZipEntry {
    std::string name; ///< ASCII, folders parted by "/"
    std::span<const std::byte> bytes;
};

/// A ZIP file with these files in this order, none compressed, all of one fixed time, so that the same files
/// give the same bytes. Throws Error(output) for more than such a file holds without its later extensions:
/// 65,535 files and 4 GiB.
std::vector<std::byte> encode_zip(std::span<const ZipEntry> entries);

}
