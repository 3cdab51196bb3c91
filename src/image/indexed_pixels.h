#pragma once

#include "image/image.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The largest palette of a picture file.
inline constexpr std::size_t max_entries = 256;

/// The distinct RGBA values, opaque ones last, each part in ascending order; none if there are more than
/// max_entries.
std::optional<std::vector<Rgba8>> find_entries(const ImageView& image);
/// The number of distinct RGBA values, without a limit.
std::size_t count_entries(const ImageView& image);
/// As find_entries(), but throws Error(output), which calls the file `what`, instead of returning none.
std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what);

/// `given` or, if it is empty, gather_entries(), and opaque black up to `pad` entries. Throws Error(output)
/// if there are more; 0: no padding.
std::vector<Rgba8> padded_entries(const ImageView& image, std::span<const Rgba8> given, std::size_t pad,
                                  const std::string& what);

/// The index of each pixel's entry, the first of equal ones. Every pixel's value must be an entry, but a
/// transparent one may also be at the first transparent entry. Throws Error(output) for more than
/// max_entries.
std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what);

}
