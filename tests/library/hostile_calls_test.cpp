#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <iterator>
#include <limits>

namespace huedrift {
namespace {

constexpr std::ptrdiff_t max_stride = std::numeric_limits<std::ptrdiff_t>::max();

using testing::HasSubstr;
using testing::MatchesRegex;

/// Expects that a call failed so, and that its sentence holds `part`.
void expect_failed(huedrift_code code, const huedrift_failure& failure, huedrift_code expected,
                   const char* part) {
    EXPECT_EQ(code, expected);
    EXPECT_EQ(failure.code, expected);
    EXPECT_THAT(failure.sentence, HasSubstr(part));
    EXPECT_NE(failure.sentence[std::strlen(failure.sentence) - 1], '.');
}

void expect_refused(const huedrift_image& image, huedrift_code expected, const char* part) {
    huedrift_failure failure;
    EXPECT_EQ(huedrift_picture_new(&image, &failure), nullptr);
    expect_failed(failure.code, failure, expected, part);
    EXPECT_EQ(huedrift_picture_new(&image, nullptr), nullptr);
}

TEST(HostileCalls, NullIsAFailureOrNothing) {
    const Image image = ramps(9, 9);
    const PictureOf picture = picture_of(image);
    const SettingsOf settings = settings_of({});
    const GroupOf group(huedrift_group_new(settings.get(), nullptr));
    const ResultOf result = reduce(image, {});
    std::array<std::uint32_t, 81> rows{};
    huedrift_failure failure;

    EXPECT_EQ(huedrift_settings_copy(nullptr), nullptr);
    expect_failed(huedrift_set(nullptr, "colors", "3", &failure), failure, HUEDRIFT_USAGE, "settings");
    expect_failed(huedrift_set(settings.get(), nullptr, "3", &failure), failure, HUEDRIFT_USAGE, "word");
    expect_failed(huedrift_set_recipe(nullptr, "--colors 3", &failure), failure, HUEDRIFT_USAGE, "settings");
    expect_failed(huedrift_set_recipe(settings.get(), nullptr, &failure), failure, HUEDRIFT_USAGE, "recipe");
    EXPECT_EQ(huedrift_picture_new(nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "image");
    EXPECT_EQ(huedrift_reduce(nullptr, settings.get(), nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "picture");
    EXPECT_EQ(huedrift_reduce(picture.get(), nullptr, nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "settings");
    EXPECT_EQ(huedrift_group_new(nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "settings");
    expect_failed(huedrift_group_count(nullptr, picture.get(), nullptr, &failure), failure, HUEDRIFT_USAGE,
                  "group");
    expect_failed(huedrift_group_count(group.get(), nullptr, nullptr, &failure), failure, HUEDRIFT_USAGE,
                  "picture");
    expect_failed(huedrift_group_find(nullptr, nullptr, &failure), failure, HUEDRIFT_USAGE, "group");
    EXPECT_EQ(huedrift_group_reduce(nullptr, picture.get(), nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "group");
    expect_failed(huedrift_result_indices(nullptr, 1, rows.data(), 0, nullptr, &failure), failure,
                  HUEDRIFT_USAGE, "result");
    expect_failed(huedrift_result_indices(result.get(), 1, nullptr, 0, nullptr, &failure), failure,
                  HUEDRIFT_USAGE, "rows");
    expect_failed(huedrift_result_pixels(nullptr, HUEDRIFT_RGB, rows.data(), 0, nullptr, &failure), failure,
                  HUEDRIFT_USAGE, "result");
    expect_failed(huedrift_result_pixels(result.get(), HUEDRIFT_RGB, nullptr, 0, nullptr, &failure), failure,
                  HUEDRIFT_USAGE, "rows");

    EXPECT_EQ(huedrift_result_width(nullptr), 0u);
    EXPECT_EQ(huedrift_result_height(nullptr), 0u);
    EXPECT_EQ(huedrift_result_entries(nullptr), 0u);
    EXPECT_EQ(huedrift_result_palette(nullptr), nullptr);
    EXPECT_EQ(huedrift_result_counts(nullptr, nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "result");
    EXPECT_EQ(huedrift_result_entry_distances(nullptr, nullptr, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_USAGE, "result");
    double distance = 7;
    const auto measured = [&](const huedrift_result* of, int measure, double* into) {
        return huedrift_result_distance(of, static_cast<huedrift_measure>(measure), into, nullptr, &failure);
    };
    expect_failed(measured(nullptr, HUEDRIFT_MEAN, &distance), failure, HUEDRIFT_USAGE, "result");
    expect_failed(measured(result.get(), HUEDRIFT_MEAN, nullptr), failure, HUEDRIFT_USAGE, "distance");
    expect_failed(measured(result.get(), 3, &distance), failure, HUEDRIFT_USAGE, "measure 3");
    EXPECT_EQ(distance, 7);
    EXPECT_EQ(huedrift_result_note(nullptr, 0), nullptr);
    EXPECT_EQ(huedrift_result_recipe(nullptr), nullptr);
    EXPECT_EQ(huedrift_job_share(nullptr), 0);
    huedrift_job_cancel(nullptr);
    huedrift_settings_free(nullptr);
    huedrift_job_free(nullptr);
    huedrift_picture_free(nullptr);
    huedrift_result_free(nullptr);
    huedrift_group_free(nullptr);
}

TEST(HostileCalls, AFailureIsClearedByTheNextSuccess) {
    huedrift_failure failure;
    const SettingsOf settings = settings_of({});
    huedrift_set(settings.get(), "colors", "none", &failure);
    EXPECT_EQ(failure.code, HUEDRIFT_USAGE);
    huedrift_set(settings.get(), "colors", "3", &failure);
    EXPECT_EQ(failure.code, HUEDRIFT_OK);
    EXPECT_STREQ(failure.sentence, "");
}

TEST(HostileCalls, ImagesThatAreNone) {
    const Image pixels(4, 4);
    const huedrift_image good = view_of(pixels);
    constexpr std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();
    const auto with = [&](auto change) {
        huedrift_image image = good;
        change(image);
        return image;
    };
    for (const int format : {0, 4, 15, 24, -1, 1 << 20})
        expect_refused(with([=](auto& image) { image.format = static_cast<huedrift_format>(format); }),
                       HUEDRIFT_USAGE, "format");
    expect_refused(with([](auto& image) { image.pixels = nullptr; }), HUEDRIFT_USAGE, "pixels");
    for (std::size_t i = 0; i < std::size(good.reserved); ++i)
        expect_refused(with([=](auto& image) { image.reserved[i] = 1; }), HUEDRIFT_USAGE, "reserved");
    for (const std::uint32_t side : {0u, 65536u, largest}) {
        expect_refused(with([=](auto& image) { image.width = side; }), HUEDRIFT_USAGE, "65535");
        expect_refused(with([=](auto& image) { image.height = side; }), HUEDRIFT_USAGE, "65535");
    }
    expect_refused(with([=](auto& image) { image.width = image.height = largest; }), HUEDRIFT_USAGE, "65535");
    expect_refused(with([](auto& image) { image.width = image.height = 65535; }), HUEDRIFT_FAILED,
                   "2147483647");
    for (const std::ptrdiff_t stride : {std::ptrdiff_t{15}, std::ptrdiff_t{1}, std::ptrdiff_t{-1},
                                        std::ptrdiff_t{-15}, max_stride, -max_stride - 1, max_stride / 2})
        expect_refused(with([=](auto& image) { image.stride = stride; }), HUEDRIFT_USAGE, "stride");
}

TEST(HostileCalls, RowsThatDoNotFit) {
    const ResultOf result = reduce(noise(20, 20, 3), {{"radius", "0"}});
    std::vector<std::uint8_t> rows(1600);
    huedrift_failure failure;
    ASSERT_GT(huedrift_result_entries(result.get()), 256u);
    for (const unsigned bytes : {0u, 3u, 5u, 8u, ~0u})
        expect_failed(huedrift_result_indices(result.get(), bytes, rows.data(), 0, nullptr, &failure),
                      failure, HUEDRIFT_USAGE, "1, 2 or 4");
    expect_failed(huedrift_result_indices(result.get(), 1, rows.data(), 0, nullptr, &failure), failure,
                  HUEDRIFT_OUTPUT, "1 byte");
    for (const std::ptrdiff_t stride : {std::ptrdiff_t{39}, std::ptrdiff_t{-39}, max_stride, -max_stride - 1})
        expect_failed(huedrift_result_indices(result.get(), 2, rows.data(), stride, nullptr, &failure),
                      failure, HUEDRIFT_USAGE, "stride");
    for (const std::ptrdiff_t stride : {59, -59})
        expect_failed(
            huedrift_result_pixels(result.get(), HUEDRIFT_RGB, rows.data(), stride, nullptr, &failure),
            failure, HUEDRIFT_USAGE, "stride");
    expect_failed(huedrift_result_pixels(result.get(), static_cast<huedrift_format>(9), rows.data(), 0,
                                         nullptr, &failure),
                  failure, HUEDRIFT_USAGE, "format");
}

TEST(HostileCalls, LongWordsAreCutBetweenCharacters) {
    std::string word;
    for (int i = 0; i < 1000; ++i) word += "\u00e4";
    huedrift_failure failure;
    for (const char* const before : {"", "x"}) {
        EXPECT_EQ(huedrift_set(settings_of({}).get(), (before + word).c_str(), "1", &failure),
                  HUEDRIFT_USAGE);
        const std::size_t length = std::strlen(failure.sentence);
        EXPECT_GT(length, 440u);
        EXPECT_LT(length, sizeof failure.sentence);
        EXPECT_EQ(static_cast<unsigned char>(failure.sentence[length - 1]), 0xA4) << "half a character";
    }
}

TEST(HostileCalls, DevicesThatAreNot) {
    huedrift_failure failure;
    EXPECT_EQ(reduce(ramps(9, 9), {{"engine", "cpu"}, {"device", "quantum"}}, &failure), nullptr);
    expect_failed(failure.code, failure, HUEDRIFT_DEVICE, "quantum");
}

TEST(HostileCalls, SettingsThatExcludeEachOtherAreNamedByTheirWords) {
    const std::vector<std::pair<Words, const char*>> wrong{
        {{{"max-error", "0.1"}, {"colors", "3"}}, "leave out \"colors\""},
        {{{"error", "mean"}}, "\"error\" needs \"max-error\""},
        {{{"directly", "on"}}, "\"directly\" needs \"to\""},
        {{{"order", "given"}}, "\"order\" given needs \"to\""},
        {{{"output-palette", "123456"}}, "\"output-palette\" needs \"to\""},
        {{{"scale", "2"}}, "\"pixel-grid\" or \"look\" pixel-art"},
        {{{"dither", "ordered"}, {"defringe", "1"}}, ""},
    };
    for (const auto& [words, part] : wrong) {
        huedrift_failure failure;
        EXPECT_EQ(reduce(ramps(9, 9), words, &failure), nullptr) << words.front().first;
        expect_failed(failure.code, failure, HUEDRIFT_USAGE, part);
        EXPECT_THAT(failure.sentence, testing::Not(HasSubstr("--")));
        EXPECT_EQ(huedrift_group_new(settings_of(words).get(), &failure), nullptr);
        expect_failed(failure.code, failure, HUEDRIFT_USAGE, part);
    }
}

}
}
