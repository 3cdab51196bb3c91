#include "dither/dither_pairs.h"

#include "base/error.h"
#include "base/parallel.h"
#include "dither_twin.h"
#include "expect_error.h"
#include "palette/alpha_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

namespace huedrift {
namespace {

// The definition pixel by pixel, with the errors of the whole picture in memory.

using Coordinates = std::array<std::int64_t, 7>;

constexpr std::int64_t opaque_alpha = 7331525, most_code = 2088960;

Coordinates pair_coordinates(Rgba8 value, Transfer transfer) {
    static const PositionTable of_srgb(Transfer::srgb), of_linear(Transfer::linear);
    const PositionTable& position = transfer == Transfer::srgb ? of_srgb : of_linear;
    const ColorPoint point = pair_point({value.r, value.g, value.b}, value.a, position);
    return {point.position.l, point.position.a, point.position.b, point.code[0],
            point.code[1],    point.code[2],    point.alpha};
}

std::int64_t squared_of(const Coordinates& p, const Coordinates& q, bool has_codes) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < 7; ++k)
        if (has_codes || k < 3 || k == 6) sum += (p[k] - q[k]) * (p[k] - q[k]);
    return sum;
}

/// The picture of a test, with what the definition says of its values.
struct PairPicture {
    int width = 0, height = 0;
    std::vector<Rgba8> values{}, entries{};
    LabelPlane plane{0, 0, 1};
    std::vector<std::size_t> value_of{}; ///< of each pixel
    std::vector<std::uint8_t> marks{};

    PairSource source() const {
        return {.plane = plane,
                .values = values,
                .entries = entries,
                .dithering = {.method = Dither::automatic},
                .marks = marks};
    }
};

std::size_t nearest_in(const std::vector<Rgba8>& entries, const Coordinates& point, std::uint8_t alpha,
                       Transfer transfer) {
    std::optional<std::pair<std::int64_t, std::size_t>> least;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if ((alpha == 0 || alpha == 255) && entries[i].a != alpha) continue;
        const std::pair found(squared_of(point, pair_coordinates(entries[i], transfer), true), i);
        if (!least || found < *least) least = found;
    }
    return least->second;
}

std::int64_t reach_at(Rgba8 value, const PairSource& source) {
    const Coordinates point = pair_coordinates(value, source.transfer);
    const std::vector<Rgba8> entries(source.entries.begin(), source.entries.end());
    const Rgba8 entry = entries[nearest_in(entries, point, value.a, source.transfer)];
    const auto distance = std::int64_t(
        std::floor(std::sqrt(double(squared_of(point, pair_coordinates(entry, source.transfer), false)))));
    return std::min<std::int64_t>(3 * distance / 2 + 335544, 1 << 23);
}

/// The point with an error that has been shortened.
Coordinates with_error(Coordinates point, std::uint8_t alpha, const Coordinates& error) {
    for (std::size_t k = 0; k < 6; ++k) point[k] += error[k];
    for (std::size_t k = 3; k < 6; ++k) point[k] = std::clamp(point[k], -most_code, most_code);
    if (alpha != 255) point[6] = std::clamp<std::int64_t>(point[6] + error[6], 1, opaque_alpha - 1);
    return point;
}

std::vector<std::size_t> diffused_by_definition(const PairPicture& picture, const PairSource& source) {
    const auto width = std::size_t(picture.width), frame = std::size_t(picture.height) / source.frames;
    std::vector<std::size_t> taken(picture.value_of.size());
    std::vector<Coordinates> errors(taken.size());
    const std::int64_t strength = source.dithering.integer_strength();
    const std::int64_t share = source.dithering.method == Dither::everywhere ? strength : 90 * strength / 128;
    const twin::Weights weights = twin::weights_by(source.dithering.diffusion);
    const auto pass_on = [&](const Coordinates& aim, const Coordinates& entry, std::size_t x, std::size_t y) {
        for (std::size_t k = 0; k < 7; ++k) {
            const std::int64_t passed = (aim[k] - entry[k]) * share >> 16;
            std::int64_t rest = passed;
            for (std::size_t place = 0; place < weights.of_place.size(); ++place) {
                const bool is_last = weights.keeps_all && place + 1 == weights.of_place.size();
                const std::int64_t part =
                    is_last ? rest : twin::floor_of(weights.of_place[place] * passed, weights.divisor);
                rest -= part;
                const std::size_t column = x + place % 5 - 2,
                                  row = y + place / 5; // wraps around before the first
                if (column < width && row / frame == y / frame && row < frame * source.frames)
                    errors[row * width + column][k] += part;
            }
        }
    };
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const std::size_t x = i % width, y = i / width;
        const Rgba8 value = picture.values[picture.value_of[i]];
        const Coordinates own = pair_coordinates(value, source.transfer);
        if (value.a == 0 || (!picture.marks.empty() && picture.marks[i] != 0)) {
            taken[i] = nearest_in(picture.entries, own, value.a, source.transfer);
            continue;
        }
        Coordinates error = errors[i];
        const std::int64_t reach = reach_at(value, source), squared = squared_of(error, {}, false);
        if (squared > reach * reach) {
            const auto length = std::int64_t(std::floor(std::sqrt(double(squared))));
            for (std::int64_t& one : error) one = one * (reach * (1 << 24) / length) >> 24;
        }
        const Coordinates aim = with_error(own, value.a, error);
        taken[i] = nearest_in(picture.entries, aim, value.a, source.transfer);
        const Coordinates entry = pair_coordinates(picture.entries[taken[i]], source.transfer);
        pass_on(aim, entry, x, y);
    }
    return taken;
}

