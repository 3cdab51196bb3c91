#include "image/metadata.h"

#include "decode/exif_block.h"
#include "image/encoded_files.h"
#include "image/exif_files.h"
#include "image/jpeg_files.h"
#include "image/libexif.h"
#include "image/load.h"
#include "image/png_files.h"
#include "image/save.h"
#include "temporary_folder.h"

#include <avif/avif.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <webp/demux.h>

namespace huedrift::metadata_tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string text_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A JPEG file of 16 x 8 pixels.
std::vector<std::byte> jpeg_with(const std::string& segments) {
    return JpegFile{.blocks_across = 2, .blocks = {{1, 2, 3}, {200, 5, 6}}, .segments = segments}.encode();
}
std::string exif_segment_of(const std::string& tiff) {
    return jpeg_segment(0xE1, std::string("Exif\0\0", 6) + tiff);
}
std::string xmp_segment_of(const std::string& packet) {
    return jpeg_segment(0xE1, std::string("http://ns.adobe.com/xap/1.0/\0", 29) + packet);
}

Metadata phone_metadata() {
    return load_image(jpeg_with(exif_segment_of(phone_exif(6, true)) + xmp_segment_of(phone_xmp(6))), "a")
        .metadata;
}

void expect_phone_exif(const LibexifData& data) {
    EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_MAKE), "Example");
    EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_ORIENTATION), "Top-left");
    EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_DATE_TIME), "2026:11:23 07:00:00");
    EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL), "2026:11:22 06:59:58");
    EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_MAKER_NOTE), "12 bytes undefined data");
    EXPECT_EQ(value_of(data, EXIF_IFD_GPS, EXIF_TAG_GPS_LATITUDE), "52, 31, 12");
    EXPECT_EQ(data->size, 0u) << "a thumbnail";
}

TEST(Metadata, DescribeTheUprightPicture) {
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const bool big_endian : {false, true}) {
            const std::string source = phone_exif(orientation, big_endian);
            const LibexifData before = libexif_data(std::string("Exif\0\0", 6) + source);
            EXPECT_EQ(before->size, old_colors.size()); // so that its absence later is meaningful
            EXPECT_EQ(value_of(before, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_X_DIMENSION), "4000");

            const LoadedImage loaded = load_image(jpeg_with(exif_segment_of(source)), "a");
            const LibexifData data = libexif_data(loaded.metadata.exif);
            expect_phone_exif(data);
            const bool turned = orientation >= 5;
            EXPECT_EQ(loaded.image.width(), turned ? 8 : 16);
            EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_X_DIMENSION), turned ? "8" : "16");
            EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_Y_DIMENSION), turned ? "16" : "8");
            EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_COLOR_SPACE), "Uncalibrated");
            EXPECT_EQ(value_of(data, EXIF_IFD_INTEROPERABILITY, 1), "R03");
            EXPECT_THAT(text_in(loaded.metadata.exif), Not(HasSubstr("old colours")));
            EXPECT_EQ(loaded.metadata.note, "");
            EXPECT_THAT(loaded.notes, IsEmpty());
        }
}

std::optional<std::vector<std::byte>> exif_copy(std::span<const std::byte> block,
                                                const TruePicture& picture) {
    return copied_exif(block, ExifHolder::block, picture);
}

TEST(Metadata, SaySrgbAfterConversion) {
    const auto cleaned = exif_copy(bytes_of(phone_exif(1, true)), {3, 4, true});
    const LibexifData data = libexif_data(*cleaned);
    EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_COLOR_SPACE), "sRGB");
    EXPECT_EQ(value_of(data, EXIF_IFD_INTEROPERABILITY, 1), "R98");
}

TEST(Metadata, KeepTheirOffsetsForMakerNotes) {
    const std::string source = phone_exif(6, false);
    const std::string cleaned = text_in(*exif_copy(bytes_of(source), {3, 4}));
    EXPECT_EQ(cleaned.find("a maker note"), source.find("a maker note"));
}

