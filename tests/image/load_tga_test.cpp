#include "decode/decode_here.h"
#include "image/loading.h"
#include "image/picture_files.h"
#include "image/save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace huedrift::tga_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using namespace std::string_literals;

std::vector<Rgba8> pixels_of(const TgaFile& file) {
    const LoadedImage loaded = load_image(file.encode(), "test.tga");
    EXPECT_EQ(loaded.image.width(), file.width);
    EXPECT_EQ(loaded.image.height(), file.height);
    return {loaded.image.pixels().begin(), loaded.image.pixels().end()};
}

void expect_refused(std::span<const std::byte> file, std::initializer_list<std::string> parts) {
    expect_error([&] { decode_here(file, "bad.tga"); }, ErrorKind::input, parts);
}

/// Red, green; blue, white.
TgaFile two_by_two() {
    return {.width = 2, .height = 2, .pixels = "\0\0\xFF\0\xFF\0"s + "\xFF\0\0\xFF\xFF\xFF"s};
}

TEST(LoadTga, BeginsInAnyCorner) {
    TgaFile file = two_by_two();
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, blue, white));
    file.descriptor = 0x30;
    EXPECT_THAT(pixels_of(file), ElementsAre(green, red, white, blue));
    file.descriptor = 0x00;
    file.id = "made by hand";
    EXPECT_THAT(pixels_of(file), ElementsAre(blue, white, red, green));
    file.descriptor = 0x10;
    EXPECT_THAT(pixels_of(file), ElementsAre(white, blue, green, red));
}

TEST(LoadTga, ColoursOf15To32Bits) {
    for (const int bits : {15, 16}) // whose last bit is not alpha
        EXPECT_THAT(pixels_of({.width = 3, .height = 1, .bits = bits, .pixels = "\x00\x7C\xE0\x03\x1F\x80"s}),
                    ElementsAre(red, green, blue));
    EXPECT_THAT(pixels_of({.width = 1, .height = 1, .bits = 32, .descriptor = 0x28, .pixels = "\1\2\3\4"s}),
                ElementsAre(Rgba8{3, 2, 1, 4}));
    EXPECT_THAT(pixels_of({.width = 1, .height = 1, .bits = 32, .pixels = "\1\2\3\0"s}),
                ElementsAre(Rgba8{3, 2, 1, 255}))
        << "the header tells of no alpha";
}

TEST(LoadTga, Greys) {
    EXPECT_THAT(pixels_of({.type = 3, .width = 2, .height = 1, .bits = 8, .pixels = "\7\xFF"s}),
                ElementsAre(Rgba8{7, 7, 7, 255}, white));
    EXPECT_THAT(
        pixels_of({.type = 3, .width = 1, .height = 1, .bits = 16, .descriptor = 0x28, .pixels = "\7\x64"s}),
        ElementsAre(Rgba8{7, 7, 7, 100}));
}

TEST(LoadTga, Palettes) {
    TgaFile file{.type = 1,
                 .width = 3,
                 .height = 1,
                 .bits = 8,
                 .map_bits = 24,
                 .map = "\0\0\xFF\0\xFF\0\xFF\0\0\0\0\xFF"s,
                 .pixels = "\0\2\1"s};
    EXPECT_THAT(pixels_of(file), ElementsAre(red, blue, green));
    EXPECT_THAT(load_image(file.encode(), "test.tga").slots, ElementsAre(red, green, blue, red));
    file.first_index = 5;
    file.pixels = "\5\7\6"s;
    EXPECT_THAT(pixels_of(file), ElementsAre(red, blue, green));
    file.pixels = "\5\0\6"s;
    expect_refused(file.encode(), {"a pixel has no colour"});
    EXPECT_THAT(pixels_of({.type = 1,
                           .width = 1,
                           .height = 1,
                           .bits = 16,
                           .map_bits = 16,
                           .map = "\xE0\x03\x00\x7C"s,
                           .pixels = "\1\0"s}),
                ElementsAre(red));
}

