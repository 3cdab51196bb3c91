#pragma once

#include "reduction/color_table.h"

#include <cstddef>
#include <string>

namespace huedrift {

// The file format of colour tables; docs/command_line.md describes each byte.

/// Whether a file begins like a colour table of any version.
bool is_color_table(std::span<const std::byte> file);

/// Encodes the whole file. Equal tables give equal bytes with one version of libzstd.
std::vector<std::byte> encode_color_table(const ColorTable& table);

/// Decodes a file, which messages call `name`. Throws Error(input) for files that are not colour tables,
/// damaged, cut short or of another version. Allocates at most some 600 MB, for all 2^24 colours.
ColorTable decode_color_table(std::span<const std::byte> file, const std::string& name);

}
