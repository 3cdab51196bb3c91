#include "dither/dither.h"

#include "base/parallel.h"
#include "color/light.h"
#include "dither/void_and_cluster.h"
#include "expect_error.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace huedrift {
namespace {

using Vector = std::array<std::int64_t, 3>;

Vector operator+(const Vector& x, const Vector& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }
Vector operator-(const Vector& x, const Vector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }

std::int64_t square(const Vector& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

std::int64_t floor_of(std::int64_t value, std::int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}
Vector floor_of(const Vector& v, std::int64_t factor, std::int64_t by) {
    return {floor_of(v[0] * factor, by), floor_of(v[1] * factor, by), floor_of(v[2] * factor, by)};
}

/// A position and a code.
using Point = std::array<Vector, 2>;

Point operator+(const Point& x, const Point& y) { return {x[0] + y[0], x[1] + y[1]}; }
Point operator-(const Point& x, const Point& y) { return {x[0] - y[0], x[1] - y[1]}; }

Point floor_of(const Point& p, std::int64_t factor, std::int64_t by) {
    return {floor_of(p[0], factor, by), floor_of(p[1], factor, by)};
}

std::int64_t root_of(std::int64_t square) {
    auto root = std::int64_t(std::sqrt(double(square)));
    while (root * root > square) --root;
    while ((root + 1) * (root + 1) <= square) ++root;
    return root;
}

Vector vector_of(const Position& p) { return {p.l, p.a, p.b}; }
Vector vector_of(const Light& light) { return {light.y, light.u, light.v}; }

/// The definition again, as plainly as possible.
class DitherTwin {
public:
    DitherTwin(const ImageView& image, std::span<const Rgb> palette, std::int64_t strength)
        : image_(image), palette_(palette.begin(), palette.end()), strength_(strength) {
        for (const Rgb color : palette) {
            points_.push_back(point_of(color));
            entries_.push_back(points_.back()[0]);
            lights_.push_back(light(color));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto [dark, bright] = range([&](std::size_t i) { return lights_[i][axis]; });
            least_light_[axis] = 2 * dark - bright;
            greatest_light_[axis] = 2 * bright - dark;
        }
    }

    std::vector<std::int64_t> diffused(bool masks) const {
        return diffused<Point>([&](std::size_t at, const Point& received, std::int64_t& label) {
            const Point own = point_of(color(at));
            const std::int64_t distance = root_of(square((own - point_of(nearest(own)))[0]));
            const auto [to_receive, to_pass] =
                masks ? shares(at, distance) : std::pair<std::int64_t, std::int64_t>(128, 128);
            Point error = floor_of(received, to_receive, 128);
            const std::int64_t reach = reach_of(distance);
            if (square(error[0]) > reach * reach) {
                const std::int64_t part = (reach << 24) / root_of(square(error[0]));
                error = floor_of(error, part, 1 << 24);
            }
            Point target = own + error;
            for (std::int64_t& code : target[1]) code = std::clamp<std::int64_t>(code, 0, 255 << 14);
            label = nearest(target);
            return floor_of(target - point_of(label), floor_of(strength_ * to_pass, 128), 65536);
        });
    }

    std::vector<std::int64_t> diffused_to_given() const {
        return diffused<Vector>([&](std::size_t at, const Vector& received, std::int64_t& label) {
            const std::size_t x = at % std::size_t(image_.width), y = at / std::size_t(image_.width);
            const Vector noise = floor_of(received, mask()[y % 64 * 64 + x % 64] - 2048, 8192);
            label = nearest_to_light(at, wanted_light(at, received + noise, reach_in_light(at)));
            return floor_of(wanted_light(at, received, reach_in_light(at)) - lights_[std::size_t(label)],
                            strength_, 65536);
        });
    }

    std::vector<std::int64_t> ordered(bool is_given) const {
        constexpr int matrix[8][8] = {{0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
                                      {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
                                      {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
                                      {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};
        return mixed(is_given, [&](int x, int y) { return matrix[y % 8][x % 8]; });
    }
    std::vector<std::int64_t> by_blue_noise(bool is_given) const {
        return mixed(is_given, [&](int x, int y) { return mask()[std::size_t(y % 64 * 64 + x % 64)] / 64; });
    }

private:
    static const MaskRanks& mask() {
        static const MaskRanks mask = void_and_cluster();
        return mask;
    }
    /// `index_at(x, y)` is the index into the mixture of the pixel's colour.
    template <class IndexAt>
    std::vector<std::int64_t> mixed(bool is_given, const IndexAt& index_at) const {
        std::vector<std::int64_t> labels(image_.pixels.size(), -1);
        auto& mixtures = mixtures_[is_given ? 1 : 0];
        for (int y = 0; y < image_.height; ++y)
            for (int x = 0; x < image_.width; ++x) {
                const std::size_t at = index(x, y);
                if (image_.pixels[at].a == 0) continue;
                auto& mixture = mixtures[color(at)];
                if (mixture.empty()) {
                    mixture = is_given ? mixture_of_light(at) : mixture_of(at);
                    std::ranges::sort(mixture, {}, [&](std::int64_t label) {
                        return std::pair(entries_[std::size_t(label)][0], label);
                    });
                }
                labels[at] = mixture[std::size_t(index_at(x, y))];
            }
        return labels;
    }

    std::vector<std::int64_t> mixture_of(std::size_t at) const {
        const Vector p = vector_of(position_(color(at)));
        const std::int64_t reach = reach_of(root_of(square(p - entries_[std::size_t(nearest(p))])));
        Vector missing{};
        std::vector<std::int64_t> mixture;
        for (int i = 0; i < 64; ++i) {
            Vector e = floor_of(missing, strength_, 65536);
            for (std::int64_t& coordinate : e) coordinate = std::clamp(coordinate, -reach, reach);
            mixture.push_back(nearest(p + e));
            missing = missing + p - entries_[std::size_t(mixture.back())];
        }
        return mixture;
    }
    std::vector<std::int64_t> mixture_of_light(std::size_t at) const {
        const std::int64_t reach = reach_in_light(at);
        Vector missing{};
        std::vector<std::int64_t> mixture;
        for (int i = 0; i < 64; ++i) {
            const Vector wanted = wanted_light(at, floor_of(missing, strength_, 65536), reach);
            mixture.push_back(nearest_to_light(at, wanted));
            missing = missing + light(at) - lights_[std::size_t(mixture.back())];
        }
        const auto left = [&](std::int64_t n, std::int64_t m) {
            return square(missing + lights_[std::size_t(n)] - lights_[std::size_t(m)]);
        };
        std::array<std::int64_t, 3> best{square(missing), -1, -1}; // what is left, and which becomes which
        for (const std::int64_t n : mixture)
            for (const std::int64_t m : mixture)
                if (left(n, m) < square(missing)) best = std::min(best, {left(n, m), n, m});
        if (best[1] >= 0) *std::ranges::find(mixture, best[1]) = best[2];
        return mixture;
    }

    std::int64_t reach_in_light(std::size_t at) const {
        const Vector apart = light(at) - lights_[std::size_t(nearest_given(color(at)))];
        return 3 * std::max({std::abs(apart[0]), std::abs(apart[1]), std::abs(apart[2])}) + 335544;
    }
    /// The light to look up for a pixel that has received an error, and its label.
    Vector wanted_light(std::size_t at, const Vector& error, std::int64_t reach) const {
        Vector sum = light(at);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum[axis] += axis == 0 ? error[0] : std::clamp(error[axis], -reach, reach);
            sum[axis] = std::clamp(sum[axis], least_light_[axis], greatest_light_[axis]);
        }
        return sum;
    }
    std::int64_t nearest_to_light(std::size_t at, const Vector& light) const {
        const Position position =
            of_light_({std::int32_t(light[0]), std::int32_t(light[1]), std::int32_t(light[2])});
        return nearest_given(position, is_mixed_of_greys(color(at)));
    }

    /// `step(pixel, received, label)` chooses the label and returns the error.
    template <class Error, class Step>
    std::vector<std::int64_t> diffused(const Step& step) const {
        std::vector<std::int64_t> labels(image_.pixels.size(), -1);
        std::vector<Error> errors(image_.pixels.size());
        const auto pass = [&](int x, int y, const Error& part) {
            if (x >= 0 && x < image_.width && y < image_.height)
                errors[index(x, y)] = errors[index(x, y)] + part;
        };
        for (int y = 0; y < image_.height; ++y)
            for (int x = 0; x < image_.width; ++x) {
                const std::size_t at = index(x, y);
                if (image_.pixels[at].a == 0) continue;
                const Error m = step(at, errors[at], labels[at]), seven = floor_of(m, 7, 16),
                            three = floor_of(m, 3, 16), five = floor_of(m, 5, 16);
                pass(x + 1, y, seven);
                pass(x - 1, y + 1, three);
                pass(x, y + 1, five);
                pass(x + 1, y + 1, m - seven - three - five);
            }
        return labels;
    }

    /// What a pixel receives and passes on of errors.
    std::pair<std::int64_t, std::int64_t> shares(std::size_t at, std::int64_t distance) const {
        const int column = int(at) % image_.width, row = int(at) / image_.width;
        std::int64_t sum = 0, pixels = 0;
        for (int y = row - 2; y <= row + 2; ++y)
            for (int x = column - 2; x <= column + 2; ++x)
                if (is_visible(x, y)) {
                    sum += std::max(contrast(x, y, x + 1, y), contrast(x, y, x, y + 1));
                    ++pixels;
                }
        const std::int64_t x = 256 * sum / (std::max<std::int64_t>(distance, 167772) * pixels);
        return {std::clamp<std::int64_t>(floor_of(768 - x, 4), 0, 128),
                std::clamp<std::int64_t>(floor_of(461 - 2 * x, 3), 77, 128)};
    }
    std::int64_t contrast(int x, int y, int other_x, int other_y) const {
        if (!is_visible(other_x, other_y)) return 0;
        const Vector apart =
            vector_of(position_(color(index(x, y)))) - vector_of(position_(color(index(other_x, other_y))));
        return std::max({std::abs(apart[0]), std::abs(apart[1]), std::abs(apart[2])});
    }

    template <class Coordinate>
    std::pair<std::int64_t, std::int64_t> range(const Coordinate& coordinate) const {
        std::int64_t low = coordinate(0), high = low;
        for (std::size_t i = 0; i < palette_.size(); ++i) {
            low = std::min(low, coordinate(i));
            high = std::max(high, coordinate(i));
        }
        return {low, high};
    }
    std::size_t index(int x, int y) const { return std::size_t(y * image_.width + x); }
    bool is_visible(int x, int y) const {
        return x >= 0 && x < image_.width && y >= 0 && y < image_.height && image_.pixels[index(x, y)].a != 0;
    }
    Rgb color(std::size_t at) const {
        return {image_.pixels[at].r, image_.pixels[at].g, image_.pixels[at].b};
    }
    Vector light(Rgb color) const { return vector_of(light_(color)); }
    Vector light(std::size_t at) const { return light(color(at)); }
    static bool is_neutral(Rgb color) { return color.r == color.g && color.g == color.b; }

    static std::int64_t reach_of(std::int64_t distance) {
        return std::min<std::int64_t>(3 * distance / 2 + 335544, 1 << 23);
    }
    Point point_of(Rgb color) const {
        return {vector_of(position_(color)), {color.r << 14, color.g << 14, color.b << 14}};
    }
    Point point_of(std::int64_t label) const { return point_of(palette_[std::size_t(label)]); }
    std::int64_t nearest(const Point& target) const {
        const auto distance = [&](std::size_t i) {
            const Point apart = target - points_[i];
            return square(apart[0]) + square(apart[1]);
        };
        return nearest_by(distance, [](std::size_t) { return true; });
    }
    std::int64_t nearest(const Vector& wanted) const {
        const auto distance = [&](std::size_t i) { return square(wanted - entries_[i]); };
        return nearest_by(distance, [](std::size_t) { return true; });
    }
    std::int64_t nearest_given(Rgb color) const { return nearest_given(position_(color), false); }
    std::int64_t nearest_given(const Position& position, bool only_neutral) const {
        const auto distance = [&](std::size_t i) {
            const Vector apart = vector_of(position) - entries_[i];
            return apart[0] * apart[0] + 4 * apart[1] * apart[1] + 4 * apart[2] * apart[2];
        };
        return nearest_by(distance, [&](std::size_t i) { return !only_neutral || is_neutral(palette_[i]); });
    }
    template <class Distance, class MayBe>
    std::int64_t nearest_by(const Distance& distance, const MayBe& may_be) const {
        std::int64_t best = -1;
        for (std::size_t i = 0; i < palette_.size(); ++i)
            if (may_be(i) && (best < 0 || distance(i) < distance(std::size_t(best)))) best = std::int64_t(i);
        return best;
    }
    bool is_mixed_of_greys(Rgb color) const {
        bool has_darker = false, has_lighter = false;
        for (const Rgb entry : palette_)
            if (is_neutral(entry)) {
                has_darker |= light(entry)[0] <= light(color)[0];
                has_lighter |= light(entry)[0] >= light(color)[0];
            }
        return is_neutral(color) && has_darker && has_lighter;
    }

    ImageView image_;
    std::vector<Rgb> palette_;
    std::vector<Point> points_;
    std::vector<Vector> entries_, lights_;
    std::int64_t strength_;
    Vector least_light_{}, greatest_light_{};
    mutable std::array<std::map<Rgb, std::vector<std::int64_t>>, 2> mixtures_; ///< of both kinds, so far
    PositionTable position_{Transfer::srgb};
    LightTable light_{Transfer::srgb};
    inline static const LightPositions of_light_{};
};

/// Greys from left to right.
Image grey_ramp(int height) {
    Image image(256, height);
    for (int i = 0; i < 256 * height; ++i) {
        const auto v = std::uint8_t(i % 256);
        image.pixels()[std::size_t(i)] = {v, v, v, 255};
    }
    return image;
}

std::vector<Rgb> colors_of(const Image& image) {
    std::vector<Rgb> colors;
    for (const Rgba8 p : image.pixels()) colors.push_back({p.r, p.g, p.b});
    return colors;
}

/// A picture and its colours, for dithering to several palettes.
struct Dithered {
    Image image;
    ColorSet colors{image, Transfer::srgb};
    int frame_height = 0;

    DitherSource to(std::span<const Rgb> palette, bool is_given = false,
                    std::int64_t strength = full_strength) const {
        return {.image = image,
                .colors = colors,
                .palette = palette,
                .is_given = is_given,
                .strength = strength,
                .frame_height = frame_height};
    }
};

/// Every way of dithering.
std::vector<LabelPlane> dithered(const Dithered& picture, std::span<const Rgb> palette) {
    std::vector<LabelPlane> planes;
    for (const bool masks : {true, false}) planes.push_back(diffuse(picture.to(palette), masks));
    planes.push_back(diffuse(picture.to(palette, true), true));
    for (const bool is_given : {false, true}) {
        planes.push_back(dither_ordered(picture.to(palette, is_given)));
        planes.push_back(dither_blue_noise(picture.to(palette, is_given)));
    }
    return planes;
}

/// Smooth on the left, noisy on the right, with transparent pixels.
Image half_textured(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const unsigned noise = 2 * x < width ? 1 : 60;
            const auto channel = [&](int slope) {
                return std::uint8_t(
                    std::min(unsigned(40 + slope * y + x) + unsigned(random()) % noise, 255u));
            };
            image.pixels()[std::size_t(y * width + x)] = {channel(2), channel(3), channel(1),
                                                          std::uint8_t(random() % 20 == 0 ? 0 : 255)};
        }
    return image;
}

void expect_twin(const Image& image, std::span<const Rgb> palette, std::int64_t strength) {
    const Dithered picture{image};
    const DitherTwin twin(image, palette, strength);
    for (const bool masks : {true, false})
        EXPECT_EQ(labels_of(diffuse(picture.to(palette, false, strength), masks)), twin.diffused(masks));
    EXPECT_EQ(labels_of(diffuse(picture.to(palette, true, strength), true)), twin.diffused_to_given());
    for (const bool is_given : {false, true}) {
        const DitherSource source = picture.to(palette, is_given, strength);
        EXPECT_EQ(labels_of(dither_ordered(source)), twin.ordered(is_given)) << is_given;
        EXPECT_EQ(labels_of(dither_blue_noise(source)), twin.by_blue_noise(is_given)) << is_given;
    }
}

TEST(DitherReference, HasTheSameLabels) {
    for (unsigned seed = 0; seed < 16; ++seed) {
        SCOPED_TRACE(seed);
        const int width = int(1 + seed % 23), height = int(1 + seed * 7 % 37);
        const std::vector<Rgb> palette = colors_of(speckled(int(1 + seed % 9), 1, 9, 1000 + seed));
        for (const std::int64_t strength : {full_strength, full_strength / 3, std::int64_t{0}})
            expect_twin(speckled(width, height, 40, seed), palette, strength);
        expect_twin(half_textured(width, height, seed), palette, full_strength / (1 + seed % 2));
    }
}

TEST(DitherReference, HasTheSameLabelsForColorsFarFromThePalette) {
    const Image image = half_textured(24, 17, 1), bright = speckled(33, 35, 60, 2);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 255}}, std::vector<Rgb>{{0, 0, 0}, {2, 0, 0}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}}, std::vector<Rgb>{{255, 255, 0}, {255, 255, 1}},
          std::vector<Rgb>{{90, 90, 90}, {160, 160, 160}, {255, 0, 0}, {255, 128, 0}}}) {
        expect_twin(image, palette, full_strength);
        expect_twin(bright, palette, full_strength);
        expect_twin(grey_ramp(5), palette, full_strength);
    }
}

