#include "image/jpeg_files.h"
#include "image/loading.h"
#include "image/png_files.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <random>
#include <zlib.h>

namespace huedrift::png_tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A picture of random samples, 13 x 11 so that rows end within a byte and every pass of interlacing has
/// pixels.
PngFile random_file(int color_type, int bit_depth, int channels, bool interlaced) {
    PngFile file{.width = 13,
                 .height = 11,
                 .color_type = color_type,
                 .bit_depth = bit_depth,
                 .interlaced = interlaced};
    std::mt19937 random(7);
    file.samples.resize(std::size_t(13 * 11 * channels));
    for (auto& sample : file.samples) sample = static_cast<std::uint16_t>(random() & ((1u << bit_depth) - 1));
    return file;
}

std::uint8_t to_8_bits(std::uint16_t sample, int bit_depth) {
    const int max = (1 << bit_depth) - 1;
    return static_cast<std::uint8_t>((sample * 255 + max / 2) / max);
}

/// The file's pixels according to the PNG specification.
std::vector<Rgba8> expected_pixels(const PngFile& file) {
    const bool indexed = file.color_type == PNG_COLOR_TYPE_PALETTE,
               colored = file.color_type & PNG_COLOR_MASK_COLOR,
               alpha = file.color_type & PNG_COLOR_MASK_ALPHA;
    const std::size_t colors = colored && !indexed ? 3 : 1, channels = colors + (alpha ? 1 : 0);
    std::vector<Rgba8> pixels;
    for (std::size_t i = 0; i < file.samples.size(); i += channels) {
        const std::span sample(file.samples.data() + i, channels);
        if (indexed) {
            pixels.push_back(file.palette[sample[0]]);
            continue;
        }
        const auto value = [&](std::size_t c) { return to_8_bits(sample[c], file.bit_depth); };
        const bool keyed = !file.transparent.empty() &&
                           std::equal(file.transparent.begin(), file.transparent.end(), sample.begin());
        const std::uint8_t a = keyed ? 0 : alpha ? value(colors) : 255;
        pixels.push_back(colors == 3 ? Rgba8{value(0), value(1), value(2), a}
                                     : Rgba8{value(0), value(0), value(0), a});
    }
    return pixels;
}

