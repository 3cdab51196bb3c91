#include "image/encoded_files.h"
#include "image/icc_profiles.h"
#include "image/loading.h"
#include "image/pixels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift::jxl_tests {
namespace {

using testing::ElementsAre;

Image picture(int width, int height) { return {width, height, noise_pixels(std::size_t(width * height), 8)}; }

/// Bits of a header, low ones first, after the signature.
std::vector<std::byte> header_of(std::initializer_list<std::pair<std::uint32_t, int>> fields) {
    std::vector<std::byte> file{std::byte{0xFF}, std::byte{0x0A}};
    int at = 0;
    for (const auto& [value, bits] : fields)
        for (int i = 0; i < bits; ++i, ++at) {
            if (at % 8 == 0) file.emplace_back();
            file.back() |= static_cast<std::byte>((value >> i & 1) << at % 8);
        }
    file.emplace_back();
    return file;
}

TEST(LoadJxl, OnlyTheFirstFrameIsRead) {
    const Image image = picture(19, 6);
    for (const bool container : {false, true}) {
        const JxlFile file{.container = container, .frames = 3, .orientation = 2};
        const LoadedImage loaded = load_image(file.encode(image), "");
        EXPECT_EQ(loaded.image.height(), 6);
        EXPECT_THAT(loaded.notes, ElementsAre("only the first frame of the animation was read"));
    }
}

TEST(LoadJxl, ColorsAreConverted) {
    const Image image(2, 1, {{0, 200, 0, 255}, {200, 200, 200, 255}});
    const LoadedImage loaded = load_image(JxlFile{.profile = rgb_profile(true)}.encode(image), "");
    EXPECT_EQ(loaded.profile.state, ProfileReport::State::converted);
    EXPECT_NEAR(loaded.image.pixels()[0].g, 204, 1);
}

TEST(LoadJxlSize, IsCheckedBeforeAnythingIsDecoded) {
    const auto wide = header_of({{0, 1}, {2, 2}, {69999, 18}, {1, 3}, {1, 1}, {1, 1}});
    expect_error([&] { load_image(wide, "bad"); }, ErrorKind::input, {"70000 x 70000 pixels are too many"});
    const auto large = header_of({{0, 1}, {2, 2}, {19999, 18}, {7, 3}, {1, 1}, {1, 1}});
    expect_error([&] { load_image(large, "bad"); }, ErrorKind::input, {"40000 x 20000 pixels are too many"});
}

}
}
