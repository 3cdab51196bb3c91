#include "image/save.h"

#include "expect_error.h"
#include "image/encode.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/png_files.h"
#include "temporary_folder.h"

#include <array>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <webp/decode.h>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array lossless{ImageFormat::png, ImageFormat::bmp, ImageFormat::webp, ImageFormat::pam,
                              ImageFormat::tga};

std::vector<Rgba8> copy_of(std::span<const Rgba8> pixels) { return {pixels.begin(), pixels.end()}; }

Image noise(int width, int height, bool opaque) {
    Image image(width, height, noise_pixels(std::size_t(width) * std::size_t(height), 3));
    if (opaque)
        for (Rgba8& pixel : image.pixels()) pixel.a = 255;
    return image;
}

/// `count` different entries, of which the first `transparent` are not opaque, each at least once.
Image entries(int count, int transparent, int width, int height) {
    Image image(width, height);
    for (int i = 0; i < width * height; ++i) {
        const int entry = i % count;
        image.pixels()[std::size_t(i)] = {static_cast<std::uint8_t>(entry),
                                          static_cast<std::uint8_t>(entry >> 8), 9,
                                          static_cast<std::uint8_t>(entry < transparent ? 254 - entry : 255)};
    }
    return image;
}

TEST(Save, FormatsAreNamedByTheirExtensions) {
    EXPECT_EQ(image_format_of("a.png"), ImageFormat::png);
    EXPECT_EQ(image_format_of("a.JPG"), ImageFormat::jpeg);
    EXPECT_EQ(image_format_of("a.jpeg"), ImageFormat::jpeg);
    EXPECT_EQ(image_format_of("a.bmp"), ImageFormat::bmp);
    EXPECT_EQ(image_format_of("a.gif"), ImageFormat::gif);
    EXPECT_EQ(image_format_of("a.webp"), ImageFormat::webp);
    EXPECT_EQ(image_format_of("a.pam"), ImageFormat::pam);
    EXPECT_EQ(image_format_of("a.Tga"), ImageFormat::tga);
    expect_error([] { image_format_of("a.jxl"); }, ErrorKind::usage, {"a.jxl", image_extensions()});
    EXPECT_FALSE(is_lossless(ImageFormat::jpeg));
    for (const ImageFormat format : lossless) EXPECT_TRUE(is_lossless(format));
}

TEST(Save, PngIsReadBackExactly) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 300}, {300, 1}, {37, 41}}) {
        for (const bool opaque : {false, true}) {
            const Image image = noise(width, height, opaque);
            const auto file = encode_image(image, ImageFormat::png);
            EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
            EXPECT_EQ(copy_of(load_image(file, "").image.pixels()), copy_of(image.pixels()));
        }
    }
}

TEST(Save, PngHasAlphaOnlyWhenNeeded) {
    EXPECT_EQ(png_chunks(encode_image(noise(20, 20, false), ImageFormat::png))[0].data,
              png_header(20, 20, 8, 6));
    EXPECT_EQ(png_chunks(encode_image(noise(20, 20, true), ImageFormat::png))[0].data,
              png_header(20, 20, 8, 2));
}

TEST(Save, PngKeepsSettings) {
    const Image image = noise(5, 3, true);
    std::string settings = "--radius 0.05 --title \xc3\xbc"
                           "ber";
    for (const bool indexed : {false, true}) {
        const auto file = encode_image(image, ImageFormat::png,
                                       {.indexed = indexed, .truecolor = !indexed, .settings = settings});
        const LoadedImage loaded = load_image(file, "a.png");
        EXPECT_TRUE(loaded.notes.empty());
        EXPECT_EQ(loaded.settings, settings);
        EXPECT_EQ(copy_of(loaded.image.pixels()), copy_of(image.pixels()));
        EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
        settings.resize(max_settings_bytes, 'x');
    }
    expect_error([&] { encode_image(image, ImageFormat::png, {.settings = settings + "x"}); },
                 ErrorKind::output, {"the settings are longer"});
    EXPECT_EQ(load_image(encode_image(image, ImageFormat::png), "a.png").settings, "");
    EXPECT_EQ(load_image(encode_image(image, ImageFormat::bmp, {.settings = settings}), "a.bmp").settings,
              "");
}

