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

TEST(LibraryResults, CountsAndDistancesAreThoseOfThePixels) {
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
        EXPECT_THAT(said.distances, Pointwise(DoubleNear(1e-6), sums));
        EXPECT_NEAR(distance_of(*result), sum / pixels, 1e-6);
        EXPECT_NEAR(distance_of(*result, HUEDRIFT_LARGEST), most, 1e-6);
        EXPECT_LE(distance_of(*result, HUEDRIFT_PERCENTILE_95), distance_of(*result, HUEDRIFT_LARGEST));
    }
}

TEST(LibraryResults, OfAnotherSizeHaveNoDistances) {
    const ResultOf result = reduce(enlarged_art(9, 8), {{"pixel-grid", "8"}});
    EXPECT_EQ(huedrift_result_width(result.get()), 9u);
    EXPECT_TRUE(std::isnan(distance_of(*result)));
    EXPECT_TRUE(std::isnan(*huedrift_result_entry_distances(result.get(), nullptr, nullptr)));
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
    ASSERT_EQ(huedrift_result_indices(result.get(), 2, short_indices.data(), 0, nullptr, nullptr),
              HUEDRIFT_OK);
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
                ASSERT_EQ(
                    huedrift_result_indices(result.get(), bytes, rows.first, rows.stride, nullptr, nullptr),
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

std::uint8_t rounded(double value) {
    return static_cast<std::uint8_t>(std::min(255.0, std::floor(value + 0.5)));
}

/// Bytes of a pixel in a format.
std::vector<std::uint8_t> bytes_in(huedrift_format format, Rgba8 p) {
    const auto times_alpha = [&](std::uint8_t channel) { return rounded(channel * p.a / 255.0); };
    const std::uint8_t r = times_alpha(p.r), g = times_alpha(p.g), b = times_alpha(p.b);
    switch (format) {
    case HUEDRIFT_GREY:
        return {p.r};
    case HUEDRIFT_GREY_ALPHA:
        return {p.r, p.a};
    case HUEDRIFT_RGB:
        return {p.r, p.g, p.b};
    case HUEDRIFT_BGR:
        return {p.b, p.g, p.r};
    case HUEDRIFT_BGRA:
        return {p.b, p.g, p.r, p.a};
    case HUEDRIFT_RGBA_PREMULTIPLIED:
        return {r, g, b, p.a};
    case HUEDRIFT_BGRA_PREMULTIPLIED:
        return {b, g, r, p.a};
    default:
        return {p.r, p.g, p.b, p.a};
    }
}

/// The image that remains of one in a format.
Image read_back(Image image, huedrift_format format) {
    for (Rgba8& p : image.pixels()) {
        if (format == HUEDRIFT_GREY || format == HUEDRIFT_GREY_ALPHA) p.g = p.b = p.r;
        if (format == HUEDRIFT_GREY || format == HUEDRIFT_RGB || format == HUEDRIFT_BGR) p.a = 255;
        if (format != HUEDRIFT_RGBA_PREMULTIPLIED && format != HUEDRIFT_BGRA_PREMULTIPLIED) continue;
        for (std::uint8_t* channel : {&p.r, &p.g, &p.b})
            *channel = p.a == 0 ? 0 : rounded(255.0 * rounded(*channel * p.a / 255.0) / p.a);
    }
    return image;
}

TEST(LibraryResults, ImagesAreReadAndWrittenInRowsOfEveryKind) {
    for (const huedrift_format format :
         {HUEDRIFT_GREY, HUEDRIFT_GREY_ALPHA, HUEDRIFT_RGB, HUEDRIFT_BGR, HUEDRIFT_RGBA, HUEDRIFT_BGRA,
          HUEDRIFT_RGBA_PREMULTIPLIED, HUEDRIFT_BGRA_PREMULTIPLIED})
        for (const auto& [gap, up] : {std::pair(0, false), std::pair(5, false), std::pair(5, true)}) {
            const Image whole = ramps(53, 41), image = read_back(whole, format);
            const std::size_t bytes = bytes_in(format, {}).size();
            const Rows in = rows_for(53 * bytes, 41, std::size_t(gap), up), out = in;
            const auto place = [&](const Rows& rows, std::size_t i) {
                return rows.first + std::ptrdiff_t(i / 53) * rows.stride + std::ptrdiff_t(i % 53 * bytes);
            };
            for (std::size_t i = 0; i < whole.pixels().size(); ++i)
                std::ranges::copy(bytes_in(format, whole.pixels()[i]), place(in, i));
            huedrift_image view = view_of(whole);
            view.format = format;
            view.stride = in.stride;
            view.pixels = in.first;
            const PictureOf picture(huedrift_picture_new(&view, nullptr));
            const ResultOf result(huedrift_reduce(picture.get(), settings_of({}).get(), nullptr, nullptr));
            ASSERT_TRUE(result);
            EXPECT_EQ(said_by(*result), said_by(*reduce(image, {}))) << format;
            ASSERT_EQ(huedrift_result_pixels(result.get(), format, out.first, out.stride, nullptr, nullptr),
                      HUEDRIFT_OK);
            const Image shown = pixels_of(*result);
            for (std::size_t i = 0; i < shown.pixels().size(); ++i) {
                const auto expected = bytes_in(format, shown.pixels()[i]);
                ASSERT_TRUE(std::ranges::equal(expected, std::span(place(out, i), bytes))) << format;
            }
        }
}

TEST(LibraryResults, PremultipliedColoursAreRoundedAndNeverMoreThanWhite) {
    Image in(256, 256);
    for (std::size_t i = 0; i < in.pixels().size(); ++i) {
        const auto channel = static_cast<std::uint8_t>(i % 256), alpha = static_cast<std::uint8_t>(i / 256);
        in.pixels()[i] = {channel, 0, alpha, alpha};
    }
    huedrift_image view = view_of(in);
    view.format = HUEDRIFT_RGBA_PREMULTIPLIED;
    const PictureOf picture(huedrift_picture_new(&view, nullptr));
    const ResultOf result(huedrift_reduce(
        picture.get(), settings_of({{"radius", "0"}, {"hidden", "keep"}}).get(), nullptr, nullptr));
    const Image image = pixels_of(*result);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const double channel = double(i % 256), alpha = double(i / 256);
        ASSERT_EQ(image.pixels()[i].r, alpha == 0 ? 0 : rounded(255 * channel / alpha))
            << channel << ' ' << alpha;
    }
}

TEST(LibraryResults, OfSoManyEntriesFitIndicesOfAByte) {
    const Image soft = [] {
        Image image = noise(24, 20, 4);
        for (std::size_t i = 0; i < 240; ++i) image.pixels()[i].a = std::uint8_t(i % 90 * 2);
        return image;
    }();
    std::string to;
    for (int i = 0; i < 300; ++i) to += (i ? "," : "") + std::to_string(100'000 + i * 2000);
    for (const Image& image : {soft, noise(24, 20, 4)})
        for (const Words& words : {Words{{"radius", "0"}},
                                   {{"radius", "0"}, {"alpha", "threshold:9"}},
                                   {{"radius", "0"}, {"alpha", "levels:90"}},
                                   {{"colors", "300"}},
                                   {{"max-error", "0.001"}},
                                   {{"radius", "0"}, {"transparent-index", "1"}, {"alpha", "threshold:50"}},
                                   {{"colors", "20"}, {"dither", "off"}},
                                   {{"to", to}},
                                   {}}) {
            const Said whole = said_by(*reduce(image, words));
            for (const std::size_t most : {3, 256}) {
                Words limited = words;
                limited.emplace_back("entries", std::to_string(most));
                SCOPED_TRACE(testing::PrintToString(limited));
                huedrift_failure failure;
                const ResultOf result = reduce(image, limited, &failure);
                ASSERT_TRUE(result) << failure.sentence;
                EXPECT_LE(huedrift_result_entries(result.get()), most);
                EXPECT_TRUE(whole.palette.size() > most || said_by(*result) == whole);
                std::vector<std::uint8_t> indices(image.pixels().size());
                EXPECT_EQ(huedrift_result_indices(result.get(), 1, indices.data(), 0, nullptr, nullptr),
                          HUEDRIFT_OK);
            }
        }
    huedrift_failure failure;
    EXPECT_THAT(notes_of(*reduce(soft, {{"max-error", "0.001"}, {"entries", "256"}})),
                testing::Contains("\"max-error\" needs more colours than \"entries\" allows"));
    EXPECT_EQ(reduce(soft, {{"pad", "200"}, {"entries", "100"}}, &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_OUTPUT) << failure.sentence;
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
            huedrift_failure failure;
            ASSERT_EQ(huedrift_set_recipe(settings.get(), first.recipe.c_str(), &failure), HUEDRIFT_OK)
                << failure.sentence;
            const ResultOf again(huedrift_reduce(picture_of(image).get(), settings.get(), nullptr, &failure));
            ASSERT_TRUE(again) << failure.sentence;
            EXPECT_EQ(said_by(*again), first);
        }
    }
}

TEST(LibraryResults, OfAPictureUsedBeforeAreThoseOfAFreshOne) {
    const Image image = ramps(41, 37);
    const PictureOf used = picture_of(image);
    for (const Words& words : {Words{},
                               {{"look", "flat"}},
                               {{"radius", "0.1"}, {"engine", "reference"}},
                               {{"radius", "0.1"}, {"threads", "1"}},
                               {}}) {
        huedrift_failure failure;
        const ResultOf result(huedrift_reduce(used.get(), settings_of(words).get(), nullptr, &failure));
        ASSERT_TRUE(result) << failure.sentence;
        EXPECT_EQ(said_by(*result), said_by(*reduce(image, words)));
    }
}

TEST(LibraryResults, DoNotDependOnTheCallersMemory) {
    Image image = ramps(53, 41);
    const PictureOf picture = picture_of(image);
    const Said said = said_by(*reduce(image, {}));
    std::ranges::fill(image.pixels(), Rgba8{1, 2, 3, 4});
    const ResultOf result(huedrift_reduce(picture.get(), settings_of({}).get(), nullptr, nullptr));
    EXPECT_EQ(said_by(*result), said);
}

TEST(LibraryGroups, CountThenFindThenReduce) {
    const std::vector<Image> images{ramps(61, 47), drawing(64), enlarged_art(9, 8)};
    huedrift_failure failure;
    GroupOf group(huedrift_group_new(settings_of({{"colors", "9"}}).get(), &failure));
    ASSERT_TRUE(group) << failure.sentence;
    const PictureOf first = picture_of(images[0]);
    EXPECT_EQ(huedrift_group_reduce(group.get(), first.get(), nullptr, &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_USAGE) << "nothing is found yet";
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_USAGE)
        << "nothing is counted yet";
    for (const Image& image : images)
        ASSERT_EQ(huedrift_group_count(group.get(), picture_of(image).get(), nullptr, &failure), HUEDRIFT_OK);
    ASSERT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_OK) << failure.sentence;
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_OK) << "again";
    EXPECT_EQ(huedrift_group_count(group.get(), first.get(), nullptr, &failure), HUEDRIFT_USAGE);
}

