#include "labels/dither.h"

#include "base/parallel.h"
#include "labels/label_pictures.h"
#include "labels/void_and_cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace huedrift {
namespace {

using Vector = std::array<std::int64_t, 3>;

std::vector<Position> positions_of(std::span<const Rgb> colors) {
    const PositionTable position(Transfer::srgb);
    std::vector<Position> positions;
    for (const Rgb color : colors) positions.push_back(position(color));
    return positions;
}

/// The definition again, as plainly as possible.
class DitherTwin {
public:
    DitherTwin(const ImageView& image, std::span<const Position> palette, std::int64_t strength)
        : image_(image), palette_(palette), strength_(strength) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::int64_t low = coordinates(palette[0])[axis], high = low;
            for (const Position& p : palette) {
                low = std::min<std::int64_t>(low, coordinates(p)[axis]);
                high = std::max<std::int64_t>(high, coordinates(p)[axis]);
            }
            bound_[axis] = (high - low + 1) / 2;
        }
    }

    std::vector<std::int64_t> diffused() const {
        std::vector<std::int64_t> labels(image_.pixels.size(), -1);
        std::vector<Vector> errors(image_.pixels.size());
        for (int y = 0; y < image_.height; ++y)
            for (int i = 0; i < image_.width; ++i) {
                const int ahead = y % 2 == 0 ? 1 : -1, x = y % 2 == 0 ? i : image_.width - 1 - i;
                const std::size_t at = index(x, y);
                if (image_.pixels[at].a == 0) continue;
                const Vector wanted = plus(position_at(at), held(errors[at]));
                labels[at] = nearest(wanted);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const std::int64_t missing = wanted[axis] - entry(labels[at])[axis];
                    const std::int64_t error = floor_of(missing * strength_, 65536);
                    const std::int64_t parts[] = {floor_of(7 * error, 16), floor_of(3 * error, 16),
                                                  floor_of(5 * error, 16)};
                    give(errors, x + ahead, y, axis, parts[0]);
                    give(errors, x - ahead, y + 1, axis, parts[1]);
                    give(errors, x, y + 1, axis, parts[2]);
                    give(errors, x + ahead, y + 1, axis, error - parts[0] - parts[1] - parts[2]);
                }
            }
        return labels;
    }

    std::vector<std::int64_t> ordered() const {
        return mixed([](int x, int y) { return bayer_index(x, y); });
    }

    std::vector<std::int64_t> blue_noise() const {
        static const MaskRanks ranks = void_and_cluster();
        return mixed([](int x, int y) { return ranks[std::size_t(y % 64 * 64 + x % 64)] >> 6; });
    }

