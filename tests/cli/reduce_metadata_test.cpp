#include "cli/cli_run.h"
#include "image/exif_files.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/png_files.h"
#include "image/save.h"
#include "painted.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReduceMetadata : public CliTest {
protected:
    /// Upright, so that its pixels are those of a file without Exif data.
    ReduceMetadata() {
        write_jpeg("in.jpg",
                   jpeg_segment(0xE1, std::string("Exif\0\0", 6) + phone_exif(1, true)) +
                       jpeg_segment(0xE1, std::string("http://ns.adobe.com/xap/1.0/\0", 29) + phone_xmp(1)));
        write_jpeg("plain.jpg", "");
    }
    void write_jpeg(const std::string& name, const std::string& segments) const {
        const auto file =
            JpegFile{.blocks_across = 2, .blocks = {{1, 2, 3}, {200, 5, 6}}, .segments = segments}.encode();
        write_text(folder / name, {reinterpret_cast<const char*>(file.data()), file.size()});
    }
    Ended reduce(const std::string& input, const std::string& output, const std::string& options = "") const {
        return success("reduce " + input + " -o " + output + " " + options);
    }
};

TEST_F(ReduceMetadata, WithoutTheOptionNothingSurvives) {
    for (const char* const extension : {".png", ".apng", ".jpg", ".webp", ".gif"}) {
        const std::string out = std::string("out") + extension, plain = std::string("none") + extension;
        reduce("in.jpg", out);
        reduce("plain.jpg", plain);
        EXPECT_EQ(read_text(folder / out), read_text(folder / plain)) << extension;
    }
}

TEST_F(ReduceMetadata, IsKeptOnRequestAndReported) {
    const Metadata source = load_image_file(folder / "in.jpg").metadata;
    for (const char* const name : {"out.png", "out.apng", "out.jpg", "out.webp"}) {
        const Ended ended = reduce("in.jpg", name, "--keep-metadata --json");
        EXPECT_EQ(load_image_file(folder / name).metadata, source);
        const auto result = nlohmann::json::parse(ended.out)["results"][0];
        EXPECT_EQ(result["kept_metadata"],
                  nlohmann::json({{"exif", source.exif.size()}, {"xmp", source.xmp.size()}}));
        EXPECT_THAT(ended.err, Not(HasSubstr("metadata")));
    }
    const auto without = nlohmann::json::parse(reduce("in.jpg", "none.png", "--json").out);
    EXPECT_EQ(without["results"][0]["kept_metadata"], nlohmann::json({{"exif", 0}, {"xmp", 0}}));
    reduce("plain.jpg", "p.png", "--keep-metadata");
    reduce("plain.jpg", "q.png");
    EXPECT_EQ(read_text(folder / "p.png"), read_text(folder / "q.png"));
}

TEST_F(ReduceMetadata, APixelGridKeepsThemOnlyIfTheResultIsAsLargeAsTheSource) {
    // Lies on its side: 12 x 6 cells of 8 pixels in the file, 6 x 12 upright.
    constexpr int cell = 8;
    const Image image = random_picture(12, 6, 1);
    const Image large = painted(12 * cell, 6 * cell, [&](int x, int y) {
        return image.pixels()[std::size_t(y / cell * image.width() + x / cell)];
    });
    auto chunks = png_chunks(encode_image(large, ImageFormat::png));
    chunks.insert(chunks.begin() + 1,
                  {{"eXIf", phone_exif(6, true)},
                   {"iTXt", std::string("XML:com.adobe.xmp\0\0\0\0\0", 22) + phone_xmp(6)}});
    const auto file = png_of(chunks);
    write_text(folder / "side.png", {reinterpret_cast<const char*>(file.data()), file.size()});
    const Metadata source = load_image_file(folder / "side.png").metadata;
    ASSERT_FALSE(source.exif.empty());
    ASSERT_FALSE(source.xmp.empty());

    const auto reduced = [&](const char* output, const std::string& more) {
        const Ended ended = reduce("side.png", output, "-r 0.001 --pixel-grid 8 --json " + more);
        return std::pair(ended.err, nlohmann::json::parse(ended.out)["results"][0]);
    };
    const char* const note = "Exif data and XMP describe a picture of another size";
    const auto [plain_words, plain] = reduced("plain.png", "");
    EXPECT_THAT(plain_words, Not(HasSubstr(note))) << "nobody asked";
    const auto [words, result] = reduced("small.png", "--keep-metadata");
    EXPECT_THAT(words, HasSubstr(note));
    EXPECT_THAT(result["notes"].dump(), HasSubstr(note));
    EXPECT_EQ(result["kept_metadata"], nlohmann::json({{"exif", 0}, {"xmp", 0}}));
    EXPECT_EQ(read_text(folder / "small.png"), read_text(folder / "plain.png"));
    const LoadedImage small = load_image_file(folder / "small.png");
    EXPECT_EQ(small.image.width(), 6) << "upright";
    EXPECT_EQ(small.image.height(), 12);
    EXPECT_EQ(small.image.pixels()[0], image.pixels()[5 * 12]) << "the lower left corner of the file";
    EXPECT_TRUE(small.metadata.empty());

    const auto [as_large_words, as_large] = reduced("large.png", "--keep-metadata --scale 8");
    EXPECT_THAT(as_large_words, Not(HasSubstr(note)));
    EXPECT_EQ(as_large["kept_metadata"]["exif"], source.exif.size());
    EXPECT_EQ(load_image_file(folder / "large.png").metadata, source);
}

TEST_F(ReduceMetadata, UnsupportedMetadataIsANoteAndNotAFailure) {
    const Ended bmp = reduce("in.jpg", "out.bmp", "--keep-metadata");
    EXPECT_THAT(bmp.err, HasSubstr("in.jpg: this format cannot hold metadata, so none is kept\n"));
    reduce("in.jpg", "a.gif");
    const Ended gif = reduce("a.gif", "out.png", "--keep-metadata --json");
    EXPECT_THAT(gif.err, HasSubstr("a.gif: Exif data and XMP of GIF files are not read\n"));
    EXPECT_THAT(nlohmann::json::parse(gif.out)["results"][0]["notes"].dump(), HasSubstr("are not read"));

    write_jpeg("bad.jpg", jpeg_segment(0xE1, std::string("Exif\0\0MM\0\x2A\xFF\xFF\xFF\xFF", 14)));
    const Ended both = success("reduce bad.jpg in.jpg --output-dir many --keep-metadata");
    EXPECT_THAT(both.err, HasSubstr("bad.jpg: damaged Exif data cannot be kept\n"));
    EXPECT_TRUE(load_image_file(folder / "many/bad.png").metadata.empty());
    EXPECT_FALSE(load_image_file(folder / "many/in.png").metadata.empty());
    EXPECT_THAT(reduce("bad.jpg", "bad.png").err, Not(HasSubstr("Exif")));
}

}
}