TEST(Metadata, AreWrittenToFormatsWithAPlaceForThem) {
    const Metadata metadata = phone_metadata();
    ASSERT_FALSE(metadata.exif.empty());
    ASSERT_FALSE(metadata.xmp.empty());
    Image image(8, 16);
    image.pixels()[3] = {1, 2, 3, 255};
    for (const ImageFormat format :
         {ImageFormat::png, ImageFormat::apng, ImageFormat::jpeg, ImageFormat::webp})
        for (const bool indexed : {false, true}) {
            const bool png = format == ImageFormat::png || format == ImageFormat::apng;
            if (indexed && !png) continue;
            const auto file = encode_image(
                image, format, {.indexed = indexed, .truecolor = png && !indexed, .metadata = metadata});
            const LoadedImage again = load_image(file, "a");
            EXPECT_EQ(again.metadata, metadata);
            EXPECT_THAT(metadata_losses(format, metadata), IsEmpty());
            if (is_lossless(format)) {
                EXPECT_TRUE(std::ranges::equal(again.image.pixels(), image.pixels()));
            }
        }
    EXPECT_EQ(kept_metadata(ImageFormat::png, metadata), metadata);
    for (const ImageFormat format :
         {ImageFormat::gif, ImageFormat::bmp, ImageFormat::pam, ImageFormat::tga}) {
        EXPECT_TRUE(kept_metadata(format, metadata).empty());
        EXPECT_THAT(metadata_losses(format, metadata),
                    ElementsAre("this format cannot hold metadata, so none is kept"));
        EXPECT_EQ(encode_image(image, format, {.metadata = metadata}), encode_image(image, format));
    }
}

TEST(Metadata, AreWrittenOncePerAnimation) {
    Image frames(8, 2 * 16); // two frames of the size in the metadata
    frames.pixels()[200] = {9, 9, 9, 255};
    const auto file =
        encode_image(frames, ImageFormat::apng,
                     {.animation = {.delays = {{1, 10}, {1, 10}}}, .metadata = phone_metadata()});
    EXPECT_EQ(std::ranges::count(png_chunks(file), "eXIf", &PngChunk::type), 1);
    EXPECT_EQ(load_image(file, "a").metadata, phone_metadata());
}

/// The metadata as each format's own library and libexif find them.
TEST(Metadata, AreReadByOtherPrograms) {
    const Metadata metadata = phone_metadata();
    const Image image(8, 16);
    expect_phone_exif(libexif_data(text_in(encode_image(image, ImageFormat::jpeg, {.metadata = metadata}))));

    const auto webp = encode_image(image, ImageFormat::webp, {.metadata = metadata});
    const WebPData data{reinterpret_cast<const std::uint8_t*>(webp.data()), webp.size()};
    const std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)> demuxer(WebPDemux(&data),
                                                                           &WebPDemuxDelete);
    ASSERT_TRUE(demuxer);
    const auto chunk = [&](const char* name) {
        WebPChunkIterator found{};
        if (!WebPDemuxGetChunk(demuxer.get(), name, 1, &found)) return std::string();
        std::string text(reinterpret_cast<const char*>(found.chunk.bytes), found.chunk.size);
        WebPDemuxReleaseChunkIterator(&found);
        return text;
    };
    EXPECT_EQ(WebPDemuxGetI(demuxer.get(), WEBP_FF_FORMAT_FLAGS) & (EXIF_FLAG | XMP_FLAG),
              std::uint32_t(EXIF_FLAG | XMP_FLAG));
    EXPECT_EQ(chunk("EXIF"), text_in(metadata.exif));
    EXPECT_EQ(chunk("XMP "), text_in(metadata.xmp));

    const auto chunks = png_chunks(encode_image(image, ImageFormat::png, {.metadata = metadata}));
    const auto exif = std::ranges::find(chunks, "eXIf", &PngChunk::type);
    ASSERT_NE(exif, chunks.end());
    EXPECT_EQ(exif->data, text_in(metadata.exif));
    expect_phone_exif(libexif_data(std::string("Exif\0\0", 6) + exif->data));
}

