#include "image/png_files.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <png.h>
#include <zlib.h>

namespace huedrift {
namespace {

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

/// Rows of samples in PNG's packing: high bits first, each row on a byte boundary.
std::vector<std::vector<png_byte>> packed_rows(const PngFile& file) {
    const std::size_t a_row = file.samples.size() / std::size_t(file.height);
    std::vector<std::vector<png_byte>> rows;
    for (std::size_t y = 0; y < std::size_t(file.height); ++y) {
        std::vector<png_byte> row((a_row * std::size_t(file.bit_depth) + 7) / 8);
        for (std::size_t x = 0; x < a_row; ++x)
            for (std::size_t bit = 0; bit < std::size_t(file.bit_depth); ++bit)
                if (file.samples[y * a_row + x] >> (std::size_t(file.bit_depth) - 1 - bit) & 1) {
                    const std::size_t place = x * std::size_t(file.bit_depth) + bit;
                    row[place / 8] = static_cast<png_byte>(row[place / 8] | 0x80 >> place % 8);
                }
        rows.push_back(std::move(row));
    }
    return rows;
}

}

std::vector<std::byte> PngFile::encode() const {
    std::vector<std::byte> bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &bytes,
        [](png_structp p, png_bytep data, size_t size) {
            auto* first = reinterpret_cast<const std::byte*>(data);
            auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(p));
            out.insert(out.end(), first, first + size);
        },
        [](png_structp) {});
    png_set_IHDR(png, info, png_uint_32(width), png_uint_32(height), bit_depth, color_type,
                 interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    std::vector<png_color> colors;
    std::vector<png_byte> alphas;
    for (const Rgba8 entry : palette) {
        colors.push_back({entry.r, entry.g, entry.b});
        alphas.push_back(entry.a);
    }
    while (!alphas.empty() && alphas.back() == 255) alphas.pop_back();
    if (!colors.empty()) png_set_PLTE(png, info, colors.data(), static_cast<int>(colors.size()));
    if (!alphas.empty()) png_set_tRNS(png, info, alphas.data(), static_cast<int>(alphas.size()), nullptr);
    if (!transparent.empty()) {
        png_color_16 key{};
        key.gray = key.red = transparent[0];
        if (transparent.size() == 3) key.green = transparent[1], key.blue = transparent[2];
        png_set_tRNS(png, info, nullptr, 0, &key);
    }
    png_write_info(png, info);
    auto rows = packed_rows(*this);
    std::vector<png_bytep> pointers;
    for (auto& row : rows) pointers.push_back(row.data());
    png_write_image(png, pointers.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return bytes;
}

Image read_through_libpng(std::span<const std::byte> file) {
    png_image reader{};
    reader.version = PNG_IMAGE_VERSION;
    EXPECT_TRUE(png_image_begin_read_from_memory(&reader, file.data(), file.size())) << reader.message;
    reader.format = PNG_FORMAT_RGBA;
    Image image(static_cast<int>(reader.width), static_cast<int>(reader.height));
    EXPECT_TRUE(png_image_finish_read(&reader, nullptr, image.pixels().data(), 0, nullptr)) << reader.message;
    return image;
}

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
}

std::vector<PngChunk> png_chunks(std::span<const std::byte> file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    std::vector<PngChunk> chunks;
    for (std::size_t at = 8; at < text.size();) {
        const std::size_t length = big_endian(text.substr(at, 4));
        chunks.push_back({std::string(text.substr(at + 4, 4)), std::string(text.substr(at + 8, length))});
        at += 12 + length;
    }
    return chunks;
}

std::vector<std::byte> png_of(const std::vector<PngChunk>& chunks) {
    std::string file = "\x89PNG\r\n\x1a\n";
    for (const auto& [type, data] : chunks) {
        const std::string covered = type + data;
        const auto sum = ::crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), covered.size());
        file += big_endian(static_cast<std::uint32_t>(data.size())) + covered +
                big_endian(static_cast<std::uint32_t>(sum));
    }
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

std::string png_header(std::uint32_t width, std::uint32_t height, int bit_depth, int color_type) {
    return big_endian(width) + big_endian(height) + static_cast<char>(bit_depth) +
           static_cast<char>(color_type) + std::string(3, '\0');
}

std::string deflated(std::string_view raw) {
    uLongf size = ::compressBound(raw.size());
    std::string packed(size, '\0');
    EXPECT_EQ(::compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                          reinterpret_cast<const Bytef*>(raw.data()), raw.size(), 1),
              Z_OK);
    packed.resize(size);
    return packed;
}

}
