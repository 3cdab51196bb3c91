#pragma once

#include "image/image.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// How many entries the palettes of picture files have at most.
inline constexpr std::size_t max_entries = 256;

/// The distinct RGBA values, opaque ones last, each part in ascending order; none where there are more than
/// max_entries.
std::optional<std::vector<Rgba8>> find_entries(const ImageView& image);
/// The same, but throws Error(output) then; its sentence calls the file `what`.
std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what);

/// For each pixel the index of its entry, the first of equal ones. Every pixel's value must be an entry, and
/// there must not be more than max_entries, which throws Error(output).
std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what);

}
