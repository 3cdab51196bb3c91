#include "image/resolution.h"

#include "image/encoded_files.h"
#include "image/exif_files.h"
#include "image/jpeg_files.h"
#include "image/libexif.h"
#include "image/load.h"
#include "image/picture_files.h"
#include "image/png_files.h"
#include "image/save.h"
#include "image/source.h"

#include <avif/avif.h>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <tiffio.h>

namespace huedrift::resolution_tests {
namespace {

using Files = std::map<std::string, std::vector<std::byte>>;
using Dpi = std::optional<Resolution>; ///< pixels per inch

constexpr double inch = 0.0254;

std::string exif_of(std::uint32_t x, std::uint32_t y, int unit = 2, int orientation = 1,
                    bool big_endian = true) {
    ExifWriter exif(big_endian);
    exif.begin_directory(4);
    exif.number(0x0112, tiff_short, std::uint32_t(orientation));
    exif.values(0x011A, tiff_rational, 1, exif.digits(4, 10 * x) + exif.digits(4, 10));
    exif.values(0x011B, tiff_rational, 1, exif.digits(4, 10 * y) + exif.digits(4, 10));
    exif.number(0x0128, tiff_short, std::uint32_t(unit));
    exif.end_directory();
    return exif.text();
}

Image picture() {
    Image image(16, 8);
    std::ranges::fill(image.pixels(), Rgba8{200, 100, 50, 255});
    return image;
}

std::vector<std::byte> png_with(const std::string& type, const std::string& data,
                                const std::vector<std::byte>& png = encode_image(picture(),
                                                                                 ImageFormat::png)) {
    auto chunks = png_chunks(png);
    chunks.insert(chunks.begin() + 1, {type, data});
    return png_of(chunks);
}
std::string phys(std::uint32_t x, std::uint32_t y, char unit = 1) {
    return big_endian(x) + big_endian(y) + unit;
}

std::vector<std::byte> jpeg_with(const std::string& segments) {
    return JpegFile{.blocks_across = 2, .blocks = {{1, 2, 3}, {200, 5, 6}}, .segments = segments}.encode();
}
std::string jfif(char unit, int x, int y) {
    std::string data("JFIF\0\1\1", 7);
    data += unit;
    for (const int number : {x, y}) data.append({static_cast<char>(number >> 8), static_cast<char>(number)});
    return jpeg_segment(0xE0, data + std::string(2, '\0'));
}
std::string exif_segment_of(const std::string& tiff) {
    return jpeg_segment(0xE1, std::string("Exif\0\0", 6) + tiff);
}

std::vector<std::byte> bmp_with(std::uint32_t x, std::uint32_t y) {
    auto file = BmpFile{.width = 2, .height = 1, .pixels = std::string(8, '\7')}.encode();
    const std::string numbers = BmpFile::number(4, x) + BmpFile::number(4, y);
    std::ranges::copy(std::as_bytes(std::span(numbers)), file.begin() + 38);
    return file;
}

std::vector<std::byte> tiff_with(float x, float y, int unit, int orientation = 1) {
    TiffFile file{.width = 2, .height = 1, .values = {9, 200}, .orientation = orientation};
    file.more = [=](TIFF* tiff) {
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, double(x));
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, double(y));
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, unit);
    };
    return file.encode();
}

std::vector<std::byte> webp_with(const std::string& exif) {
    return webp_file(webp_extended(0x08, 16, 8) + webp_chunks(picture(), true) + webp_chunk("EXIF", exif));
}
std::vector<std::byte> avif_with(const std::string& exif) {
    return avif_file(picture(), 8, [&](avifImage& image) {
        avifImageSetMetadataExif(&image, reinterpret_cast<const std::uint8_t*>(exif.data()), exif.size());
    });
}

