#include "library/library_calls.h"
#include "library/pictures.h"
#include "palette/named_palettes.h"
#include "pipeline/look.h"
#include "pipeline/recipe_rows.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace huedrift {
namespace {

using testing::HasSubstr;

std::vector<huedrift_setting> all_settings() {
    std::vector<huedrift_setting> all;
    for (std::size_t i = 0; const huedrift_setting* setting = huedrift_setting_at(i); ++i)
        all.push_back(*setting);
    return all;
}

std::string refusal_of(const char* word, const char* value) {
    huedrift_failure failure;
    const SettingsOf settings = settings_of({});
    EXPECT_EQ(huedrift_set(settings.get(), word, value, &failure), HUEDRIFT_USAGE) << word << " " << value;
    return failure.sentence;
}

/// The palette that settings give for a picture.
std::vector<Rgba8> palette_by(const SettingsOf& settings, const Image& image) {
    huedrift_failure failure;
    const ResultOf result(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure));
    EXPECT_TRUE(result) << failure.sentence;
    return result ? palette_of(*result) : std::vector<Rgba8>();
}

TEST(LibraryVersion, IsThatOfTheHeader) {
    std::ostringstream version;
    version << HUEDRIFT_VERSION_MAJOR << '.' << HUEDRIFT_VERSION_MINOR << '.' << HUEDRIFT_VERSION_PATCH;
    EXPECT_EQ(huedrift_version(), version.str());
}

TEST(LibrarySettings, ListEveryRowAndTheOthersOnce) {
    std::set<std::string> words;
    for (const huedrift_setting& setting : all_settings()) {
        EXPECT_TRUE(words.insert(setting.word).second) << setting.word;
        EXPECT_TRUE(std::string_view(setting.help).ends_with('.')) << setting.word;
        EXPECT_THAT(setting.help, testing::Not(HasSubstr("--"))) << setting.word;
        EXPECT_EQ(setting.kind == HUEDRIFT_NAME, setting.names != nullptr) << setting.word;
        const bool is_number = setting.kind == HUEDRIFT_NUMBER || setting.kind == HUEDRIFT_WHOLE_NUMBER;
        EXPECT_EQ(is_number, setting.high > setting.low) << setting.word;
        const bool needs_no_syntax = setting.kind == HUEDRIFT_NAME || setting.kind == HUEDRIFT_FLAG;
        EXPECT_EQ(needs_no_syntax, std::string_view(setting.syntax).empty()) << setting.word;
    }
    for (const RecipeRow& row : recipe_rows()) EXPECT_TRUE(words.contains(row.word)) << row.word;
    for (const char* own : {"look", "entries", "engine", "device", "threads", "memory-limit"})
        EXPECT_TRUE(words.contains(own));
    EXPECT_EQ(words.size(), recipe_rows().size() + 6);
}

TEST(LibrarySettings, TakeAllTheirNamesAndTheEndsOfTheirRanges) {
    for (const huedrift_setting& setting : all_settings()) {
        const SettingsOf settings = settings_of({});
        const auto takes = [&](const std::string& value) {
            return huedrift_set(settings.get(), setting.word, value.c_str(), nullptr) == HUEDRIFT_OK;
        };
        for (const char* const* name = setting.names; name && *name; ++name)
            EXPECT_TRUE(takes(*name)) << *name;
        if (setting.kind == HUEDRIFT_FLAG) {
            EXPECT_TRUE(takes("on") && takes("off"));
        }
        if (setting.kind == HUEDRIFT_WHOLE_NUMBER) {
            const auto low = static_cast<long long>(setting.low), high = static_cast<long long>(setting.high);
            EXPECT_TRUE(takes(std::to_string(low)) && takes(std::to_string(high))) << setting.word;
            EXPECT_FALSE(takes(std::to_string(low - 1)) || takes(std::to_string(high + 1))) << setting.word;
        }
        for (const char* wrong : {"", "blah blah", "nan", "1e999", "\xFF\xFE"})
            EXPECT_EQ(takes(wrong), std::string_view(setting.word) == "device" && *wrong != '\0')
                << setting.word;
        EXPECT_EQ(huedrift_set(settings.get(), setting.word, nullptr, nullptr), HUEDRIFT_OK);
    }
}