TEST(DitherReference, HasTheSameLabelsForPalettesOfAnySize) {
    for (const unsigned side : {1u, 3u, 8u, 16u, 17u, 25u}) {
        std::vector<Rgb> colors; // dense on one side of the space, so that errors lead far away
        for (unsigned i = 0; i < side * side; ++i)
            colors.push_back(
                {std::uint8_t(i % side * 7), std::uint8_t(i / side * 9), std::uint8_t(i % 5 * 50)});
        expect_twin(speckled(9, 7, 63, side), colors, full_strength);
    }
}

TEST(Dither, IsTheSameOnAnyNumberOfThreads) {
    const Dithered picture{half_textured(300, 200, 7)};
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}};
    const std::vector<LabelPlane> planes = dithered(picture, palette);
    for (const int threads : {1, 2, 7}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(dithered(picture, palette), planes) << threads;
    }
}

TEST(Dither, EndsWhenItIsCancelled) {
    const Dithered picture{half_textured(300, 200, 7)};
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}};
    Progress progress;
    progress.cancel();
    for (const bool is_given : {false, true}) {
        const DitherSource source = picture.to(palette, is_given);
        expect_error([&] { diffuse(source, true, progress); }, ErrorKind::cancelled);
        expect_error([&] { dither_ordered(source, progress); }, ErrorKind::cancelled);
        expect_error([&] { dither_blue_noise(source, progress); }, ErrorKind::cancelled);
    }
}