std::vector<std::size_t> mixed_by_definition(Rgba8 value, const PairPicture& picture,
                                             const PairSource& source) {
    const Coordinates own = pair_coordinates(value, source.transfer);
    const std::int64_t reach = reach_at(value, source);
    Coordinates missing{};
    std::vector<std::pair<std::int64_t, std::size_t>> mixture;
    const std::size_t size =
        source.dithering.method == Dither::ordered ? source.dithering.matrix * source.dithering.matrix : 64;
    for (std::size_t step = 0; step < size; ++step) {
        Coordinates error;
        for (std::size_t k = 0; k < 7; ++k)
            error[k] = std::clamp(missing[k] * source.dithering.integer_strength() >> 16, -reach, reach);
        const std::size_t entry =
            nearest_in(picture.entries, with_error(own, value.a, error), value.a, source.transfer);
        const Coordinates point = pair_coordinates(picture.entries[entry], source.transfer);
        for (std::size_t k = 0; k < 7; ++k) missing[k] += own[k] - point[k];
        mixture.emplace_back(point[0], entry);
    }
    std::ranges::sort(mixture);
    std::vector<std::size_t> entries;
    for (const auto& [l, entry] : mixture) entries.push_back(entry);
    return entries;
}

std::size_t bayer_index(std::size_t x, std::size_t y, std::uint32_t side) {
    std::size_t index = 0;
    for (unsigned k = 0; 1u << k < side; ++k)
        index = 4 * index + 2 * ((x >> k & 1) ^ (y >> k & 1)) + (y >> k & 1);
    return index;
}

std::vector<std::size_t> patterned_by_definition(const PairPicture& picture, const PairSource& source) {
    static const MaskRanks ranks = void_and_cluster();
    const auto width = std::size_t(picture.width), frame = std::size_t(picture.height) / source.frames;
    std::vector<std::vector<std::size_t>> mixtures;
    for (const Rgba8 value : picture.values) mixtures.push_back(mixed_by_definition(value, picture, source));
    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < picture.value_of.size(); ++i) {
        const std::size_t x = i % width, y = i / width % frame;
        const Rgba8 value = picture.values[picture.value_of[i]];
        const std::size_t index = source.dithering.method == Dither::ordered
                                      ? bayer_index(x % source.dithering.matrix, y % source.dithering.matrix,
                                                    source.dithering.matrix)
                                      : ranks[y % 64 * 64 + x % 64] / std::size_t{64};
        const bool is_kept = !picture.marks.empty() && picture.marks[i] != 0;
        taken.push_back(is_kept ? nearest_in(picture.entries, pair_coordinates(value, source.transfer),
                                             value.a, source.transfer)
                                : mixtures[picture.value_of[i]][index]);
    }
    return taken;
}

/// Smooth gradients of colour and alpha with noise, and the entries that pairs of other random values make.
PairPicture random_pair_picture(int width, int height, std::size_t entries, unsigned seed) {
    std::mt19937 random(seed);
    PairPicture picture{.width = width, .height = height};
    const auto channel = [&](int at) { return std::uint8_t(std::clamp(at + int(random() % 9) - 4, 0, 255)); };
    const auto key_of = [](Rgba8 value) { return std::tuple(value.r, value.g, value.b, value.a); };
    std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t>> keys;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int alpha = 400 * x / width - 60;
            Rgba8 value{channel(255 * y / height), channel(255 * x / width), channel(seed % 256), 255};
            value.a = std::uint8_t(std::clamp(alpha, 0, 255));
            if (value.a == 0) value = {};
            keys.push_back(key_of(value));
        }
    std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t>, std::size_t> number;
    for (const auto& key : keys) number.emplace(key, 0);
    for (auto& [key, place] : number) {
        const auto [r, g, b, a] = key;
        place = picture.values.size();
        picture.values.push_back({r, g, b, a});
    }
    picture.plane = LabelPlane(width, height, picture.values.size());
    for (const auto& key : keys) picture.value_of.push_back(number[key]);
    picture.plane.visit([&]<class Index>(std::vector<Index>& indices) {
        std::ranges::transform(picture.value_of, indices.begin(),
                               [](std::size_t value) { return static_cast<Index>(value); });
    });
    std::set<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, std::uint8_t>> palette;
    for (const std::uint8_t alpha : {0, 255}) // each opacity has an entry
        if (std::ranges::any_of(picture.values, [&](Rgba8 value) { return value.a == alpha; }))
            palette.emplace(alpha == 0 ? 0 : 99, 0, 0, alpha);
    while (palette.size() < entries) {
        const auto byte = [&] { return std::uint8_t(random() % 256); };
        const Rgba8 value{byte(), byte(), byte(),
                          random() % 2 ? std::uint8_t{255} : std::max(byte(), std::uint8_t{1})};
        palette.insert(key_of(value));
    }
    for (const auto& [r, g, b, a] : palette) picture.entries.push_back({r, g, b, a});
    return picture;
}