TEST(LibrarySettings, SayWhatTheyTake) {
    EXPECT_EQ(refusal_of("colors", "0"), "\"colors\" is a whole number from 1 to 16777216, not \"0\"");
    EXPECT_EQ(refusal_of("colors", "2.5"), "\"colors\" is a whole number from 1 to 16777216, not \"2.5\"");
    EXPECT_EQ(refusal_of("strength", "2"), "\"strength\" is a number from 0 to 1, not \"2\"");
    EXPECT_THAT(refusal_of("merge", "near"), HasSubstr("auto|DIST|off, with a number from 0 to 1.7320"));
    EXPECT_EQ(refusal_of("look", "nice"),
              "\"look\" is photo, poster, flat, published or pixel-art, not \"nice\"");
    EXPECT_EQ(refusal_of("strict", "yes"), "\"strict\" is on or off, not \"yes\"");
    EXPECT_THAT(refusal_of("pin", "red"), HasSubstr("HEX[@DIST]"));
    EXPECT_THAT(refusal_of("alpha", "half"), HasSubstr("threshold:T"));
    EXPECT_THAT(refusal_of("to", "game.gpl"), HasSubstr("HEX[,HEX...]"));
    EXPECT_EQ(refusal_of("matrix", "3"), "\"matrix\" is 2|4|8|16, not \"3\"");
    EXPECT_EQ(refusal_of("bits", "3"), "\"bits\" is 1|2|4|8, not \"3\"");
    EXPECT_EQ(refusal_of("colour", "3"), "there is no setting \"colour\"");
    EXPECT_EQ(refusal_of("output", "x.png"), "there is no setting \"output\"");
    for (const char* size : {"512X", "M", "-1", "1.5M", "99999999999999999999", "9999999999999T"})
        EXPECT_THAT(refusal_of("memory-limit", size), HasSubstr("SIZE"));
    for (const char* size : {"1000000", "64M", "64mb", "64MiB", "1g"})
        settings_of({{"memory-limit", size}, {"radius", "0.1"}});
}

TEST(LibrarySettings, HavePalettesWithNames) {
    const Image image = ramps(20, 20);
    EXPECT_EQ(palette_by(settings_of({{"to", "spectra6"}}), image),
              palette_by(settings_of({{"to", "000000,ffffff,ffff00,ff0000,0000ff,00ff00"}}), image));
    for (const huedrift_setting& setting : all_settings()) {
        if (setting.word != std::string_view("to")) continue;
        for (const NamedPalette& palette : named_palettes())
            EXPECT_THAT(setting.help, HasSubstr(" " + std::string(palette.name)));
    }
}

TEST(LibrarySettings, ReplaceButListsOfEditsGrow) {
    const Image image = ramps(20, 20);
    EXPECT_EQ(palette_by(settings_of({{"colors", "9"}, {"colors", "3"}}), noise(20, 20, 1)).size(), 3u);
    EXPECT_EQ(palette_by(settings_of({{"to", "00ff00"}, {"strict", "on"}, {"strict", "off"}}), image),
              palette_by(settings_of({{"to", "00ff00"}}), image));
    struct Values {
        std::string first, second;
        bool grow;
    };
    const std::map<std::string, Values> values_of{
        {"pin", {"000000", "ffffff,00ff00", true}},
        {"join", {"000000=ffffff", "ff0000=00ff00", true}},
        {"recolor", {"000000=ffffff", "ff0000=00ff00", true}},
        {"arrange", {"000000", "ffffff", true}},
        {"to", {"000000,ff0000", "00ff00,0000ff", false}},
        {"reserve", {"0", "1", false}},
        {"output-palette", {"111111,222222", "333333,444444", false}}};
    const auto recipe_by = [&](const std::string& word, const Words& values) {
        Words words{{"radius", "0.5"}};
        if (word != "to") words.emplace_back("to", "ffffff,ff00ff");
        words.insert(words.end(), values.begin(), values.end());
        const ResultOf result = reduce(image, words);
        return std::string(huedrift_result_recipe(result.get()));
    };
    for (const huedrift_setting& setting : all_settings()) {
        if (setting.kind != HUEDRIFT_LIST) continue;
        const std::string word = setting.word;
        SCOPED_TRACE(word);
        ASSERT_TRUE(values_of.contains(word)) << "huedrift.h says which lists grow";
        const auto& [first, second, grows] = values_of.at(word);
        EXPECT_EQ(recipe_by(word, {{word, first}, {word, second}}),
                  recipe_by(word, {{word, grows ? first + "," + second : second}}));
    }
}

