#include "cli/cli_run.h"
#include "reduction/color_table.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;

class CountCommand : public CliTest {
protected:
    CountCommand() {
        write_picture("a.png", ramp_picture(40, 20));
        write_picture("b.png", random_picture(30, 20, 1));
        write_picture("c.png", random_picture(10, 20, 2));
    }

    ColorTable counted(const Image& image) const { return ColorTable(ColorSet(image, Transfer::srgb)); }
    ColorTable table(const std::string& name) const {
        return decode_color_table(bytes_of(read_text(folder / name)), name);
    }
    void write_table(const std::string& name, const ColorTable& table) const {
        write_text(folder / name, text_of(encode_color_table(table)));
    }
    void count(const std::string& inputs, const std::string& output) const {
        EXPECT_EQ(success("count " + inputs + " -o " + output).out, "");
    }
};

TEST_F(CountCommand, AddsPicturesUp) {
    count("a.png b.png c.png", "all.counts");
    ColorTable expected;
    for (const char* name : {"a.png", "b.png", "c.png"}) expected.add(counted(read_picture(name)));
    EXPECT_EQ(table("all.counts"), expected);
}

TEST_F(CountCommand, TellsWhatLoadingLostUnlessQuiet) {
    write_text(folder / "deep.pgm", std::string("P5 1 1 65535 \x12\x34", 15));
    EXPECT_THAT(command("count deep.pgm -o a.counts").err,
                HasSubstr("deep.pgm: 16-bit channels were reduced to 8 bits"));
    EXPECT_EQ(command("count deep.pgm -o b.counts --quiet").err, "");
}

TEST_F(CountCommand, AddsTablesUpInAnyOrderAndGroups) {
    count("a.png b.png c.png", "all.counts");
    count("a.png b.png", "ab.counts");
    count("c.png ab.counts", "cab.counts");
    for (const char* name : {"a", "b", "c"}) count(std::string(name) + ".png", std::string(name) + ".counts");
    count("c.counts b.counts a.counts", "cba.counts");
    EXPECT_EQ(read_text(folder / "cab.counts"), read_text(folder / "all.counts"));
    EXPECT_EQ(read_text(folder / "cba.counts"), read_text(folder / "all.counts"));
}

TEST_F(CountCommand, SeveralAtTheSameTimeMakeTheSameTable) {
    std::string inputs = " a.png b.png c.png";
    for (unsigned i = 0; i < 9; ++i) {
        const std::string name = std::to_string(i) + ".png";
        inputs += " " + name;
        write_picture(name, random_picture(i % 2 == 0 ? 90 : 5, 10, i));
    }
    const auto with_jobs = [&](const std::string& jobs) {
        return command("count -o " + jobs + ".counts --jobs " + jobs + inputs);
    };
    ASSERT_EQ(with_jobs("1").code, 0);
    for (const std::string jobs : {"3", "40"}) {
        EXPECT_EQ(with_jobs(jobs).code, 0);
        EXPECT_EQ(read_text(folder / (jobs + ".counts")), read_text(folder / "1.counts"));
    }
    write_text(folder / "4.png", "no picture");
    const Ended ended = with_jobs("7");
    EXPECT_EQ(ended.code, 3);
    EXPECT_THAT(ended.err, testing::AllOf(HasSubstr("4.png: "), HasSubstr("no table was written")));
    EXPECT_FALSE(std::filesystem::exists(folder / "7.counts"));
}

TEST_F(CountCommand, CountsPicturesPreparedAsForReduce) {
    count("a.png --smooth 2 --alpha matte:ffffff", "soft.counts");
    const Json json =
        Json::parse(command("analyze a.png --smooth 2 --json").out); // the ramp is transparent in part
    EXPECT_NE(table("soft.counts"), counted(read_picture("a.png")));
    EXPECT_EQ(table("soft.counts").pixels(), 40u * 20u);
    EXPECT_LT(json["visible_pixels"], 40 * 20);
}

