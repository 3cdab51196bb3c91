#include "decode/decode_here.h"
#include "image/encoded_files.h"
#include "image/loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <tiffio.h>

namespace huedrift::tiff_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

/// Random samples; 21 x 19 so that rows end within a byte and the last blocks are cut.
TiffFile random_file(int photometric, int bits, int samples) {
    TiffFile file{.width = 21, .height = 19, .photometric = photometric, .bits = bits, .samples = samples};
    std::mt19937 random(5);
    file.values.resize(std::size_t(21 * 19 * samples));
    for (auto& value : file.values) value = static_cast<std::uint16_t>(random() & ((1u << bits) - 1));
    if (samples == 2 || samples == 4) file.extra = EXTRASAMPLE_UNASSALPHA;
    if (photometric == PHOTOMETRIC_PALETTE) {
        file.palette.resize(std::size_t(3) << bits);
        for (auto& entry : file.palette) entry = static_cast<std::uint16_t>(random());
    }
    return file;
}

std::vector<Rgba8> expected_pixels(const TiffFile& file) {
    const double max = (1 << file.bits) - 1;
    const auto scaled = [](double share) { return static_cast<std::uint8_t>(share * 255 + 0.5); };
    std::vector<Rgba8> pixels;
    for (std::size_t i = 0; i < file.values.size(); i += std::size_t(file.samples)) {
        const auto* const sample = &file.values[i];
        const auto value = [&](int s) {
            return scaled(file.photometric == PHOTOMETRIC_MINISWHITE && s == 0 ? 1 - sample[s] / max
                                                                               : sample[s] / max);
        };
        const std::size_t entries = file.palette.size() / 3;
        const auto entry = [&](std::size_t channel) {
            return scaled(file.palette[channel * entries + sample[0]] / 65535.0);
        };
        if (entries > 0)
            pixels.push_back({entry(0), entry(1), entry(2), 255});
        else if (file.samples < 3)
            pixels.push_back(
                {value(0), value(0), value(0), file.samples == 2 ? value(1) : std::uint8_t{255}});
        else
            pixels.push_back(
                {value(0), value(1), value(2), file.samples == 4 ? value(3) : std::uint8_t{255}});
    }
    return pixels;
}

TEST(LoadTiff, EveryLayout) {
    for (const int bits : {1, 2, 4, 8, 16})
        for (const auto& [photometric, samples] : {std::pair{PHOTOMETRIC_MINISWHITE, 1},
                                                   {PHOTOMETRIC_MINISBLACK, 1},
                                                   {PHOTOMETRIC_MINISBLACK, 2},
                                                   {PHOTOMETRIC_RGB, 3},
                                                   {PHOTOMETRIC_RGB, 4},
                                                   {PHOTOMETRIC_PALETTE, 1}}) {
            if (photometric == PHOTOMETRIC_PALETTE && bits == 16) continue;
            for (const int tile : {0, 16})
                for (const bool planar : {false, true})
                    for (const bool big_endian : {false, true}) {
                        TiffFile file = random_file(photometric, bits, samples);
                        file.tile = tile, file.planar = planar, file.big_endian = big_endian;
                        EXPECT_THAT(decode_here(file.encode(), "").pixels(),
                                    ElementsAreArray(expected_pixels(file)))
                            << bits << " bits, photometric " << photometric << ", samples " << samples;
                    }
        }
}

TEST(LoadTiff, EveryLosslessCompression) {
    for (const int compression :
         {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE,
          COMPRESSION_ZSTD, COMPRESSION_LZMA, COMPRESSION_CCITTFAX4}) {
        TiffFile file = compression == COMPRESSION_CCITTFAX4 ? random_file(PHOTOMETRIC_MINISWHITE, 1, 1)
                                                             : random_file(PHOTOMETRIC_RGB, 8, 3);
        file.compression = compression;
        EXPECT_THAT(pixels_of(file), ElementsAreArray(expected_pixels(file))) << compression;
    }
}

TEST(LoadTiff, JpegCompressionIsRead) {
    TiffFile file{.width = 16, .height = 16, .photometric = PHOTOMETRIC_RGB, .samples = 3};
    file.values.assign(std::size_t(16 * 16 * 3), 128);
    file.compression = COMPRESSION_JPEG;
    file.tile = 16;
    for (const int photometric : {PHOTOMETRIC_RGB, PHOTOMETRIC_YCBCR}) {
        file.photometric = photometric;
        file.more = [&](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB); };
        EXPECT_THAT(pixels_of(file), testing::Each(Rgba8{128, 128, 128, 255})) << photometric;
    }
}

TEST(LoadTiff, PremultipliedAlphaIsDividedOut) {
    TiffFile file{.width = 3, .height = 1, .photometric = PHOTOMETRIC_RGB, .samples = 4};
    file.values = {50, 100, 0, 100, 7, 8, 9, 255, 0, 0, 0, 0};
    file.extra = EXTRASAMPLE_ASSOCALPHA;
    EXPECT_THAT(pixels_of(file), ElementsAre(Rgba8{128, 255, 0, 100}, Rgba8{7, 8, 9, 255}, Rgba8{}));
    file.extra = EXTRASAMPLE_UNSPECIFIED; // not known to be alpha
    EXPECT_THAT(pixels_of(file),
                ElementsAre(Rgba8{50, 100, 0, 255}, Rgba8{7, 8, 9, 255}, Rgba8{0, 0, 0, 255}));
}

