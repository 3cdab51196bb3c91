#include "cli/cli_run.h"
#include "color/oklab.h"
#include "image/unzipped.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <regex.h>

namespace huedrift {
namespace {

class Parts : public CliTest {
protected:
    /// Reduces a picture of ramps, some of it transparent and some half, with these options besides.
    std::string line(const std::string& options) {
        Image image = ramp_picture(60, 20);
        for (std::size_t i = 0; i < image.pixels().size(); i += 7)
            if (image.pixels()[i].a != 0) image.pixels()[i].a = 90;
        write_picture("in.png", image);
        return "reduce in.png -o out.png -r 0.1 --force " + options;
    }
    Ended reduce(const std::string& options) { return success(line(options)); }
};

/// The matches of a POSIX extended regular expression, each followed by its parts in parentheses. The C++
/// library's take seconds to compile.
std::vector<std::vector<std::string>> matches_of(const std::string& text, const std::string& pattern) {
    regex_t compiled;
    EXPECT_EQ(::regcomp(&compiled, pattern.c_str(), REG_EXTENDED), 0) << pattern;
    std::vector<std::vector<std::string>> matches;
    std::array<regmatch_t, 5> parts;
    for (const char* at = text.c_str(); ::regexec(&compiled, at, parts.size(), parts.data(), 0) == 0;
         at += parts[0].rm_eo) {
        std::vector<std::string>& match = matches.emplace_back();
        for (const regmatch_t& part : parts)
            match.push_back(part.rm_so < 0 ? "" : std::string(at + part.rm_so, at + part.rm_eo));
    }
    ::regfree(&compiled);
    return matches;
}

TEST_F(Parts, LayersMergeToThePicture) {
    reduce("--layers out.ora --palette out.hex");
    const Image output = read_picture("out.png");
    Image merged(output.width(), output.height());
    std::string colors, stack;
    for (const Unzipped& file : unzip(folder / "out.ora")) {
        if (file.name == "stack.xml") stack = file.bytes;
        write_text(folder / file.name.substr(file.name.rfind('/') + 1), file.bytes);
    }
    EXPECT_TRUE(std::ranges::equal(read_picture("mergedimage.png").pixels(), output.pixels()));
    for (const auto& layer : matches_of(
             stack, "name=\"([0-9]+-([0-9a-f]{6}))\" src=\"data/[^\"]+\" x=\"([0-9]+)\" y=\"([0-9]+)\"")) {
        const Image part = read_picture(layer[1] + ".png");
        colors += layer[2] + "\n";
        const int left = std::stoi(layer[3]), top = std::stoi(layer[4]);
        for (int y = 0; y < part.height(); ++y)
            for (int x = 0; x < part.width(); ++x) {
                const Rgba8 pixel = part.pixels()[std::size_t(y * part.width() + x)];
                Rgba8& to = merged.pixels()[std::size_t((top + y) * merged.width() + left + x)];
                if (pixel.a == 0) continue;
                EXPECT_EQ(to.a, 0) << "layers lie on each other";
                to = pixel;
            }
    }
    EXPECT_TRUE(std::ranges::equal(merged.pixels(), output.pixels()));
    EXPECT_EQ(colors, read_text(folder / "out.hex"));
}

/// The texts between `begin` and `end`.
std::vector<std::string> all_between(const std::string& text, const std::string& begin,
                                     const std::string& end) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
        at += begin.size();
        found.push_back(text.substr(at, text.find(end, at) - at));
    }
    return found;
}

TEST_F(Parts, NumbersStandInTheirRegions) {
    reduce("--svg out.svg --svg-numbers --palette out.hex");
    const Image output = read_picture("out.png");
    const std::string svg = read_text(folder / "out.svg"), palette = read_text(folder / "out.hex");
    const auto numbers = matches_of(svg, "<text x=\"([0-9]+)[.]5\" y=\"[0-9.]+\" font-size=\"([0-9.]+)\" "
                                         "fill=\"#(000000|ffffff)\">([0-9]+)</text>");
    for (const auto& number : numbers) {
        const std::size_t rank = std::stoul(number[4]);
        const Rgb color = *rgb_from_hex(palette.substr(7 * (rank - 1), 6));
        EXPECT_GE(std::stod(number[2]), 5);
        const int x = std::stoi(number[1]);
        int in_column = 0;
        for (int y = 0; y < output.height(); ++y) {
            const Rgba8 pixel = output.pixels()[std::size_t(y * output.width() + x)];
            in_column += pixel.a != 0 && Rgb{pixel.r, pixel.g, pixel.b} == color;
        }
        EXPECT_GT(in_column, 4);
    }
    EXPECT_EQ(numbers.size(), all_between(svg, "<text", "<").size());
    EXPECT_GT(numbers.size(), 0u);
}