TEST(Save, OnlySettingsOfThisProgramAreRead) {
    const std::vector<PngChunk> chunks = png_chunks(encode_image(noise(5, 3, true), ImageFormat::png));
    const auto settings_with = [&](const std::string& data) {
        std::vector<PngChunk> more = chunks;
        more.insert(more.end() - 1, {"iTXt", data});
        const LoadedImage loaded = load_image(png_of(more), "a.png");
        EXPECT_EQ(loaded.notes.empty(), data.size() <= max_settings_bytes);
        return loaded.settings;
    };
    using namespace std::string_literals;
    EXPECT_EQ(settings_with("huedrift\0\0\0\0\0--radius 1"s), "--radius 1");
    EXPECT_EQ(settings_with("huedrift\0\0\0\0\0"s), "");
    EXPECT_EQ(settings_with("huedrift"s), "");
    EXPECT_EQ(settings_with("huedrift\0\1\0\0\0--radius 1"s), ""); // compressed
    EXPECT_EQ(settings_with("Comment\0\0\0\0\0--radius 1"s), "");
    EXPECT_EQ(settings_with("huedrift\0\0\0\0\0"s + std::string(max_settings_bytes + 1, 'x')), "");
}

TEST(SaveIndexed, HasTheLeastBitDepth) {
    const std::map<int, int> depths{{1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 4}, {16, 4}, {17, 8}, {256, 8}};
    for (const auto& [count, depth] : depths)
        for (const int transparent : {0, 1, count}) {
            const Image image = entries(count, transparent, 19, 31);
            const auto file = encode_image(image, ImageFormat::png, {.indexed = true});
            EXPECT_EQ(png_chunks(file)[0].data, png_header(19, 31, depth, 3)) << count;
            EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels())) << count;
        }
}

TEST(SaveIndexed, PutsTransparentEntriesFirst) {
    const Image image(4, 1, {{9, 9, 9, 255}, {0, 0, 0, 0}, {1, 1, 1, 255}, {7, 7, 7, 128}});
    std::map<std::string, std::string> chunks;
    for (const PngChunk& chunk : png_chunks(encode_image(image, ImageFormat::png, {.indexed = true})))
        chunks[chunk.type] = chunk.data;
    EXPECT_EQ(chunks["PLTE"], std::string("\0\0\0\7\7\7\1\1\1\11\11\11", 12));
    EXPECT_EQ(chunks["tRNS"], std::string("\0\x80", 2));
    const Image opaque(1, 1, {{1, 2, 3, 255}});
    for (const PngChunk& chunk : png_chunks(encode_image(opaque, ImageFormat::png, {.indexed = true})))
        EXPECT_NE(chunk.type, "tRNS");
}

TEST(SaveIndexed, KeepsTheOrderOfGivenEntries) {
    const Image image(3, 1, {{9, 9, 9, 255}, {0, 0, 0, 0}, {1, 1, 1, 255}});
    const std::vector<Rgba8> entries{{1, 1, 1, 255}, {5, 5, 5, 255}, {},
                                     {9, 9, 9, 255}, {9, 9, 9, 255}, {1, 1, 1, 255}};
    const IndexedImage indices{
        .width = 3, .height = 1, .indices = {std::byte{3}, std::byte{2}, std::byte{0}}, .entries = entries};
    const auto file = encode_image(image, ImageFormat::png, {.indexed = true, .indices = &indices});
    std::map<std::string, std::string> chunks;
    for (const PngChunk& chunk : png_chunks(file)) chunks[chunk.type] = chunk.data;
    EXPECT_EQ(chunks["PLTE"], std::string("\1\1\1\5\5\5\0\0\0\11\11\11\11\11\11\1\1\1", 18));
    EXPECT_EQ(chunks["tRNS"], std::string("\xFF\xFF\0", 3));
    EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
}

TEST(SaveIndexed, ErrorsNameTheNumberOfColors) {
    expect_error([] { encode_image(entries(257, 0, 20, 20), ImageFormat::png, {.indexed = true}); },
                 ErrorKind::output, {"at most 256", "has 257"});
    expect_error([] { encode_image(entries(399, 5, 20, 20), ImageFormat::png, {.indexed = true}); },
                 ErrorKind::output, {"has 399"});
    // One colour with two transparencies is two entries.
    Image image = entries(256, 0, 20, 20);
    image.pixels()[0].a = 77;
    expect_error([&] { encode_image(image, ImageFormat::png, {.indexed = true}); }, ErrorKind::output,
                 {"has 257; levels of alpha join them"});
}

