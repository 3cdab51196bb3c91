#include "library/indexed_png.h"

#include <cstring>
#include <png.h>

namespace huedrift {

IndexedPng read_indexed_png(std::span<const std::byte> file) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, [](png_structp from, png_bytep to, std::size_t size) {
        auto& rest = *static_cast<std::span<const std::byte>*>(png_get_io_ptr(from));
        if (size > rest.size()) png_error(from, "the file ends early");
        std::memcpy(to, rest.data(), size);
        rest = rest.subspan(size);
    });
    png_read_png(png, info, PNG_TRANSFORM_PACKING, nullptr);
    IndexedPng read{.width = int(png_get_image_width(png, info)),
                    .height = int(png_get_image_height(png, info))};
    png_colorp colors = nullptr;
    png_bytep alphas = nullptr;
    int entries = 0, soft = 0;
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE) {
        png_get_PLTE(png, info, &colors, &entries);
        png_get_tRNS(png, info, &alphas, &soft, nullptr);
        const png_bytepp rows = png_get_rows(png, info);
        for (int y = 0; y < read.height; ++y)
            read.indices.insert(read.indices.end(), rows[y], rows[y] + read.width);
    }
    for (int i = 0; i < entries; ++i)
        read.palette.push_back(
            {colors[i].red, colors[i].green, colors[i].blue, i < soft ? alphas[i] : std::uint8_t{255}});
    png_destroy_read_struct(&png, &info, nullptr);
    return read;
}

}
