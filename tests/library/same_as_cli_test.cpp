#include "cli/cli_run.h"
#include "library/library_calls.h"
#include "library/pictures.h"
#include "pipeline/recipe_rows.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace huedrift {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

std::vector<std::string> options_of(const Words& words) {
    std::vector<std::string> options;
    for (const auto& [word, value] : words) {
        options.push_back("--" + word);
        const auto row = std::ranges::find(recipe_rows(), word, &RecipeRow::word);
        if (row == recipe_rows().end() || row->kind != RecipeKind::flag) options.push_back(value);
    }
    return options;
}

/// The settings with which each row is tried, at least one for each.
const std::multimap<std::string, Words>& samples() {
    const std::string to = "000000,ffffff,ff0000,00a03c,0000ff,faf028,14141e,ff0000";
    static const std::multimap<std::string, Words> all{
        {"radius", {{"radius", "0.1"}}},
        {"radius", {{"radius", "auto"}, {"colors", "6"}}},
        {"radius", {{"radius", "0"}}},
        {"weighting", {{"weighting", "palette"}, {"radius", "0.08"}}},
        {"transfer", {{"transfer", "linear"}, {"radius", "0.08"}}},
        {"max-iterations", {{"max-iterations", "2"}, {"radius", "0.08"}}},
        {"profile", {{"profile", "ignore"}}},
        {"smooth", {{"smooth", "2"}, {"colors", "9"}}},
        {"merge", {{"merge", "0.2"}}},
        {"merge", {{"merge", "off"}, {"radius", "0.05"}}},
        {"assign", {{"assign", "nearest"}, {"radius", "0.08"}}},
        {"refine", {{"refine", "off"}, {"radius", "0.08"}}},
        {"refine", {{"refine", "coarse"}, {"radius", "0.08"}}},
        {"soft-edges", {{"soft-edges", "ignore"}, {"colors", "5"}}},
        {"colors", {{"colors", "5"}}},
        {"colors", {{"colors", "1"}}},
        {"colors", {{"colors", "300"}}},
        {"join-by", {{"join-by", "distance"}, {"colors", "6"}}},
        {"max-error", {{"max-error", "0.05"}}},
        {"error", {{"error", "mean"}, {"max-error", "0.03"}}},
        {"settle", {{"settle", "3"}, {"colors", "7"}, {"look", "poster"}}},
        {"snap", {{"snap", "off"}, {"colors", "7"}}},
        {"levels", {{"levels", "rgb444"}}},
        {"levels", {{"levels", "rgb333"}, {"colors", "6"}}},
        {"min-share", {{"min-share", "3"}}},
        {"pin", {{"pin", "ff0000@0.1"}, {"pin", "123456"}}},
        {"to", {{"to", to}}},
        {"to", {{"to", "source"}}},
        {"to", {{"to", to}, {"colors", "3"}}},
        {"to", {{"to", to}, {"colors", "4"}, {"radius", "0.03"}, {"pin", "14141e"}}},
        {"to", {{"to", to}, {"colors", "2"}, {"look", "photo"}}},
        {"to", {{"to", to}, {"look", "flat"}}},
        {"directly", {{"to", to}, {"directly", "on"}}},
        {"directly", {{"to", to}, {"directly", "on"}, {"colors", "3"}}},
        {"strict", {{"to", to}, {"strict", "on"}}},
        {"join", {{"join", "ff0000=0000ff"}}},
        {"recolor", {{"recolor", "ff0000=00ffee"}, {"recolor", "0000ff=010203"}}},
        {"alpha", {{"alpha", "threshold:128"}}},
        {"alpha", {{"alpha", "matte:336699"}}},
        {"alpha", {{"alpha", "levels:20"}}},
        {"alpha", {{"alpha", "levels"}}},
        {"defringe", {{"defringe", "2"}}},
        {"min-region", {{"min-region", "12"}}},
        {"pixel-grid", {{"pixel-grid", "auto"}}},
        {"pixel-grid", {{"pixel-grid", "8"}}},
        {"scale", {{"scale", "2"}, {"pixel-grid", "8"}}},
        {"dither", {{"dither", "diffusion"}, {"colors", "5"}}},
        {"dither", {{"dither", "auto"}, {"colors", "5"}}},
        {"dither", {{"dither", "everywhere"}, {"colors", "5"}}},
        {"dither", {{"dither", "ordered"}, {"colors", "5"}}},
        {"dither", {{"dither", "blue-noise"}, {"to", to}}},
        {"strength", {{"strength", "0.5"}, {"dither", "ordered"}, {"colors", "4"}}},
        {"order", {{"order", "pixels"}}},
        {"order", {{"order", "lightness"}}},
        {"order", {{"order", "hue"}}},
        {"order", {{"order", "rgb"}}},
        {"order", {{"order", "given"}, {"to", to}}},
        {"order", {{"order", "found"}}},
        {"reserve", {{"reserve", "1,3-4"}, {"to", to}}},
        {"reserve", {{"reserve", "0"}, {"to", to}, {"order", "given"}}},
        {"hidden", {{"hidden", "keep"}}},
        {"hidden", {{"hidden", "spread"}}},
        {"arrange", {{"arrange", "0000ff,ff0000"}}},
        {"transparent-index", {{"transparent-index", "0"}}},
        {"transparent-index", {{"transparent-index", "2"}, {"order", "lightness"}}},
        {"output-palette", {{"to", "000000,ffffff,ff0000"}, {"output-palette", "101010,101010,e0e0e0"}}},
        {"output-palette",
         {{"to", "000000,ffffff,ff0000"}, {"output-palette", "101010,101010,e0e0e0"}, {"order", "given"}}},
        {"bits", {{"bits", "8"}}},
        {"pad", {{"pad", "64"}}},
    };
    return all;
}

