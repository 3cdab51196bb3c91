#include "image/decode_apart.h"

#include "base/child_process.h"
#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/save.h"
#include "temporary_folder.h"

namespace huedrift {
namespace {

/// Loads a picture of 3 x 2 pixels with a decoder of this behaviour.
Image hostile(std::string_view behaviour, const Progress* progress = nullptr) {
    const SealedBytes file(bytes_of(behaviour));
    const Source source(file.bytes(), "bad.png", "PNG");
    FileFacts facts;
    facts.width = 3, facts.height = 2;
    return decode_apart(file.file(), source, facts, ProfileUse::convert, progress,
                        sibling_program("hostile_decoder"))
        .image;
}

TEST(DecodeApart, AnHonestDecoderIsBelieved) {
    const Image image = hostile("behaves");
    EXPECT_EQ(image.width(), 3);
    EXPECT_EQ(image.height(), 2);
    EXPECT_EQ(image.pixels()[5], Rgba8());
}

TEST(DecodeApart, AnyMisbehaviourIsOneSentence) {
    const auto damaged = [](std::string_view behaviour, const std::string& reason) {
        expect_error([&] { hostile(behaviour); }, ErrorKind::input, {"bad.png: damaged PNG file (" + reason});
    };
    damaged("crashes", "its decoder crashed)");
    damaged("is killed", "its decoder crashed)");
    damaged("says nonsense", "its decoder crashed)");
    damaged("runs out of time", "it takes too long to decode)");
    damaged("claims more", "it gives two different sizes)");
    damaged("babbles", "????????");
}

TEST(DecodeApart, SharedMemoryCannotShrink) {
    EXPECT_EQ(hostile("takes the memory away").pixels()[5], Rgba8());
}

TEST(DecodeApart, ADecoderThatCannotStartIsNotTheFilesFault) {
    expect_error([] { hostile("never begins"); }, ErrorKind::failed, {"hostile_decoder cannot decode"});
    const SealedBytes file(encode_image(Image(1, 1), ImageFormat::png));
    const auto [source, facts, format] = pass_header_gate(file.bytes(), "a.png", {});
    expect_error(
        [&file, &source = source, &facts = facts] {
            decode_apart(file.file(), source, facts, ProfileUse::convert, nullptr, "/nonexistent/decoder");
        },
        ErrorKind::failed, {"/nonexistent/decoder cannot be started"});
}

TEST(DecodeApart, CancellingEndsIt) {
    Progress progress;
    progress.cancel();
    expect_error([&] { hostile("never ends", &progress); }, ErrorKind::cancelled);
}

TEST(DecodeApart, EqualsDecodingInThisProcess) {
    const Image picture(67, 43, noise_pixels(67 * 43, 5));
    JpegFile turned{.blocks_across = 2, .blocks = {{1, 2, 3}, {4, 5, 6}}};
    turned.segments = exif_segment(6);
    for (const auto& file :
         {encode_image(picture, ImageFormat::png), encode_image(picture, ImageFormat::jpeg),
          encode_image(picture, ImageFormat::bmp), turned.encode()}) {
        const Image here = decode_here(file, "a"), apart = load_image(file, "a").image;
        EXPECT_EQ(here.width(), apart.width());
        EXPECT_EQ(here.height(), apart.height());
        EXPECT_TRUE(std::ranges::equal(here.pixels(), apart.pixels()));
    }
}

TEST(DecodeApart, ItsPicturesCanBeCopiedAndChanged) {
    Image image = load_image(encode_image(Image(2, 2), ImageFormat::png), "a").image;
    const Image copy = image;
    image.pixels()[3] = {1, 2, 3, 4};
    EXPECT_EQ(copy.pixels()[3], Rgba8());
    EXPECT_EQ(image.pixels()[3], (Rgba8{1, 2, 3, 4}));
}

}
}