TEST(LibraryGroups, RefuseColoursThatWereNotCounted) {
    huedrift_failure failure;
    const GroupOf group(huedrift_group_new(settings_of({}).get(), nullptr));
    huedrift_group_count(group.get(), picture_of(drawing(64)).get(), nullptr, nullptr);
    ASSERT_EQ(huedrift_group_find(group.get(), nullptr, nullptr), HUEDRIFT_OK);
    EXPECT_EQ(huedrift_group_reduce(group.get(), picture_of(noise(9, 9, 1)).get(), nullptr, &failure),
              nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_INPUT) << failure.sentence;
}

TEST(LibraryGroups, KeepToANumberOfEntries) {
    const Image colors = noise(40, 30, 6);
    for (const bool has_transparent : {false, true}) {
        Image image = colors;
        if (has_transparent) image.pixels()[5] = {};
        huedrift_failure failure;
        const GroupOf group(
            huedrift_group_new(settings_of({{"radius", "0"}, {"entries", "20"}}).get(), nullptr));
        huedrift_group_count(group.get(), picture_of(colors).get(), nullptr, nullptr);
        huedrift_group_count(group.get(), picture_of(image).get(), nullptr, nullptr);
        ASSERT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_OK) << failure.sentence;
        const ResultOf result(huedrift_group_reduce(group.get(), picture_of(image).get(), nullptr, &failure));
        ASSERT_TRUE(result) << failure.sentence;
        EXPECT_EQ(huedrift_result_entries(result.get()), 20u);
        image.pixels()[6].a = 99;
        EXPECT_EQ(huedrift_group_reduce(group.get(), picture_of(image).get(), nullptr, &failure), nullptr);
        EXPECT_EQ(failure.code, HUEDRIFT_OUTPUT) << failure.sentence;
    }
}

TEST(LibraryGroups, RefuseWhatImagesCannotShare) {
    huedrift_failure failure;
    EXPECT_EQ(huedrift_group_new(settings_of({{"to", "source"}}).get(), &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_USAGE);
    const GroupOf group(huedrift_group_new(settings_of({{"alpha", "levels"}}).get(), nullptr));
    huedrift_group_count(group.get(), picture_of(ramps(9, 9)).get(), nullptr, nullptr);
    EXPECT_EQ(huedrift_group_find(group.get(), nullptr, &failure), HUEDRIFT_USAGE);
    EXPECT_THAT(failure.sentence,
                testing::HasSubstr("pictures that share a palette cannot have levels of alpha"));
}

}
}