TEST_F(Parts, LegendHasEachColour) {
    reduce("--legend legend.svg --palette out.hex --json");
    const std::string svg = read_text(folder / "legend.svg");
    std::string codes;
    for (const std::string& code : all_between(svg, ">#", "</text>")) codes += code + "\n";
    EXPECT_EQ(codes, read_text(folder / "out.hex"));
    EXPECT_NE(svg.find(">near "), std::string::npos) << "names";
    std::size_t pixels = 0, visible = 0;
    for (const std::string& area : all_between(svg, " %</text>", " px</text>"))
        pixels += std::stoul(area.substr(area.rfind('>') + 1));
    const Image output = read_picture("out.png");
    for (const Rgba8 pixel : output.pixels()) visible += pixel.a != 0;
    EXPECT_EQ(pixels, visible);
    for (const std::string& code : all_between(svg, ">#", "</text>"))
        EXPECT_NE(svg.find("height=\"22\" fill=\"#" + code + "\"/>"), std::string::npos) << code;
}

TEST_F(Parts, ABeadHasTheNumberOfItsPlaceInTheGivenPalette) {
    const auto number_of_black = [&](const std::string& palette) {
        reduce("--areas out.csv --legend legend.svg --masks beads --force --to " + palette);
        const auto rows = matches_of(read_text(folder / "out.csv"), "([0-9]+),#000000,");
        EXPECT_EQ(rows.size(), 1u);
        const std::string number = rows.empty() ? "none" : rows.front()[1];
        EXPECT_THAT(read_text(folder / "legend.svg"), testing::HasSubstr(">" + number + "</text>"));
        EXPECT_TRUE(std::filesystem::exists(folder / ("beads/" + number + "-000000.png"))) << number;
        return number;
    };
    EXPECT_EQ(number_of_black("fffafa,000000"), "2");
    EXPECT_EQ(number_of_black("000000,fffafa"), "1");
    EXPECT_EQ(number_of_black("fffafa,fffafa,000000"), "3") << "repeated colours count";
    EXPECT_EQ(number_of_black("fffafa,010101 --levels rgb444"), "2") << "at the levels";
    EXPECT_EQ(number_of_black("000000,fffafa,000000 --reserve 0"), "3") << "a reserved place has no number";
}

TEST_F(Parts, AreasAreCounted) {
    reduce("--areas out.csv --to fffafa,000000");
    const Image output = read_picture("out.png");
    std::size_t visible = 0, light = 0;
    int left = output.width(), top = output.height(), right = 0, bottom = 0;
    for (int y = 0; y < output.height(); ++y)
        for (int x = 0; x < output.width(); ++x) {
            const Rgba8 pixel = output.pixels()[std::size_t(y * output.width() + x)];
            visible += pixel.a != 0;
            if (pixel.a == 0 || pixel.r != 255) continue;
            ++light;
            left = std::min(left, x), top = std::min(top, y);
            right = std::max(right, x + 1), bottom = std::max(bottom, y + 1);
        }
    const std::string table = read_text(folder / "out.csv");
    EXPECT_TRUE(table.starts_with("number,color,name,pixels,share,regions,left,top,width,height\n")) << table;
    const auto rows =
        matches_of(table, "1,#fffafa,snow," + std::to_string(light) + ",(0\\.[0-9]+),[0-9]+," +
                              std::to_string(left) + "," + std::to_string(top) + "," +
                              std::to_string(right - left) + "," + std::to_string(bottom - top) + "\n");
    ASSERT_EQ(rows.size(), 1u) << table;
    EXPECT_EQ(std::stod(rows[0][1]), double(light) / double(visible));
    EXPECT_THAT(table, testing::ContainsRegex("[12],#000000,black,"));
    EXPECT_EQ(std::ranges::count(table, '\n'), 3);

    const std::string code = table.substr(table.find('#') + 1, 6);
    reduce("--areas one.csv --to fffafa,000000 --part " + code);
    const std::string first = table.substr(0, table.find('\n', table.find('#')) + 1);
    EXPECT_EQ(read_text(folder / "one.csv"), first);
}