// Errors do not reach far, so diffusion adds no light spots to almost black areas.
TEST(Dither, AlmostKeepsTheMeanOfARampInOklab) {
    const Dithered picture{grey_ramp(64)};
    const PositionTable position(Transfer::srgb);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {90, 90, 90}, {255, 0, 0}, {0, 160, 255}}}) {
        for (const LabelPlane& plane :
             {diffuse(picture.to(palette), false), dither_ordered(picture.to(palette))}) {
            double wanted = 0, taken = 0;
            for (const Rgba8 p : picture.image.pixels()) wanted += position({p.r, p.g, p.b}).l;
            for (const std::int64_t label : labels_of(plane))
                taken += position(palette[std::size_t(label)]).l;
            EXPECT_LT(std::abs(wanted - taken) / double(plane.size()) * 0x1p-24, 4.0 / 255);
        }
    }
}

TEST(Dither, KeepsTheLightOfGreysWithGivenPalettes) {
    const LightTable light(Transfer::srgb);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {255, 0, 0}},
          std::vector<Rgb>{{0, 0, 0}, {255, 128, 0}, {171, 82, 54}, {0, 160, 255}, {255, 255, 255}}}) {
        for (const std::uint8_t grey : {10, 64, 128, 188, 240}) {
            Image image(400, 400); // so large that errors lost at its borders hardly count
            std::ranges::fill(image.pixels(), Rgba8{grey, grey, grey, 255});
            const Dithered picture{image};
            double sum = 0;
            for (const std::int64_t label : labels_of(diffuse(picture.to(palette, true), true))) {
                const Rgb color = palette[std::size_t(label)];
                EXPECT_TRUE(color.r == color.g && color.g == color.b);
                sum += light(color).y;
            }
            const double wanted = light({grey, grey, grey}).y;
            EXPECT_NEAR(sum / double(image.pixels().size()) / wanted, 1, 0.015) << int(grey);
        }
    }
}

