#include "image/encode.h"

#include "base/output_file.h"
#include "image/png_chunks.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace huedrift {
namespace {

// Files for devices, which copy the bytes into their memory as they stand.

void put_little_endian(std::vector<std::byte>& file, std::initializer_list<std::uint32_t> values, int bytes) {
    for (const std::uint32_t value : values) append_little_endian(file, value, bytes);
}

void put_bytes(std::vector<std::byte>& file, std::span<const std::byte> bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
}

std::vector<Rgba8> padded(const IndexedImage& image, std::size_t pad) {
    std::vector<Rgba8> entries = image.entries;
    pad_entries(entries, pad);
    return entries;
}

/// A row of packed indices, without PNG's byte for a filter.
std::span<const std::byte> packed_row(const PngScanlines& lines, std::size_t y) {
    assert(y < lines.rows && lines.row_bytes > 0);
    return lines.row(y).subspan(1);
}

/// "0x1a, 0x02, ...", twelve numbers a line.
class NumberLines {
public:
    explicit NumberLines(std::string& text) : text_(text) {}
    void put(std::uint32_t number, int digits) {
        assert(digits > 0 && digits <= 8);
        constexpr std::string_view hexadecimal = "0123456789abcdef";
        text_ += count_++ % 12 == 0 ? "\n        0x" : " 0x";
        while (digits-- > 0) text_ += hexadecimal[number >> 4 * digits & 15];
        text_ += ',';
    }

private:
    std::string& text_;
    std::size_t count_ = 0;
};

std::uint32_t rgb565_of(Rgba8 color) {
    const auto rounded = [](std::uint32_t code, std::uint32_t largest) {
        return (code * largest + 127) / 255;
    };
    return rounded(color.r, 31) << 11 | rounded(color.g, 63) << 5 | rounded(color.b, 31);
}

/// A name for C, with "_" in place of characters that identifiers cannot have.
std::string identifier_of(std::string_view name) {
    std::string identifier = name.empty() ? "picture" : "picture_";
    for (const char c : name) {
        const bool is_plain = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
        identifier += is_plain ? c : '_';
    }
    return identifier;
}

}

// "Bitmap Storage" of the Windows documentation. Rows go from the bottom up.
std::vector<std::byte> encode_indexed_bmp(const IndexedImage& image, const EncodeOptions& options) {
    constexpr std::uint32_t heads = 14 + 40, planes = 1, uncompressed = 0;
    const std::vector<Rgba8> entries = padded(image, options.pad);
    const int bits = index_bits(entries.size(), options.bits, written_format(ImageFormat::bmp).index_bits);
    const PngScanlines lines = packed_scanlines(image.indices, image.width, bits);
    const std::size_t row_bytes = (lines.row_bytes - 1 + 3) / 4 * 4, pixel_bytes = row_bytes * lines.rows;
    const auto colors = static_cast<std::uint32_t>(entries.size());
    const auto pixels_at = heads + 4 * colors;
    const auto per_metre = [&](double Resolution::*side) {
        return options.resolution ? whole_pixels_per_metre((*options.resolution).*side) : 0;
    };
    std::vector<std::byte> file{std::byte{'B'}, std::byte{'M'}};
    file.reserve(pixels_at + pixel_bytes);
    put_little_endian(file, {static_cast<std::uint32_t>(pixels_at + pixel_bytes), 0, pixels_at}, 4);
    put_little_endian(file, {40, std::uint32_t(image.width), std::uint32_t(image.height)}, 4);
    put_little_endian(file, {planes, std::uint32_t(bits)}, 2);
    put_little_endian(file,
                      {uncompressed, static_cast<std::uint32_t>(pixel_bytes), per_metre(&Resolution::x),
                       per_metre(&Resolution::y), colors, colors},
                      4);
    for (const Rgba8 entry : entries) put_little_endian(file, {entry.b, entry.g, entry.r, 0}, 1);
    for (std::size_t y = lines.rows; y-- > 0;) {
        put_bytes(file, packed_row(lines, y));
        file.resize(file.size() + row_bytes - (lines.row_bytes - 1));
    }
    return file;
}

