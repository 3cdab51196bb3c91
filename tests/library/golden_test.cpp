#include "base/fnv1a.h"
#include "cli/cli_run.h"
#include "library/library_calls.h"
#include "library/pictures.h"
#include "pipeline/recipe_rows.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>

namespace huedrift {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

/// A line of golden.txt: "digest form picture setting=value...".
struct GoldenRow {
    std::string digest{};
    std::string form{}; ///< the option of huedrift-cli without its dashes: indexed or truecolor
    std::string picture{};
    Words words{};
    std::string line{}; ///< without the digest
};

std::vector<GoldenRow> golden_rows() {
    std::vector<GoldenRow> rows;
    std::ifstream file(HUEDRIFT_GOLDEN);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        GoldenRow row{.line = line.substr(line.find(' ') + 1)};
        std::istringstream words(line);
        words >> row.digest >> row.form >> row.picture;
        for (std::string word; words >> word;)
            row.words.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
        rows.push_back(std::move(row));
    }
    EXPECT_FALSE(rows.empty()) << HUEDRIFT_GOLDEN;
    return rows;
}

std::string refusal_of(int code) { return "refused:" + std::to_string(code); }

/// FNV-1a of the size, the entries (none in true colour) and the pixels or their indices.
template <class Value>
std::string digest_of(int width, int height, std::span<const Rgba8> entries, std::span<const Value> values) {
    Fnv1a hash;
    hash.add(static_cast<std::uint32_t>(width));
    hash.add(static_cast<std::uint32_t>(height));
    hash.add(static_cast<std::uint32_t>(entries.size()));
    hash.add(std::as_bytes(entries));
    hash.add(std::as_bytes(values));
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash.value()));
    return text;
}

std::string digest_of(const IndexedPng& png) {
    return digest_of<std::uint32_t>(png.width, png.height, png.palette, png.indices);
}

std::string digest_of(const Image& image) {
    return digest_of<Rgba8>(image.width(), image.height(), {}, image.pixels());
}

/// The library's result for the row, computed by this engine.
std::string library_digest(const GoldenRow& row, const std::string& engine) {
    Words words = row.words;
    words.emplace_back("engine", engine);
    huedrift_failure failure;
    const ResultOf result = reduce(picture_named(row.picture), words, &failure);
    if (!result) return refusal_of(failure.code);
    if (row.form == "truecolor") return digest_of(pixels_of(*result));
    return digest_of<std::uint32_t>(static_cast<int>(huedrift_result_width(result.get())),
                                    static_cast<int>(huedrift_result_height(result.get())),
                                    palette_of(*result), indices_of(*result));
}

/// All rows, or those of one picture.
void expect_golden(const std::string& engine, const std::string& picture = "") {
    for (const GoldenRow& row : golden_rows()) {
        if (!picture.empty() && row.picture != picture) continue;
        EXPECT_EQ(library_digest(row, engine), row.digest) << row.line;
    }
}

/// Writes the digests anew; comments and rows stay.
void write_golden() {
    const std::vector<GoldenRow> rows = golden_rows();
    std::istringstream comments(read_text(HUEDRIFT_GOLDEN));
    std::ofstream file(HUEDRIFT_GOLDEN);
    for (std::string line; std::getline(comments, line) && line.starts_with('#');) file << line << '\n';
    for (const GoldenRow& row : rows) file << library_digest(row, "cpu") << ' ' << row.line << '\n';
}

std::vector<std::string> options_of(const Words& words) {
    std::vector<std::string> options;
    for (const auto& [word, value] : words) {
        options.push_back("--" + word);
        const auto row = std::ranges::find(recipe_rows(), word, &RecipeRow::word);
        if (row == recipe_rows().end() || row->kind != RecipeKind::flag) options.push_back(value);
    }
    return options;
}

class Golden : public CliTest {
protected:
    Ended reduce_by_cli(const Words& words, const std::string& form) const {
        std::vector<std::string> arguments{"reduce",  "in.png",   "-o",  "out.png",
                                           "--force", "--engine", "cpu", "--" + form};
        for (const std::string& option : options_of(words)) arguments.push_back(option);
        return run(arguments);
    }

    /// The result of huedrift-cli for the row.
    std::string cli_digest(const GoldenRow& row) const {
        write_picture("in.png", picture_named(row.picture));
        Words words = row.words;
        for (auto& [word, value] : words) {
            if (!is_mask(word)) continue;
            write_picture(word + ".png", picture_named(value));
            value = word + ".png";
        }
        // An indexed file joins alphas unasked; a result of the library has as many entries as it needs.
        const bool joins = row.form == "indexed" &&
                           std::ranges::find(words, "alpha", &Words::value_type::first) == words.end();
        if (joins) words.emplace_back("alpha", "keep");
        const Ended ended = reduce_by_cli(words, row.form);
        if (ended.code != 0) return refusal_of(ended.code);
        if (row.form == "truecolor") return digest_of(read_picture("out.png"));
        return digest_of(read_indexed_png(bytes_of(read_text(folder / "out.png"))));
    }
};

TEST_F(Golden, HasEverySettingWhichDecidesOnTheResult) {
    const std::vector<GoldenRow> rows = golden_rows();
    for (const RecipeRow& setting : recipe_rows())
        EXPECT_TRUE(std::ranges::any_of(rows, [&](const GoldenRow& row) {
            return std::ranges::any_of(row.words,
                                       [&](const auto& word) { return word.first == setting.word; });
        })) << setting.word;
}

TEST_F(Golden, IsWhatTheLibraryGives) {
    if (std::getenv("HUEDRIFT_WRITE_GOLDEN")) write_golden();
    expect_golden("cpu");
}

TEST(GoldenLong, IsWhatTheVulkanEngineGives) {
    // Mesa's lavapipe takes minutes for the larger pictures.
    expect_golden("vulkan", "grain");
}

TEST_F(Golden, IsWhatTheCommandLineGives) {
    for (const GoldenRow& row : golden_rows()) {
        if (row.picture == "65k-colours") continue; // takes long and says no more
        EXPECT_EQ(cli_digest(row), row.digest) << row.line;
    }
}

TEST_F(Golden, OnePaletteOfSeveralImagesIsThatOfTheCommandLine) {
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
        SCOPED_TRACE(testing::PrintToString(words));
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
        huedrift_failure failure;
        ASSERT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_OK) << failure.sentence;
        for (std::size_t i = 0; i < images.size(); ++i) {
            const ResultOf result(
                huedrift_group_reduce(group.get(), picture_of(images[i]).get(), nullptr, &failure));
            ASSERT_TRUE(result) << failure.sentence;
            const IndexedPng png = read_indexed_png(bytes_of(read_text(folder / "out" / names[i])));
            EXPECT_THAT(palette_of(*result), ElementsAreArray(png.palette));
            EXPECT_EQ(indices_of(*result), png.indices);
        }
    }
}

TEST_F(Golden, NotesOfLibraryAndCommandLineDifferInWordsOnly) {
    const Image image = enlarged_art(5, 1);
    write_picture("in.png", image);
    EXPECT_THAT(
        notes_of(*reduce(image, {})),
        testing::Contains("already has 5 colours and stays as it is; \"colors\" 4 reduces it further"));
    EXPECT_THAT(reduce_by_cli({}, "indexed").err,
                HasSubstr("already has 5 colours and stays as it is; --colors 4 reduces it further"));
    EXPECT_THAT(notes_of(*reduce(image, {{"colors", "9"}, {"radius", "0"}})), testing::SizeIs(1));
}

}
}
