#include "decode/exif_block.h"
#include "image/encoded_files.h"
#include "image/exif_files.h"
#include "image/libexif.h"
#include "image/load.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <tiffio.h>

namespace huedrift::tiff_metadata_tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::byte> file_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// The fields of two pixels. Their values are the bytes of the offset of the first directory.
void add_pixels(ExifWriter& tiff) {
    for (const auto& [tag, value] :
         {std::pair{0x0100, 2u}, {0x0101, 1u}, {0x0102, 8u}, {0x0103, 1u}, {0x0106, 1u}})
        tiff.number(tag, tiff_short, value);
}
void add_strip(ExifWriter& tiff) {
    tiff.number(0x0111, tiff_long, 4);
    tiff.number(0x0112, tiff_short, 6);
    for (const auto& [tag, value] : {std::pair{0x0115, 1u}, {0x0116, 1u}, {0x0117, 2u}})
        tiff.number(tag, tiff_long, value);
}

/// The metadata of a camera and a scanner, in fields before and after those of the pixels.
std::string camera_tiff(bool big_endian, const std::string& xmp = phone_xmp(6)) {
    ExifWriter tiff(big_endian);
    tiff.begin_directory(18);
    add_pixels(tiff);
    tiff.values(0x010F, tiff_ascii, 8, std::string("Example\0", 8));
    add_strip(tiff);
    tiff.values(0x011A, tiff_rational, 1, tiff.digits(4, 3001) + tiff.digits(4, 10));
    tiff.values(0x0132, tiff_ascii, 20, std::string("2026:11:23 07:00:00\0", 20));
    tiff.values(0x02BC, tiff_byte, static_cast<std::uint32_t>(xmp.size()), xmp);
    tiff.values(0x8298, tiff_ascii, 7, std::string("Nobody\0", 7));
    tiff.values(0x83BB, tiff_undefined, 12, "who knows it");
    tiff.directory(0x8769);
    tiff.directory(0x8825);
    tiff.end_directory();

    tiff.photo_directories();
    return tiff.text();
}

/// The extra fields of two pixels.
std::string tiff_with(const std::function<void(ExifWriter&)>& more) {
    ExifWriter tiff(false);
    tiff.begin_directory(11);
    add_pixels(tiff);
    add_strip(tiff);
    more(tiff);
    tiff.end_directory();
    return tiff.text();
}
Metadata metadata_of(const std::string& tiff) { return load_image(file_of(tiff), "a.tif").metadata; }

TEST(TiffMetadata, AreReadAndDescribeTheUprightPicture) {
    for (const bool big_endian : {false, true}) {
        const LoadedImage loaded = load_image(file_of(camera_tiff(big_endian)), "a.tif");
        EXPECT_EQ(loaded.image.height(), 2); // turned by a quarter
        EXPECT_EQ(loaded.metadata.note, "");
        const LibexifData data = libexif_data(loaded.metadata.exif);
        EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_MAKE), "Example");
        EXPECT_THAT(value_of(data, EXIF_IFD_0, EXIF_TAG_COPYRIGHT), HasSubstr("Nobody"));
        EXPECT_EQ(value_of(data, EXIF_IFD_0, EXIF_TAG_DATE_TIME), "2026:11:23 07:00:00");
        EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL), "2026:11:22 06:59:58");
        EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_X_DIMENSION), "1");
        EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_Y_DIMENSION), "2");
        EXPECT_EQ(value_of(data, EXIF_IFD_INTEROPERABILITY, 1), "R03");
        EXPECT_EQ(value_of(data, EXIF_IFD_GPS, EXIF_TAG_GPS_LATITUDE), "52, 31, 12");

        // Fractions are not rounded.
        ExifEntry* const resolution = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_X_RESOLUTION);
        ASSERT_NE(resolution, nullptr);
        const ExifRational value = exif_get_rational(resolution->data, exif_data_get_byte_order(data.get()));
        EXPECT_EQ(value.numerator, 3001u);
        EXPECT_EQ(value.denominator, 10u);
        EXPECT_THAT(std::string(reinterpret_cast<const char*>(loaded.metadata.xmp.data()),
                                loaded.metadata.xmp.size()),
                    HasSubstr("tiff:Orientation=\"1\""));
    }
}