TEST(Metadata, JpegKeepsTheMetadataThatFit) {
    Metadata large = phone_metadata();
    large.exif.resize(65533 - 6 + 1);
    Image image(8, 16);
    std::ranges::fill(image.pixels(), Rgba8{1, 2, 3, 255});
    const auto file = encode_image(image, ImageFormat::jpeg, {.metadata = large});
    EXPECT_EQ(load_image(file, "a").metadata, (Metadata{{}, large.xmp, ""}));
    EXPECT_THAT(metadata_losses(ImageFormat::jpeg, large),
                ElementsAre("JPEG cannot hold metadata of this size, so none is kept"));
    large.exif.pop_back();
    EXPECT_EQ(kept_metadata(ImageFormat::jpeg, large), large);
}

TEST(Metadata, AreReadFromPngAndWebp) {
    auto chunks = png_chunks(encode_image(Image(2, 1), ImageFormat::png));
    chunks.insert(chunks.begin() + 1,
                  {{"eXIf", phone_exif(3, true)},
                   {"iTXt", std::string("XML:com.adobe.xmp\0\0\0\0\0", 22) + phone_xmp(3)}});
    const Metadata png = load_image(png_of(chunks), "a.png").metadata;
    expect_phone_exif(libexif_data(png.exif));
    EXPECT_THAT(text_in(png.xmp), HasSubstr("tiff:Orientation=\"1\""));

    const auto file = webp_file(webp_extended(0x0C, 2, 1) + webp_chunks(Image(2, 1), true) +
                                webp_chunk("EXIF", phone_exif(3, true)) + webp_chunk("XMP ", phone_xmp(3)));
    EXPECT_EQ(load_image(file, "a.webp").metadata, png);
}

TEST(Metadata, AreReadFromAvif) {
    const std::string exif = phone_exif(1, false), xmp = phone_xmp(1);
    const auto file = avif_file(Image(16, 8), 8, [&](avifImage& image) {
        avifImageSetMetadataExif(&image, reinterpret_cast<const std::uint8_t*>(exif.data()), exif.size());
        avifImageSetMetadataXMP(&image, reinterpret_cast<const std::uint8_t*>(xmp.data()), xmp.size());
    });
    const Metadata metadata = load_image(file, "a.avif").metadata;
    expect_phone_exif(libexif_data(metadata.exif));
    EXPECT_THAT(text_in(metadata.xmp), HasSubstr("<exif:PixelXDimension>16<"));

    std::string damaged = text_in(file);
    damaged.replace(damaged.find(exif), 4, "none");
    const LoadedImage loaded = load_image(bytes_of(damaged), "a.avif");
    EXPECT_TRUE(loaded.metadata.exif.empty());
    EXPECT_FALSE(loaded.metadata.xmp.empty());
    EXPECT_EQ(loaded.image.width(), 16);
}

TEST(Metadata, AreReadFromHeic) {
    const LoadedImage loaded =
        load_image(heic_file(Image(16, 16), phone_exif(6, true), phone_xmp(6)), "a.heic");
    expect_phone_exif(libexif_data(loaded.metadata.exif));
    EXPECT_THAT(text_in(loaded.metadata.xmp), HasSubstr("tiff:Orientation=\"1\""));
}

