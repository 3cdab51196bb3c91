#include "decode/decode_here.h"
#include "image/loading.h"
#include "image/picture_files.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift::pnm_tests {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::string_literals;

constexpr Rgba8 black{0, 0, 0, 255};

Rgba8 grey(int value) {
    const auto byte = static_cast<std::uint8_t>(value);
    return {byte, byte, byte, 255};
}

std::string pam(int width, int height, int depth, int max, const std::string& type,
                const std::string& raster) {
    return "P7\nWIDTH " + std::to_string(width) + "\nHEIGHT " + std::to_string(height) + "\nDEPTH " +
           std::to_string(depth) + "\nMAXVAL " + std::to_string(max) + "\n" +
           (type.empty() ? "" : "TUPLTYPE " + type + "\n") + "ENDHDR\n" + raster;
}

TEST(LoadPnm, Bitmaps) {
    EXPECT_THAT(pixels_of("P1\n# a comment\n3 2\n0 1 0\n101\n"),
                ElementsAre(white, black, white, black, white, black));
    EXPECT_THAT(pixels_of("P4 10 2\n\xFF\x80\x00\x40"s),
                ElementsAre(black, black, black, black, black, black, black, black, black, white, //
                            white, white, white, white, white, white, white, white, white, black));
}

TEST(LoadPnm, Grey) {
    EXPECT_THAT(pixels_of("P2\n3 1 15\n0 7 15\n"), ElementsAre(black, grey(119), white));
    EXPECT_THAT(pixels_of("P5\n3 1\n255\n\x00\x80\xFF"s), ElementsAre(black, grey(128), white));
    EXPECT_THAT(pixels_of("P5 3 1 100 \x00\x32\x64"s), ElementsAre(black, grey(128), white));
}

TEST(LoadPnm, Colors) {
    EXPECT_THAT(pixels_of("P3 2 1 255 255 0 0\t0 0 255\n"), ElementsAre(red, blue));
    EXPECT_THAT(pixels_of("P6 2 #width\n1 255\n\xFF\0\0\0\0\xFF"s), ElementsAre(red, blue));
}

TEST(LoadPnm, SixteenBitsAreRoundedAndNoted) {
    // 128 is less than half of 257 steps, 129 more.
    const std::string file = "P5\n4 1\n65535\n\x00\x80\x00\x81\xFF\x7E\xFF\x7F"s;
    EXPECT_THAT(pixels_of(file), ElementsAre(grey(0), grey(1), grey(254), grey(255)));
    EXPECT_THAT(load_image(bytes_of(file), "").notes, ElementsAre("16-bit channels were reduced to 8 bits"));
    EXPECT_THAT(load_image(bytes_of("P5 1 1 255 x"), "").notes, IsEmpty());
}

TEST(LoadPnm, Pam) {
    EXPECT_THAT(pixels_of(pam(2, 1, 4, 255, "RGB_ALPHA", "\xFF\0\0\x80\0\0\xFF\0"s)),
                ElementsAre(Rgba8{255, 0, 0, 128}, Rgba8{0, 0, 255, 0}));
    EXPECT_THAT(pixels_of(pam(2, 1, 1, 1, "BLACKANDWHITE", "\0\1"s)), ElementsAre(black, white));
    EXPECT_THAT(pixels_of(pam(1, 1, 2, 255, "GRAYSCALE_ALPHA", "\x10\x20")),
                ElementsAre(Rgba8{16, 16, 16, 32}));
    EXPECT_THAT(pixels_of(pam(1, 1, 3, 255, "", "\xFF\0\0"s)), ElementsAre(red));
    EXPECT_THAT(pixels_of(pam(1, 1, 4, 65535, "RGB_ALPHA", "\xFF\xFF\0\0\0\0\x7F\x80"s)),
                ElementsAre(Rgba8{255, 0, 0, 127}));
    EXPECT_THAT(pixels_of("P7\n# comment\nHEIGHT 1\n\nMAXVAL 255\nWIDTH 1\nDEPTH 1\nENDHDR\n\xFF"),
                ElementsAre(white));
}