TEST(SaveIndexed, IsForFormatsWithAPalette) {
    for (const ImageFormat format : {ImageFormat::jpeg, ImageFormat::webp, ImageFormat::pam})
        expect_error([&] { encode_image(entries(2, 0, 4, 4), format, {.indexed = true}); }, ErrorKind::usage,
                     {"cannot be indexed"});
}

TEST(SaveIndexed, BmpAndTgaAreReadBackExactly) {
    for (const int width : {1, 7, 8, 9, 31})
        for (const int count : {1, 2, 3, 16, 17, 250}) {
            const Image opaque = entries(count, 0, width, 40), soft = entries(count, 1, width, 40);
            const auto bmp = encode_image(opaque, ImageFormat::bmp, {.indexed = true});
            EXPECT_EQ(std::to_integer<int>(bmp[28]), count <= 2 ? 1 : count <= 16 ? 4 : 8);
            EXPECT_EQ(copy_of(load_image(bmp, "").image.pixels()), copy_of(opaque.pixels()));
            for (const Image* const image : {&opaque, &soft}) {
                const LoadedImage tga =
                    load_image(encode_image(*image, ImageFormat::tga, {.indexed = true}), "a.tga");
                EXPECT_EQ(copy_of(tga.image.pixels()), copy_of(image->pixels()));
                EXPECT_EQ(tga.slots, index_image(*image)->entries);
            }
        }
}

TEST(SaveIndexed, BitsAndEntriesAreAsAsked) {
    const Image image = entries(2, 0, 9, 3);
    const auto bits_of = [&](ImageFormat format, int bits, std::size_t pad) {
        const auto file = encode_image(image, format, {.indexed = true, .bits = bits, .pad = pad});
        EXPECT_EQ(copy_of(load_image(file, "a.bmp").image.pixels()), copy_of(image.pixels()));
        return std::to_integer<int>(file[28]);
    };
    EXPECT_EQ(bits_of(ImageFormat::bmp, 1, 0), 1);
    EXPECT_EQ(bits_of(ImageFormat::bmp, 0, 16), 4);
    EXPECT_EQ(bits_of(ImageFormat::bmp, 8, 16), 8);
    for (const auto& [format, bits] : {std::pair{ImageFormat::bmp, 2}, {ImageFormat::tga, 4}})
        expect_error([&image, format = format,
                      bits = bits] { encode_image(image, format, {.indexed = true, .bits = bits}); },
                     ErrorKind::output, {"no indices of " + std::to_string(bits) + " bits"});
    expect_error([&] { encode_image(image, ImageFormat::indices, {.bits = 1, .pad = 3}); }, ErrorKind::output,
                 {"the 3 entries of the palette are more than 1 bit can number"});
    for (const ImageFormat format : {ImageFormat::bmp, ImageFormat::indices, ImageFormat::c_array})
        expect_error([&] { encode_image(entries(9, 2, 9, 3), format, {.indexed = true}); }, ErrorKind::output,
                     {"has no partially transparent pixels"});
}

TEST(SaveIndexed, RowsOfIndicesBeginAtWholeBytes) {
    const Image image(3, 2, {{1, 1, 1, 255}, {9, 9, 9, 255}, {5, 5, 5, 255}, {}, {9, 9, 9, 255}, {}});
    const std::string indices = text_of(encode_image(image, ImageFormat::indices)), // (), 1, 5, 9
        c_array = text_of(encode_image(image, ImageFormat::c_array, {.rgb565 = true, .name = "a-1"}));
    EXPECT_EQ(indices, std::string("\x78\x30", 2));
    EXPECT_THAT(c_array, testing::HasSubstr("} picture_a_1 = {\n    3, 2, 4, 2, 0,\n    {\n"
                                            "        0x0000, 0x0000, 0x0821, 0x0841,\n    },\n    {\n"
                                            "        0x78, 0x30,\n    }\n};\n"));
}

bool has_palette(std::span<const std::byte> png) {
    return std::ranges::count(png_chunks(png), "PLTE", &PngChunk::type) == 1;
}

