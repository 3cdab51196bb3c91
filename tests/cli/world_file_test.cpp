#include "cli/world_file.h"

#include "cli/cli_run.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

class WorldFiles : public CliTest {
protected:
    WorldFiles() { write_picture("in.png", ramp_picture(20, 10)); }

    Ended reduce(const std::string& output, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"reduce", "in.png", "-o", output, "-r", "0.1"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }

    const std::string place = "0.5\r\n0\n0\n-0.5\n440720\n100000"; // any bytes
};

TEST_F(WorldFiles, AreFoundByTheUsualNames) {
    const auto found = [&](const std::string& output) { return world_file_of(folder / "in.png", output); };
    EXPECT_FALSE(found("a/out.png"));
    write_text(folder / "in.wld", place);
    EXPECT_EQ(found("a/out.TGA")->target, "a/out.wld");
    write_text(folder / "in.PNGW", place);
    EXPECT_EQ(found("a/out.bmp")->target, "a/out.bmpw");
    write_text(folder / "in.pgw", place);
    EXPECT_EQ(found("a/out.jpeg")->source, folder / "in.pgw");
    EXPECT_EQ(found("a/out.jpeg")->target, "a/out.jgw");
    EXPECT_EQ(found("out")->target, "out.wld");
    EXPECT_FALSE(found("-"));
    EXPECT_FALSE(world_file_of("-", "out.png"));
}

TEST_F(WorldFiles, GoWithThePicture) {
    write_text(folder / "in.pgw", place);
    const Ended ended = reduce("out.bmp", {"--json"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(read_text(folder / "out.bpw"), place);
    EXPECT_EQ(nlohmann::json::parse(ended.out)["results"][0]["world_file"], "out.bpw");
    EXPECT_THAT(ended.err, testing::HasSubstr("out.bpw"));
    EXPECT_EQ(run({"reduce", "in.png", "--output-dir", "flat", "-r", "0.1"}).code, 0);
    EXPECT_EQ(read_text(folder / "flat" / "in.pgw"), place);
}

TEST_F(WorldFiles, ThatAreThereAreNotReplaced) {
    write_text(folder / "in.pgw", place);
    write_text(folder / "out.pgw", "another");
    const Ended refused = reduce("out.png");
    EXPECT_EQ(refused.code, 4);
    EXPECT_THAT(refused.err, testing::HasSubstr("out.pgw exists; use --force"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
    EXPECT_EQ(reduce("out.png", {"--force"}).code, 0);
    EXPECT_EQ(read_text(folder / "out.pgw"), place);
}

TEST_F(WorldFiles, ThatServeBothStayAsTheyAre) {
    write_text(folder / "in.wld", place);
    EXPECT_EQ(reduce("in.bmp", {"--quiet"}).code, 0);
    EXPECT_EQ(read_text(folder / "in.wld"), place);
    EXPECT_EQ(reduce("-", {"--quiet"}).code, 0);
    EXPECT_EQ(folder.names().size(), 3u);
}

}
}