TEST(Metadata, AreReadFromJpegXl) {
    const auto loaded = [](const std::string& exif, bool packed) {
        const JxlFile file{.orientation = 6,
                           .boxes = {{"Exif", std::string(4, '\0') + exif}, {"xml ", phone_xmp(6)}},
                           .packed = packed};
        return load_image(file.encode(Image(16, 8)), "a.jxl").metadata;
    };
    for (const bool packed : {false, true}) {
        const Metadata metadata = loaded(phone_exif(6, true), packed);
        expect_phone_exif(libexif_data(metadata.exif));
        EXPECT_THAT(text_in(metadata.xmp), HasSubstr("tiff:Orientation=\"1\""));
        EXPECT_THAT(text_in(metadata.xmp), HasSubstr("<exif:PixelXDimension>8<"));

        std::string large = phone_exif(6, true);
        large.resize(2 * max_exif_bytes);
        EXPECT_EQ(loaded(large, packed).note, "Exif data of more than a mebibyte cannot be kept");
        EXPECT_EQ(loaded("II*", packed).note, "damaged Exif data cannot be kept");
    }
    EXPECT_EQ(load_image(JxlFile{}.encode(Image(2, 1)), "a.jxl").metadata, Metadata{});
}

TEST(Metadata, UnreadMetadataAreNamed) {
    EXPECT_EQ(load_image(encode_image(Image(2, 1), ImageFormat::gif), "a").metadata.note,
              "Exif data and XMP of GIF files are not read");
    EXPECT_EQ(load_image(encode_image(Image(2, 1), ImageFormat::bmp), "a").metadata, Metadata{});
}

TEST(Metadata, AreOmittedWhenTooLarge) {
    auto chunks = png_chunks(encode_image(Image(2, 1), ImageFormat::png));
    std::string exif = phone_exif(1, true);
    exif.resize(max_exif_bytes + 1);
    chunks.insert(chunks.begin() + 1, {"eXIf", exif});
    const Metadata large = load_image(png_of(chunks), "a.png").metadata;
    EXPECT_TRUE(large.empty());
    EXPECT_EQ(large.note, "Exif data of more than a mebibyte cannot be kept");
    chunks[1].data.pop_back();
    EXPECT_EQ(load_image(png_of(chunks), "a.png").metadata.note, "");
}

// Self-references are not followed, so each of these ends.
TEST(Metadata, CyclicDirectoriesAreDamaged) {
    const auto with_pointer = [](int tag, std::uint32_t target) {
        ExifWriter exif(true);
        exif.begin_directory(1);
        exif.number(tag, tiff_long, target);
        exif.end_directory();
        return exif.text();
    };
    for (const int tag : {0x8769, 0x8825})
        for (const std::uint32_t target : {0u, 7u, 8u, 9u, 20u, 27u, 1000u, 0xFFFFFFFFu})
            EXPECT_EQ(exif_copy(bytes_of(with_pointer(tag, target)), {1, 1}), std::nullopt)
                << tag << " at " << target;
    const LoadedImage loaded = load_image(jpeg_with(exif_segment_of(with_pointer(0x8769, 8))), "a");
    EXPECT_TRUE(loaded.metadata.empty());
    EXPECT_EQ(loaded.metadata.note, "damaged Exif data cannot be kept");
    EXPECT_EQ(loaded.image.width(), 16);

    // The next directory is the first one again.
    std::string chained = phone_exif(1, true);
    chained.replace(8 + 2 + 5 * 12, 4, std::string("\0\0\0\x08", 4));
    expect_phone_exif(libexif_data(*exif_copy(bytes_of(chained), {1, 1})));
}

TEST(Metadata, FieldsBeyondTheEndAreLeftOut) {
    ExifWriter exif(false);
    exif.begin_directory(6);
    exif.number(0x0100, tiff_short, 5);
    for (const int type : {0, 2, 5, 14, 0xFFFF}) exif.values(0x010E, TiffType(type), 0xFFFFFFFF, "far!");
    exif.end_directory();
    const auto cleaned = exif_copy(bytes_of(exif.text()), {77, 1});
    ASSERT_TRUE(cleaned);
    EXPECT_EQ(cleaned->size(), 8u + 2 + 12 + 4);
    EXPECT_EQ(value_of(libexif_data(*cleaned), EXIF_IFD_0, EXIF_TAG_IMAGE_WIDTH), "77");
}

