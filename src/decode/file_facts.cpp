#include "decode/file_facts.h"

#include "decode/exif_block.h"
#include "decode/tiff_directory.h"

#include <libexif/exif-data.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

using Cleaning = std::optional<std::vector<std::byte>> (*)(std::span<const std::byte>, const TruePicture&);

/// Writes the kept bytes to the beginning of the room and returns their number.
std::size_t settle_one(std::span<const std::byte> bytes, std::size_t max_bytes, Cleaning clean,
                       const TruePicture& picture, std::span<std::byte> room, MetadataState& state) {
    state = MetadataState::none;
    if (bytes.empty()) return 0;
    const bool small = bytes.size() <= max_bytes;
    const auto cleaned = small ? clean(bytes, picture) : std::vector<std::byte>{};
    const bool fits = small && (!cleaned || cleaned->size() <= room.size());
    state = !fits              ? MetadataState::too_large
            : !cleaned         ? MetadataState::damaged
            : cleaned->empty() ? MetadataState::none
                               : MetadataState::kept;
    if (state != MetadataState::kept) return 0;
    std::ranges::copy(*cleaned, room.begin());
    return cleaned->size();
}

}

void take_off_offset(std::vector<std::byte>& exif) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < 4 && i < exif.size(); ++i)
        begin = begin << 8 | std::to_integer<std::size_t>(exif[i]);
    exif.erase(exif.begin(), exif.begin() + static_cast<std::ptrdiff_t>(std::min(exif.size(), begin + 4)));
}

void settle_metadata(const StoredMetadata& stored, const FileFacts& facts, DecodeExchange& exchange,
                     bool transposed, std::span<std::byte> room) {
    if (room.empty()) return;
    using State = ProfileReport::State;
    const State colors = exchange.profile_state;
    const TruePicture picture{.width = exchange.upright_width,
                              .height = exchange.upright_height,
                              .srgb = colors == State::converted || colors == State::srgb,
                              .transposed = transposed};
    const auto exif = stored.exif.empty() ? facts.exif : std::span(stored.exif);
    const auto xmp = stored.xmp.empty() ? facts.xmp : std::span(stored.xmp);
    exchange.exif_kept = settle_one(exif, max_exif_bytes, cleaned_exif, picture, room, exchange.exif_state);
    exchange.xmp_kept = settle_one(xmp, max_xmp_bytes, cleaned_xmp, picture, room.subspan(exchange.exif_kept),
                                   exchange.xmp_state);
}

std::optional<Resolution> tiff_resolution(const Source& source) {
    try {
        constexpr std::uint32_t inch = 2, centimetre = 3;
        const TiffDirectory directory(source);
        const std::uint32_t unit = directory.number(resolution_unit_tag, inch);
        if (unit != inch && unit != centimetre) return std::nullopt;
        const double scale = unit == inch ? pixels_per_metre_of_dpi : 100,
                     x = directory.ratio(x_resolution_tag), y = directory.ratio(y_resolution_tag);
        return usable_resolution(scale * (x == 0 ? y : x), scale * (y == 0 ? x : y));
    } catch (const Error&) { // the picture may be sound without it
        return std::nullopt;
    }
}

std::optional<Resolution> exif_resolution(std::span<const std::byte> tiff) {
    constexpr double unknown = 72 * pixels_per_metre_of_dpi;
    const auto resolution = tiff_resolution(Source(tiff, "", "Exif"));
    return resolution == Resolution{unknown, unknown} ? std::nullopt : resolution;
}

int exif_orientation(std::span<const std::byte> tiff) {
    // libexif recognises Exif data by this header, which PNG files omit, and reads no more than a JPEG
    // segment holds.
    constexpr std::string_view header("Exif\0\0", 6);
    constexpr std::size_t max_bytes = 65533;
    if (tiff.empty()) return 1;
    std::vector<unsigned char> bytes(header.begin(), header.end());
    for (const std::byte b : tiff.first(std::min(tiff.size(), max_bytes - header.size())))
        bytes.push_back(std::to_integer<unsigned char>(b));

    const std::unique_ptr<ExifData, decltype(&exif_data_unref)> data(
        exif_data_new_from_data(bytes.data(), static_cast<unsigned>(bytes.size())), &exif_data_unref);
    if (!data) return 1;
    const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
    if (!entry || entry->format != EXIF_FORMAT_SHORT || entry->components != 1 || entry->size < 2) return 1;
    const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
    return 1 <= orientation && orientation <= 8 ? orientation : 1;
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