TEST(SavePng, HasAPaletteWhereTheFileIsSmallerSo) {
    for (const int side : {1, 2, 9, 20, 150})
        for (const int count : {1, 2, 3, 16, 17, 250, 256, 257})
            for (const int transparent : {0, 1, count / 2}) {
                const Image image = entries(std::min(count, side * side), transparent, side, side);
                const auto file = encode_image(image, ImageFormat::png),
                           truecolor = encode_image(image, ImageFormat::png, {.truecolor = true});
                EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
                EXPECT_FALSE(has_palette(truecolor));
                if (count > 256 && side * side > 256) {
                    EXPECT_EQ(file, truecolor);
                    continue;
                }
                const auto indexed = encode_image(image, ImageFormat::png, {.indexed = true});
                EXPECT_EQ(file, indexed.size() < truecolor.size() ? indexed : truecolor);
            }
    EXPECT_FALSE(has_palette(encode_image(entries(16, 0, 4, 4), ImageFormat::png)));
}

// Its file is too large for a palette to matter.
TEST(SavePng, HasAPaletteIfItIsLarge) {
    Image image = noise(400, 400, false);
    for (Rgba8& pixel : image.pixels()) pixel.r &= 1, pixel.g &= 3, pixel.b &= 3, pixel.a |= 0x7F;
    const auto file = encode_image(image, ImageFormat::png);
    EXPECT_GT(file.size(), 1u << 16);
    EXPECT_EQ(file, encode_image(image, ImageFormat::png, {.indexed = true}));
    EXPECT_LT(file.size(), encode_image(image, ImageFormat::png, {.truecolor = true}).size());
    EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
}

TEST(SavePng, HasTheGivenIndices) {
    const Image image = entries(7, 2, 150, 150);
    IndexedImage given = *index_image(image);
    std::ranges::reverse(given.entries);
    for (std::byte& index : given.indices) index = std::byte(6 - std::to_integer<int>(index));
    const auto file = encode_image(image, ImageFormat::png, {.indices = &given});
    EXPECT_EQ(file, encode_image(image, ImageFormat::png, {.indexed = true, .indices = &given}));
    EXPECT_NE(file, encode_image(image, ImageFormat::png, {.indexed = true}));
    EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
}

TEST(SavePng, RefusesAPaletteThatIsAskedForAndForbidden) {
    expect_error(
        [] { encode_image(entries(2, 0, 4, 4), ImageFormat::png, {.indexed = true, .truecolor = true}); },
        ErrorKind::usage, {"either indexed or has no palette"});
    expect_error([] { encode_image(entries(2, 0, 4, 4), ImageFormat::webp, {.truecolor = true}); },
                 ErrorKind::usage, {"PNG"});
}

// Entries are looked up in a table of our own, here for values that differ in every channel.
TEST(SavePng, AnyEntriesAreReadBackExactly) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const std::vector<Rgba8> values = noise_pixels(256, seed);
        const std::vector<Rgba8> order = noise_pixels(4096, seed + 1);
        Image image(64, 64);
        for (std::size_t i = 0; i < order.size(); ++i) image.pixels()[i] = values[order[i].r];
        for (const EncodeOptions& options : {EncodeOptions{}, {.indexed = true}}) {
            const auto file = encode_image(image, ImageFormat::png, options);
            EXPECT_TRUE(has_palette(file));
            EXPECT_EQ(copy_of(read_through_libpng(file).pixels()), copy_of(image.pixels()));
        }
    }
}

// Also compares libwebp's simplest function. Colours of transparent pixels stay.
TEST(Save, WebpIsReadBackExactly) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 300}, {300, 1}, {37, 41}}) {
        for (const bool opaque : {false, true}) {
            Image image = noise(width, height, opaque);
            if (!opaque) image.pixels()[0] = {1, 2, 3, 0};
            const auto file = encode_image(image, ImageFormat::webp);
            EXPECT_EQ(copy_of(load_image(file, "").image.pixels()), copy_of(image.pixels()));
            int read_width = 0, read_height = 0;
            std::uint8_t* const read = WebPDecodeRGBA(reinterpret_cast<const std::uint8_t*>(file.data()),
                                                      file.size(), &read_width, &read_height);
            ASSERT_EQ(std::pair(read_width, read_height), std::pair(width, height));
            EXPECT_EQ(std::memcmp(read, image.pixels().data(), image.pixels().size_bytes()), 0);
            WebPFree(read);
        }
    }
}