// Without noise more than a quarter of these dots have another 12 columns to the right.
TEST(Dither, SparseDotsDoNotLieInRows) {
    constexpr int side = 256, most = 16;
    Image image(side, side);
    std::ranges::fill(image.pixels(), Rgba8{14, 14, 14, 255});
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}};
    const Dithered picture{image};
    const auto labels = labels_of(diffuse(picture.to(palette, true), true));
    const auto is_dot = [&](int x, int y) { return labels[std::size_t(y * side + x)] == 1; };
    std::map<std::pair<int, int>, int> offsets; // from each dot to those right of it and below
    int dots = 0;
    for (int y = most; y < side - most; ++y)
        for (int x = most; x < side - most; ++x) {
            if (!is_dot(x, y)) continue;
            ++dots;
            for (int v = 0; v <= most; ++v)
                for (int u = -most; u <= most; ++u)
                    if ((v > 0 || u > 0) && is_dot(x + u, y + v)) ++offsets[{u, v}];
        }
    int greatest = 0;
    for (const auto& [offset, count] : offsets) greatest = std::max(greatest, count);
    EXPECT_GT(dots, 100);
    EXPECT_LT(5 * greatest, dots);
}

// A mixture has 64 labels, so its light is right within half of one.
TEST(Dither, MixesTheLightOfGreysOfAnyPalette) {
    const LightTable light(Transfer::srgb);
    Image image(64, 64 * 256);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto grey = std::uint8_t(i / (64 * 64));
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    Dithered picture{image};
    picture.frame_height = 64;
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 160, 255}}})
        for (const LabelPlane& plane :
             {dither_ordered(picture.to(palette, true)), dither_blue_noise(picture.to(palette, true))}) {
            const auto labels = labels_of(plane);
            double bias = 0;
            for (std::size_t grey = 0; grey < 256; ++grey) {
                std::array<int, 4> counts{};
                for (std::size_t i = 0; i < 64 * 64; ++i) ++counts[std::size_t(labels[grey * 64 * 64 + i])];
                EXPECT_EQ(counts[0] + counts[1], 64 * 64);
                const double error =
                    counts[1] / 4096.0 -
                    light({std::uint8_t(grey), std::uint8_t(grey), std::uint8_t(grey)}).y * 0x1p-24;
                EXPECT_LT(std::abs(error), 0.01) << grey;
                bias += error / 256;
                if (grey == 128) {
                    EXPECT_EQ(counts[1], 14 * 64);
                }
            }
            EXPECT_LT(std::abs(bias), 0.0005);
        }
}