std::string text_of(const Words& words) {
    std::string text;
    for (const auto& [word, value] : words) text += word + " " + value + " ";
    return text;
}

class SameAsCli : public CliTest {
protected:
    Ended reduce_by_cli(const Words& words, const std::string& kind) const {
        std::vector<std::string> arguments{"reduce", "in.png", "-o", "out.png", "--force", "--engine", "cpu"};
        if (!kind.empty()) arguments.push_back(kind);
        for (const std::string& option : options_of(words)) arguments.push_back(option);
        return run(arguments);
    }

    void expect_same_indices(const huedrift_result& result) const {
        const IndexedPng png = read_indexed_png(bytes_of(read_text(folder / "out.png")));
        ASSERT_EQ(huedrift_result_width(&result), std::uint32_t(png.width));
        ASSERT_EQ(huedrift_result_height(&result), std::uint32_t(png.height));
        EXPECT_THAT(palette_of(result), ElementsAreArray(png.palette));
        EXPECT_EQ(indices_of(result), png.indices);
    }

    /// Compares with an indexed PNG, or if it has too many entries, with a true-colour one.
    void expect_same(const Image& image, const Words& words) const {
        SCOPED_TRACE(text_of(words));
        huedrift_error error;
        const ResultOf result = reduce(image, words, &error);
        const bool fits = !result || huedrift_result_entries(result.get()) <= 256;
        const Ended ended = reduce_by_cli(words, fits ? "--indexed" : "--truecolor");
        ASSERT_EQ(ended.code, int(error.code)) << ended.err << error.sentence;
        if (!result) return;
        if (fits) expect_same_indices(*result);
        // An indexed picture has one colour for all transparent pixels.
        if (fits && !words.empty() && words.front().first == "hidden") reduce_by_cli(words, "--truecolor");
        const Image pixels = pixels_of(*result), read = read_picture("out.png");
        EXPECT_TRUE(std::ranges::equal(pixels.pixels(), read.pixels()));
    }
};

class SameAsCliLook : public SameAsCli, public testing::WithParamInterface<std::string> {};

TEST_P(SameAsCliLook, ForEveryPicture) {
    Words words;
    if (!GetParam().empty()) words.push_back({"look", GetParam()});
    for (const auto& [name, image] : all_pictures()) {
        SCOPED_TRACE(name);
        write_picture("in.png", image);
        expect_same(image, words);
    }
}

INSTANTIATE_TEST_SUITE_P(Looks, SameAsCliLook,
                         testing::Values("", "photo", "poster", "flat", "published", "pixel-art"));

