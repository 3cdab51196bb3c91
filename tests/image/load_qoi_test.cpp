#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/load.h"
#include "image/qoi_files.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift::qoi_tests {
namespace {

using testing::Each;
using testing::ElementsAre;
using namespace std::string_literals;

std::vector<Rgba8> pixels_of(const std::string& file) {
    const LoadedImage loaded = load_image(bytes_of(file), "test.qoi");
    return {loaded.image.pixels().begin(), loaded.image.pixels().end()};
}

void expect_refused(const std::string& file, std::initializer_list<std::string> parts) {
    expect_error([&] { decode_here(bytes_of(file), "bad.qoi"); }, ErrorKind::input, parts);
}

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

TEST(LoadQoiDamaged, EveryTruncationIsRefused) {
    const std::string file = qoi_file(3, 1, 4, "\xFE\x0A\x14\x1E\xFF\x01\x02\x03\x04\xC0"s);
    EXPECT_EQ(pixels_of(file).size(), 3u);
    for (std::size_t length = 0; length < file.size(); ++length)
        expect_refused(file.substr(0, length), {"bad.qoi: "});
}

TEST(LoadQoiDamaged, SaysWhatIsWrong) {
    expect_refused(qoi_file(0, 1, 4, "\xC0"), {"bad.qoi: damaged QOI file (it has no pixels)"});
    expect_refused(qoi_file(1, 1, 5, "\xC0"), {"it has neither 3 nor 4 channels"});
    expect_refused(qoi_file(5, 1, 4, "\xC0\xC0"), {"bad.qoi: "});
    expect_refused(qoi_file(1, 1, 4, "\xC0\xC0"), {"its end marker is missing"});
    expect_refused(qoi_file(30000, 30000, 4, "\xFD"), {"it is cut short"});
    expect_refused(qoi_file(~0u, ~0u, 4, "\xFD"), {"bad.qoi: "});
    expect_refused(qoi_file(32769, 1, 4, std::string(1000, '\xFD')), {"32769 x 1 pixels are too many"});
}

}
}