/// A file of 300 x 150 dpi of every format that can say so, in each way that it can.
Files sources() {
    const std::string exif = exif_of(300, 150), little = exif_of(300, 150, 2, 1, false);
    const auto apng = ApngFile{.frames = {{.image = picture()}, {.image = picture()}}}.encode();
    return {{"png", png_with("pHYs", phys(11811, 5906))},
            {"png with Exif data", png_with("eXIf", exif)},
            {"apng", png_with("pHYs", phys(11811, 5906), apng)},
            {"jpeg in inches", jpeg_with(jfif(1, 300, 150))},
            {"jpeg in centimetres", jpeg_with(jfif(2, 118, 59))},
            {"jpeg with Exif data", jpeg_with(jfif(0, 1, 1) + exif_segment_of(little))},
            {"bmp", bmp_with(11811, 5906)},
            {"tiff in inches", tiff_with(300, 150, RESUNIT_INCH)},
            {"tiff in centimetres", tiff_with(118.11F, 59.055F, RESUNIT_CENTIMETER)},
            {"webp", webp_with(exif)},
            {"avif", avif_with(exif)},
            {"heic", heic_file(Image(16, 16), exif)},
            {"jxl", JxlFile{.boxes = {{"Exif", std::string(4, '\0') + exif}}}.encode(picture())}};
}

Dpi dpi(double x, double y) { return Resolution{x, y}; }

/// The file's resolution, read byte by byte or by another library.
Dpi said_by_png(const std::vector<std::byte>& file) {
    for (const PngChunk& chunk : png_chunks(file))
        if (chunk.type == "pHYs") {
            const Source data(std::as_bytes(std::span(chunk.data)), "", "");
            EXPECT_EQ(data.u8(8), 1u);
            return dpi(data.u32_big(0) * inch, data.u32_big(4) * inch);
        }
    return {};
}
Dpi said_by_jpeg(const std::vector<std::byte>& file) {
    const Source source(file, "", "");
    EXPECT_EQ(source.text(6, 4), "JFIF");
    const std::uint32_t unit = source.u8(13);
    const double scale = unit == 1 ? 1 : 2.54;
    if (unit == 0) return {};
    return dpi(scale * source.u16_big(14), scale * source.u16_big(16));
}
Dpi said_by_bmp(const std::vector<std::byte>& file) {
    const Source source(file, "", "");
    if (source.u32_little(38) == 0) return {};
    return dpi(source.u32_little(38) * inch, source.u32_little(42) * inch);
}
Dpi said_by_webp(const std::vector<std::byte>& file) {
    const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
    const std::size_t chunk = text.find("EXIF");
    if (chunk == std::string::npos) return {};
    const LibexifData data = libexif_data(std::string("Exif\0\0", 6) + text.substr(chunk + 8));
    EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_RESOLUTION_UNIT), "Inch");
    return dpi(std::stod(value_of(data, EXIF_IFD_0, EXIF_TAG_X_RESOLUTION)),
               std::stod(value_of(data, EXIF_IFD_0, EXIF_TAG_Y_RESOLUTION)));
}

struct Target {
    ImageFormat format;
    Dpi (*said)(const std::vector<std::byte>& file); ///< null: it has no place for it
};
constexpr std::array targets{
    Target{ImageFormat::png, said_by_png},   Target{ImageFormat::apng, said_by_png},
    Target{ImageFormat::jpeg, said_by_jpeg}, Target{ImageFormat::bmp, said_by_bmp},
    Target{ImageFormat::webp, said_by_webp}, Target{ImageFormat::gif, nullptr},
    Target{ImageFormat::pam, nullptr},       Target{ImageFormat::tga, nullptr},
};

void expect_near(const Dpi& found, double x, double y, double most) {
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->x, x, most);
    EXPECT_NEAR(found->y, y, most);
}

TEST(Resolution, GoesFromEveryFormatToEveryFormat) {
    for (const auto& [name, file] : sources()) {
        const LoadedImage loaded = load_image(file, name);
        ASSERT_TRUE(loaded.resolution) << name;
        for (const Target& target : targets) {
            SCOPED_TRACE(name + " to format " + std::to_string(int(target.format)));
            const auto result = encode_image(loaded.image, target.format, {.resolution = loaded.resolution});
            const auto losses = encoding_losses(loaded.image, target.format, {}, loaded.resolution);
            const bool lost = std::ranges::any_of(
                losses, [](const std::string& loss) { return loss.find("print size") != std::string::npos; });
            EXPECT_EQ(lost, target.said == nullptr);
            if (target.said)
                expect_near(target.said(result), 300, 150, name == "jpeg in centimetres" ? 0.3 : 0.02);
            else
                EXPECT_EQ(result, encode_image(loaded.image, target.format));
        }
    }
}