private:
    static int bayer_index(int x, int y) {
        constexpr int matrix[8][8] = {{0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
                                      {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
                                      {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
                                      {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};
        return matrix[y % 8][x % 8];
    }
    template <class Index>
    std::vector<std::int64_t> mixed(const Index& index_at) const {
        std::vector<std::int64_t> labels(image_.pixels.size(), -1);
        for (int y = 0; y < image_.height; ++y)
            for (int x = 0; x < image_.width; ++x) {
                const std::size_t at = index(x, y);
                if (image_.pixels[at].a == 0) continue;
                Vector missing{};
                std::vector<std::int64_t> mixture;
                for (int i = 0; i < 64; ++i) {
                    Vector scaled{};
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        scaled[axis] = floor_of(missing[axis] * strength_, 65536);
                    mixture.push_back(nearest(plus(position_at(at), held(scaled))));
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        missing[axis] += position_at(at)[axis] - entry(mixture.back())[axis];
                }
                std::ranges::sort(mixture, {},
                                  [&](std::int64_t label) { return std::pair(entry(label)[0], label); });
                labels[at] = mixture[std::size_t(index_at(x, y))];
            }
        return labels;
    }
    static std::int64_t floor_of(std::int64_t value, std::int64_t by) {
        return value >= 0 ? value / by : -((-value + by - 1) / by);
    }
    std::size_t index(int x, int y) const { return std::size_t(y * image_.width + x); }
    void give(std::vector<Vector>& errors, int x, int y, std::size_t axis, std::int64_t part) const {
        if (x >= 0 && x < image_.width && y < image_.height) errors[index(x, y)][axis] += part;
    }
    static Vector plus(const Vector& x, const Vector& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }
    Vector held(const Vector& error) const {
        Vector result{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            result[axis] = std::clamp(error[axis], -bound_[axis], bound_[axis]);
        return result;
    }
    Vector entry(std::int64_t label) const {
        const auto at = coordinates(palette_[std::size_t(label)]);
        return {at[0], at[1], at[2]};
    }
    Vector position_at(std::size_t at) const {
        const Rgba8 pixel = image_.pixels[at];
        const auto position = coordinates(position_({pixel.r, pixel.g, pixel.b}));
        return {position[0], position[1], position[2]};
    }
    std::int64_t nearest(const Vector& wanted) const {
        const auto distance = [&](std::int64_t label) {
            std::int64_t sum = 0;
            for (std::size_t axis = 0; axis < 3; ++axis)
                sum += (wanted[axis] - entry(label)[axis]) * (wanted[axis] - entry(label)[axis]);
            return sum;
        };
        std::int64_t best = 0;
        for (std::int64_t label = 1; label < std::int64_t(palette_.size()); ++label)
            if (distance(label) < distance(best)) best = label;
        return best;
    }

    ImageView image_;
    std::span<const Position> palette_;
    std::int64_t strength_;
    Vector bound_{};
    PositionTable position_{Transfer::srgb};
};

/// Every grey from black to white and back, below each other.
Image grey_ramp(int height) {
    Image image(256, height);
    for (int i = 0; i < 256 * height; ++i) {
        const auto v = std::uint8_t(i % 256);
        image.pixels()[std::size_t(i)] = {v, v, v, 255};
    }
    return image;
}

TEST(Dither, EqualsTheDefinition) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Image image = speckled(int(1 + seed % 23), int(1 + seed * 7 % 37), 40, seed);
        const Image entries = speckled(int(1 + seed % 9), 1, 9, 1000 + seed);
        std::vector<Rgb> colors;
        for (const Rgba8 p : entries.pixels()) colors.push_back({p.r, p.g, p.b});
        const std::vector<Position> palette = positions_of(colors);
        const ColorSet set(image, Transfer::srgb);
        for (const std::int64_t strength : {full_strength, full_strength / 3, std::int64_t{0}}) {
            const DitherTwin twin(image, palette, strength);
            const DitherSource source{image, set, palette, strength};
            EXPECT_EQ(labels_of(diffuse(source)), twin.diffused()) << seed;
            EXPECT_EQ(labels_of(dither_ordered(source)), twin.ordered()) << seed;
            EXPECT_EQ(labels_of(dither_blue_noise(source)), twin.blue_noise()) << seed;
        }
    }
}

TEST(Dither, EqualsTheDefinitionForPalettesOfAnySize) {
    for (const unsigned side : {16u, 17u, 25u}) {
        std::vector<Rgb> colors; // dense on one side of the space, so that errors lead far away
        for (unsigned i = 0; i < side * side; ++i)
            colors.push_back(
                {std::uint8_t(i % side * 7), std::uint8_t(i / side * 9), std::uint8_t(i % 5 * 50)});
        const std::vector<Position> palette = positions_of(colors);
        const Image image = speckled(9, 7, 63, side);
        const ColorSet set(image, Transfer::srgb);
        const DitherSource source{image, set, palette, full_strength};
        EXPECT_EQ(labels_of(dither_ordered(source)), DitherTwin(image, palette, full_strength).ordered())
            << side;
    }
}

TEST(Dither, EqualsTheDefinitionWhereTheMaskRepeats) {
    const std::vector<Position> palette =
        positions_of(std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}});
    for (const auto& [width, height] : {std::pair{131, 1}, {1, 131}, {67, 65}}) {
        const Image image = speckled(width, height, 12, 6);
        const ColorSet set(image, Transfer::srgb);
        const DitherTwin twin(image, palette, full_strength);
        const DitherSource source{image, set, palette, full_strength};
        EXPECT_EQ(labels_of(dither_ordered(source)), twin.ordered()) << width;
        EXPECT_EQ(labels_of(dither_blue_noise(source)), twin.blue_noise()) << width;
    }
}

TEST(Dither, IsTheSameOnAnyNumberOfThreads) {
    const Image image = speckled(300, 200, 5000, 7);
    const ColorSet set(image, Transfer::srgb);
    const std::vector<Position> palette =
        positions_of(std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}});
    const DitherSource source{image, set, palette, full_strength};
    const LabelPlane diffused = diffuse(source), ordered = dither_ordered(source),
                     noise = dither_blue_noise(source);
    for (const int threads : {1, 2, 7}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(diffuse(source), diffused);
        EXPECT_EQ(dither_ordered(source), ordered);
        EXPECT_EQ(dither_blue_noise(source), noise);
    }
}

