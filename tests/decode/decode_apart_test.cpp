#include "base/child_process.h"
#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/save.h"
#include "temporary_folder.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

/// Loads a picture of 3 x 2 pixels with a decoder of this behaviour.
LoadedImage hostile(std::string_view behaviour, const Progress* progress = nullptr) {
    const SealedBytes file(bytes_of(behaviour));
    return decode_apart(file, Source(file.bytes(), "bad.png", "PNG"),
                        {.program = sibling_program("hostile_decoder"),
                         .limits = {.max_pixels = 100, .max_frames = 10},
                         .profile = ProfileUse::convert,
                         .progress = progress});
}

TEST(DecodeApart, AnHonestDecoderIsBelieved) {
    const Image image = hostile("behaves").image;
    EXPECT_EQ(image.width(), 3);
    EXPECT_EQ(image.height(), 2);
    EXPECT_EQ(image.pixels()[5], Rgba8());
}

TEST(DecodeApart, AnyMisbehaviourIsOneSentence) {
    const auto refused = [](std::string_view behaviour, const std::string& sentence) {
        expect_error([&] { hostile(behaviour); }, ErrorKind::input, {"bad.png: " + sentence});
    };
    for (const std::string when : {"", " later"}) {
        refused("crashes" + when, "damaged PNG file (its decoder crashed)");
        refused("is killed" + when, "damaged PNG file (its decoder crashed)");
        refused("runs out of time" + when, "damaged PNG file (it takes too long to decode)");
    }
    refused("reports nonsense", "damaged PNG file (its decoder crashed)");
    refused("says nonsense", "damaged PNG file (its decoder crashed)");
    refused("claims more", "damaged PNG file (it gives two different sizes)");
    refused("babbles", "????????");
}

TEST(DecodeApart, ReportedSizesAreChecked) {
    const auto refused = [](std::string_view behaviour, const std::string& sentence) {
        expect_error([&] { hostile(behaviour); }, ErrorKind::input, {"bad.png: ", sentence});
    };
    refused("reports a width without end", "18446744073709551615 x 2 pixels are too many");
    refused("reports no pixels", "it has no pixels");
    refused("reports frames without end", "18446744073709551615 frames are too many");
}

TEST(DecodeApart, FactsHoldAsTheyWereAccepted) {
    EXPECT_EQ(hostile("changes its facts").image.pixels().size(), 6u);
    const LoadedImage animation = hostile("reports three frames of no time");
    EXPECT_EQ(animation.image.height(), 6);
    ASSERT_EQ(animation.animation.frames(), 3u);
    EXPECT_EQ(animation.animation.delays[2], (Delay{0, 1}));
    EXPECT_EQ(animation.settings.size(), 1000u);
}

TEST(DecodeApart, SharedMemoryCannotShrink) {
    EXPECT_EQ(hostile("takes the memory away").image.pixels()[5], Rgba8());
}

TEST(DecodeApart, ADecoderThatCannotStartIsNotTheFilesFault) {
    expect_error([] { hostile("never begins"); }, ErrorKind::failed, {"hostile_decoder cannot decode"});
    const SealedBytes file(encode_image(Image(1, 1), ImageFormat::png));
    const Source source(file.bytes(), "a.png", "PNG");
    expect_error([&] { decode_apart(file, source, {.program = "/nonexistent/decoder"}); }, ErrorKind::failed,
                 {"/nonexistent/decoder cannot be started"});
}

TEST(DecodeApart, CancellingEndsIt) {
    for (const char* const behaviour : {"never ends", "never ends later"}) {
        Progress progress;
        progress.cancel();
        expect_error([&] { hostile(behaviour, &progress); }, ErrorKind::cancelled);
    }
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

TEST(DecodeApart, ADecoderWhoseParentHasEndedEnds) {
    const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    const auto exit_code = [&](const std::vector<std::string>& parent) {
        std::vector<std::string> words{sibling_program("huedrift-decode").string()};
        words.insert(words.end(), parent.begin(), parent.end());
        const auto process = start_program(words, {{null, 0}, {null, 1}, {null, 2}});
        int status = 0;
        EXPECT_EQ(::waitpid(*process, &status, 0), *process);
        return WEXITSTATUS(status);
    };
    EXPECT_EQ(exit_code({std::to_string(::getpid() + 1)}), 0);
    EXPECT_EQ(exit_code({std::to_string(::getpid())}), 2) << "/dev/null is no picture";
    EXPECT_EQ(exit_code({}), 2) << "by hand";
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
