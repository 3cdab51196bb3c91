#include "library/pixel_rows.h"

#include "base/error.h"
#include "base/parallel.h"
#include "library/call.h"

#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace huedrift {
namespace {

constexpr std::uint32_t max_side = 65535;
/// As many pixels may have one colour.
constexpr std::uint64_t max_pixels = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t rows_of_range = 16;

template <huedrift_format Format>
Rgba8 read_pixel(const std::uint8_t* p) {
    if constexpr (Format == HUEDRIFT_GREY) return {p[0], p[0], p[0], 255};
    if constexpr (Format == HUEDRIFT_GREY_ALPHA) return {p[0], p[0], p[0], p[1]};
    if constexpr (Format == HUEDRIFT_RGB) return {p[0], p[1], p[2], 255};
    if constexpr (Format == HUEDRIFT_RGBA) return {p[0], p[1], p[2], p[3]};
}

template <huedrift_format Format>
void write_pixel(Rgba8 pixel, std::uint8_t* p) {
    p[0] = pixel.r;
    if constexpr (Format == HUEDRIFT_GREY_ALPHA) p[1] = pixel.a;
    if constexpr (Format == HUEDRIFT_RGB || Format == HUEDRIFT_RGBA) p[1] = pixel.g, p[2] = pixel.b;
    if constexpr (Format == HUEDRIFT_RGBA) p[3] = pixel.a;
}

template <huedrift_format Format>
void read_rows(const std::uint8_t* rows, std::ptrdiff_t stride, Image& image) {
    const auto width = static_cast<std::size_t>(image.width());
    parallel_ranges(std::size_t(image.height()), rows_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const std::uint8_t* from = rows + static_cast<std::ptrdiff_t>(y) * stride;
            for (Rgba8& pixel : image.pixels().subspan(y * width, width)) {
                pixel = read_pixel<Format>(from);
                from += int(Format);
            }
        }
    });
}

template <huedrift_format Format>
void write_rows(const ImageView& image, std::uint8_t* rows, std::ptrdiff_t stride) {
    const auto width = static_cast<std::size_t>(image.width);
    parallel_ranges(std::size_t(image.height), rows_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            std::uint8_t* to = rows + static_cast<std::ptrdiff_t>(y) * stride;
            for (const Rgba8& pixel : image.pixels.subspan(y * width, width)) {
                write_pixel<Format>(pixel, to);
                to += int(Format);
            }
        }
    });
}

}

std::ptrdiff_t checked_stride(std::ptrdiff_t stride, std::size_t row_bytes, int rows) {
    const auto least = static_cast<std::ptrdiff_t>(row_bytes);
    if (stride == 0) return least;
    const std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max() / rows;
    if (stride > most || stride < -most)
        refuse_usage("a stride of " + std::to_string(stride) + " bytes is too large for " +
                     std::to_string(rows) + " rows");
    if (stride < least && stride > -least)
        refuse_usage("a stride of " + std::to_string(stride) + " bytes is too small for rows of " +
                     std::to_string(least) + " bytes");
    return stride;
}

std::size_t bytes_of(const huedrift_format& format) {
    std::underlying_type_t<huedrift_format> bytes{};
    std::memcpy(&bytes, &format, sizeof bytes);
    if (bytes < HUEDRIFT_GREY || bytes > HUEDRIFT_RGBA)
        refuse_usage("there is no format " + std::to_string(bytes) + " of pixels");
    return static_cast<std::size_t>(bytes);
}

Image image_of(const huedrift_image& from) {
    const std::size_t bytes = bytes_of(from.format);
    require(from.pixels, "pixels");
    const std::string size = std::to_string(from.width) + " x " + std::to_string(from.height) + " pixels";
    if (from.width < 1 || from.height < 1 || from.width > max_side || from.height > max_side)
        refuse_usage("an image of " + size + " is not 1 to " + std::to_string(max_side) + " wide and high");
    if (std::uint64_t{from.width} * from.height > max_pixels)
        throw Error(ErrorKind::failed,
                    "an image of " + size + " has more than " + std::to_string(max_pixels));
    const auto width = static_cast<int>(from.width), height = static_cast<int>(from.height);
    const std::ptrdiff_t stride = checked_stride(from.stride, from.width * bytes, height);
    Image image(width, height);
    const auto* const rows = static_cast<const std::uint8_t*>(from.pixels);
    switch (from.format) {
    case HUEDRIFT_GREY:
        read_rows<HUEDRIFT_GREY>(rows, stride, image);
        break;
    case HUEDRIFT_GREY_ALPHA:
        read_rows<HUEDRIFT_GREY_ALPHA>(rows, stride, image);
        break;
    case HUEDRIFT_RGB:
        read_rows<HUEDRIFT_RGB>(rows, stride, image);
        break;
    case HUEDRIFT_RGBA:
        read_rows<HUEDRIFT_RGBA>(rows, stride, image);
        break;
    }
    return image;
}

void write_pixels(const ImageView& image, const huedrift_format& format, void* to, std::ptrdiff_t given) {
    const std::ptrdiff_t stride =
        checked_stride(given, std::size_t(image.width) * bytes_of(format), image.height);
    auto* const rows = static_cast<std::uint8_t*>(to);
    switch (format) {
    case HUEDRIFT_GREY:
        return write_rows<HUEDRIFT_GREY>(image, rows, stride);
    case HUEDRIFT_GREY_ALPHA:
        return write_rows<HUEDRIFT_GREY_ALPHA>(image, rows, stride);
    case HUEDRIFT_RGB:
        return write_rows<HUEDRIFT_RGB>(image, rows, stride);
    case HUEDRIFT_RGBA:
        return write_rows<HUEDRIFT_RGBA>(image, rows, stride);
    }
}

}