TEST(Dither, KeepsTheMeanOfARampInOklab) {
    const Image image = grey_ramp(64);
    const PositionTable position(Transfer::srgb);
    const ColorSet set(image, Transfer::srgb);
    for (const std::vector<Rgb>& colors :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {90, 90, 90}, {255, 0, 0}, {0, 160, 255}}}) {
        const std::vector<Position> palette = positions_of(colors);
        const DitherSource source{image, set, palette, full_strength};
        for (const LabelPlane& plane : {diffuse(source), dither_ordered(source), dither_blue_noise(source)}) {
            double wanted = 0, taken = 0;
            for (const Rgba8 p : image.pixels()) wanted += position({p.r, p.g, p.b}).l;
            for (const std::int64_t label : labels_of(plane)) taken += palette[std::size_t(label)].l;
            EXPECT_LT(std::abs(wanted - taken) / double(plane.size()) * 0x1p-24, 1.0 / 255);
        }
    }
}

TEST(Dither, KeepsPaletteColors) {
    const std::vector<Rgb> colors{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}};
    Image image(30, 20);
    for (std::size_t i = 0; i < 600; ++i) {
        const Rgb color = colors[i * 7 / 64 % 3];
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    const ColorSet set(image, Transfer::srgb);
    const std::vector<Position> palette = positions_of(colors);
    const DitherSource source{image, set, palette, full_strength};
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < 600; ++i) expected.push_back(i * 7 / 64 % 3);
    for (const LabelPlane& plane : {diffuse(source), dither_ordered(source), dither_blue_noise(source)})
        EXPECT_EQ(labels_of(plane), expected);
}

TEST(Dither, DithersFramesSeparately) {
    constexpr int width = 19, height = 13, frames = 4; // no multiples of the pattern's side
    const Image image = speckled(width, frames * height, 200, 3);
    const ColorSet set(image, Transfer::srgb);
    const std::vector<Position> palette =
        positions_of(std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}});
    const DitherSource all{image, set, palette, full_strength, height};
    const LabelPlane diffused = diffuse(all), ordered = dither_ordered(all), noise = dither_blue_noise(all);
    for (int i = 0; i < frames; ++i) {
        const std::size_t size = std::size_t(width) * height;
        const ImageView frame{width, height, std::span(image.pixels()).subspan(std::size_t(i) * size, size)};
        const DitherSource source{frame, set, palette, full_strength};
        EXPECT_EQ(rows_of(diffused, i * height, height), diffuse(source)) << i;
        EXPECT_EQ(rows_of(ordered, i * height, height), dither_ordered(source)) << i;
        EXPECT_EQ(rows_of(noise, i * height, height), dither_blue_noise(source)) << i;
    }
}

// Still parts must not flicker.
TEST(Dither, PatternsDependOnlyOnColorAndPlace) {
    constexpr int width = 16, height = 11;
    Image still = speckled(width, height, 100, 5), moved = still;
    for (std::size_t i = 0; i < moved.pixels().size(); i += 3) moved.pixels()[i] = {9, 200, 40, 255};
    std::vector<Rgba8> pixels(still.pixels().begin(), still.pixels().end());
    pixels.insert(pixels.end(), moved.pixels().begin(), moved.pixels().end());
    const Image both(width, 2 * height, pixels);
    const ColorSet set(both, Transfer::srgb);
    const std::vector<Position> palette =
        positions_of(std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}});
    const DitherSource source{both, set, palette, full_strength, height};
    const std::size_t size = still.pixels().size();
    for (const LabelPlane& plane : {dither_ordered(source), dither_blue_noise(source)}) {
        const auto labels = labels_of(plane);
        for (std::size_t i = 0; i < size; ++i) {
            if (still.pixels()[i] != moved.pixels()[i]) continue;
            EXPECT_EQ(labels[i], labels[size + i]) << i;
        }
    }
}

TEST(Dither, AcceptsInvisiblePictures) {
    const Image image(5, 3);
    const ColorSet set(image, Transfer::srgb);
    const DitherSource source{image, set, {}, full_strength};
    for (const LabelPlane& plane : {diffuse(source), dither_ordered(source), dither_blue_noise(source)})
        EXPECT_EQ(labels_of(plane), std::vector<std::int64_t>(15, -1));
}

}
}
