#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <functional>
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
    const PictureOf own_picture = picture_of(image);
    const SettingsOf own_settings = settings_of({});
    const GroupOf own_group(huedrift_group_new(own_settings.get(), nullptr));
    const ResultOf own_result = reduce(image, {});
    huedrift_picture* const picture = own_picture.get();
    huedrift_settings* const settings = own_settings.get();
    huedrift_group* const group = own_group.get();
    const huedrift_result* const result = own_result.get();
    std::array<std::uint32_t, 81> rows{};
    double distance = 7;
    struct Refused {
        const char* part;                            ///< of the sentence
        std::function<bool(huedrift_failure*)> call; ///< returns whether it succeeded
    };
    const auto is_ok = [](huedrift_code code) { return code == HUEDRIFT_OK; };
    const auto measure = [&](const huedrift_result* of, int by, double* to, huedrift_failure* f) {
        return is_ok(huedrift_result_distance(of, static_cast<huedrift_measure>(by), to, nullptr, f));
    };
    const auto index = [&](const huedrift_result* of, void* to, huedrift_failure* f) {
        return is_ok(huedrift_result_indices(of, 1, to, 0, nullptr, f));
    };
    const auto write = [&](const huedrift_result* of, void* to, huedrift_failure* f) {
        return is_ok(huedrift_result_pixels(of, HUEDRIFT_RGB, to, 0, nullptr, f));
    };
    for (const auto& [part, call] : std::vector<Refused>{
             {"settings", [&](auto* f) { return is_ok(huedrift_set(nullptr, "colors", "3", f)); }},
             {"word", [&](auto* f) { return is_ok(huedrift_set(settings, nullptr, "3", f)); }},
             {"settings", [&](auto* f) { return is_ok(huedrift_set_recipe(nullptr, "--colors 3", f)); }},
             {"recipe", [&](auto* f) { return is_ok(huedrift_set_recipe(settings, nullptr, f)); }},
             {"image", [&](auto* f) { return huedrift_picture_new(nullptr, f) != nullptr; }},
             {"picture", [&](auto* f) { return huedrift_reduce(nullptr, settings, nullptr, f) != nullptr; }},
             {"settings", [&](auto* f) { return huedrift_reduce(picture, nullptr, nullptr, f) != nullptr; }},
             {"settings", [&](auto* f) { return huedrift_group_new(nullptr, f) != nullptr; }},
             {"group", [&](auto* f) { return is_ok(huedrift_group_count(nullptr, picture, nullptr, f)); }},
             {"picture", [&](auto* f) { return is_ok(huedrift_group_count(group, nullptr, nullptr, f)); }},
             {"group", [&](auto* f) { return is_ok(huedrift_group_find(nullptr, nullptr, f)); }},
             {"group",
              [&](auto* f) { return huedrift_group_reduce(nullptr, picture, nullptr, f) != nullptr; }},
             {"result", [&](auto* f) { return huedrift_result_counts(nullptr, nullptr, f) != nullptr; }},
             {"result",
              [&](auto* f) { return huedrift_result_entry_distances(nullptr, nullptr, f) != nullptr; }},
             {"result", [&](auto* f) { return measure(nullptr, HUEDRIFT_MEAN, &distance, f); }},
             {"distance", [&](auto* f) { return measure(result, HUEDRIFT_MEAN, nullptr, f); }},
             {"measure 3", [&](auto* f) { return measure(result, 3, &distance, f); }},
             {"measure ", [&](auto* f) { return measure(result, -1, &distance, f); }},
             {"result", [&](auto* f) { return index(nullptr, rows.data(), f); }},
             {"rows", [&](auto* f) { return index(result, nullptr, f); }},
             {"result", [&](auto* f) { return write(nullptr, rows.data(), f); }},
             {"rows", [&](auto* f) { return write(result, nullptr, f); }},
         }) {
        huedrift_failure failure;
        EXPECT_FALSE(call(&failure)) << part;
        expect_failed(failure.code, failure, HUEDRIFT_USAGE, part);
        EXPECT_FALSE(call(nullptr)) << part;
    }
    EXPECT_EQ(distance, 7);

    EXPECT_EQ(huedrift_settings_copy(nullptr), nullptr);
    EXPECT_EQ(huedrift_result_width(nullptr), 0u);
    EXPECT_EQ(huedrift_result_height(nullptr), 0u);
    EXPECT_EQ(huedrift_result_entries(nullptr), 0u);
    EXPECT_EQ(huedrift_result_palette(nullptr), nullptr);
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
        {{{"matrix", "4"}}, "\"matrix\" needs \"dither\" ordered"},
        {{{"dither", "ordered"}, {"diffusion", "atkinson"}},
         "\"diffusion\" needs \"dither\" auto, diffusion or everywhere"},
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