void expect_dithered(const PairPicture& picture, const PairSource& source, bool diffuses) {
    const LabelPlane plane = dither_pairs(source);
    std::vector<std::size_t> taken;
    plane.visit(
        [&]<class Label>(const std::vector<Label>& labels) { taken.assign(labels.begin(), labels.end()); });
    EXPECT_EQ(taken,
              diffuses ? diffused_by_definition(picture, source) : patterned_by_definition(picture, source));
}

TEST(DitherPairs, DiffuseAsDefined) {
    unsigned seed = 0;
    for (const auto& [width, height] : {std::pair(1, 1), {1, 37}, {2, 3}, {3, 17}, {41, 31}, {97, 1}})
        for (const std::size_t entries : {3, 8, 31}) {
            const PairPicture picture = random_pair_picture(width, height, entries, ++seed);
            PairSource source = picture.source();
            source.transfer = seed % 2 ? Transfer::linear : Transfer::srgb;
            source.dithering.method = seed % 3 == 0 ? Dither::everywhere : Dither::diffusion;
            source.dithering.strength = strength_of(seed % 4 == 0 ? 40'000 : full_strength);
            expect_dithered(picture, source, true);
        }
}

TEST(DitherPairs, DiffuseByAllWeightsAsDefined) {
    for (const DiffusionWeights& row : all_diffusion_weights) {
        const PairPicture picture = random_pair_picture(37, 34, 7, 20);
        PairSource source = picture.source();
        source.dithering.diffusion = row.diffusion;
        expect_dithered(picture, source, true);
    }
}

TEST(DitherPairs, DiffuseOnManyThreadsAsOnOne) {
    const PairPicture picture = random_pair_picture(1100, 37, 5, 3);
    const LabelPlane alone = [&] {
        const ThreadLimit limit(1);
        return dither_pairs(picture.source());
    }();
    for (const int threads : {2, 3, 5}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(dither_pairs(picture.source()), alone);
    }
    expect_dithered(picture, picture.source(), true);
}

TEST(DitherPairs, FollowPatternsAsDefined) {
    unsigned seed = 40;
    for (const Dither by : {Dither::ordered, Dither::blue_noise})
        for (const std::size_t entries : {3, 9}) {
            const PairPicture picture = random_pair_picture(23, 19, entries, ++seed);
            PairSource source = picture.source();
            source.dithering.method = by;
            source.dithering.strength = strength_of(seed % 2 ? full_strength : 30'000);
            for (const std::uint32_t matrix : {2, 8, 16}) {
                source.dithering.matrix = matrix;
                expect_dithered(picture, source, false);
            }
        }
}

TEST(DitherPairs, DropErrorsBetweenFrames) {
    const PairPicture picture = random_pair_picture(29, 36, 9, 60);
    PairSource source = picture.source();
    source.frames = 3;
    expect_dithered(picture, source, false); // blue noise by itself
    source.dithering.method = Dither::diffusion;
    expect_dithered(picture, source, true);
}

TEST(DitherPairs, LeaveMarkedPixelsAlone) {
    PairPicture picture = random_pair_picture(31, 29, 7, 70);
    std::mt19937 random(1);
    picture.marks.resize(picture.value_of.size());
    for (std::uint8_t& mark : picture.marks) mark = random() % 3 == 0;
    for (const Dither by : {Dither::diffusion, Dither::ordered}) {
        PairSource source = picture.source();
        source.dithering.method = by;
        expect_dithered(picture, source, by == Dither::diffusion);
    }
}

TEST(DitherPairs, OfNoPixelsAreNone) {
    const PairPicture picture{.values = {{}}, .entries = {{}}};
    EXPECT_EQ(dither_pairs(picture.source()).size(), 0u);
}

TEST(DitherPairs, CanBeCancelled) {
    const PairPicture picture = random_pair_picture(64, 64, 9, 80);
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { dither_pairs(picture.source(), cancelled); }, ErrorKind::cancelled);
}

}
}
