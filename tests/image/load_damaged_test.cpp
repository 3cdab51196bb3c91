#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/encoded_files.h"
#include "image/jpeg_files.h"
#include "image/picture_files.h"
#include "image/pixels.h"
#include "image/png_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <tiffio.h>

namespace huedrift::damaged_tests {
namespace {

using namespace std::string_literals;

/// A small file, and the values that each of its bytes is changed to.
struct Sample {
    std::string name;
    std::vector<std::byte> file;
    std::vector<int> values{};
};

std::vector<int> every(int step) {
    std::vector<int> values;
    for (int value = 0; value < 256; value += step) values.push_back(value);
    return values;
}

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Image noise(int width, int height) {
    return {width, height, noise_pixels(std::size_t(width) * std::size_t(height), 5)};
}

void add_bmp(std::vector<Sample>& samples) {
    const BmpFile colors{
        .width = 2, .height = 2, .pixels = "\xFF\0\0\xFF\xFF\xFF\0\0"s + "\0\0\xFF\0\xFF\0\0\0"s};
    const BmpFile indices{.width = 3, .height = 1, .bits = 8, .palette = {1, 2, 3, 4}, .pixels = "\0\3\2\0"s};
    samples.push_back({"colours.bmp", colors.encode(), every(1)});
    samples.push_back({"indices.bmp", indices.encode(), every(3)});
    for (const int bits : {4, 8}) {
        BmpFile runs{.width = 3, .height = 2, .bits = bits, .compression = bits == 8 ? 1u : 2u};
        runs.palette = {1, 2, 3, 4};
        runs.pixels = "\3\1\0\0\0\3\1\2\3\0\0\2\1\0\0\1"s;
        samples.push_back({"runs.bmp", runs.encode(), every(3)});
    }
}

void add_tga(std::vector<Sample>& samples) {
    TgaFile file{.width = 2, .height = 2, .pixels = "\0\0\xFF\0\xFF\0\xFF\0\0\xFF\xFF\xFF"s};
    samples.push_back({"colours.tga", file.encode(), every(1)});
    file.type = 10;
    file.pixels = "\x81\0\0\xFF\x81\0\0\0"s;
    samples.push_back({"runs.tga", file.encode(), every(2)});
    const TgaFile indices{.type = 1,
                          .width = 2,
                          .height = 1,
                          .bits = 8,
                          .map_bits = 24,
                          .map = "\1\2\3\4\5\6"s,
                          .pixels = "\1\0"s};
    samples.push_back({"indices.tga", indices.encode(), every(3)});
}

void add_gif(std::vector<Sample>& samples) {
    GifFile file{.width = 5, .height = 4, .palette = {{1, 2, 3, 255}, {}, {4, 5, 6, 255}, {9, 9, 9, 255}}};
    GifFrame frame{.width = 5, .height = 4, .interlaced = true};
    for (int i = 0; i < 20; ++i) frame.indices.push_back(static_cast<std::uint8_t>(i * i % 4));
    file.frames = {frame};
    samples.push_back({"picture.gif", file.encode(), every(5)});
}

void add_jpeg(std::vector<Sample>& samples) {
    JpegFile file{.blocks_across = 2, .blocks = {{1, 2, 3}, {200, 5, 6}}, .segments = exif_segment(3)};
    samples.push_back({"sequential.jpg", file.encode(), {0x00, 0x01, 0x7F, 0xFF}});
    file.progressive = true;
    samples.push_back({"progressive.jpg", file.encode(), {0x00, 0xFF}});
}

void add_png(std::vector<Sample>& samples) {
    for (const bool interlaced : {false, true}) {
        PngFile file{
            .width = 3, .height = 2, .color_type = PNG_COLOR_TYPE_RGB_ALPHA, .interlaced = interlaced};
        for (int i = 0; i < 24; ++i) file.samples.push_back(static_cast<std::uint16_t>(11 * i));
        samples.push_back({interlaced ? "interlaced.png" : "rows.png", file.encode(), every(51)});
    }
}

void add_tiff(std::vector<Sample>& samples) {
    TiffFile file{.width = 21, .height = 19, .photometric = PHOTOMETRIC_PALETTE, .bits = 2};
    for (int i = 0; i < 21 * 19; ++i) file.values.push_back(static_cast<std::uint16_t>(i * i % 4));
    file.palette = {1, 400, 9, 20000, 7, 7, 65535, 0, 3, 4, 5, 6};
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
        file.compression = compression;
        samples.push_back({"compression " + std::to_string(compression) + ".tif", file.encode(), every(17)});
    }
}

/// A digit or text after the last pixel of the first of them is ignored.
void add_pnm(std::vector<Sample>& samples) {
    for (const std::string& file : {"P1 3 2 010101"s, "P2 3 1 15 0 7 15\n"s, "P3 2 1 255 255 0 0 0 0 255\n"s,
                                    "P4 10 2\n\xFF\x80\x00\x40"s, "P5 3 1 255 abc"s, "P6 2 1 255 abcdef"s,
                                    "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\nabcd"s})
        samples.push_back({"a.pnm", bytes_of(file), every(15)});
    samples.push_back(
        {"a.qoi", bytes_of(qoi_file(3, 1, 4, "\xFE\x0A\x14\x1E\xFF\x01\x02\x03\x04\xC0"s)), every(5)});
}

void add_encoded(std::vector<Sample>& samples) {
    for (const bool lossless : {false, true})
        samples.push_back(
            {"a.webp", webp_file(webp_chunks(noise(9, 7), lossless)), lossless ? every(5) : every(51)});
    samples.push_back({"a.avif", avif_file(noise(5, 4)), {255}});
    Image ramp(16, 16);
    for (std::size_t i = 0; i < 256; ++i)
        ramp.pixels()[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(16 * i), 90, 255};
    samples.push_back({"a.heic", heic_file(ramp), {255}});
    for (const bool container : {false, true})
        samples.push_back({"a.jxl", JxlFile{.container = container}.encode(noise(9, 7)), {0, 255}});
}

std::vector<Sample> samples_of_every_format() {
    std::vector<Sample> samples;
    for (auto* const add : {add_bmp, add_tga, add_gif, add_jpeg, add_png, add_tiff, add_pnm, add_encoded})
        add(samples);
    return samples;
}

TEST(LoadDamaged, EveryTruncationIsRefused) {
    for (const Sample& sample : samples_of_every_format()) {
        const std::span<const std::byte> whole = sample.file;
        EXPECT_NO_THROW(decode_here(whole, sample.name)) << sample.name;
        for (std::size_t length = 0; length < whole.size(); ++length)
            expect_error([&] { decode_here(whole.first(length), sample.name); }, ErrorKind::input,
                         {sample.name + ": "});
    }
}

TEST(LoadDamaged, AChangedByteGivesAPictureOrARefusal) {
    for (const Sample& sample : samples_of_every_format())
        for (std::size_t i = 0; i < sample.file.size(); ++i)
            for (const int value : sample.values) {
                auto bytes = sample.file;
                bytes[i] = std::byte(value);
                try {
                    EXPECT_GT(decode_here(bytes, sample.name, {.max_pixels = 1'000'000}).pixels().size(), 0u);
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind(), ErrorKind::input);
                    EXPECT_THAT(error.what(), testing::StartsWith(sample.name + ": "));
                }
            }
}

}
}
