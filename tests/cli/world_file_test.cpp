#include "pipeline/world_file.h"

#include "cli/cli_run.h"
#include "image/jpeg_files.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

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

/// Where the six numbers say that a pixel lies, in thousandths.
std::pair<std::int64_t, std::int64_t> place_of(const std::string& lines, int x, int y) {
    std::istringstream stream(lines);
    std::array<std::int64_t, 6> six{};
    for (std::int64_t& number : six) {
        double value = 0;
        stream >> value;
        number = std::llround(value * 1000);
    }
    return {six[0] * x + six[2] * y + six[4], six[1] * x + six[3] * y + six[5]};
}

TEST_F(WorldFiles, AreTurnedWithThePicture) {
    const std::string skewed = "0.5\n0.125\n-0.25\n-0.75\n440720.001\n100000.002\n";
    for (int orientation = 1; orientation <= 8; ++orientation) {
        SCOPED_TRACE(orientation);
        // Blocks of 8 x 8 pixels, each of a grey of its own.
        JpegFile file{.blocks_across = 3, .blocks_down = 2, .segments = exif_segment(orientation)};
        for (int i = 0; i < 6; ++i) file.blocks.push_back({40 * i, 40 * i, 40 * i});
        write_text(folder / "turned.jpg", text_of(file.encode()));
        write_text(folder / "turned.jgw", skewed);
        const Ended ended = run({"reduce", "turned.jpg", "-o", "out.png", "-r", "0.0001", "--force"});
        ASSERT_EQ(ended.code, 0) << ended.err;
        const Image output = read_picture("out.png");
        const std::string lines = read_text(folder / "out.pgw");
        if (orientation == 1) {
            EXPECT_EQ(lines, skewed);
        }
        for (int y = 0; y < output.height(); y += 8)
            for (int x = 0; x < output.width(); x += 8) {
                // The corner of a block that comes first in the output may be any of it in the file.
                const int block = output.pixels()[std::size_t(y * output.width() + x)].r / 40;
                const auto here = place_of(lines, x, y);
                const int left = block % 3 * 8, top = block / 3 * 8;
                bool found = false;
                for (const int u : {left, left + 7})
                    for (const int v : {top, top + 7}) found |= place_of(skewed, u, v) == here;
                EXPECT_TRUE(found) << x << ", " << y;
            }
    }
    EXPECT_EQ(read_text(folder / "out.pgw").find('e'), std::string::npos);

    write_text(folder / "turned.jgw", "0.5\n0\nzero\n-0.5\n440720\n100000\n");
    const Ended refused = run({"reduce", "turned.jpg", "-o", "other.png"});
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.err, testing::HasSubstr("no six numbers"));
    EXPECT_FALSE(std::filesystem::exists(folder / "other.png"));
}

/// A little-endian TIFF file of one grey pixel with these fields of doubles and shorts.
std::string geo_tiff(const std::map<int, std::vector<double>>& doubles, const std::vector<int>& keys) {
    std::string bytes = "II*" + std::string(1, '\0'), values;
    const auto u16 = [](std::size_t n) { return std::string{char(n & 255), char(n >> 8 & 255)}; };
    const auto u32 = [&](std::size_t n) { return u16(n & 65535) + u16(n >> 16); };
    const std::size_t fields = 8 + doubles.size() + 1, values_at = 8 + 2 + 12 * fields + 4;
    bytes += u32(8) + u16(fields);
    const auto field = [&](int tag, int type, std::size_t count, const std::string& value) {
        bytes += u16(std::size_t(tag)) + u16(std::size_t(type)) + u32(count) + value;
    };
    const auto apart = [&](int tag, int type, std::size_t count, const std::string& data) {
        field(tag, type, count, u32(values_at + values.size()));
        values += data + std::string(data.size() % 2, '\0');
    };
    for (const auto& [tag, value] :
         std::vector<std::pair<int, std::size_t>>{{256, 1}, {257, 1}, {258, 8}, {259, 1}, {262, 1}})
        field(tag, 3, 1, u32(value));
    apart(273, 4, 1, "");
    values = std::string(2, '\x50');
    field(278, 3, 1, u32(1));
    field(279, 4, 1, u32(1));
    for (const auto& [tag, numbers] : doubles) {
        std::string data(8 * numbers.size(), '\0');
        std::memcpy(data.data(), numbers.data(), data.size());
        apart(tag, 12, numbers.size(), data);
    }
    std::string words;
    for (const int key : keys) words += u16(std::size_t(key));
    apart(34735, 3, keys.size(), words);
    return bytes + u32(0) + values;
}

TEST_F(WorldFiles, ComeFromTheTagsOfAGeoTiff) {
    const auto lines = [&](const std::map<int, std::vector<double>>& doubles, int raster_type) {
        write_text(folder / "geo.tif", geo_tiff(doubles, {1, 1, 0, 1, 1025, 0, 1, raster_type}));
        std::filesystem::remove(folder / "geo-out.pgw");
        const Ended ended = run({"reduce", "geo.tif", "-o", "geo-out.png", "--force"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        return std::filesystem::exists(folder / "geo-out.pgw") ? read_text(folder / "geo-out.pgw") : "none";
    };
    const std::vector<double> scale{0.5, 0.25, 0}, corner{0, 0, 0, 440720, 100000, 0},
        inside{2, 4, 0, 440720, 100000, 0};
    EXPECT_EQ(lines({{33550, scale}, {33922, corner}}, 1), "0.5\n0\n0\n-0.25\n440720.25\n99999.875\n");
    EXPECT_EQ(lines({{33550, scale}, {33922, corner}}, 2), "0.5\n0\n0\n-0.25\n440720\n100000\n");
    EXPECT_EQ(lines({{33550, scale}, {33922, inside}}, 2), "0.5\n0\n0\n-0.25\n440719\n100001\n");
    EXPECT_EQ(lines({{34264, {2, 1, 0, 100, 3, -4, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1}}}, 2),
              "2\n3\n1\n-4\n100\n200\n");
    EXPECT_EQ(lines({{33550, scale}}, 1), "none");
    EXPECT_EQ(lines({}, 1), "none");
    write_text(folder / "geo.tfw", place);
    EXPECT_EQ(lines({{33550, scale}, {33922, corner}}, 1), place) << "the file beside it comes first";
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