TEST(LoadTiff, PalettesOfEightBitsAreRecognized) {
    TiffFile file{.width = 2, .height = 1, .photometric = PHOTOMETRIC_PALETTE, .bits = 1};
    file.values = {0, 1};
    file.palette = {0, 255, 10, 20, 30, 40};
    EXPECT_THAT(pixels_of(file), ElementsAre(Rgba8{0, 10, 30, 255}, Rgba8{255, 20, 40, 255}));
}

TEST(LoadTiff, AnIndexedFileHasSlots) {
    TiffFile file{.width = 2, .height = 1, .photometric = PHOTOMETRIC_PALETTE, .bits = 2};
    file.values = {3, 1};
    for (const unsigned entry : {0u, 9u, 7u, 9u, 1u, 2u, 3u, 2u, 4u, 5u, 6u, 5u})
        file.palette.push_back(static_cast<std::uint16_t>(entry * 257));
    EXPECT_THAT(
        load_image(file.encode(), "a.tif").slots,
        ElementsAre(Rgba8{0, 1, 4, 255}, Rgba8{9, 2, 5, 255}, Rgba8{7, 3, 6, 255}, Rgba8{9, 2, 5, 255}));
    EXPECT_THAT(load_image(random_file(PHOTOMETRIC_MINISBLACK, 4, 1).encode(), "a.tif").slots, IsEmpty());
}

TEST(LoadTiff, LossesAreNoted) {
    TiffFile file = random_file(PHOTOMETRIC_RGB, 16, 3);
    EXPECT_THAT(load_image(file.encode(), "").notes, ElementsAre("16-bit channels were reduced to 8 bits"));
    file = random_file(PHOTOMETRIC_RGB, 8, 3);
    EXPECT_THAT(load_image(file.encode(), "").notes, IsEmpty());
    file.second_page = true;
    EXPECT_THAT(load_image(file.encode(), "").notes, ElementsAre("only the first page was read"));
}

TEST(LoadTiff, UnsupportedLayoutsAreRefusedByName) {
    TiffFile file = random_file(PHOTOMETRIC_SEPARATED, 8, 4);
    file.extra = -1;
    expect_refused(file.encode(), {"bad: CMYK TIFF files are not supported"});
    file = random_file(PHOTOMETRIC_CIELAB, 8, 3);
    expect_refused(file.encode(), {"TIFF files in this colour space are not supported"});
    file = random_file(PHOTOMETRIC_MINISBLACK, 16, 1);
    file.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_INT); };
    expect_refused(file.encode(), {"TIFF files with signed or floating-point samples are not supported"});
    file = random_file(PHOTOMETRIC_RGB, 8, 3);
    file.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE); };
    expect_refused(file.encode(),
                   {"TIFF files that begin with a preview, such as those of cameras, are not"});
}

/// The entry of a field in a little-endian file's directory, which libtiff writes last.
std::size_t entry_of(const std::vector<std::byte>& file, std::uint16_t tag) {
    const auto byte = [&](std::size_t at) { return std::to_integer<std::size_t>(file[at]); };
    std::size_t entry = byte(4) + byte(5) * 256 + 2;
    while (byte(entry) + byte(entry + 1) * 256 != tag) entry += 12;
    return entry;
}

// libtiff ignores the length of uncompressed pixels. For a JPEG it only warns of missing data and continues
// with grey.
TEST(LoadTiffDamaged, ACutWithinThePixelsIsRefused) {
    TiffFile file = random_file(PHOTOMETRIC_RGB, 8, 3);
    file.tile = 32;
    for (const int compression : {COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS,
                                  COMPRESSION_ZSTD, COMPRESSION_JPEG}) {
        SCOPED_TRACE(compression);
        file.compression = compression;
        auto bytes = file.encode();
        EXPECT_GT(decode_here(bytes, "a").pixels().size(), 0u);
        bytes[entry_of(bytes, TIFFTAG_TILEBYTECOUNTS) + 9] >>= 1; // the high byte of its length
        expect_refused(bytes, {"bad: damaged"});
    }
}

TEST(LoadTiffSize, IsCheckedBeforeAnythingIsDecoded) {
    auto bytes = random_file(PHOTOMETRIC_MINISBLACK, 8, 1).encode();
    const Image whole = decode_here(bytes, "a");
    EXPECT_EQ(whole.width(), 21);
    for (const std::uint16_t tag : {TIFFTAG_IMAGEWIDTH, TIFFTAG_IMAGELENGTH}) {
        const std::size_t entry = entry_of(bytes, tag);
        bytes[entry + 8] = bytes[entry + 9] = std::byte{0xFF};
    }
    expect_refused(bytes, {"65535 x 65535 pixels are too many"});
}

}
}
