#include "image/load.h"

#include "expect_error.h"
#include "image/jpeg_files.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

using namespace std::string_literals;

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
