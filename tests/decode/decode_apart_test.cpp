#include "base/child_process.h"
#include "decode/confinement.h"
#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/save.h"
#include "temporary_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sstream>
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
    EXPECT_EQ(animation.settings.size(), max_settings_bytes);
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

TEST(DecodeApart, ADecoderOfAnotherBuildIsNotTheFilesFault) {
    expect_error([] { hostile("is of another build"); }, ErrorKind::failed,
                 {"this program was updated while it runs; start it again"});
    const SealedBytes file(encode_image(Image(1, 1), ImageFormat::png));
    for (const std::size_t size : {std::size_t{4096}, DecodeMemory::pixels_at}) { // of other layouts, too
        const FileDescriptor shared = make_shared_memory(size);
        const Mapping mapping(shared.get(), size, Mapping::Access::write);
        auto& build = reinterpret_cast<std::uint64_t&>(*mapping.bytes().data());
        build = 7;
        ChildProcess decoder(private_program("huedrift-decode"), file.file(), shared);
        while (!decoder.wait(std::chrono::seconds(1))) {
        }
        EXPECT_NE(build, 7u);
        const auto others = mapping.bytes().subspan(sizeof build);
        EXPECT_TRUE(std::ranges::all_of(others, [](std::byte b) { return b == std::byte{}; })) << size;
    }
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

/// A decoder in a folder of its own, so that without it only copies can decode.
class DecoderCopies : public testing::Test {
protected:
    void SetUp() override {
        if (!confinement_is_whole()) GTEST_SKIP() << "the runtimes of sanitizers cannot be copied";
    }
    std::unique_ptr<ProgramCopies> start(const std::filesystem::path& original) {
        std::filesystem::copy_file(original, program);
        return std::make_unique<ProgramCopies>(program);
    }
    LoadedImage decode(std::span<const std::byte> bytes, ProgramCopies& copies) const {
        const SealedBytes file(bytes);
        return decode_apart(file, Source(file.bytes(), "a.png", "PNG"),
                            {.program = program, .limits = {.decoders = &copies}});
    }

    TemporaryFolder folder;
    std::filesystem::path program = folder / "decoder";
};

TEST_F(DecoderCopies, DecodeOneFileEach) {
    const auto copies = start(private_program("huedrift-decode"));
    std::filesystem::remove(program);
    for (unsigned seed = 0; seed < 3; ++seed) {
        const Image picture(31, 17, noise_pixels(31 * 17, seed));
        const auto file = encode_image(picture, ImageFormat::png);
        EXPECT_TRUE(std::ranges::equal(decode(file, *copies).image.pixels(), picture.pixels()));
        expect_error([&] { decode(std::span(file).first(100), *copies); }, ErrorKind::input, {"a.png"});
    }
    copies->end();
    expect_error([&] { decode(encode_image(Image(1, 1), ImageFormat::png), *copies); }, ErrorKind::failed,
                 {"cannot be started"});
}

TEST_F(DecoderCopies, AreNoLongerMadeOnceOneHasMisbehaved) {
    for (const char* const behaviour : {"crashes", "is killed later", "reports nonsense"}) {
        const auto copies = start(sibling_program("hostile_decoder"));
        EXPECT_EQ(decode(bytes_of("behaves"), *copies).image.width(), 3);
        std::filesystem::remove(program);
        EXPECT_EQ(decode(bytes_of("behaves"), *copies).image.width(), 3);
        expect_error([&] { decode(bytes_of(behaviour), *copies); }, ErrorKind::input,
                     {"its decoder crashed"});
        expect_error([&] { decode(bytes_of("behaves"), *copies); }, ErrorKind::failed, {"cannot be started"});
    }
}

TEST_F(DecoderCopies, AreConfinedAsAProgramOfItsOwn) {
    const auto copies = start(private_program("huedrift-decode"));
    const SealedBytes file(encode_image(Image(3, 2), ImageFormat::png));
    const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    std::uint64_t build = 0;
    const auto confinement = [&](bool is_copy) {
        const FileDescriptor shared = make_shared_memory(DecodeMemory::pixels_at);
        const Mapping mapping(shared.get(), DecodeMemory::pixels_at, Mapping::Access::write);
        auto& memory = reinterpret_cast<DecodeMemory&>(*mapping.bytes().data());
        memory.build = build;
        const auto process = is_copy ? copies->copy(program, {file.file().get(), shared.get(), 2, null.get()})
                                     : start_program({program.string(), std::to_string(::getpid())},
                                                     {{file.file(), 0}, {shared, 1}, {null, 3}});
        std::string text;
        if (build != 0) {
            while (!memory.exchange.inspected.wait(std::chrono::seconds(1))) {
            }
            const std::string of_process = "/proc/" + std::to_string(*process);
            text = read_text(of_process + "/limits");
            std::istringstream status(read_text(of_process + "/status"));
            for (std::string line; std::getline(status, line);)
                for (const char* const word : {"PPid:", "Threads:", "NoNewPrivs:", "Seccomp"})
                    if (line.starts_with(word)) text += line + "\n";
            ::kill(*process, SIGKILL);
        }
        EXPECT_EQ(::waitpid(*process, nullptr, 0), *process);
        build = memory.build;
        return text;
    };
    confinement(false); // tells its build and ends
    const std::string of_copy = confinement(true);
    EXPECT_EQ(of_copy, confinement(false));
    EXPECT_THAT(of_copy, testing::HasSubstr("Seccomp:\t2"));
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
