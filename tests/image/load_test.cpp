#include "image/load.h"

#include "image/encoded_files.h"
#include "image/jpeg_files.h"
#include "image/loading.h"
#include "image/picture_files.h"
#include "image/pixels.h"
#include "image/png_files.h"
#include "image/save.h"

#include <avif/avif.h>
#include <functional>
#include <gtest/gtest.h>
#include <png.h>
#include <tiffio.h>

namespace huedrift::load_tests {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

using Bytes = std::vector<std::byte>;

std::vector<std::uint16_t> samples_of(const Image& image, int scale) {
    std::vector<std::uint16_t> samples;
    for (const Rgba8 p : image.pixels())
        for (const int value : {p.r, p.g, p.b, p.a})
            samples.push_back(static_cast<std::uint16_t>(value * scale));
    return samples;
}

Bytes png(const Image& image, int bits, int orientation) {
    const PngFile file{.width = image.width(),
                       .height = image.height(),
                       .color_type = PNG_COLOR_TYPE_RGB_ALPHA,
                       .bit_depth = bits,
                       .samples = samples_of(image, bits == 8 ? 1 : 257)};
    auto chunks = png_chunks(file.encode());
    chunks.insert(chunks.begin() + 1, PngChunk{"eXIf", exif_tiff(orientation, false)});
    return png_of(chunks);
}

Bytes tiff(const Image& image, int bits, int orientation) {
    return TiffFile{.width = image.width(),
                    .height = image.height(),
                    .photometric = PHOTOMETRIC_RGB,
                    .bits = bits,
                    .samples = 4,
                    .values = samples_of(image, bits == 8 ? 1 : 257),
                    .extra = EXTRASAMPLE_UNASSALPHA,
                    .orientation = orientation}
        .encode();
}

/// The properties from which libavif derives an orientation of Exif data.
void turn(avifImage& avif, int orientation) {
    struct Turn {
        int quarters_left, mirror; // -1: none
    };
    constexpr std::array<Turn, 8> turns{{{0, -1}, {0, 1}, {2, -1}, {0, 0}, {1, 0}, {3, -1}, {3, 0}, {1, -1}}};
    const auto [quarters_left, mirror] = turns[std::size_t(orientation - 1)];
    avif.transformFlags = (quarters_left ? AVIF_TRANSFORM_IROT : 0) | (mirror >= 0 ? AVIF_TRANSFORM_IMIR : 0);
    avif.irot.angle = static_cast<std::uint8_t>(quarters_left);
    avif.imir.mode = static_cast<std::uint8_t>(std::max(mirror, 0));
}
Bytes avif(const Image& image, int bits, int orientation) {
    return avif_file(image, bits, [&](avifImage& file) { turn(file, orientation); });
}
Bytes heif(const Image& image, int bits, int orientation) {
    return av1_file_of("mif1", image, bits, [&](avifImage& file) { turn(file, orientation); });
}

Bytes jxl(const Image& image, int bits, int orientation) {
    return JxlFile{.bits = bits, .orientation = orientation}.encode(image);
}
Bytes jxl_in_boxes(const Image& image, int bits, int orientation) {
    return JxlFile{.container = true, .bits = bits, .has_other_size = true, .orientation = orientation}
        .encode(image);
}

Bytes webp(const Image& image, int, int orientation) {
    constexpr std::uint8_t exif_flag = 0x08;
    return webp_file(webp_extended(exif_flag, image.width(), image.height()) + webp_chunks(image, true) +
                     webp_chunk("EXIF", exif_tiff(orientation, false)));
}

Bytes qoi(const Image& image, int, int) {
    std::string chunks;
    for (const Rgba8 p : image.pixels())
        for (const std::uint8_t byte : {std::uint8_t{0xFF}, p.r, p.g, p.b, p.a})
            chunks += static_cast<char>(byte);
    const std::string file = qoi_file(std::uint32_t(image.width()), std::uint32_t(image.height()), 4, chunks);
    return {bytes_of(file).begin(), bytes_of(file).end()};
}

template <ImageFormat format>
Bytes ours(const Image& image, int, int) {
    return encode_image(image, format);
}

/// A format that keeps every pixel.
struct LosslessFormat {
    std::string name; ///< of a file
    Bytes (*encode)(const Image& image, int bits, int orientation);
    std::vector<int> more_bits{}; ///< a sample, besides 8
    bool turns = false;           ///< has an orientation
    bool keeps_hidden = true;     ///< the colours of transparent pixels
};

const std::vector<LosslessFormat> lossless_formats{
    {.name = "a.png", .encode = png, .more_bits = {16}, .turns = true},
    {.name = "a.tif", .encode = tiff, .more_bits = {16}, .turns = true},
    {.name = "a.avif", .encode = avif, .more_bits = {10, 12}, .turns = true},
    {.name = "a.heif", .encode = heif, .more_bits = {10, 12}, .turns = true},
    {.name = "a.jxl", .encode = jxl, .more_bits = {10, 12, 14, 16}, .turns = true},
    {.name = "b.jxl", .encode = jxl_in_boxes, .more_bits = {10, 16}, .turns = true},
    {.name = "a.webp", .encode = webp, .turns = true, .keeps_hidden = false},
    {.name = "a.qoi", .encode = qoi},
    {.name = "a.bmp", .encode = ours<ImageFormat::bmp>},
    {.name = "a.pam", .encode = ours<ImageFormat::pam>},
    {.name = "a.tga", .encode = ours<ImageFormat::tga>}};

Image noise(int width, int height, bool opaque) {
    Image image(width, height, noise_pixels(std::size_t(width * height), 5));
    if (opaque)
        for (Rgba8& p : image.pixels()) p.a = 255;
    return image;
}

TEST(LoadLossless, EveryPixelIsRead) {
    for (const LosslessFormat& format : lossless_formats)
        for (const auto& [width, height] : {std::pair{1, 1}, {17, 5}, {70, 33}})
            for (const bool opaque : {false, true}) {
                const Image image = noise(width, height, opaque);
                const LoadedImage loaded = load_image(format.encode(image, 8, 1), format.name);
                std::vector<Rgba8> expected = pixels_of(image);
                for (Rgba8& p : expected)
                    if (p.a == 0 && !format.keeps_hidden) p = {};
                EXPECT_EQ(loaded.image.width(), width) << format.name;
                EXPECT_THAT(pixels_of(loaded.image), ElementsAreArray(expected)) << format.name;
                EXPECT_THAT(loaded.notes, IsEmpty()) << format.name;
            }
}

TEST(LoadLossless, MoreThanEightBitsAreRounded) {
    const Image image = noise(21, 8, true);
    for (const LosslessFormat& format : lossless_formats)
        for (const int bits : format.more_bits) {
            const LoadedImage loaded = load_image(format.encode(image, bits, 1), format.name);
            EXPECT_THAT(pixels_of(loaded.image), ElementsAreArray(pixels_of(image))) << format.name << bits;
            EXPECT_THAT(loaded.notes, ElementsAre("16-bit channels were reduced to 8 bits")) << format.name;
        }
}

TEST(LoadLossless, PicturesAreTurnedUpright) {
    const Image image(2, 1, {red, green});
    for (const LosslessFormat& format : lossless_formats)
        for (int orientation = 1; orientation <= 8 && format.turns; ++orientation) {
            const Image upright = load_image(format.encode(image, 8, orientation), format.name).image;
            EXPECT_EQ(upright.width(), orientation >= 5 ? 1 : 2) << format.name << orientation;
            const bool swapped = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
            EXPECT_EQ(upright.pixels()[0], swapped ? green : red) << format.name << orientation;
        }
}

TEST(Load, UnsupportedFormatsAreRefusedByName) {
    const auto refused = [](const std::string& bytes, const std::string& sentence) {
        expect_error([&] { load_image(bytes_of(bytes), "x"); }, ErrorKind::input, {sentence});
    };
    refused("8BPS......", "x: PSD files are not supported; " + formats_read("and") + " are");
    refused("II+\0"s, "x: BigTIFF files are not supported");
    refused("MM\0+"s, "x: BigTIFF files are not supported");
    refused("\0\0\0\x0CjP  "s, "x: JPEG 2000 files are not supported");
    refused("just some text", "x: not a " + formats_read("or") + " file");
    refused("\x89", "x: not a " + formats_read("or") + " file");
    refused("", "x: the file is empty");
}

TEST(Load, AFileIsRecognizedByItsContentNotItsName) {
    const TemporaryFolder folder;
    const auto file = JpegFile{.blocks = {{1, 2, 3}}}.encode();
    write_text(folder / "picture.png", text_of(file));
    const Image image = load_image_file(folder / "picture.png").image;
    ASSERT_EQ(image.pixels().size(), 64u);
    EXPECT_EQ(image.pixels()[0], (Rgba8{1, 2, 3, 255}));
}

TEST(Load, AMissingOrTooLargeFileIsAnInputError) {
    const TemporaryFolder folder;
    write_text(folder / "file", "8BPS..");
    expect_error([&] { load_image_file(folder / "missing"); }, ErrorKind::input,
                 {(folder / "missing").string()});
    expect_error([&] { load_image_file(folder / "file"); }, ErrorKind::input,
                 {(folder / "file").string() + ": PSD files"});
    expect_error([&] { load_image_file(folder / "file", {.max_file_bytes = 5}); }, ErrorKind::input,
                 {"5 bytes"});
}

}
}