TEST(Save, PamFollowsNetpbm) {
    const std::string expected = "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
    const Image image(2, 1, {{'a', 'b', 'c', 0}, {'d', 'e', 'f', 'g'}});
    EXPECT_EQ(text_of(encode_image(image, ImageFormat::pam)), expected + std::string("abc\0defg", 8));
    for (const bool opaque : {false, true}) {
        const Image noisy = noise(37, 41, opaque);
        const auto file = encode_image(noisy, ImageFormat::pam);
        EXPECT_EQ(text_of(file).find("DEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\n") != std::string::npos, opaque);
        EXPECT_EQ(copy_of(load_image(file, "").image.pixels()), copy_of(noisy.pixels()));
    }
}

// Tolerances, as JPEG is lossy: flat areas come back within 3.
TEST(Save, JpegIsCloseAndOnWhite) {
    Image image(64, 32);
    for (int i = 0; i < 64 * 32; ++i)
        image.pixels()[std::size_t(i)] = i % 64 < 32 ? Rgba8{200, 60, 30, 255} : Rgba8{0, 0, 0, 0};
    const Image read = load_image(encode_image(image, ImageFormat::jpeg), "").image;
    ASSERT_EQ(read.width(), 64);
    ASSERT_EQ(read.height(), 32);
    const Rgba8 left = read.pixels()[32 * 8 + 8], right = read.pixels()[64 * 8 + 56];
    EXPECT_NEAR(read.pixels()[64 * 8 + 8].r, 200, 3);
    EXPECT_NEAR(read.pixels()[64 * 8 + 8].g, 60, 3);
    EXPECT_NEAR(read.pixels()[64 * 8 + 8].b, 30, 3);
    EXPECT_NEAR(right.r, 255, 3);
    EXPECT_NEAR(right.g, 255, 3);
    EXPECT_NEAR(right.b, 255, 3);
    EXPECT_EQ(left.a, 255);
}

TEST(Save, AFailureOfLibjpegIsAnError) {
    const EncodeOptions too_long{.metadata = {.exif = std::vector<std::byte>(70'000)}};
    expect_error([&] { encode_jpeg(noise(8, 8, true), too_long); }, ErrorKind::output,
                 {"the picture cannot be encoded"});
}

TEST(Save, JpegQualityHasAnEffect) {
    const Image image = noise(64, 64, true);
    EXPECT_LT(encode_image(image, ImageFormat::jpeg, {.jpeg_quality = 20}).size(),
              encode_image(image, ImageFormat::jpeg).size() / 2);
}

TEST(Save, NamesTheLossesOfAFormat) {
    const Image opaque = noise(4, 4, true), transparent = noise(4, 4, false);
    for (const ImageFormat format : lossless) EXPECT_THAT(encoding_losses(transparent, format), IsEmpty());
    EXPECT_THAT(encoding_losses(transparent, ImageFormat::indices),
                ElementsAre(testing::HasSubstr("palette")));
    EXPECT_THAT(encoding_losses(transparent, ImageFormat::bmp, {}, {}, true),
                ElementsAre(testing::HasSubstr("no transparency")));
    EXPECT_THAT(encoding_losses(opaque, ImageFormat::jpeg), ElementsAre(testing::HasSubstr("palette")));
    EXPECT_THAT(encoding_losses(transparent, ImageFormat::jpeg),
                ElementsAre(testing::HasSubstr("palette"), testing::HasSubstr("white")));
}

TEST(Save, UnsupportedPicturesAreRefused) {
    for (const ImageFormat format : lossless)
        expect_error([&] { encode_image(Image(), format); }, ErrorKind::output, {"without pixels"});
    expect_error([] { encode_image(Image(), ImageFormat::jpeg); }, ErrorKind::output, {"without pixels"});
    const Image wide(65536, 1);
    for (const ImageFormat format : {ImageFormat::jpeg, ImageFormat::bmp, ImageFormat::tga})
        expect_error([&] { encode_image(wide, format); }, ErrorKind::output, {"too large"});
    expect_error([] { encode_image(Image(1, 16384), ImageFormat::webp); }, ErrorKind::output, {"too large"});
    for (const int height : {65501, 65535})
        expect_error([&] { encode_image(Image(1, height), ImageFormat::jpeg); }, ErrorKind::output,
                     {"too large"});
    const auto tall = encode_image(Image(1, 65500), ImageFormat::jpeg);
    EXPECT_EQ(load_image(tall, "", LoadLimits::widest()).image.height(), 65500);
    EXPECT_EQ(load_image(encode_image(Image(1, 16383), ImageFormat::webp), "").image.height(), 16383);
    EXPECT_EQ(read_through_libpng(encode_image(wide, ImageFormat::png)).width(), 65536);
}

}
}