TEST(TiffMetadata, OmitTheStorageOfPixels) {
    const Metadata metadata = metadata_of(camera_tiff(true));
    const LibexifData data = libexif_data(metadata.exif);
    for (const int tag : {0x0100, 0x0102, 0x0106, 0x0111, 0x0112, 0x0117, 0x83BB, 0x02BC})
        EXPECT_EQ(value_of(data, EXIF_IFD_0, tag), "") << tag;
    EXPECT_EQ(value_of(data, EXIF_IFD_EXIF, EXIF_TAG_MAKER_NOTE), "");
    const std::string kept(reinterpret_cast<const char*>(metadata.exif.data()), metadata.exif.size());
    EXPECT_THAT(kept, Not(HasSubstr("a maker note")));
    EXPECT_THAT(kept, Not(HasSubstr("who knows it")));
    EXPECT_EQ(metadata_of(tiff_with([](ExifWriter& tiff) { tiff.number(0x0153, tiff_short, 1); })),
              Metadata{});
}

TEST(TiffMetadata, AreReadFromFilesOfLibtiff) {
    TiffFile file{.width = 2, .height = 1, .values = {1, 2}};
    EXPECT_EQ(load_image(file.encode(), "a.tif").metadata, Metadata{});
    file.more = [](TIFF* tiff) {
        TIFFSetField(tiff, TIFFTAG_MAKE, "Example");
        TIFFSetField(tiff, TIFFTAG_XMLPACKET, 9, "<no more>");
    };
    const Metadata metadata = load_image(file.encode(), "a.tif").metadata;
    EXPECT_EQ(value_of(libexif_data(metadata.exif), EXIF_IFD_0, EXIF_TAG_MAKE), "Example");
    EXPECT_EQ(metadata.xmp, file_of("<no more>"));
}

TEST(TiffMetadata, MissingDirectoriesAreDamage) {
    for (const std::uint32_t target : {0u, 1000u, 0xFFFFFFFFu}) {
        const Metadata metadata =
            metadata_of(tiff_with([&](ExifWriter& tiff) { tiff.number(0x8769, tiff_long, target); }));
        EXPECT_TRUE(metadata.empty()) << target;
        EXPECT_EQ(metadata.note, "damaged Exif data cannot be kept");
    }
}

TEST(TiffMetadata, AreOmittedWhenTooLarge) {
    const std::string large(max_exif_bytes, 'x');
    const auto size = static_cast<std::uint32_t>(large.size());
    EXPECT_EQ(
        metadata_of(tiff_with([&](ExifWriter& tiff) { tiff.values(0x010E, tiff_ascii, size, large); })).note,
        "Exif data of more than a mebibyte cannot be kept");
    const Metadata without_xmp = metadata_of(camera_tiff(false, large + "x"));
    EXPECT_EQ(without_xmp.note, "XMP of more than a mebibyte cannot be kept");
    EXPECT_THAT(without_xmp.xmp, IsEmpty());
    EXPECT_FALSE(without_xmp.exif.empty());
}

constexpr TruePicture picture{1, 2, true};

TEST(TiffMetadata, SharedLargeValuesTakeNoLonger) {
    ExifWriter tiff(true);
    constexpr int fields = 65'535;
    tiff.begin_directory(fields);
    for (int i = 0; i < fields; ++i) tiff.values(0x010E, tiff_ascii, 8 + 12 * fields, tiff.digits(4, 0));
    tiff.end_directory();
    EXPECT_EQ(copied_exif(file_of(tiff.text()), ExifHolder::tiff_file, picture)->size(), max_exif_bytes + 1);
}

TEST(TiffMetadata, AnyBytesGiveABlock) {
    const std::string whole = camera_tiff(false);
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        std::string changed = whole;
        for (int j = 0; j < 6; ++j) changed[random() % changed.size()] = static_cast<char>(random());
        changed.resize(random() % 4 == 0 ? random() % changed.size() : changed.size());
        const auto exif = copied_exif(file_of(changed), ExifHolder::tiff_file, picture);
        if (!exif || exif->empty()) continue;
        EXPECT_LE(exif->size(), max_exif_bytes + 1);
        const auto block = copied_exif(*exif, ExifHolder::block, picture);
        ASSERT_TRUE(block);
        EXPECT_EQ(copied_exif(*block, ExifHolder::block, picture), block);
    }
}

}
}