TEST(Dither, MasksByTexture) {
    std::mt19937 random(3);
    Image image(200, 60); // smooth on the left, noisy on the right
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t x = i % 200, y = i / 200;
        const auto grey = static_cast<std::uint8_t>(96 + (x < 100 ? (x + y) / 8 : random() % 128));
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    std::vector<Rgb> palette;
    for (unsigned grey = 0; grey < 256; grey += 15)
        palette.push_back({std::uint8_t(grey), std::uint8_t(grey), std::uint8_t(grey)});
    const Dithered picture{std::move(image)};
    const auto nearest = labels_of(diffuse(picture.to(palette, false, 0), true));
    const auto differ = [&](bool masks) {
        const auto labels = labels_of(diffuse(picture.to(palette), masks));
        std::array<int, 2> count{}; // in each half
        for (std::size_t i = 0; i < labels.size(); ++i)
            count[i % 200 < 100 ? 0 : 1] += labels[i] != nearest[i];
        return count;
    };
    const auto masked = differ(true), everywhere = differ(false);
    EXPECT_LT(5 * masked[1], everywhere[1]);
    EXPECT_GT(2 * masked[0], everywhere[0]);
}

TEST(Dither, KeepsPaletteColors) {
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}};
    Image image(30, 20);
    for (std::size_t i = 0; i < 600; ++i) {
        const Rgb color = palette[i * 7 / 64 % 3];
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < 600; ++i) expected.push_back(i * 7 / 64 % 3);
    for (const LabelPlane& plane : dithered({image}, palette)) EXPECT_EQ(labels_of(plane), expected);
}