TEST(LibrarySettings, CanBeTakenBack) {
    const Image image = ramps(20, 20);
    const auto usual = palette_by(settings_of({}), image);
    const Words words{{"look", "poster"}, {"colors", "3"},    {"pin", "000000"},     {"engine", "reference"},
                      {"threads", "1"},   {"device", "none"}, {"memory-limit", "1M"}};
    const SettingsOf settings = settings_of(words);
    for (const auto& [word, value] : words)
        EXPECT_EQ(huedrift_set(settings.get(), word.c_str(), nullptr, nullptr), HUEDRIFT_OK);
    EXPECT_EQ(palette_by(settings, image), usual);
}

TEST(LibrarySettings, StayAsTheyAreWhenAValueIsWrong) {
    const SettingsOf settings = settings_of({{"colors", "3"}, {"look", "flat"}, {"threads", "2"}});
    const Image image = ramps(20, 20);
    const auto before = palette_by(settings, image);
    huedrift_set(settings.get(), "colors", "x", nullptr);
    huedrift_set(settings.get(), "look", "x", nullptr);
    huedrift_set(settings.get(), "threads", "x", nullptr);
    huedrift_set_recipe(settings.get(), "--colors 7 --radius x", nullptr);
    EXPECT_EQ(palette_by(settings, image), before);
}

TEST(LibrarySettings, ACopyIsIndependent) {
    const Image image = ramps(20, 20);
    SettingsOf settings = settings_of({{"colors", "3"}});
    const SettingsOf copy(huedrift_settings_copy(settings.get()));
    huedrift_set(settings.get(), "colors", "9", nullptr);
    settings.reset();
    EXPECT_EQ(palette_by(copy, image), palette_by(settings_of({{"colors", "3"}}), image));
}

TEST(LibrarySettings, MasksAreCopiedAndStayForARecipeThatNamesThem) {
    const Image image = ramps(20, 20), greys = noise(20, 20, 3), larger = ramps(20, 21);
    const huedrift_image mask = view_of(greys), other = view_of(larger);
    const SettingsOf settings = settings_of({{"radius", "0"}, {"colors", "5"}});
    const auto plain = palette_by(settings, image);
    huedrift_failure failure;
    ASSERT_EQ(huedrift_set_mask(settings.get(), "importance", &mask, &failure), HUEDRIFT_OK);
    const ResultOf result(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure));
    ASSERT_TRUE(result) << failure.sentence;
    EXPECT_NE(palette_of(*result), plain);
    ASSERT_EQ(huedrift_set_recipe(settings.get(), huedrift_result_recipe(result.get()), &failure),
              HUEDRIFT_OK);
    EXPECT_EQ(palette_by(settings, image), palette_of(*result));
    const SettingsOf bare(huedrift_settings_new());
    huedrift_set_recipe(bare.get(), huedrift_result_recipe(result.get()), nullptr);
    EXPECT_EQ(huedrift_reduce(picture_of(image).get(), bare.get(), nullptr, &failure), nullptr);
    EXPECT_THAT(failure.sentence, HasSubstr("is not here; give the picture that it was made of"));
    ASSERT_EQ(huedrift_set_mask(settings.get(), "importance", nullptr, &failure), HUEDRIFT_OK);
    EXPECT_EQ(palette_by(settings, image), plain);
    EXPECT_EQ(huedrift_set_mask(settings.get(), "colors", &mask, &failure), HUEDRIFT_USAGE);
    ASSERT_EQ(huedrift_set_mask(settings.get(), "dither-mask", &other, &failure), HUEDRIFT_OK);
    EXPECT_EQ(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_INPUT);
    EXPECT_STREQ(failure.sentence, "the dither mask has 20 x 21 pixels, and the picture has 20 x 20");
    EXPECT_EQ(huedrift_group_new(settings.get(), &failure), nullptr) << "images of a group have none";
    EXPECT_EQ(failure.code, HUEDRIFT_USAGE);
}

