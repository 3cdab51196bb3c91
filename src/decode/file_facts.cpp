#include "decode/file_facts.h"

#include "decode/exif_block.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

constexpr std::string_view exif_header("Exif\0\0", 6);

/// Writes copied metadata to the beginning of the room and returns the number of their bytes.
std::size_t settle_one(const std::optional<std::vector<std::byte>>& copied, std::size_t most,
                       std::span<std::byte> room, MetadataState& state) {
    state = !copied                                        ? MetadataState::damaged
            : copied->empty()                              ? MetadataState::none
            : copied->size() > std::min(most, room.size()) ? MetadataState::too_large
                                                           : MetadataState::kept;
    if (state != MetadataState::kept) return 0;
    std::ranges::copy(*copied, room.begin());
    return copied->size();
}

}

std::vector<std::byte> metadata_of(std::span<const std::byte> bytes, std::size_t most) {
    const auto kept = bytes.first(std::min(bytes.size(), most + 1));
    return {kept.begin(), kept.end()};
}

std::span<const std::byte> after_offset(std::span<const std::byte> exif) {
    std::size_t offset = 0;
    for (const std::byte b : exif.first(std::min<std::size_t>(exif.size(), 4)))
        offset = offset << 8 | std::to_integer<std::size_t>(b);
    return exif.subspan(std::min(exif.size(), offset + 4));
}

std::span<const std::byte> after_header(std::span<const std::byte> exif) {
    const auto header = std::as_bytes(std::span(exif_header));
    const bool headed = exif.size() >= header.size() && std::ranges::equal(exif.first(header.size()), header);
    return exif.subspan(headed ? header.size() : 0);
}

void settle_metadata(const FileFacts& facts, const Source& source, DecodeExchange& exchange, bool transposed,
                     std::span<std::byte> room) {
    if (room.empty()) return;
    using State = ProfileReport::State;
    const State colors = exchange.profile_state;
    const TruePicture picture{.width = exchange.upright_width,
                              .height = exchange.upright_height,
                              .srgb = colors == State::converted || colors == State::srgb,
                              .transposed = transposed};
    const bool in_file = facts.exif_in_file;
    const auto exif = in_file ? copied_exif(source.bytes(), ExifHolder::tiff_file, picture)
                              : copied_exif(facts.exif, ExifHolder::block, picture);
    exchange.exif_kept = settle_one(exif, max_exif_bytes, room, exchange.exif_state);
    exchange.xmp_kept = settle_one(copied_xmp(facts.xmp, picture), max_xmp_bytes,
                                   room.subspan(exchange.exif_kept), exchange.xmp_state);
}

std::optional<Resolution> resolution_of(double x, double y, unsigned unit) {
    constexpr unsigned inch = 2, centimetre = 3;
    if (unit != inch && unit != centimetre) return std::nullopt;
    const double scale = unit == inch ? pixels_per_metre_of_dpi : 100;
    return usable_resolution(scale * (x == 0 ? y : x), scale * (y == 0 ? x : y));
}

void write_upright(const ImageView& image, int orientation, std::span<Rgba8> target) {
    if (orientation <= 1) {
        std::ranges::copy(image.pixels, target.begin());
        return;
    }
    const std::ptrdiff_t width = image.width, height = image.height;
    const bool transposed = is_transposed(orientation);
    const bool mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool upended = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;

    // The source offset of the result's first pixel, and the steps between the sources of neighbouring
    // pixels.
    const std::ptrdiff_t first = (upended ? (height - 1) * width : 0) + (mirrored ? width - 1 : 0);
    std::ptrdiff_t along = mirrored ? -1 : 1, down = upended ? -width : width;
    if (transposed) std::swap(along, down);

    // In tiles: a row of a rotated picture reads a column, so without them every pixel of a large picture
    // misses the caches.
    constexpr std::ptrdiff_t tile = 32;
    const std::ptrdiff_t columns = transposed ? height : width, rows = transposed ? width : height;
    for (std::ptrdiff_t top = 0; top < rows; top += tile)
        for (std::ptrdiff_t left = 0; left < columns; left += tile)
            for (std::ptrdiff_t y = top; y < std::min(top + tile, rows); ++y)
                for (std::ptrdiff_t x = left; x < std::min(left + tile, columns); ++x)
                    target[std::size_t(y * columns + x)] =
                        image.pixels[std::size_t(first + x * along + y * down)];
}

}