TEST(Dither, DithersFramesSeparately) {
    constexpr int width = 19, height = 13, frames = 4; // no multiples of the pattern's side
    Dithered all{half_textured(width, frames * height, 3)};
    all.frame_height = height;
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}};
    const std::vector<LabelPlane> planes = dithered(all, palette);
    for (int i = 0; i < frames; ++i) {
        const auto pixels = all.image.pixels().subspan(std::size_t(i) * width * height, width * height);
        const Dithered frame{Image(width, height, {pixels.begin(), pixels.end()})};
        const std::vector<LabelPlane> of_frame = dithered(frame, palette);
        for (std::size_t way = 0; way < planes.size(); ++way)
            EXPECT_EQ(rows_of(planes[way], i * height, height), of_frame[way]) << i;
    }
}

// Still parts must not flicker.
TEST(Dither, PatternsDependOnlyOnColorAndPlace) {
    constexpr int width = 16, height = 11;
    Image still = speckled(width, height, 100, 5), moved = still;
    for (std::size_t i = 0; i < moved.pixels().size(); i += 3) moved.pixels()[i] = {9, 200, 40, 255};
    std::vector<Rgba8> pixels(still.pixels().begin(), still.pixels().end());
    pixels.insert(pixels.end(), moved.pixels().begin(), moved.pixels().end());
    Dithered both{Image(width, 2 * height, pixels)};
    both.frame_height = height;
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}};
    const std::size_t size = still.pixels().size();
    for (const LabelPlane& plane :
         {dither_ordered(both.to(palette)), dither_blue_noise(both.to(palette)),
          dither_ordered(both.to(palette, true)), dither_blue_noise(both.to(palette, true))}) {
        const auto labels = labels_of(plane);
        for (std::size_t i = 0; i < size; ++i) {
            if (still.pixels()[i] != moved.pixels()[i]) continue;
            EXPECT_EQ(labels[i], labels[size + i]) << i;
        }
    }
}

TEST(Dither, AcceptsInvisiblePictures) {
    const std::vector<Rgb> none;
    for (const LabelPlane& plane : dithered({Image(5, 3)}, none))
        EXPECT_EQ(labels_of(plane), std::vector<std::int64_t>(15, -1));
    const std::vector<Rgb> one{{1, 2, 3}};
    for (const LabelPlane& plane : dithered({Image(5, 3)}, one))
        EXPECT_EQ(labels_of(plane), std::vector<std::int64_t>(15, -1));
}

}
}