TEST(LibrarySettings, KeepOnlyTheMasksThatTheyName) {
    const Image image = ramps(20, 20), first = noise(20, 20, 3), second = noise(20, 20, 4);
    const huedrift_image one = view_of(first), other = view_of(second);
    const SettingsOf settings = settings_of({{"radius", "0"}, {"colors", "5"}});
    huedrift_failure failure;
    ASSERT_EQ(huedrift_set_mask(settings.get(), "importance", &one, &failure), HUEDRIFT_OK);
    const ResultOf result(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure));
    ASSERT_TRUE(result) << failure.sentence;
    const std::string recipe = huedrift_result_recipe(result.get());
    ASSERT_EQ(huedrift_set_mask(settings.get(), "dither-mask", &other, &failure), HUEDRIFT_OK);
    ASSERT_EQ(huedrift_set_recipe(settings.get(), recipe.c_str(), &failure), HUEDRIFT_OK);
    EXPECT_EQ(palette_by(settings, image), palette_of(*result));
    ASSERT_EQ(huedrift_set_mask(settings.get(), "importance", &other, &failure), HUEDRIFT_OK);
    ASSERT_EQ(huedrift_set_recipe(settings.get(), recipe.c_str(), &failure), HUEDRIFT_OK);
    EXPECT_EQ(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure), nullptr);
    EXPECT_THAT(failure.sentence, HasSubstr("is not here; give the picture that it was made of"));
}

TEST(LibrarySettings, ARecipeReplacesAllButWhatComputesIt) {
    const Image image = ramps(20, 20);
    const SettingsOf settings =
        settings_of({{"look", "poster"}, {"dither", "ordered"}, {"engine", "reference"}, {"threads", "1"}});
    ASSERT_EQ(huedrift_set_recipe(settings.get(), "--radius 0.1 --to ff0000,0000ff --strict", nullptr),
              HUEDRIFT_OK);
    huedrift_failure failure;
    EXPECT_EQ(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_INPUT) << "the palette is strict";
    ASSERT_EQ(huedrift_set_recipe(settings.get(), "-r 0.1 --colours 4", nullptr), HUEDRIFT_OK);
    EXPECT_EQ(palette_by(settings, image),
              palette_by(settings_of({{"radius", "0.1"}, {"colors", "4"}}), image));
}

TEST(LibrarySettings, RecipesThatAreNone) {
    const SettingsOf settings = settings_of({});
    for (const auto& [recipe, part] :
         std::vector<std::pair<const char*, const char*>>{{"", "empty"},
                                                          {"   ", "empty"},
                                                          {"--colors", "ends before the value of --colors"},
                                                          {"--colors 0", "\"colors\" is a whole number"},
                                                          {"--radius 0.1 --speed 3", "no setting --speed"},
                                                          {"--threads 3", "no setting --threads"},
                                                          {"colors 3", "no setting colors"}}) {
        huedrift_failure failure;
        EXPECT_EQ(huedrift_set_recipe(settings.get(), recipe, &failure), HUEDRIFT_USAGE) << recipe;
        EXPECT_THAT(failure.sentence, HasSubstr(part));
    }
}

}
}
