#pragma once

#include "color/light.h"
#include "color/position.h"
#include "dither/dither.h"
#include "dither/void_and_cluster.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace huedrift {

/// The strength of dithering that is this integer.
inline double strength_of(std::int64_t integer) { return double(integer) / double(full_strength); }

}

namespace huedrift::twin {

using Vector = std::array<std::int64_t, 3>;

inline Vector operator+(const Vector& x, const Vector& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }
inline Vector operator-(const Vector& x, const Vector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }

inline std::int64_t square(const Vector& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

inline std::int64_t floor_of(std::int64_t value, std::int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}
inline Vector floor_of(const Vector& v, std::int64_t factor, std::int64_t by) {
    return {floor_of(v[0] * factor, by), floor_of(v[1] * factor, by), floor_of(v[2] * factor, by)};
}

/// A position and a code.
using Point = std::array<Vector, 2>;

inline Point operator+(const Point& x, const Point& y) { return {x[0] + y[0], x[1] + y[1]}; }
inline Point operator-(const Point& x, const Point& y) { return {x[0] - y[0], x[1] - y[1]}; }

inline Point floor_of(const Point& p, std::int64_t factor, std::int64_t by) {
    return {floor_of(p[0], factor, by), floor_of(p[1], factor, by)};
}

inline std::int64_t root_of(std::int64_t square) {
    auto root = std::int64_t(std::sqrt(double(square)));
    while (root * root > square) --root;
    while ((root + 1) * (root + 1) <= square) ++root;
    return root;
}

inline Vector vector_of(const Position& p) { return {p.l, p.a, p.b}; }
inline Vector vector_of(const Light& light) { return {light.y, light.u, light.v}; }

/// The table of "By diffusion": weights from the second column to the left to the second to the right, row by
/// row from the pixel's own on.
struct Weights {
    int divisor;
    std::vector<int> of_place;
    bool keeps_all = true; ///< the last place receives the rest
};

inline Weights weights_by(Diffusion diffusion) {
    switch (diffusion) {
    case Diffusion::floyd_steinberg:
        return {16, {0, 0, 0, 7, 0, 0, 3, 5, 1}};
    case Diffusion::atkinson:
        return {8, {0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1}, false};
    case Diffusion::jarvis:
        return {48, {0, 0, 0, 7, 5, 3, 5, 7, 5, 3, 1, 3, 5, 3, 1}};
    case Diffusion::stucki:
        return {42, {0, 0, 0, 8, 4, 2, 4, 8, 4, 2, 1, 2, 4, 2, 1}};
    case Diffusion::burkes:
        return {32, {0, 0, 0, 8, 4, 2, 4, 8, 4, 2}};
    case Diffusion::sierra:
        return {32, {0, 0, 0, 5, 3, 2, 4, 5, 4, 2, 0, 2, 3, 2}};
    }
    ADD_FAILURE() << "the twin has no such weights";
    return {};
}

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

    std::vector<std::int64_t> diffused(bool masks, Diffusion diffusion = {}) const {
        return diffused<Point>(
            weights_by(diffusion), [&](std::size_t at, const Point& received, std::int64_t& label) {
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

    std::vector<std::int64_t> diffused_to_given(Diffusion diffusion = {}) const {
        return diffused<Vector>(
            weights_by(diffusion), [&](std::size_t at, const Vector& received, std::int64_t& label) {
                const std::size_t x = at % std::size_t(image_.width), y = at / std::size_t(image_.width);
                const Vector noise = floor_of(received, mask()[y % 64 * 64 + x % 64] - 2048, 8192);
                label = nearest_to_light(at, wanted_light(at, received + noise, reach_in_light(at)));
                return floor_of(wanted_light(at, received, reach_in_light(at)) - lights_[std::size_t(label)],
                                strength_, 65536);
            });
    }

    /// The matrix of 2n x n has four times that of n, and 0, 2, 3 and 1 more in its quarters.
    std::vector<std::int64_t> ordered(bool is_given, int side = 8) const {
        std::vector<std::vector<int>> matrix{{0}};
        while (int(matrix.size()) < side) {
            const std::size_t half = matrix.size();
            std::vector<std::vector<int>> whole(2 * half, std::vector<int>(2 * half));
            for (std::size_t y = 0; y < 2 * half; ++y)
                for (std::size_t x = 0; x < 2 * half; ++x) {
                    constexpr int more[2][2] = {{0, 2}, {3, 1}};
                    whole[y][x] = 4 * matrix[y % half][x % half] + more[y / half][x / half];
                }
            matrix = whole;
        }
        return mixed(is_given, side * side,
                     [&](int x, int y) { return matrix[std::size_t(y % side)][std::size_t(x % side)]; });
    }
    std::vector<std::int64_t> by_blue_noise(bool is_given) const {
        return mixed(is_given, 64,
                     [&](int x, int y) { return mask()[std::size_t(y % 64 * 64 + x % 64)] / 64; });
    }

private:
    static const MaskRanks& mask() {
        static const MaskRanks mask = void_and_cluster();
        return mask;
    }
    /// `index_at(x, y)` is the index into the mixture of the pixel's colour.
    template <class IndexAt>
    std::vector<std::int64_t> mixed(bool is_given, int size, const IndexAt& index_at) const {
        std::vector<std::int64_t> labels(image_.pixels.size(), -1);
        auto& mixtures = mixtures_[{is_given, size}];
        for (int y = 0; y < image_.height; ++y)
            for (int x = 0; x < image_.width; ++x) {
                const std::size_t at = index(x, y);
                if (image_.pixels[at].a == 0) continue;
                auto& mixture = mixtures[color(at)];
                if (mixture.empty()) {
                    mixture = is_given ? mixture_of_light(at, size) : mixture_of(at, size);
                    std::ranges::sort(mixture, {}, [&](std::int64_t label) {
                        return std::pair(entries_[std::size_t(label)][0], label);
                    });
                }
                labels[at] = mixture[std::size_t(index_at(x, y))];
            }
        return labels;
    }

    static Vector held(Vector missing) {
        for (std::int64_t& coordinate : missing)
            coordinate = std::clamp<std::int64_t>(coordinate, -126 << 24, 126 << 24);
        return missing;
    }

    std::vector<std::int64_t> mixture_of(std::size_t at, int size) const {
        const Vector p = vector_of(position_(color(at)));
        const std::int64_t reach = reach_of(root_of(square(p - entries_[std::size_t(nearest(p))])));
        Vector missing{};
        std::vector<std::int64_t> mixture;
        for (int i = 0; i < size; ++i) {
            Vector e = floor_of(missing, strength_, 65536);
            for (std::int64_t& coordinate : e) coordinate = std::clamp(coordinate, -reach, reach);
            mixture.push_back(nearest(p + e));
            missing = held(missing + p - entries_[std::size_t(mixture.back())]);
        }
        return mixture;
    }
    std::vector<std::int64_t> mixture_of_light(std::size_t at, int size) const {
        const std::int64_t reach = reach_in_light(at);
        Vector missing{};
        std::vector<std::int64_t> mixture;
        for (int i = 0; i < size; ++i) {
            const Vector wanted = wanted_light(at, floor_of(missing, strength_, 65536), reach);
            mixture.push_back(nearest_to_light(at, wanted));
            missing = held(missing + light(at) - lights_[std::size_t(mixture.back())]);
        }
        // The squares of three coordinates may exceed 64 bits, but not how much they grow.
        const auto left = [&](std::int64_t n, std::int64_t m) {
            const Vector change = lights_[std::size_t(n)] - lights_[std::size_t(m)],
                         sum = missing + missing + change;
            return change[0] * sum[0] + change[1] * sum[1] + change[2] * sum[2];
        };
        std::array<std::int64_t, 3> best{0, -1, -1}; // the growth, and which becomes which
        for (const std::int64_t n : mixture)
            for (const std::int64_t m : mixture)
                if (left(n, m) < 0) best = std::min(best, {left(n, m), n, m});
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
    std::vector<std::int64_t> diffused(const Weights& weights, const Step& step) const {
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
                const Error m = step(at, errors[at], labels[at]);
                Error rest = m;
                for (int i = 0; i < int(weights.of_place.size()); ++i) {
                    const int weight = weights.of_place[std::size_t(i)];
                    const bool takes_rest = weights.keeps_all && i + 1 == int(weights.of_place.size());
                    const Error part = takes_rest ? rest : floor_of(m, weight, weights.divisor);
                    pass(x + i % 5 - 2, y + i / 5, part);
                    rest = rest - part;
                }
            }
        return labels;
    }

    /// The errors that a pixel receives and passes on.
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
    /// So far, by whether the palette is given and by the size of a mixture.
    mutable std::map<std::pair<bool, int>, std::map<Rgb, std::vector<std::int64_t>>> mixtures_;
    PositionTable position_{Transfer::srgb};
    LightTable light_{Transfer::srgb};
    inline static const LightPositions of_light_{};
};

}