TEST_F(Parts, HaveTheNamesOfTheGivenPalette) {
    write_text(folder / "inks.gpl",
               "GIMP Palette\n#\n255 250 250\tSnow, \"warm\"\n0 0 255\tUltramarine\n0 0 0\n");
    const Ended ended = reduce(
        "--legend out.svg --areas out.csv --to inks.gpl --directly --palette out.gpl --order given --json");
    const std::string table = read_text(folder / "out.csv"), legend = read_text(folder / "out.svg");
    EXPECT_THAT(table, testing::HasSubstr("#fffafa,\"Snow, \"\"warm\"\"\","));
    EXPECT_THAT(table, testing::HasSubstr("#0000ff,Ultramarine,"));
    EXPECT_THAT(legend, testing::HasSubstr(">Ultramarine<"));
    EXPECT_THAT(read_text(folder / "out.gpl"),
                testing::HasSubstr("\n255 250 250\tSnow, \"warm\"\n  0   0 255\tUltramarine\n"
                                   "  0   0   0\t#000000\n"));
    EXPECT_THAT(ended.out, testing::HasSubstr("\"name\":\"Ultramarine\""));
}

TEST_F(Parts, HaveOnlyTheChosenColours) {
    reduce("--palette out.hex --masks all --svg all.svg --svg-numbers");
    const std::string palette = read_text(folder / "out.hex");
    const std::string second = palette.substr(7, 6), first = palette.substr(0, 6);
    reduce("--masks some --svg some.svg --svg-numbers --layers some.ora --legend some-legend.svg --part " +
           (second + "," + first + "," + second));
    std::vector<std::string> masks;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "some")) {
        masks.push_back(entry.path().filename().string());
        EXPECT_EQ(read_text(entry.path()), read_text(folder / "all" / masks.back()));
    }
    EXPECT_EQ(masks.size(), 2u);
    const std::string all = read_text(folder / "all.svg"), some = read_text(folder / "some.svg");
    const auto paths = all_between(some, "<path ", "/>"), all_paths = all_between(all, "<path ", "/>");
    ASSERT_EQ(paths.size(), 2u) << "each once, in the order of the palette";
    EXPECT_EQ(paths[0], all_paths[0]);
    EXPECT_EQ(paths[1], all_paths[1]);
    EXPECT_EQ(all_between(some, "<text ", "</text>").size(), 2u) << "a number for each";
    EXPECT_EQ(all_between(read_text(folder / "some-legend.svg"), ">#", "</text>"),
              (std::vector{first, second}));

    const Image output = read_picture("out.png");
    for (const Unzipped& file : unzip(folder / "some.ora"))
        if (file.name == "mergedimage.png") write_text(folder / "merged.png", file.bytes);
    const Image merged = read_picture("merged.png");
    for (std::size_t i = 0; i < output.pixels().size(); ++i) {
        const Rgba8 pixel = output.pixels()[i];
        const std::string code = hex_code({pixel.r, pixel.g, pixel.b}).substr(1);
        EXPECT_EQ(merged.pixels()[i], code == first || code == second ? pixel : Rgba8{});
    }
}

TEST_F(Parts, AreNotWrittenOverEachOtherOrThePicture) {
    write_text(folder / "out.png", "mine");
    std::filesystem::create_symlink("out.png", folder / "link.png");
    for (const auto& [options, sentence] :
         {std::pair("--areas ./out.png", "--areas and in.png would both become out.png"),
          {"--areas link.png", "--areas and in.png would both become out.png"},
          {"--masks parts --areas parts/", "--masks and --areas would both become parts/"},
          {"--areas new.csv --svg none/../new.csv", "--svg and --areas would both become new.csv"},
          {"--masks none --part 010203", "#010203 is no colour of the result; the nearest is #"}}) {
        refusal(2, line(options), sentence);
        EXPECT_EQ(read_text(folder / "out.png"), "mine");
    }
    EXPECT_THAT(folder.names(), testing::UnorderedElementsAre("in.png", "out.png", "link.png"));
}

}
}
