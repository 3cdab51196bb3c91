#pragma once

#include "reduction/color_table.h"

#include <cstddef>
#include <string>

namespace huedrift {

// The file of a colour table, byte by byte in docs/color_table.md.

/// Whether a file begins as that of a colour table does, of whatever version.
bool is_color_table(std::span<const std::byte> file);

/// The whole file. Equal tables are equal bytes with one version of libzstd.
std::vector<std::byte> encode_color_table(const ColorTable& table);

/// `name` is what sentences call the file. Throws Error(input) for what is no colour table, damaged, cut
/// short or of another version. What it allocates is at most some 600 MB, for all 2^24 colours.
ColorTable decode_color_table(std::span<const std::byte> file, const std::string& name);

}