TEST_F(CountCommand, PipesTables) {
    count("a.png", "a.counts");
    const Ended ended = success("count - -o -", read_text(folder / "a.counts"));
    EXPECT_EQ(ended.out, read_text(folder / "a.counts"));
    EXPECT_EQ(command("count - -o -", read_text(folder / "a.png")).out, ended.out);
}

TEST_F(CountCommand, WritesNoIncompleteTable) {
    write_text(folder / "bad.png", "no picture");
    const Ended ended = refusal(3, "count a.png bad.png missing.png -o all.counts", "bad.png: ");
    EXPECT_THAT(ended.err, HasSubstr("missing.png cannot be read"));
    EXPECT_THAT(ended.err, HasSubstr("no table was written"));
    EXPECT_FALSE(std::filesystem::exists(folder / "all.counts"));
}

TEST_F(CountCommand, ReplacesOnlyWithForce) {
    count("a.png", "a.counts");
    const std::string before = read_text(folder / "a.counts");
    refusal(4, "count b.png -o a.counts");
    EXPECT_EQ(read_text(folder / "a.counts"), before);
    success("count b.png -o a.counts --force");
    EXPECT_NE(read_text(folder / "a.counts"), before);
}

TEST_F(CountCommand, DamagedTablesAreRefusedByName) {
    count("a.png", "a.counts");
    std::string damaged = read_text(folder / "a.counts");
    damaged[damaged.size() / 2] ^= 1;
    write_text(folder / "damaged.counts", damaged);
    damaged = read_text(folder / "a.counts");
    damaged[8] = 9;
    write_text(folder / "newer.counts", damaged);
    for (const std::string start : {"count -o x ", "analyze ", "sweep "}) {
        refusal(3, start + "damaged.counts", "damaged.counts: damaged colour table file (");
        refusal(3, start + "newer.counts", "newer.counts: a colour table of version 9");
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "x"));
    refusal(3, "reduce a.counts -o x.png"); // is no picture
}

TEST_F(CountCommand, AnalyzeAndSweepTakeATable) {
    count("a.png", "a.counts");
    Json picture = Json::parse(command("analyze a.png --json").out);
    Json table = Json::parse(command("analyze a.counts --json").out);
    for (const char* member : {"width", "height", "transparent_pixels"}) {
        EXPECT_TRUE(table[member].is_null());
        picture.erase(member), table.erase(member);
    }
    picture.erase("input"), table.erase("input");
    EXPECT_EQ(table, picture);
    EXPECT_EQ(command("sweep a.counts --steps 4").out, command("sweep a.png --steps 4").out);
    EXPECT_THAT(command("analyze a.counts").out, StartsWith("a.counts\nvisible pixels"));
    refusal(2, "analyze a.counts --smooth 1", "use them with count");
    refusal(2, "sweep a.counts --smooth 1", "use them with count");
    refusal(
        2, "count a.png a.counts --smooth 1 -o b.counts",
        "a.counts: a colour table has no pixels for --smooth or --alpha; count the pictures with them first");
}

TEST_F(CountCommand, CountsBeyond32BitsAreWhole) {
    constexpr std::uint64_t many = 5'000'000'000'000;
    write_table("big.counts", {{{0, 0, 0}, {255, 255, 255}}, {many, 1}});
    count("big.counts big.counts", "twice.counts");
    EXPECT_EQ(table("twice.counts"), ColorTable({{0, 0, 0}, {255, 255, 255}}, {2 * many, 2}));
    const Ended ended = command("analyze twice.counts --json");
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["visible_pixels"], 2 * many + 2);
    EXPECT_EQ(json["histogram"]["red"][0], 2 * many);
    EXPECT_EQ(json["halvings"], 13);
    EXPECT_THAT(ended.err, HasSubstr("twice.counts: its counts are halved 13 times"));
    write_table("most.counts", {{{0, 0, 0}}, {0xFFFFFFFFFFFFFFFF}});
    refusal(1, "count most.counts a.png -o x", "a.png: more than 2^64 - 1 pixels cannot be counted");
}

}
}
