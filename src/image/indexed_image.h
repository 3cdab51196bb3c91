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

/// A picture as indices into a palette.
struct IndexedImage {
    int width = 0, height = 0;
    std::vector<std::byte> indices{}; ///< of each pixel's entry
    std::vector<Rgba8> entries{};     ///< at most max_entries
};

/// Whether `x` comes before `y` where nothing else orders entries: opaque ones last, each part ascending.
bool is_entry_before(Rgba8 x, Rgba8 y);

/// A picture of any origin, by its distinct values in that order; none if there are more than max_entries.
std::optional<IndexedImage> index_image(const ImageView& image);
/// The same, but throws Error(output), which calls the file `what`, instead of returning none.
IndexedImage index_image(const ImageView& image, const std::string& what);

/// Throws Error(output), which calls the file `file`, for more than max_entries. `what` has the entries.
void check_entries(std::span<const Rgba8> entries, const std::string& file, const std::string& what);
/// Adds opaque black up to `pad` entries; 0: none. Throws Error(output) if there are more.
void pad_entries(std::vector<Rgba8>& entries, std::size_t pad);
/// The bits of an index into so many entries: `bits`; 0: the fewest that suffice. `allowed` is the sum of the
/// bits that the file can have. Throws Error(output) for others and for too many entries.
int index_bits(std::size_t entries, int bits, unsigned allowed);

}