TEST(Resolution, AnUnknownOneStaysUnknown) {
    const std::string exif = exif_of(300, 300, 1);
    const Files files{{"png", encode_image(picture(), ImageFormat::png)},
                      {"png with a shape of pixels", png_with("pHYs", phys(2, 1, 0))},
                      {"png with 0", png_with("pHYs", phys(0, 300))},
                      {"png with a short chunk", png_with("pHYs", "abc")},
                      {"jpeg", jpeg_with(jfif(0, 300, 300))},
                      {"jpeg with 0", jpeg_with(jfif(1, 0, 0))},
                      {"jpeg with a shape of pixels in Exif data", jpeg_with(exif_segment_of(exif))},
                      {"jpeg with Exif data of 72 dpi", jpeg_with(exif_segment_of(exif_of(72, 72)))},
                      {"jpeg with damaged Exif data", jpeg_with(exif_segment_of(exif.substr(0, 40)))},
                      {"bmp", bmp_with(0, 0)},
                      {"bmp of negative ones", bmp_with(0x80000000, 0xFFFFFFFF)},
                      {"tiff", tiff_with(300, 300, RESUNIT_NONE)},
                      {"webp", encode_image(picture(), ImageFormat::webp)},
                      {"gif", encode_image(picture(), ImageFormat::gif)},
                      {"pam", encode_image(picture(), ImageFormat::pam)}};
    for (const auto& [name, file] : files) {
        const LoadedImage loaded = load_image(file, name);
        EXPECT_FALSE(loaded.resolution) << name;
        for (const Target& target : targets) {
            if (!target.said) continue;
            EXPECT_FALSE(target.said(encode_image(loaded.image, target.format))) << name;
        }
    }
}

TEST(Resolution, TheFormatsOwnIsPreferredToExifData) {
    const std::string exif = exif_segment_of(exif_of(96, 96));
    EXPECT_NEAR(load_image(jpeg_with(jfif(1, 300, 300) + exif), "a").resolution->x, 300 / inch, 1e-6);
    EXPECT_NEAR(load_image(tiff_with(72, 72, RESUNIT_INCH), "a").resolution->x, 72 / inch, 1e-6);
}

TEST(Resolution, IsExchangedWhereThePictureIsTurned) {
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const double x = orientation < 5 ? 300 : 150, y = 450 - x;
        const auto exif = load_image(jpeg_with(exif_segment_of(exif_of(300, 150, 2, orientation))), "a.jpg");
        expect_near(exif.resolution, x / inch, y / inch, 1e-6);
        const LibexifData kept = libexif_data(exif.metadata.exif);
        EXPECT_EQ(std::stod(value_of(kept, EXIF_IFD_0, EXIF_TAG_X_RESOLUTION)), x);
        EXPECT_EQ(std::stod(value_of(kept, EXIF_IFD_0, EXIF_TAG_Y_RESOLUTION)), y);
        const auto tiff = load_image(tiff_with(300, 150, RESUNIT_INCH, orientation), "a.tif");
        expect_near(tiff.resolution, x / inch, y / inch, 1e-6);
    }
}

TEST(Resolution, JpegTakesTheNearerUnit) {
    const auto expect = [](Resolution given, JfifDensity::Unit unit, int x, int y) {
        const JfifDensity density = jfif_density(given);
        EXPECT_EQ(density.unit, unit);
        EXPECT_EQ(density.x, x);
        EXPECT_EQ(density.y, y);
    };
    using Unit = JfifDensity::Unit;
    expect({11811, 5906}, Unit::inch, 300, 150);
    expect({11800, 5900}, Unit::centimetre, 118, 59);
    expect({39, 39}, Unit::inch, 1, 1);
    expect({1, 1}, Unit::none, 1, 1);
    expect({11811, 1}, Unit::none, 1, 1);
    expect({3e6, 3e6}, Unit::centimetre, 30000, 30000);
    expect({2e9, 2e9}, Unit::none, 1, 1);
}

TEST(Resolution, IsShown) {
    EXPECT_EQ(millimetres(600, 11811), "50.8");
    EXPECT_EQ(millimetres(75, 11811 / 8.0), "50.8");
    EXPECT_EQ(millimetres(1, 1), "1000");
    EXPECT_EQ(millimetres(1, 2147483647), "0");
    EXPECT_EQ(dpi_text({11811, 11811}), "300 dpi");
    EXPECT_EQ(dpi_text({11811, 1476}), "300 x 37.5 dpi");
}

}
}
