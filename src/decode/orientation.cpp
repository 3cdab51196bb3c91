#include "decode/orientation.h"

#include <algorithm>
#include <libexif/exif-data.h>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

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
