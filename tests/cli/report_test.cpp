#include "cli/cli_run.h"

#include "cli/report.h"
#include "image/picture_filter.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"
#include "reduction/reduction.h"
#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

using OrderedJson = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(HistogramBars, RiseInEighthsOfTheTallest) {
    std::array<std::uint64_t, 256> counts{};
    EXPECT_EQ(histogram_bars(counts), std::string(32, ' '));
    for (std::size_t value = 0; value < 8; ++value) counts[value] = 100; // one bar: 800
    counts[16] = 200;                                                    // a quarter of it
    counts[255] = 1;                                                     // shows, little as it is
    EXPECT_EQ(histogram_bars(counts), "█ ▄" + std::string(28, ' ') + "▁");
}

TEST(HistogramBars, HoldTheLargestCounts) {
    std::array<std::uint64_t, 256> counts;
    counts.fill(0xffff'ffff);
    std::string full;
    for (int i = 0; i < 32; ++i) full += "█";
    EXPECT_EQ(histogram_bars(counts), full);
}

/// The example under a command's heading in docs/json.md.
OrderedJson documented(const std::string& command) {
    const std::string document = read_text(HUEDRIFT_DOCS "/json.md");
    const std::string fence = "```json\n";
    const std::size_t begin = document.find(fence, document.find("\n## " + command + "\n")) + fence.size();
    return OrderedJson::parse(document.substr(begin, document.find("```", begin) - begin));
}

/// The same members in the same order with values of the same types, all the way down; every element of an
/// array like the first one documented. What is documented as null may be anything, and a setting that is not
/// in force null.
void expect_layout(const OrderedJson& actual, const OrderedJson& example, const std::string& place) {
    const bool may_be_null = place.ends_with("/look") || place.ends_with("/colors") ||
                             place.ends_with("/agree") || place.ends_with("/grid") ||
                             place.ends_with("/pixels_per_metre");
    if (example.is_null() || (actual.is_null() && may_be_null)) return;
    if (example.is_object()) {
        ASSERT_TRUE(actual.is_object()) << place;
        std::vector<std::string> names, documented_names;
        for (const auto& [name, value] : actual.items()) names.push_back(name);
        for (const auto& [name, value] : example.items()) documented_names.push_back(name);
        ASSERT_EQ(names, documented_names) << place;
        for (const auto& [name, value] : actual.items())
            expect_layout(value, example[name], place + "/" + name);
    } else if (example.is_array()) {
        ASSERT_TRUE(actual.is_array()) << place;
        ASSERT_FALSE(example.empty()) << place;
        for (const OrderedJson& element : actual) expect_layout(element, example[0], place + "[]");
    } else {
        EXPECT_EQ(actual.is_number(), example.is_number()) << place;
        EXPECT_EQ(actual.is_string(), example.is_string()) << place;
        EXPECT_EQ(actual.is_boolean(), example.is_boolean()) << place;
    }
}

class Report : public CliTest {
protected:
    Report() { write_picture("in.png", image); }

    /// Standard output of a run that must end well, as JSON of the documented layout.
    OrderedJson report(const std::string& line, int code = 0) {
        const std::string name = line.substr(0, line.find(' '));
        const Ended ended = command(line);
        EXPECT_EQ(ended.code, code) << ended.err;
        EXPECT_EQ(std::ranges::count(ended.out, '\n'), 1);
        const OrderedJson json = OrderedJson::parse(ended.out);
        expect_layout(json, documented(name), name);
        EXPECT_EQ(json["version"], 1);
        EXPECT_EQ(json["command"], name);
        return json;
    }

    const Image image = ramp_picture(60, 20);
    const ColorSet colors{image, Transfer::srgb};
    ReferenceEngine reference;
};

TEST_F(Report, ReduceFollowsTheDocumentation) {
    write_text(folder / "bad.png", "no picture");
    const OrderedJson json =
        report("reduce in.png bad.png --output-dir out --json -r 0.05 --max-iterations 3 --quiet", 3);
    Progress progress;
    const Reduction expected = reference.reduce(colors, {.max_iterations = 3}, progress);
    ASSERT_EQ(json["results"].size(), 1u);
    const OrderedJson& result = json["results"][0];
    EXPECT_EQ(result["output"], "out/in.png");
    EXPECT_EQ(result["width"], 60);
    EXPECT_EQ(result["visible_pixels"], colors.pixels());
    EXPECT_EQ(result["source_colors"], colors.size());
    EXPECT_EQ(result["output_colors"], distinct_colors(expected).size());
    EXPECT_EQ(result["max_iterations"], 3);
    ASSERT_EQ(result["modes"].size(), expected.entries.size());
    for (std::size_t i = 0; i < expected.entries.size(); ++i) {
        const PaletteEntry& mode = expected.entries[i];
        EXPECT_EQ(result["modes"][i]["position"],
                  (OrderedJson{mode.position.l, mode.position.a, mode.position.b}));
        EXPECT_EQ(result["modes"][i]["colors"], mode.colors);
        EXPECT_EQ(result["modes"][i]["pixels"], mode.pixels);
    }
    EXPECT_EQ(result["difference"]["mse"], picture_difference(image, remap(image, colors, expected)).mse);
    ASSERT_EQ(json["failures"].size(), 1u);
    EXPECT_EQ(json["failures"][0]["exit_code"], 3);
}

TEST_F(Report, ReduceReplacesInvalidBytesOfAName) {
    write_text(folder / "\xff.png", read_text(folder / "in.png"));
    const OrderedJson json = report("reduce \xff.png -o out.png --json");
    EXPECT_EQ(json["results"][0]["input"], "\xef\xbf\xbd.png");
}

TEST_F(Report, AnalyzeFollowsTheDocumentation) {
    const OrderedJson json = report("analyze in.png --json");
    EXPECT_EQ(json["height"], 20);
    EXPECT_EQ(json["distinct_colors"], colors.size());
    EXPECT_EQ(json["visible_pixels"], colors.pixels());
    EXPECT_EQ(json["transparent_pixels"], 60 * 20 - colors.pixels());
    double darkest = 1;
    for (const Position& p : colors.positions()) darkest = std::min(darkest, oklab_from_position(p).l);
    EXPECT_EQ(json["oklab_low"][0], darkest);
    const LuminanceHistogram histogram = luminance_histogram(image);
    EXPECT_EQ(json["histogram"]["luma"], histogram.luma);
    EXPECT_EQ(json["histogram"]["red"], histogram.r);
    EXPECT_EQ(json["histogram"]["green"], histogram.g);
    EXPECT_EQ(json["histogram"]["blue"], histogram.b);

    const Ended text = success("analyze -", read_text(folder / "in.png"));
    EXPECT_THAT(text.out, StartsWith("standard input\nsize                60 x 20\n"));
}

TEST_F(Report, CountFollowsTheDocumentation) {
    const OrderedJson json = report("count in.png in.png -o in.counts --json");
    EXPECT_EQ(json["inputs"], 2);
    EXPECT_EQ(json["distinct_colors"], colors.size());
    EXPECT_EQ(json["visible_pixels"], 2 * colors.pixels());
    EXPECT_EQ(json["halvings"], 0);
    EXPECT_EQ(json["bytes"], std::filesystem::file_size(folder / "in.counts"));
}

TEST_F(Report, CompareFollowsTheDocumentation) {
    command("reduce in.png -o flat.png -r 0.2");
    const OrderedJson json = report("compare in.png flat.png --json");
    const PictureDifference expected = picture_difference(image, read_picture("flat.png"));
    EXPECT_EQ(json["first"]["colors"], colors.size());
    EXPECT_EQ(json["second"]["bytes"], std::filesystem::file_size(folder / "flat.png"));
    EXPECT_EQ(json["pixels"], colors.pixels());
    EXPECT_EQ(json["unmatched"], 0);
    EXPECT_EQ(json["mse"], expected.mse);
    EXPECT_EQ(json["psnr"], expected.psnr());
    EXPECT_EQ(json["oklab"]["percentile_95"], expected.oklab.percentile_95);
    EXPECT_EQ(json["ciede2000"]["maximum"], expected.ciede2000.maximum);
    EXPECT_TRUE(report("compare in.png in.png --json")["psnr"].is_null());

    const Ended text = success("compare in.png -", read_text(folder / "flat.png"));
    EXPECT_THAT(text.out, StartsWith("in.png, standard input\ncolours"));
    write_picture("small.png", ramp_picture(6, 5));
    refusal(1, "compare in.png small.png");
    write_text(folder / "deep.pgm", std::string("P5 1 1 65535 \x12\x34", 15));
    EXPECT_THAT(command("compare deep.pgm deep.pgm").err,
                HasSubstr("deep.pgm: 16-bit channels were reduced to 8 bits"));
    refusal(2, "compare in.png");
}

TEST_F(Report, NamesTheSmoothing) {
    const Image soft = smooth(image, 3);
    const ColorSet soft_colors(soft, Transfer::srgb);
    ASSERT_NE(soft_colors.size(), colors.size());
    const OrderedJson analysis = report("analyze in.png --smooth 3 --json");
    EXPECT_EQ(analysis["smooth"], 3);
    EXPECT_EQ(analysis["distinct_colors"], soft_colors.size());
    EXPECT_EQ(analysis["histogram"]["luma"], luminance_histogram(soft).luma);
    const OrderedJson reduce = report("reduce in.png -o out.png --smooth 3 --json --quiet");
    EXPECT_EQ(reduce["results"][0]["smooth"], 3);
    EXPECT_EQ(reduce["results"][0]["source_colors"], soft_colors.size());
    const OrderedJson sweep = report("sweep in.png --smooth 3 --radii 0.1..0.2 --json");
    EXPECT_EQ(sweep["smooth"], 3);
    EXPECT_EQ(sweep["source_colors"], soft_colors.size());
}

TEST_F(Report, SweepFollowsTheDocumentation) {
    const OrderedJson json = report("sweep in.png --radii 0.01..0.5 --steps 4 --json --engine reference");
    Progress progress;
    const std::vector<double> radii = radii_between(0.01, 0.5, 4);
    const ReduceAt reduce_at = [&](double radius, Progress& own) {
        return std::make_shared<const Reduced>(
            Reduced{.picture = {},
                    .recipe = {},
                    .palette = std::make_shared<const Reduction>(reference.reduce(colors, {radius}, own))});
    };
    const std::vector<SweepPoint> points = sweep(reduce_at, radii, progress);
    std::string csv = "radius,modes,colors\n";
    ASSERT_EQ(json["points"].size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(json["points"][i]["radius"], points[i].radius);
        EXPECT_EQ(json["points"][i]["modes"], points[i].modes);
        EXPECT_EQ(json["points"][i]["colors"], points[i].colors);
        csv += json["points"][i]["radius"].dump() + "," + std::to_string(points[i].modes) + "," +
               std::to_string(points[i].colors) + "\n";
    }
    const Ended text = command("sweep in.png --radii 0.01..0.5 --steps 4 --engine reference");
    EXPECT_EQ(text.out, csv);
    EXPECT_EQ(text.err, "");
}

TEST_F(Report, SweepHasADefaultRange) {
    const OrderedJson json = report("sweep in.png --steps 3 --json");
    EXPECT_EQ(json["points"][0]["radius"], 0.01);
    EXPECT_EQ(json["points"][2]["radius"], 0.5);
}

TEST_F(Report, SweepSuggestsRadii) {
    const OrderedJson json = report("sweep in.png --json");
    ASSERT_FALSE(json["suggested"].empty());
    EXPECT_LE(json["suggested"].size(), 3u);
    for (const OrderedJson& plateau : json["suggested"]) {
        EXPECT_LT(plateau["from"], plateau["radius"]);
        EXPECT_LT(plateau["radius"], plateau["to"]);
        EXPECT_GE(plateau["colors"], 2);
    }
    TerminalRun terminal(folder.path(), "sweep in.png");
    EXPECT_TRUE(terminal.shows("Suggested radii: " + json["suggested"][0]["radius"].dump()));
    EXPECT_EQ(terminal.end(), 0);
}

TEST_F(Report, DevicesFollowsTheDocumentation) {
    const OrderedJson json = report("devices --json");
    const Ended text = command("devices");
    std::vector<std::string> engines;
    int defaults = 0;
    for (const OrderedJson& entry : json["devices"]) {
        engines.push_back(entry["engine"]);
        defaults += entry["default"] == true;
        EXPECT_EQ(entry["usable"] == true, entry["reason"] == "");
        EXPECT_THAT(text.out, HasSubstr(entry["number"].dump() + "  " + std::string(entry["engine"])));
        const std::string number = entry["number"].dump();
        EXPECT_EQ(command("reduce in.png -o " + (number + ".png") + " --device " + number).code,
                  entry["usable"] == true ? 0 : 5);
    }
    EXPECT_EQ(defaults, 1);
    EXPECT_THAT(engines, testing::IsSupersetOf({"cpu", "reference"}));
    const auto& best =
        *std::ranges::find_if(json["devices"], [](const auto& entry) { return entry["default"] == true; });
    EXPECT_EQ(text.out.find("No GPU can be used") != std::string::npos, best["engine"] == "cpu") << text.out;
}

TEST_F(Report, VerifyFollowsTheDocumentation) {
    const OrderedJson json = report("verify in.png --json -r 0.1");
    Progress progress;
    const Reduction expected = reference.reduce(colors, {.radius = 0.1}, progress);
    char modes[17], pixels[17];
    std::snprintf(modes, sizeof modes, "%016llx", static_cast<unsigned long long>(fingerprint(expected)));
    std::snprintf(pixels, sizeof pixels, "%016llx",
                  static_cast<unsigned long long>(fingerprint(remap(image, colors, expected))));
    const OrderedJson& result = json["results"][0];
    EXPECT_EQ(result["agree"], true);
    int ran = 0;
    for (const OrderedJson& one : result["runs"]) {
        if (one["skipped"] != "") continue;
        ++ran;
        EXPECT_EQ(one["modes"], modes) << one["engine"];
        EXPECT_EQ(one["pixels"], pixels) << one["engine"];
    }
    EXPECT_GE(ran, 2);
    EXPECT_THAT(command("verify in.png -r 0.1").out,
                HasSubstr(std::string("modes ") + modes + ", pixels " + pixels));
}

TEST_F(Report, VerifyHasEveryEngineOnEveryDevice) {
    const OrderedJson devices = report("devices --json")["devices"];
    const OrderedJson json = report("verify in.png in.png --json");
    for (const OrderedJson& result : json["results"]) {
        ASSERT_EQ(result["runs"].size(), devices.size());
        for (std::size_t i = 0; i < devices.size(); ++i) {
            EXPECT_EQ(result["runs"][i]["engine"], devices[i]["engine"]);
            EXPECT_EQ(result["runs"][i]["device"], devices[i]["device"]);
            EXPECT_EQ(result["runs"][i]["skipped"], devices[i]["reason"]);
        }
    }
}

TEST_F(Report, VerifyContinuesAfterAFailedEngine) {
    if (command("devices").out.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "llvmpipe is the one that refuses a million colours";
    write_picture("many.png", random_picture(1000, 1000, 3));
    const OrderedJson json = report("verify many.png -r 1e-6 --json", 5);
    for (const OrderedJson& one : json["results"][0]["runs"])
        EXPECT_EQ(one["skipped"] == "", one["engine"] == "cpu") << one;
}

TEST_F(Report, VerifyDoesNotCallOneEngineAnAgreement) {
    write_picture("many.png", random_picture(160, 160, 3)); // too many colours for the reference engine
    ASSERT_EQ(::setenv("VK_DRIVER_FILES", "/dev/null", 1), 0);
    const OrderedJson json = report("verify many.png -r 0.01 --json", 1);
    const Ended text = command("verify many.png -r 0.01");
    ::unsetenv("VK_DRIVER_FILES");
    EXPECT_TRUE(json["results"][0]["agree"].is_null());
    EXPECT_EQ(text.code, 1);
    EXPECT_EQ(text.err, "huedrift-cli: many.png: fewer than two engines ran, so nothing is compared\n");
    EXPECT_THAT(text.out, testing::ContainsRegex("reference .*not run: more than 20000 colours"));
}

TEST_F(Report, BenchFollowsTheDocumentation) {
    const OrderedJson json = report("bench in.png --runs 2 -r 0.1 0.2 --engine cpu reference --json");
    std::vector<std::string> stages;
    for (const OrderedJson& stage : json["images"][0]["stages"]) stages.push_back(stage["stage"]);
    EXPECT_THAT(stages, ElementsAre("load", "analysis", "remap", "encode"));
    ASSERT_EQ(json["images"][0]["engines"].size(), 2u);
    const OrderedJson& cpu = json["images"][0]["engines"][0];
    const OrderedJson& slow = json["images"][0]["engines"][1];
    EXPECT_EQ(cpu["engine"], "cpu");
    EXPECT_EQ(slow["engine"], "reference");
    EXPECT_FALSE(cpu["once"].empty());
    EXPECT_TRUE(slow["once"].empty());
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(cpu["radii"][i]["radius"], i == 0 ? 0.1 : 0.2);
        EXPECT_EQ(cpu["radii"][i]["output_colors"], slow["radii"][i]["output_colors"]);
    }
    const Ended text = success("bench in.png --runs 1 -r 0.1");
    EXPECT_THAT(text.out, HasSubstr("mean shift, r 0.1"));
}

TEST_F(Report, BenchHasTheStagesOfEveryDevice) {
    const OrderedJson listed = report("devices --json");
    for (const OrderedJson& device : listed["devices"]) {
        if (device["usable"] != true || device["engine"] == "reference") continue;
        const OrderedJson json =
            report("bench in.png --runs 1 --device " + (device["number"].dump()) + " --json");
        ASSERT_EQ(json["images"][0]["engines"].size(), 1u);
        const OrderedJson& bench = json["images"][0]["engines"][0];
        EXPECT_EQ(bench["engine"], device["engine"]);
        EXPECT_EQ(bench["device"], device["device"]);
        std::vector<std::string> stages;
        for (const OrderedJson& stage : bench["radii"][0]["stages"]) stages.push_back(stage["stage"]);
        EXPECT_THAT(stages, testing::Contains(device["engine"] == "cpu" ? "follow" : "mean_shift"));
        EXPECT_FALSE(bench["once"].empty());
    }
}

TEST_F(Report, GoesOnAfterAFailure) {
    const Ended verify = command("verify missing.png in.png");
    EXPECT_EQ(verify.code, 3);
    EXPECT_THAT(verify.out, HasSubstr("in.png"));
    const Ended bench = command("bench missing.png in.png --runs 1");
    EXPECT_EQ(bench.code, 3);
    EXPECT_THAT(bench.out, HasSubstr("in.png"));
}

}
}
