#include "library/pictures.h"

#include "painted.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>

namespace huedrift {
namespace {

std::uint8_t byte(int value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

constexpr std::array colors{Rgba8{255, 0, 0, 255}, Rgba8{0, 160, 60, 255}, Rgba8{0, 0, 255, 255},
                            Rgba8{250, 240, 40, 255}, Rgba8{20, 20, 30, 255}};

}

Image ramps(int width, int height) {
    return painted(width, height, [&](int x, int y) -> Rgba8 {
        const std::uint8_t alpha = x < width / 8 ? 0 : x < width / 4 ? byte(255 * y / height) : 255;
        return {byte(255 * x / width), byte(200 * y / height + 20), byte(180 * (width - x) / width), alpha};
    });
}

Image drawing(int side) {
    return painted(side, side, [&](int x, int y) -> Rgba8 {
        // Radii in 256ths of a pixel, rings in 256ths of a ring; the root of a small integer rounds alike
        // everywhere.
        const int across = 2 * x - side, down = 2 * y - side;
        const int radius = static_cast<int>(128 * std::sqrt(double(across * across + down * down)));
        const int ring = 9 * radius / side;
        if (ring >= 4 * 256) return {};
        const int inner = ring / 256, edge = std::min((ring - 256 * inner) * side / 9, 256);
        const Rgba8 from = colors[std::size_t(std::max(inner - 1, 0))], to = colors[std::size_t(inner)];
        const auto mix = [&](int p, int q) { return byte(p + (q - p) * edge / 256); };
        return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b),
                ring > 1000 ? std::uint8_t{128} : std::uint8_t{255}};
    });
}

Image enlarged_art(int cells, int cell) {
    std::mt19937 random(7);
    std::vector<Rgba8> art(std::size_t(cells) * std::size_t(cells));
    for (Rgba8& pixel : art) pixel = colors[random() % colors.size()];
    return painted(cells * cell, cells * cell, [&](int x, int y) {
        return art[std::size_t(y / cell) * std::size_t(cells) + std::size_t(x / cell)];
    });
}

Image noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    return painted(width, height, [&](int, int) -> Rgba8 {
        return {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    });
}

Image grain(int width, int height) {
    std::mt19937 random(3);
    return painted(width, height, [&](int x, int y) -> Rgba8 {
        const auto step = [&](int value) { return byte((value + int(random() % 32)) / 12 * 12); };
        return {step(220 * x / width), step(200 * y / height), step(60 + 90 * (x + y) / (width + height)),
                255};
    });
}

std::vector<NamedPicture> all_pictures() {
    std::vector<NamedPicture> pictures;
    pictures.push_back({"one-pixel", Image(1, 1, {{200, 30, 90, 255}})});
    pictures.push_back({"one-soft-pixel", Image(1, 1, {{200, 30, 90, 77}})});
    pictures.push_back({"one-colour", painted(31, 17, [](int, int) { return Rgba8{10, 200, 90, 255}; })});
    pictures.push_back({"nothing-visible", painted(13, 29, [](int x, int) {
                            return Rgba8{byte(x), 9, 9, 0};
                        })});
    pictures.push_back({"alpha-in-steps", painted(256, 3, [](int x, int y) {
                            return Rgba8{byte(80 * y), 90, 200, byte(x)};
                        })});
    pictures.push_back({"row", ramps(211, 1)});
    pictures.push_back({"ramps", ramps(97, 83)});
    pictures.push_back({"drawing", drawing(90)});
    pictures.push_back({"enlarged-art", enlarged_art(16, 8)});
    pictures.push_back({"few-colours", enlarged_art(23, 1)});
    pictures.push_back({"grain", grain(96, 64)});
    pictures.push_back({"noise", noise(41, 37, 1)});
    pictures.push_back({"65k-colours", noise(256, 256, 2)});
    return pictures;
}

const Image& picture_named(const std::string& name) {
    static const std::vector<NamedPicture> pictures = all_pictures();
    const auto found = std::ranges::find(pictures, name, &NamedPicture::name);
    if (found == pictures.end()) throw std::invalid_argument("no picture " + name);
    return found->image;
}

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