TEST_F(SameAsCli, ForEverySettingOfPixels) {
    const std::vector<std::pair<std::string, Image>> pictures{
        {"ramps", ramps(61, 47)}, {"a drawing", drawing(64)}, {"enlarged art", enlarged_art(9, 8)}};
    for (const auto& [name, image] : pictures) {
        SCOPED_TRACE(name);
        write_picture("in.png", image);
        for (const RecipeRow& row : recipe_rows()) {
            const auto [begin, end] = samples().equal_range(row.word);
            EXPECT_NE(begin, end) << row.word << " has no sample here";
            // An indexed file has a palette of its own, which an image in memory has not.
            for (auto sample = begin; sample != end; ++sample)
                if (sample->second != Words{{"to", "source"}} || name == "ramps")
                    expect_same(image, sample->second);
        }
    }
}

TEST_F(SameAsCli, ForATrueColourFile) {
    const Image image = ramps(61, 47);
    write_picture("in.png", image);
    for (const Words& words :
         {Words{}, {{"colors", "300"}}, {{"to", "ff0000,00ff00"}, {"output-palette", "010203,0a0b0c"}}}) {
        SCOPED_TRACE(text_of(words));
        ASSERT_EQ(reduce_by_cli(words, "--truecolor").code, 0);
        EXPECT_TRUE(
            std::ranges::equal(pixels_of(*reduce(image, words)).pixels(), read_picture("out.png").pixels()));
    }
}

TEST_F(SameAsCli, ForImagesWithOnePalette) {
    const std::vector<Image> images{ramps(61, 47), drawing(64), enlarged_art(9, 8)};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < images.size(); ++i) {
        names.push_back("in" + std::to_string(i) + ".png");
        write_picture(names.back(), images[i]);
    }
    for (const Words& words : {Words{},
                               {{"colors", "7"}},
                               {{"look", "poster"}},
                               {{"order", "hue"}, {"colors", "20"}},
                               {{"transparent-index", "1"}, {"radius", "0.1"}},
                               {{"to", "ff0000,0000ff"}, {"dither", "ordered"}}}) {
        SCOPED_TRACE(text_of(words));
        std::vector<std::string> arguments{"reduce"};
        arguments.insert(arguments.end(), names.begin(), names.end());
        for (const char* word : {"--together", "--output-dir", "out", "--force", "--engine", "cpu"})
            arguments.push_back(word);
        for (const std::string& option : options_of(words)) arguments.push_back(option);
        arguments.push_back("--indexed");
        const Ended ended = run(arguments);
        ASSERT_EQ(ended.code, 0) << ended.err;

        const GroupOf group(huedrift_group_new(settings_of(words).get(), nullptr));
        ASSERT_TRUE(group);
        for (const Image& image : images)
            ASSERT_EQ(huedrift_group_count(group.get(), picture_of(image).get(), nullptr, nullptr),
                      HUEDRIFT_OK);
        huedrift_error error;
        ASSERT_EQ(huedrift_group_find(group.get(), nullptr, &error), HUEDRIFT_OK) << error.sentence;
        for (std::size_t i = 0; i < images.size(); ++i) {
            const ResultOf result(
                huedrift_group_reduce(group.get(), picture_of(images[i]).get(), nullptr, &error));
            ASSERT_TRUE(result) << error.sentence;
            const IndexedPng png = read_indexed_png(bytes_of(read_text(folder / "out" / names[i])));
            EXPECT_THAT(palette_of(*result), ElementsAreArray(png.palette));
            EXPECT_EQ(indices_of(*result), png.indices);
        }
    }
}

TEST_F(SameAsCli, NotesSayTheSameInOtherWords) {
    const Image image = enlarged_art(5, 1);
    write_picture("in.png", image);
    EXPECT_THAT(
        notes_of(*reduce(image, {})),
        testing::Contains("already has 5 colours and stays as it is; \"colors\" 4 reduces it further"));
    EXPECT_THAT(reduce_by_cli({}, "").err,
                HasSubstr("already has 5 colours and stays as it is; --colors 4 reduces it further"));
    EXPECT_THAT(notes_of(*reduce(image, {{"colors", "9"}, {"radius", "0"}})), testing::SizeIs(1));
}

}
}