// Truevision TGA File Format Specification, version 2.0. Rows go from the bottom up, as in most files.
std::vector<std::byte> encode_indexed_tga(const IndexedImage& image, const EncodeOptions& options) {
    constexpr std::uint32_t has_map = 1, color_mapped = 1;
    const std::vector<Rgba8> entries = padded(image, options.pad);
    const int bits = index_bits(entries.size(), options.bits, written_format(ImageFormat::tga).index_bits);
    const bool has_alpha = std::ranges::any_of(entries, [](Rgba8 entry) { return entry.a != 255; });
    std::vector<std::byte> file;
    put_little_endian(file, {0, has_map, color_mapped}, 1);
    put_little_endian(file, {0, static_cast<std::uint32_t>(entries.size())}, 2);
    put_little_endian(file, {has_alpha ? 32u : 24u}, 1);
    put_little_endian(file, {0, 0, std::uint32_t(image.width), std::uint32_t(image.height)}, 2);
    put_little_endian(file, {std::uint32_t(bits), has_alpha ? 8u : 0u}, 1);
    for (const Rgba8 entry : entries) {
        put_little_endian(file, {entry.b, entry.g, entry.r}, 1);
        if (has_alpha) put_little_endian(file, {entry.a}, 1);
    }
    const std::span<const std::byte> indices = image.indices;
    const auto width = static_cast<std::size_t>(image.width);
    assert(indices.size() == width * static_cast<std::size_t>(image.height));
    for (std::size_t at = indices.size(); at > 0; at -= width)
        put_bytes(file, indices.subspan(at - width, width));
    return file;
}

std::vector<std::byte> encode_indices(const IndexedImage& image, const EncodeOptions& options) {
    const int bits = index_bits(padded(image, options.pad).size(), options.bits,
                                written_format(ImageFormat::indices).index_bits);
    const PngScanlines lines = packed_scanlines(image.indices, image.width, bits);
    std::vector<std::byte> file;
    file.reserve((lines.row_bytes - 1) * lines.rows);
    for (std::size_t y = 0; y < lines.rows; ++y) put_bytes(file, packed_row(lines, y));
    return file;
}

std::vector<std::byte> encode_c_array(const IndexedImage& image, const EncodeOptions& options) {
    const std::vector<Rgba8> entries = padded(image, options.pad);
    const int bits =
        index_bits(entries.size(), options.bits, written_format(ImageFormat::c_array).index_bits);
    const PngScanlines lines = packed_scanlines(image.indices, image.width, bits);
    const auto clear = std::ranges::find(entries, std::uint8_t{0}, &Rgba8::a);
    const std::string colors = std::to_string(entries.size()),
                      row_bytes = std::to_string(lines.row_bytes - 1);
    std::string text =
        "#pragma once\n\n#include <stdint.h>\n\n"
        "/* The indices of a row begin at a whole byte; in a byte, the leftmost has the highest bits. */\n"
        "static const struct {\n"
        "    uint16_t width, height, colors;\n"
        "    uint8_t bits;        /* of an index */\n"
        "    int16_t transparent; /* the index of transparent pixels; -1: there are none */\n";
    text += options.rgb565
                ? "    uint16_t palette[" + colors + "]; /* 5 bits of red, 6 of green, 5 of blue */\n"
                : "    uint8_t palette[3 * " + colors + "]; /* red, green, blue */\n";
    text += "    uint8_t indices[" + std::to_string(lines.rows) + "ul * " + row_bytes + "];\n} " +
            identifier_of(options.name) + " = {\n    " + std::to_string(image.width) + ", " +
            std::to_string(image.height) + ", " + colors + ", " + std::to_string(bits) + ", " +
            std::to_string(clear == entries.end() ? -1 : clear - entries.begin()) + ",\n    {";
    NumberLines palette(text);
    for (const Rgba8 entry : entries)
        if (options.rgb565)
            palette.put(rgb565_of(entry), 4);
        else
            for (const std::uint32_t code : {entry.r, entry.g, entry.b}) palette.put(code, 2);
    text += "\n    },\n    {";
    text.reserve(text.size() + lines.rows * (lines.row_bytes - 1) * 7);
    NumberLines indices(text);
    for (std::size_t y = 0; y < lines.rows; ++y)
        for (const std::byte packed : packed_row(lines, y))
            indices.put(std::to_integer<std::uint32_t>(packed), 2);
    text += "\n    }\n};\n";
    return text_bytes(text);
}

}
