#include "cli/cli_run.h"
#include "image/exif_files.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/save.h"

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
    Ended reduce(const std::string& input, const std::string& output,
                 const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"reduce", input, "-o", output};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(ReduceMetadata, WithoutTheOptionNothingSurvives) {
    for (const char* const extension : {".png", ".apng", ".jpg", ".webp", ".gif"}) {
        const std::string out = std::string("out") + extension, plain = std::string("none") + extension;
        EXPECT_EQ(reduce("in.jpg", out).code, 0);
        EXPECT_EQ(reduce("plain.jpg", plain).code, 0);
        EXPECT_EQ(read_text(folder / out), read_text(folder / plain)) << extension;
    }
}

TEST_F(ReduceMetadata, IsKeptOnRequestAndReported) {
    const Metadata source = load_image_file(folder / "in.jpg").metadata;
    for (const char* const name : {"out.png", "out.apng", "out.jpg", "out.webp"}) {
        const Ended ended = reduce("in.jpg", name, {"--keep-metadata", "--json"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(load_image_file(folder / name).metadata, source);
        const auto result = nlohmann::json::parse(ended.out)["results"][0];
        EXPECT_EQ(result["kept_metadata"],
                  nlohmann::json({{"exif", source.exif.size()}, {"xmp", source.xmp.size()}}));
        EXPECT_THAT(ended.err, Not(HasSubstr("metadata")));
    }
    const auto without = nlohmann::json::parse(reduce("in.jpg", "none.png", {"--json"}).out);
    EXPECT_EQ(without["results"][0]["kept_metadata"], nlohmann::json({{"exif", 0}, {"xmp", 0}}));
    EXPECT_EQ(reduce("plain.jpg", "p.png", {"--keep-metadata"}).code, 0);
    EXPECT_EQ(reduce("plain.jpg", "q.png").code, 0);
    EXPECT_EQ(read_text(folder / "p.png"), read_text(folder / "q.png"));
}

TEST_F(ReduceMetadata, UnsupportedMetadataIsANoteAndNotAFailure) {
    const Ended bmp = reduce("in.jpg", "out.bmp", {"--keep-metadata"});
    EXPECT_EQ(bmp.code, 0);
    EXPECT_THAT(bmp.err, HasSubstr("in.jpg: this format cannot hold metadata; they are not kept\n"));
    EXPECT_EQ(reduce("in.jpg", "a.gif").code, 0);
    const Ended gif = reduce("a.gif", "out.png", {"--keep-metadata", "--json"});
    EXPECT_EQ(gif.code, 0);
    EXPECT_THAT(gif.err, HasSubstr("a.gif: Exif data and XMP of GIF files are not read\n"));
    EXPECT_THAT(nlohmann::json::parse(gif.out)["results"][0]["notes"].dump(), HasSubstr("are not read"));

    write_jpeg("bad.jpg", jpeg_segment(0xE1, std::string("Exif\0\0MM\0\x2A\xFF\xFF\xFF\xFF", 14)));
    const Ended both = run({"reduce", "bad.jpg", "in.jpg", "--output-dir", "many", "--keep-metadata"});
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_THAT(both.err, HasSubstr("bad.jpg: damaged Exif data cannot be kept\n"));
    EXPECT_TRUE(load_image_file(folder / "many/bad.png").metadata.empty());
    EXPECT_FALSE(load_image_file(folder / "many/in.png").metadata.empty());
    EXPECT_THAT(reduce("bad.jpg", "bad.png").err, Not(HasSubstr("Exif")));
}

}
}