class LoadPng : public testing::TestWithParam<bool> {
protected:
    static bool interlaced() { return GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Rows, LoadPng, testing::Bool(),
                         [](const auto& rows) { return rows.param ? "Interlaced" : "InOrder"; });

TEST_P(LoadPng, Grey) {
    for (const int depth : {1, 2, 4, 8, 16}) {
        PngFile file = random_file(PNG_COLOR_TYPE_GRAY, depth, 1, interlaced());
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth;
        file.transparent = {file.samples[5]};
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth << " with a transparent colour";
    }
}

TEST_P(LoadPng, GreyWithAlpha) {
    for (const int depth : {8, 16}) {
        const PngFile file = random_file(PNG_COLOR_TYPE_GRAY_ALPHA, depth, 2, interlaced());
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth;
    }
}

TEST_P(LoadPng, Rgb) {
    for (const int depth : {8, 16}) {
        PngFile file = random_file(PNG_COLOR_TYPE_RGB, depth, 3, interlaced());
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth;
        file.transparent = {file.samples[6], file.samples[7], file.samples[8]};
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth << " with a transparent colour";
    }
}

TEST_P(LoadPng, Rgba) {
    for (const int depth : {8, 16}) {
        const PngFile file = random_file(PNG_COLOR_TYPE_RGB_ALPHA, depth, 4, interlaced());
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth;
    }
}

TEST(LoadPngSlots, AreThePaletteOfTheFileInItsOrder) {
    const std::vector<Rgba8> palette{
        {9, 8, 7, 255}, {1, 2, 3, 0}, {9, 8, 7, 255}, {1, 2, 3, 128}, {255, 0, 0, 255}};
    const PngFile file{.width = 2,
                       .height = 1,
                       .color_type = PNG_COLOR_TYPE_PALETTE,
                       .bit_depth = 4,
                       .samples = {4, 2},
                       .palette = palette};
    EXPECT_EQ(load_image(file.encode(), "a.png").slots, palette);
    PngFile rgb = random_file(PNG_COLOR_TYPE_RGB, 8, 3, false);
    rgb.palette = palette; // for viewers of few colours
    EXPECT_THAT(load_image(rgb.encode(), "a.png").slots, IsEmpty());
}

TEST_P(LoadPng, Palette) {
    for (const int depth : {1, 2, 4, 8}) {
        PngFile file = random_file(PNG_COLOR_TYPE_PALETTE, depth, 1, interlaced());
        for (int i = 0; i < 1 << depth; ++i)
            file.palette.push_back({static_cast<std::uint8_t>(i * 3), static_cast<std::uint8_t>(i * 5 + 1),
                                    static_cast<std::uint8_t>(255 - i), 255});
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth;
        file.palette[0].a = 0, file.palette[1].a = 77;
        EXPECT_EQ(pixels_of(file.encode()), expected_pixels(file)) << depth << " with tRNS";
    }
}

PngFile small_file() { return random_file(PNG_COLOR_TYPE_RGB_ALPHA, 8, 4, false); }

TEST(LoadPngNotes, NameTheLosses) {
    EXPECT_THAT(load_image(small_file().encode(), "").notes, IsEmpty());
    EXPECT_THAT(load_image(random_file(PNG_COLOR_TYPE_RGB, 16, 3, false).encode(), "").notes,
                ElementsAre("16-bit channels were reduced to 8 bits"));
    auto chunks = png_chunks(small_file().encode());
    chunks.insert(chunks.begin() + 1, PngChunk{"iCCP", std::string("p\0\0", 3)});
    chunks.insert(chunks.begin() + 1, PngChunk{"acTL", std::string(8, '\0')});
    EXPECT_THAT(load_image(png_of(chunks), "").notes,
                ElementsAre("the embedded colour profile was ignored: it is damaged",
                            "only the first frame of the animation was read"));
}

TEST(LoadPngDamaged, EveryChangedByteIsRefused) {
    auto file = small_file().encode();
    for (std::byte& byte : file) {
        byte ^= std::byte{0x10};
        expect_refused(file, {"bad: "});
        byte ^= std::byte{0x10};
    }
}

TEST(LoadPngDamaged, BytesAfterTheEndAreIgnored) {
    const PngFile file = small_file();
    auto bytes = file.encode();
    bytes.resize(bytes.size() + 100, std::byte{0xAA});
    EXPECT_EQ(pixels_of(bytes), expected_pixels(file));
}

TEST(LoadPngDamaged, SaysWhatIsWrong) {
    const std::string rows(4 * 13, '\0'), packed = deflated(rows);
    const std::string header = png_header(4, 4, 8, PNG_COLOR_TYPE_RGB);
    expect_refused(png_of({{"IHDR", header}, {"IDAT", packed.substr(0, packed.size() / 2)}, {"IEND", ""}}),
                   {"bad: ", "PNG"});
    expect_refused(png_of({{"IHDR", header}, {"IDAT", deflated(rows.substr(1))}, {"IEND", ""}}),
                   {"Not enough image data"});
    expect_refused(png_of({{"IHDR", header}, {"IEND", ""}}), {"damaged PNG file (it has no pixel data)"});
    expect_refused(png_of({{"IDAT", packed}, {"IHDR", header}, {"IEND", ""}}), {"header"});
    expect_refused(png_of({{"IHDR", header}, {"IHDR", header}, {"IDAT", packed}, {"IEND", ""}}), {"header"});
    expect_refused(
        png_of({{"IHDR", png_header(0, 4, 8, PNG_COLOR_TYPE_RGB)}, {"IDAT", packed}, {"IEND", ""}}),
        {"no pixels"});
    EXPECT_NO_THROW(load_image(png_of({{"IHDR", header}, {"IDAT", packed}, {"IEND", ""}}), ""));
    EXPECT_NO_THROW(load_image(png_of({{"IHDR", header}, {"IDAT", ""}, {"IDAT", packed}, {"IEND", ""}}), ""));
}

TEST(LoadPngDamaged, DataAfterTheLastRowAreNotUnpacked) {
    std::string bomb = deflated(std::string(70'000'000, '\0'));
    ASSERT_GT(bomb.size(), 50'000u);
    std::fill(bomb.begin() + 3000, bomb.end(), '\xFF'); // cannot be unpacked
    const auto file =
        png_of({{"IHDR", png_header(1, 1, 8, PNG_COLOR_TYPE_RGB)}, {"IDAT", bomb}, {"IEND", ""}});
    EXPECT_THAT(pixels_of(file), ElementsAre(Rgba8{0, 0, 0, 255}));
}

/// A block of a deflate stream with bytes as they are (RFC 1951, 3.2.4).
std::string stored_block(std::string_view bytes, bool is_last) {
    const auto size = static_cast<std::uint16_t>(bytes.size());
    std::string block(1, is_last ? '\1' : '\0');
    for (const std::uint16_t word : {size, static_cast<std::uint16_t>(~size)})
        for (const int shift : {0, 8}) block += static_cast<char>(word >> shift);
    return block.append(bytes);
}

TEST(LoadPngDamaged, EmptyBlocksOfThePackedDataAreNoDamage) {
    for (const bool interlaced : {false, true}) {
        PngFile file = small_file();
        file.interlaced = interlaced;
        auto chunks = png_chunks(file.encode());
        std::string& packed = std::ranges::find(chunks, "IDAT", &PngChunk::type)->data;
        std::string rows(10'000, '\0');
        uLongf size = rows.size();
        ASSERT_EQ(::uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                               reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
                  Z_OK);
        rows.resize(size);
        const uLong sum = ::adler32(1, reinterpret_cast<const Bytef*>(rows.data()), uInt(size));
        packed = "\x78\x01" + stored_block(rows, false);
        for (int i = 0; i < 2000; ++i) packed += stored_block("", false);
        packed += stored_block("", true) + big_endian(std::uint32_t(sum));
        EXPECT_EQ(pixels_of(png_of(chunks)), expected_pixels(file)) << interlaced;
    }
}

TEST(LoadPngDamaged, PaddingAfterTheDataIsSkipped) {
    const PngFile file = small_file();
    for (const std::size_t size : {1u, 5000u, 1u << 20}) {
        auto chunks = png_chunks(file.encode());
        std::ranges::find(chunks, "IDAT", &PngChunk::type)->data += std::string(size, '\0');
        EXPECT_EQ(pixels_of(png_of(chunks)), expected_pixels(file)) << size;
    }
}

TEST(LoadPngDamaged, MissingPaletteEntriesAreDeterministic) {
    PngFile file{.width = 2,
                 .height = 1,
                 .color_type = PNG_COLOR_TYPE_PALETTE,
                 .samples = {0, 0},
                 .palette = {{1, 2, 3, 255}}};
    auto chunks = png_chunks(file.encode());
    for (PngChunk& chunk : chunks)
        if (chunk.type == "IDAT") chunk.data = deflated(std::string("\0\0\xC8", 3));
    EXPECT_THAT(pixels_of(png_of(chunks)), ElementsAre(Rgba8{1, 2, 3, 255}, Rgba8{0, 0, 0, 0}));
}

std::vector<std::byte> file_that_claims(std::uint32_t width, std::uint32_t height) {
    return png_of(
        {{"IHDR", png_header(width, height, 8, PNG_COLOR_TYPE_RGB)}, {"IDAT", deflated("x")}, {"IEND", ""}});
}

TEST(LoadPngSize, IsCheckedBeforeAnythingIsDecoded) {
    expect_refused(file_that_claims(32769, 1), {"bad: 32769 x 1 pixels are too many", "32768"});
    expect_refused(file_that_claims(1, 32769), {"1 x 32769", "32768"});
    expect_refused(file_that_claims(8001, 8000), {"8001 x 8000", "64000000"});
    expect_refused(file_that_claims(0xFFFFFFFF, 0xFFFFFFFF), {"4294967295 x 4294967295"});
    expect_refused(file_that_claims(32768, 1), {"Not enough image data"});
    expect_refused(file_that_claims(8000, 8000), {"Not enough image data"});
}

TEST(LoadPngSize, LimitsCanBeChosen) {
    const auto file = small_file().encode(); // 13 x 11
    EXPECT_NO_THROW(load_image(file, "", {.max_side = 13, .max_pixels = 143}));
    expect_error([&] { load_image(file, "", {.max_side = 12}); }, ErrorKind::input, {"12"});
    expect_error([&] { load_image(file, "", {.max_pixels = 142}); }, ErrorKind::input, {"142"});
    expect_error([&] { load_image(file, "", {.max_file_bytes = file.size() - 1}); }, ErrorKind::input);
}

}
}