TEST(Metadata, SharedLargeValuesTakeNoLonger) {
    ExifWriter exif(true);
    constexpr int fields = 65'535;
    exif.begin_directory(fields);
    const std::uint32_t size = 8 + 2 + 12 * fields + 4;
    // Each value is the whole block: 51 GB if they were read.
    for (int i = 0; i < fields; ++i) exif.values(0x9000, tiff_byte, size, exif.digits(4, 0));
    exif.end_directory();
    const std::string block = exif.text();
    EXPECT_EQ(exif_copy(bytes_of(block), {1, 1})->size(), block.size());
}

/// For any bytes, the kept data are no larger and consistent.
void expect_settled(const std::string& bytes) {
    const TruePicture picture{12, 34, true};
    const auto exif = exif_copy(bytes_of(bytes), picture);
    if (exif && !exif->empty()) {
        EXPECT_LE(exif->size(), bytes.size());
        EXPECT_EQ(exif_copy(*exif, picture), exif);
    }
}

TEST(Metadata, AnyBytesAreAccepted) {
    const std::string whole = phone_exif(6, false);
    for (std::size_t size = 0; size < whole.size(); ++size) expect_settled(whole.substr(0, size));
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const int value : {0, 1, 8, 127, 255}) {
            std::string changed = whole;
            changed[i] = static_cast<char>(value);
            expect_settled(changed);
        }
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        std::string changed = whole;
        for (int j = 0; j < 6; ++j) changed[random() % changed.size()] = static_cast<char>(random());
        expect_settled(changed);
    }
}

std::string xmp_of(const std::string& packet, const TruePicture& picture = {16, 8, true}) {
    const auto cleaned = copied_xmp(bytes_of(packet), picture);
    return cleaned ? text_in(*cleaned) : "none";
}

TEST(Metadata, XmpDescribesTheUprightPicture) {
    EXPECT_EQ(xmp_of("<a tiff:Orientation='6'/>"), "<a tiff:Orientation='1'/>");
    EXPECT_EQ(xmp_of("<tiff:Orientation> 8 </tiff:Orientation>"), "<tiff:Orientation> 1 </tiff:Orientation>");
    EXPECT_EQ(xmp_of("tiff:Orientation"), "tiff:Orientation");
    EXPECT_EQ(xmp_of("<tiff:ImageLength>3000</tiff:ImageLength>"), "<tiff:ImageLength>8</tiff:ImageLength>");
    EXPECT_EQ(xmp_of("exif:ColorSpace=\"65535\""), "exif:ColorSpace=\"1\"");
    EXPECT_EQ(xmp_of("exif:ColorSpace=\"65535\"", {1, 1, false}), "exif:ColorSpace=\"65535\"");
    EXPECT_EQ(xmp_of("<a><xmp:Thumbnails/><b/><xmp:Thumbnails>x</xmp:Thumbnails></a>"), "<a><b/></a>");
    const std::string phone = xmp_of(phone_xmp(6));
    EXPECT_THAT(phone, HasSubstr("dc:title=\"D\xC3\xA4mmerung\"><exif:PixelXDimension>16<"));
    EXPECT_THAT(phone, Not(HasSubstr("the old")));
}

TEST(Metadata, DamagedXmpIsNotKept) {
    for (const char* const packet : {"<xmp:Thumbnails", "<xmp:Thumbnails>",
                                     "<xmp:Thumbnails></xmp:Thumbnails", "\xFF", "\xC3", "\xC3\x41", "\x80"})
        EXPECT_EQ(xmp_of(packet), "none") << packet;
    EXPECT_EQ(xmp_of(std::string("a\0b", 3)), "none");
    const Metadata metadata = load_image(jpeg_with(xmp_segment_of("\xFF")), "a").metadata;
    EXPECT_EQ(metadata.note, "damaged XMP cannot be kept");
}

}
}