TEST(LoadPnmDamaged, SaysWhatIsWrong) {
    expect_refused("P6\n0 1\n255\n", {"bad: damaged PNM file (it has no pixels)"});
    expect_refused("P5 1 1 0 a", {"its largest sample is not from 1 to 65535"});
    expect_refused("P5 1 1 65536 aa", {"its largest sample is not from 1 to 65535"});
    expect_refused("P5 1 1 99999999999999999999 aa", {"a number is too large"});
    expect_refused("P5 1 x 255 a", {"a number is missing"});
    expect_refused("P5 1 1 100 \xFF", {"a sample exceeds its maximum"});
    expect_refused("P2 2 1 10 3 11\n", {"a sample exceeds its maximum"});
    expect_refused("Pa", {"not a "});
    expect_refused("P12 2", {"a blank is missing after its signature"});
    expect_refused(pam(1, 1, 4, 255, "CMYK", "abcd"),
                   {"bad: PAM files of this tuple type are not supported"});
    expect_refused(pam(1, 1, 5, 255, "", "abcde"), {"PAM files with more than 4 channels are not supported"});
    expect_refused(pam(1, 1, 3, 255, "GRAYSCALE", "abc"), {"its depth does not match its tuple type"});
    expect_refused("P7\nWIDTH 1\nCOLOUR red\n", {"its header has an unknown line"});
}

// A file of a few bytes that promises gigabytes.
TEST(LoadPnmDamaged, FalseSizesAreRefused) {
    expect_refused("P6 30000 30000 255 abc", {"it is cut short"});
    expect_refused("P1 30000 30000 01", {"it is cut short"});
    expect_refused("P6 4294967295 4294967295 65535 abc", {"4294967295 x 4294967295 pixels are too many"});
}

}
}

namespace huedrift::qoi_tests {
namespace {

using testing::Each;
using testing::ElementsAre;
using namespace std::string_literals;

// Each kind of chunk, computed by the specification's arithmetic.
TEST(LoadQoi, Chunks) {
    const std::string rgb = "\xFE\x0A\x14\x1E"s, rgba = "\xFF\x01\x02\x03\x04"s;
    EXPECT_THAT(pixels_of(qoi_file(1, 1, 4, rgb)), ElementsAre(Rgba8{10, 20, 30, 255}));
    EXPECT_THAT(pixels_of(qoi_file(1, 1, 4, rgba)), ElementsAre(Rgba8{1, 2, 3, 4}));
    // Differences of -2, 1 and 0; they wrap around.
    EXPECT_THAT(pixels_of(qoi_file(1, 1, 4, "\x4E")), ElementsAre(Rgba8{254, 1, 0, 255}));
    // Green by 5, red by 5 - 8, blue by 5 + 7.
    EXPECT_THAT(pixels_of(qoi_file(2, 1, 4, rgb + "\xA5\x0F")),
                ElementsAre(Rgba8{10, 20, 30, 255}, Rgba8{7, 25, 42, 255}));
    // 10 * 3 + 20 * 5 + 30 * 7 + 255 * 11 is 9 modulo 64.
    EXPECT_THAT(pixels_of(qoi_file(3, 1, 4, rgb + rgba + "\x09")),
                ElementsAre(Rgba8{10, 20, 30, 255}, Rgba8{1, 2, 3, 4}, Rgba8{10, 20, 30, 255}));
    EXPECT_THAT(pixels_of(qoi_file(31, 2, 4, "\xFD")), Each(Rgba8{0, 0, 0, 255}));
    // Unused places hold no colour; a run stores its colour in its place.
    EXPECT_THAT(pixels_of(qoi_file(1, 1, 4, "\x05"s)), ElementsAre(Rgba8{}));
    EXPECT_THAT(pixels_of(qoi_file(3, 1, 4, "\xC0"s + rgb + "\x35")),
                ElementsAre(Rgba8{0, 0, 0, 255}, Rgba8{10, 20, 30, 255}, Rgba8{0, 0, 0, 255}));
}

TEST(LoadQoi, ThreeChannelsAreOpaque) {
    EXPECT_THAT(pixels_of(qoi_file(1, 1, 3, "\xFF\x01\x02\x03\x04"s)), ElementsAre(Rgba8{1, 2, 3, 255}));
}

TEST(LoadQoiDamaged, SaysWhatIsWrong) {
    expect_refused(qoi_file(0, 1, 4, "\xC0"), {"bad: damaged QOI file (it has no pixels)"});
    expect_refused(qoi_file(1, 1, 5, "\xC0"), {"it has neither 3 nor 4 channels"});
    expect_refused(qoi_file(5, 1, 4, "\xC0\xC0"), {"bad: "});
    expect_refused(qoi_file(1, 1, 4, "\xC0\xC0"), {"its end marker is missing"});
    expect_refused(qoi_file(30000, 30000, 4, "\xFD"), {"it is cut short"});
    expect_refused(qoi_file(~0u, ~0u, 4, "\xFD"), {"bad: "});
    expect_refused(qoi_file(32769, 1, 4, std::string(1000, '\xFD')), {"32769 x 1 pixels are too many"});
}

}
}
