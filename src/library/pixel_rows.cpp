#include "library/objects.h"

#include "base/error.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace huedrift {
namespace {

constexpr std::uint32_t max_side = 65535;
/// As many pixels may have one colour.
constexpr std::uint64_t max_pixels = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t rows_of_range = 16;

/// Where a pixel's bytes are. Alpha is the last.
struct Layout {
    huedrift_format format;
    std::size_t bytes, red, green, blue;
    bool has_alpha = false, is_premultiplied = false;
};
constexpr Layout layouts[] = {
    {HUEDRIFT_GREY, 1, 0, 0, 0},
    {HUEDRIFT_GREY_ALPHA, 2, 0, 0, 0, true},
    {HUEDRIFT_RGB, 3, 0, 1, 2},
    {HUEDRIFT_BGR, 3, 2, 1, 0},
    {HUEDRIFT_RGBA, 4, 0, 1, 2, true},
    {HUEDRIFT_BGRA, 4, 2, 1, 0, true},
    {HUEDRIFT_RGBA_PREMULTIPLIED, 4, 0, 1, 2, true, true},
    {HUEDRIFT_BGRA_PREMULTIPLIED, 4, 2, 1, 0, true, true},
};

/// Throws Error(usage) for an unknown format.
const Layout& layout_of(const huedrift_format& format) {
    const auto number = number_of(format);
    const auto layout =
        std::ranges::find(layouts, number, [](const Layout& one) { return std::uint32_t{one.format}; });
    if (layout == std::end(layouts))
        refuse_usage("there is no format " + std::to_string(number) + " of pixels");
    return *layout;
}

std::uint8_t divided(std::uint32_t channel, std::uint32_t alpha) {
    return alpha == 0 ? 0 : static_cast<std::uint8_t>(std::min(255u, (255 * channel + alpha / 2) / alpha));
}

std::uint8_t multiplied(std::uint32_t channel, std::uint32_t alpha) {
    return static_cast<std::uint8_t>((channel * alpha + 127) / 255);
}

Rgba8 read_pixel(const Layout& layout, const std::uint8_t* from) {
    const Rgba8 pixel{from[layout.red], from[layout.green], from[layout.blue],
                      layout.has_alpha ? from[layout.bytes - 1] : std::uint8_t{255}};
    if (!layout.is_premultiplied) return pixel;
    return {divided(pixel.r, pixel.a), divided(pixel.g, pixel.a), divided(pixel.b, pixel.a), pixel.a};
}

void write_pixel(const Layout& layout, Rgba8 pixel, std::uint8_t* to) {
    const auto [r, g, b, a] = pixel;
    if (layout.is_premultiplied) pixel = {multiplied(r, a), multiplied(g, a), multiplied(b, a), a};
    to[layout.blue] = pixel.b;
    to[layout.green] = pixel.g;
    to[layout.red] = pixel.r; // the last one, as grey has the same place for all
    if (layout.has_alpha) to[layout.bytes - 1] = pixel.a;
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

Image image_of(const huedrift_image& from) {
    const Layout& layout = layout_of(from.format);
    require(from.pixels, "pixels");
    if (std::ranges::any_of(from.reserved, [](std::uint64_t room) { return room != 0; }))
        refuse_usage("the reserved members of an image must be 0");
    const std::string size = std::to_string(from.width) + " x " + std::to_string(from.height) + " pixels";
    if (from.width < 1 || from.height < 1 || from.width > max_side || from.height > max_side)
        refuse_usage("an image of " + size + " is not 1 to " + std::to_string(max_side) + " wide and high");
    if (std::uint64_t{from.width} * from.height > max_pixels)
        throw Error(ErrorKind::failed,
                    "an image of " + size + " has more than " + std::to_string(max_pixels));
    const auto width = static_cast<int>(from.width), height = static_cast<int>(from.height);
    const std::ptrdiff_t stride = checked_stride(from.stride, from.width * layout.bytes, height);
    Image image(width, height);
    const auto* const rows = static_cast<const std::uint8_t*>(from.pixels);
    parallel_ranges(from.height, rows_of_range, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            const std::uint8_t* pixel = rows + static_cast<std::ptrdiff_t>(y) * stride;
            for (Rgba8& to : image.pixels().subspan(y * from.width, from.width)) {
                to = read_pixel(layout, pixel);
                pixel += layout.bytes;
            }
        }
    });
    return image;
}

void write_pixels(const ImageView& image, const huedrift_format& format, void* to, std::ptrdiff_t given,
                  const Progress& progress) {
    const Layout& layout = layout_of(format);
    const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
    const std::ptrdiff_t stride = checked_stride(given, width * layout.bytes, image.height);
    auto* const rows = static_cast<std::uint8_t*>(to);
    reported_pieces(height, rows_of_range, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
            std::uint8_t* pixel = rows + static_cast<std::ptrdiff_t>(y) * stride;
            for (const Rgba8& from : image.pixels.subspan(y * width, width)) {
                write_pixel(layout, from, pixel);
                pixel += layout.bytes;
            }
        }
    });
}

}