// Runs may go on in the next row, and the last one beyond the end.
TEST(LoadTga, PackedPixels) {
    TgaFile file = two_by_two();
    file.type = 10;
    file.pixels = "\x82\0\0\xFF"s + "\x01\xFF\xFF\xFF\1\1\1"s;
    EXPECT_THAT(pixels_of(file), ElementsAre(red, red, red, white));
}

/// Packs pixels into random packets.
std::string packed(const std::string& plain, std::size_t bytes, std::mt19937& random) {
    std::string packets;
    for (std::size_t at = 0; at < plain.size();) {
        std::size_t same = 1, most = 1 + random() % 128;
        const auto pixel = [&](std::size_t i) { return plain.substr(at + i * bytes, bytes); };
        const std::size_t left = (plain.size() - at) / bytes;
        while (same < std::min(left, most) && pixel(same) == pixel(0)) ++same;
        if (same > 1) {
            packets += static_cast<char>(128 + same - 1);
            packets += pixel(0);
        } else {
            same = std::min(left, most);
            packets += static_cast<char>(same - 1);
            packets += plain.substr(at, same * bytes);
        }
        at += same * bytes;
    }
    return packets;
}

TEST(LoadTga, RandomPicturesAreTheSamePackedOrNot) {
    std::mt19937 random(3);
    for (const auto& [type, bits] : {std::pair{1, 8}, {2, 16}, {2, 24}, {2, 32}, {3, 8}, {3, 16}}) {
        TgaFile file{.type = type, .width = 37, .height = 23, .bits = bits, .descriptor = 0x08};
        if (type == 1) {
            file.map_bits = 24;
            for (int i = 0; i < 3 * 256; ++i) file.map += static_cast<char>(random());
        }
        for (int i = 0; i < 37 * 23 * bits / 8; ++i) file.pixels += static_cast<char>(random() % 5 == 0);
        const std::vector<Rgba8> plain = pixels_of(file);
        file.pixels = packed(file.pixels, std::size_t(bits / 8), random);
        file.type += 8;
        EXPECT_EQ(pixels_of(file), plain) << type << ", " << bits;
    }
}

TEST(LoadTga, WhatIsWrittenIsReadBack) {
    std::mt19937 random(4);
    for (const unsigned least : {0u, 255u}) {
        Image image(13, 7);
        for (Rgba8& p : image.pixels())
            p = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()),
                 std::uint8_t(random() | least)};
        const LoadedImage read = load_image(encode_image(image, ImageFormat::tga), "a.tga");
        EXPECT_THAT(read.image.pixels(), ElementsAreArray(image.pixels()));
        EXPECT_EQ(read.format, ImageFormat::tga);
    }
    const std::string file = text_of(encode_image(Image(300, 7), ImageFormat::tga));
    EXPECT_LT(file.size(), 300u) << "runs";
    EXPECT_EQ(file.substr(0, 18), "\0\0\x0A\0\0\0\0\0\0\0\0\0\x2C\1\7\0\x20\x08"s);
}

TEST(LoadTgaDamaged, OnlyAFileOfThatNameAndWithSuchAHeaderIsOne) {
    const auto whole = two_by_two().encode();
    EXPECT_NO_THROW(decode_here(whole, "A.TGA"));
    expect_error([&] { decode_here(whole, "a.png"); }, ErrorKind::input, {"a.png: not a PNG, "});
    expect_error([&] { decode_here(std::as_bytes(std::span("just some text, and more")), "a.tga"); },
                 ErrorKind::input, {"a.tga: not a PNG, "});
}

TEST(LoadTgaDamaged, SaysWhatIsWrong) {
    TgaFile file = two_by_two();
    file.descriptor = 0x60;
    expect_refused(file.encode(), {"interleaved TGA files are not supported"});
    file = two_by_two();
    file.width = file.height = 65535;
    expect_refused(file.encode(), {"it is cut short"});
    file = two_by_two();
    file.bits = 8;
    expect_refused(file.encode(), {"its kind of pixels is unknown"});
}

}
}
