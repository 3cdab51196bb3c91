#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

namespace huedrift {
namespace {

using testing::DoubleNear;
using testing::ElementsAreArray;
using testing::Pointwise;

struct Oklab3 {
    double l, a, b;
};

/// Björn Ottosson, "A perceptual color space for image processing", 2020.
Oklab3 oklab(Rgba8 c) {
    const auto light = [](std::uint8_t v) {
        const double x = v / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    const double r = light(c.r), g = light(c.g), b = light(c.b);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double distance(Rgba8 x, Rgba8 y) {
    const Oklab3 p = oklab(x), q = oklab(y);
    return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

/// An image in rows of a format, `gap` bytes apart, upwards in memory if `up`.
struct Rows {
    std::vector<std::uint8_t> bytes;
    std::ptrdiff_t stride;
    std::uint8_t* first; ///< pixel of the top row
};

Rows rows_for(std::size_t row_bytes, int height, std::size_t gap, bool up) {
    Rows rows{std::vector<std::uint8_t>((row_bytes + gap) * std::size_t(height), 0xEE),
              std::ptrdiff_t(row_bytes + gap), nullptr};
    rows.first = rows.bytes.data();
    if (!up) return rows;
    rows.first += rows.stride * (height - 1);
    rows.stride = -rows.stride;
    return rows;
}

TEST(LibraryResults, CountsAndErrorsAreThoseOfThePixels) {
    for (const Words& words : {Words{},
                               {{"look", "poster"}},
                               {{"radius", "0.1"}, {"alpha", "threshold:99"}},
                               {{"to", "ff0000,00ff00"}, {"output-palette", "000000,ffffff"}},
                               {{"pad", "200"}, {"colors", "4"}}}) {
        const Image image = ramps(53, 41);
        const ResultOf result = reduce(image, words);
        const Said said = said_by(*result);
        const bool is_measured = words.size() < 2 || words[1].first != "output-palette";
        std::vector<std::uint64_t> counts(said.palette.size());
        std::vector<double> sums(said.palette.size()), visible(said.palette.size());
        double sum = 0, pixels = 0, most = 0;
        for (std::size_t i = 0; i < said.indices.size(); ++i) {
            const std::uint32_t index = said.indices[i];
            ++counts.at(index);
            const Rgba8 source = image.pixels()[i], entry = said.palette[index];
            if (source.a == 0 || entry.a == 0) continue;
            const double far = distance(source, entry);
            sums[index] += far, visible[index] += 1;
            sum += far, pixels += 1, most = std::max(most, far);
        }
        EXPECT_EQ(said.counts, counts);
        if (!is_measured) continue; // the palette has other colours than those found
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = visible[i] == 0 ? 0 : sums[i] / visible[i];
        EXPECT_THAT(said.errors, Pointwise(DoubleNear(1e-6), sums));
        EXPECT_NEAR(huedrift_result_error(result.get(), "mean"), sum / pixels, 1e-6);
        EXPECT_NEAR(huedrift_result_error(result.get(), "max"), most, 1e-6);
        EXPECT_LE(huedrift_result_error(result.get(), "p95"), huedrift_result_error(result.get(), "max"));
    }
}

TEST(LibraryResults, ErrorsOfAnotherSizeAreNone) {
    const ResultOf result = reduce(enlarged_art(9, 8), {{"pixel-grid", "8"}});
    EXPECT_EQ(huedrift_result_width(result.get()), 9u);
    EXPECT_TRUE(std::isnan(huedrift_result_error(result.get(), "mean")));
    EXPECT_THAT(said_by(*result).errors, testing::Each(0));
}

TEST(LibraryResults, OfMoreThan256EntriesAreOrderedToo) {
    Image image = noise(40, 40, 5);
    for (std::size_t i = 0; i < 400; ++i) image.pixels()[i].a = std::uint8_t(i % 7 * 40);
    const ResultOf result = reduce(image, {{"radius", "0"}});
    const Image shown = pixels_of(*result);
    std::vector<Rgba8> values(shown.pixels().begin(), shown.pixels().end());
    const auto rank = [](Rgba8 p) { return std::tuple(p.a == 255, p.r, p.g, p.b, p.a); };
    std::ranges::sort(values, {}, rank);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    ASSERT_GT(values.size(), 256u);
    EXPECT_THAT(palette_of(*result), ElementsAreArray(values));
    const std::vector<std::uint32_t> indices = indices_of(*result);
    std::vector<std::uint16_t> short_indices(indices.size());
    ASSERT_EQ(huedrift_result_indices(result.get(), 2, short_indices.data(), 0, nullptr), HUEDRIFT_OK);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        EXPECT_EQ(values.at(indices[i]), shown.pixels()[i]);
        EXPECT_EQ(short_indices[i], indices[i]);
    }
}

TEST(LibraryResults, IndicesFillRowsOfEveryKind) {
    const ResultOf result = reduce(ramps(53, 41), {});
    const std::vector<std::uint32_t> expected = indices_of(*result);
    for (const unsigned bytes : {1u, 2u, 4u})
        for (const std::size_t gap : {0, 1, 13})
            for (const bool up : {false, true}) {
                const Rows rows = rows_for(53 * bytes, 41, gap, up);
                ASSERT_EQ(huedrift_result_indices(result.get(), bytes, rows.first, rows.stride, nullptr),
                          HUEDRIFT_OK);
                for (std::size_t y = 0; y < 41; ++y) {
                    const std::uint8_t* const row = rows.first + std::ptrdiff_t(y) * rows.stride;
                    for (std::size_t x = 0; x < 53; ++x) {
                        std::uint32_t index = 0; // on machines that write the low byte first
                        std::memcpy(&index, row + x * bytes, bytes);
                        ASSERT_EQ(index, expected[y * 53 + x]);
                    }
                    for (std::size_t i = 0; i < gap; ++i)
                        ASSERT_EQ(row[53 * bytes + i], 0xEE) << "a gap was written";
                }
            }
}

/// Bytes of a pixel in a format.
std::vector<std::uint8_t> bytes_in(huedrift_format format, Rgba8 p) {
    switch (format) {
    case HUEDRIFT_GREY:
        return {p.r};
    case HUEDRIFT_GREY_ALPHA:
        return {p.r, p.a};
    case HUEDRIFT_RGB:
        return {p.r, p.g, p.b};
    case HUEDRIFT_RGBA:
        break;
    }
    return {p.r, p.g, p.b, p.a};
}

TEST(LibraryResults, ImagesAreReadAndWrittenInRowsOfEveryKind) {
    for (const huedrift_format format : {HUEDRIFT_GREY, HUEDRIFT_GREY_ALPHA, HUEDRIFT_RGB, HUEDRIFT_RGBA})
        for (const std::size_t gap : {0, 5})
            for (const bool up : {false, true}) {
                Image image = ramps(53, 41); // as it is without the channels that the format lacks
                const bool is_grey = format <= HUEDRIFT_GREY_ALPHA;
                for (Rgba8& pixel : image.pixels()) {
                    if (is_grey) pixel.g = pixel.b = pixel.r;
                    if (format == HUEDRIFT_GREY || format == HUEDRIFT_RGB) pixel.a = 255;
                }
                const auto channels = static_cast<std::size_t>(format);
                const Rows in = rows_for(53 * channels, 41, gap, up),
                           out = rows_for(53 * channels, 41, gap, up);
                for (std::size_t i = 0; i < image.pixels().size(); ++i) {
                    const auto bytes = bytes_in(format, image.pixels()[i]);
                    std::ranges::copy(bytes, in.first + std::ptrdiff_t(i / 53) * in.stride +
                                                 std::ptrdiff_t(i % 53 * channels));
                }
                const huedrift_image view{format, 53, 41, in.stride, in.first};
                const PictureOf picture(huedrift_picture_new(&view, nullptr));
                const ResultOf result(
                    huedrift_reduce(picture.get(), settings_of({}).get(), nullptr, nullptr));
                ASSERT_TRUE(result);
                EXPECT_EQ(said_by(*result), said_by(*reduce(image, {})));
                ASSERT_EQ(huedrift_result_pixels(result.get(), format, out.first, out.stride, nullptr),
                          HUEDRIFT_OK);
                const Image shown = pixels_of(*result);
                for (std::size_t i = 0; i < shown.pixels().size(); ++i) {
                    const auto bytes = bytes_in(format, shown.pixels()[i]);
                    ASSERT_TRUE(std::equal(bytes.begin(), bytes.end(),
                                           out.first + std::ptrdiff_t(i / 53) * out.stride +
                                               std::ptrdiff_t(i % 53 * channels)));
                }
            }
}

TEST(LibraryResults, ARecipeRepeatsThem) {
    for (const auto& [name, image] : all_pictures()) {
        if (image.width() >= 256 && image.height() > 3) continue; // the largest takes long and says no more
        for (const Words& words :
             {Words{},
              {{"look", "poster"}},
              {{"look", "flat"}},
              {{"look", "pixel-art"}},
              {{"to", "ff0000,00ff00,0000ff"}, {"dither", "ordered"}, {"order", "given"}},
              {{"radius", "auto"}, {"colors", "5"}},
              {{"max-error", "0.04"}}}) {
            SCOPED_TRACE(name +
                         (words.empty() ? "" : " " + words.front().first + " " + words.front().second));
            const Said first = said_by(*reduce(image, words));
            const SettingsOf settings = settings_of({{"look", "published"}, {"colors", "2"}});
            huedrift_error error;
            ASSERT_EQ(huedrift_set_recipe(settings.get(), first.recipe.c_str(), &error), HUEDRIFT_OK)
                << error.sentence;
            const ResultOf again(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &error));
            ASSERT_TRUE(again) << error.sentence;
            EXPECT_EQ(said_by(*again), first);
        }
    }
}

TEST(LibraryResults, OfAPictureUsedBeforeAreThoseOfAFreshOne) {
    const Image image = ramps(41, 37);
    const PictureOf used = picture_of(image);
    for (const Words& words : {Words{},
                               {{"look", "flat"}},
                               {{"look", "poster"}},
                               {{"colors", "5"}},
                               {{"radius", "0.1"}},
                               {{"radius", "0.1"}, {"engine", "reference"}},
                               {{"smooth", "2"}},
                               {{"alpha", "levels:9"}},
                               {{"look", "pixel-art"}},
                               {{"radius", "0.1"}, {"threads", "1"}},
                               {}}) {
        huedrift_error error;
        const ResultOf result(huedrift_reduce(used.get(), settings_of(words).get(), nullptr, &error));
        ASSERT_TRUE(result) << error.sentence;
        EXPECT_EQ(said_by(*result), said_by(*reduce(image, words)));
    }
}

TEST(LibraryResults, OutliveWhatMadeThem) {
    ResultOf result = reduce(ramps(53, 41), {{"colors", "6"}}); // whose picture and settings are freed
    const Said said = said_by(*reduce(ramps(53, 41), {{"colors", "6"}}));
    EXPECT_EQ(said_by(*result), said);
}

TEST(LibraryResults, DoNotDependOnTheCallersMemory) {
    Image image = ramps(53, 41);
    const PictureOf picture = picture_of(image);
    const Said said = said_by(*reduce(image, {}));
    std::ranges::fill(image.pixels(), Rgba8{1, 2, 3, 4});
    const ResultOf result(huedrift_reduce(picture.get(), settings_of({}).get(), nullptr, nullptr));
    EXPECT_EQ(said_by(*result), said);
}

TEST(LibraryGroups, FindOnePaletteForAll) {
    const std::vector<Image> images{ramps(61, 47), drawing(64), enlarged_art(9, 8)};
    huedrift_error error;
    GroupOf group(huedrift_group_new(settings_of({{"colors", "9"}}).get(), &error));
    ASSERT_TRUE(group) << error.sentence;
    const PictureOf first = picture_of(images[0]);
    EXPECT_EQ(huedrift_group_reduce(group.get(), first.get(), nullptr, &error), nullptr);
    EXPECT_EQ(error.code, HUEDRIFT_USAGE) << "nothing is found yet";
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &error), HUEDRIFT_USAGE) << "nothing is counted yet";
    for (const Image& image : images)
        ASSERT_EQ(huedrift_group_count(group.get(), picture_of(image).get(), nullptr, &error), HUEDRIFT_OK);
    ASSERT_EQ(huedrift_group_find(group.get(), nullptr, &error), HUEDRIFT_OK) << error.sentence;
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &error), HUEDRIFT_OK) << "again";
    EXPECT_EQ(huedrift_group_count(group.get(), first.get(), nullptr, &error), HUEDRIFT_USAGE);

    std::vector<ResultOf> results;
    for (const Image& image : images) {
        results.emplace_back(huedrift_group_reduce(group.get(), picture_of(image).get(), nullptr, &error));
        ASSERT_TRUE(results.back()) << error.sentence;
    }
    group.reset();
    for (const ResultOf& result : results) {
        const auto palette = palette_of(*result);
        for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(palette.at(i), palette_of(*results[0])[i]);
    }
}

TEST(LibraryGroups, RefuseColoursThatWereNotCounted) {
    huedrift_error error;
    const GroupOf group(huedrift_group_new(settings_of({}).get(), nullptr));
    huedrift_group_count(group.get(), picture_of(drawing(64)).get(), nullptr, nullptr);
    ASSERT_EQ(huedrift_group_find(group.get(), nullptr, nullptr), HUEDRIFT_OK);
    EXPECT_EQ(huedrift_group_reduce(group.get(), picture_of(noise(9, 9, 1)).get(), nullptr, &error), nullptr);
    EXPECT_EQ(error.code, HUEDRIFT_INPUT) << error.sentence;
}

TEST(LibraryGroups, RefuseWhatImagesCannotShare) {
    huedrift_error error;
    EXPECT_EQ(huedrift_group_new(settings_of({{"to", "source"}}).get(), &error), nullptr);
    EXPECT_EQ(error.code, HUEDRIFT_USAGE);
    const GroupOf group(huedrift_group_new(settings_of({{"alpha", "levels"}}).get(), nullptr));
    huedrift_group_count(group.get(), picture_of(ramps(9, 9)).get(), nullptr, nullptr);
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &error), HUEDRIFT_USAGE) << error.sentence;
}

}
}
