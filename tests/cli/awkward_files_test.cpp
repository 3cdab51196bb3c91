#include "cli/cli_run.h"
#include "image/png_files.h"
#include "palette/palette_file.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>
#include <sys/stat.h>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class AwkwardFiles : public CliTest {
protected:
    AwkwardFiles() { write_picture("in.png", ramp_picture(24, 8)); }

    void expect_refused(const Ended& ended, int code, const std::string& reason) {
        EXPECT_EQ(ended.code, code);
        EXPECT_THAT(ended.err, HasSubstr(reason));
        EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    }
};

TEST_F(AwkwardFiles, NamesOfAnyBytesAreReadAndWritten) {
    const std::string longest = std::string(251, 'n') + ".png";
    for (const std::string& name : {std::string("line\nbreak.png"), std::string("\x1b[31mred.png"),
                                    std::string("\u009B31mred.png"), std::string("no utf-8 \xff\xfe.png"),
                                    std::string(" ;$(x)'\".png"), std::string("-o.png"), longest}) {
        SCOPED_TRACE(testing::PrintToString(name));
        const std::string path = "./" + name;
        const Ended written = run({"reduce", "in.png", "-o", path, "--json"});
        EXPECT_EQ(written.code, 0) << written.err;
        EXPECT_TRUE(nlohmann::json::accept(written.out));
        const Ended read = run({"reduce", path, "-o", "again.png", "--force", "-r", "1e-6"});
        EXPECT_EQ(read.code, 0) << read.err;
        EXPECT_EQ(read_text(folder / "again.png"), read_text(folder / name));
        // Nothing of a name moves the terminal's cursor or changes its colours.
        for (const Ended& ended : {written, read}) {
            EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
            EXPECT_THAT(ended.err, Not(HasSubstr("\x1b")));
            EXPECT_THAT(ended.err, Not(HasSubstr("\u009B")));
        }
        expect_refused(run({"reduce", "in.png", "-o", path}), 4, "exists; use --force to replace it");
    }
    const std::string too_long(256, 'n');
    expect_refused(command("reduce in.png --format png -o " + too_long), 4, "File name too long");
    expect_refused(command("reduce " + too_long + " -o out.png"), 3, "File name too long");
}

TEST_F(AwkwardFiles, LinksStayAndReadOnlyFilesAreReplacedOnlyByForce) {
    write_text(folder / "target.png", "precious");
    ASSERT_EQ(::chmod((folder / "target.png").c_str(), 0444), 0);
    fs::create_symlink("target.png", folder / "link.png");
    expect_refused(command("reduce in.png -o link.png"), 4, "exists");
    EXPECT_EQ(read_text(folder / "target.png"), "precious");
    success("reduce in.png -o link.png --force");
    EXPECT_TRUE(fs::is_symlink(folder / "link.png"));
    EXPECT_EQ(read_picture("target.png").width(), 24);
    EXPECT_EQ(fs::status(folder / "target.png").permissions(), fs::perms(0444));
}

TEST_F(AwkwardFiles, AHardLinkIsCutWithANoteAndTimesAreKept) {
    fs::create_hard_link(folder / "in.png", folder / "other.png");
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(10'000);
    fs::last_write_time(folder / "in.png", long_ago);
    const auto written = fs::last_write_time(folder / "in.png");
    success("reduce in.png -o out.png -r 0.2 --keep-times");
    EXPECT_EQ(fs::last_write_time(folder / "out.png"), written);
    EXPECT_THAT(command("reduce in.png -o out.png -r 0.2 --keep-times --resume").err, HasSubstr("skipped"));
    const std::string source = read_text(folder / "other.png"),
                      note = "other names of the old one (hard links)";
    EXPECT_THAT(command("reduce in.png -o in.png -r 0.2 --keep-times --force").err, HasSubstr(note));
    EXPECT_EQ(fs::last_write_time(folder / "in.png"), written);
    EXPECT_EQ(read_text(folder / "in.png"), read_text(folder / "out.png"));
    EXPECT_EQ(read_text(folder / "other.png"), source);
    EXPECT_THAT(command("reduce in.png -o in.png -r 0.2 --force").err, Not(HasSubstr(note)));

    success("count in.png -o in.counts");
    fs::create_hard_link(folder / "in.counts", folder / "other.counts");
    EXPECT_THAT(command("count in.png -o in.counts --force").err, HasSubstr(note));
    write_text(folder / "shared.gpl", "old");
    fs::create_hard_link(folder / "shared.gpl", folder / "other.gpl");
    EXPECT_THAT(command("reduce in.png -o a.png --together --palette shared.gpl --force").err,
                HasSubstr(note));
    EXPECT_EQ(read_text(folder / "other.gpl"), "old");
}

TEST_F(AwkwardFiles, TheInputMayBeTheTarget) {
    success("reduce in.png -o out.png");
    success("reduce in.png -o in.png --force");
    EXPECT_EQ(read_text(folder / "in.png"), read_text(folder / "out.png"));
}

std::set<std::uint32_t> codes_of(const Image& image) {
    std::set<std::uint32_t> colors;
    for (const Rgba8& pixel : image.pixels())
        if (pixel.a > 0) colors.insert(std::uint32_t{pixel.r} << 16 | std::uint32_t{pixel.g} << 8 | pixel.b);
    return colors;
}

// libpng reads every kind of PNG file alike, and our own decoder finds exactly the colours of the picture in
// each palette.
TEST_F(AwkwardFiles, ExportsAreReadBackByLibpngAndTheOwnDecoder) {
    write_picture("random.png", random_picture(31, 17, 5));
    for (const std::string input : {"in.png", "random.png"}) {
        for (const std::string radius : {"0.001", "0.08", "0.3"}) {
            SCOPED_TRACE(input + " at " + radius);
            const std::string line = "reduce " + input + " -r " + radius + " --force -o out.";
            success(line + "bmp");
            success(line + "png --palette out.hex --settings");
            const Image out = read_through_libpng(bytes_of(read_text(folder / "out.png")));
            std::set<std::uint32_t> listed;
            std::istringstream codes(read_text(folder / "out.hex"));
            for (std::string code; std::getline(codes, code);)
                listed.insert(std::uint32_t(std::stoul(code, nullptr, 16)));
            EXPECT_EQ(listed, codes_of(out));
            expect_same_pixels(read_picture("out.bmp"), out);
            if (listed.size() > 200) continue;
            for (const std::string format : {"gpl", "hex", "json", "pal", "act", "ase", "css"}) {
                const std::string palette = "out." + format;
                success(line + "bmp --palette " + palette);
                std::set<std::uint32_t> read;
                for (const PaletteColor& one : decode_palette(bytes_of(read_text(folder / palette)), palette))
                    read.insert(one.color.code());
                EXPECT_EQ(read, listed) << format;
            }
            success(line + "png --indexed");
            expect_same_pixels(read_through_libpng(bytes_of(read_text(folder / "out.png"))), out);
        }
    }
}

}
}
