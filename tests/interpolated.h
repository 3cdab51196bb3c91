#pragma once

#include "image/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace huedrift {

/// A filter that enlarges pictures, as a function of the distance in cells; 0 from `reach` on.
struct EnlargingFilter {
    const char* name;
    int reach;
    double (*weight)(double distance);
};

inline double sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

inline constexpr EnlargingFilter enlarging_filters[] = {
    {"triangle", 1, [](double x) { return 1 - x; }},
    {"Catmull-Rom", 2,
     [](double x) { return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2; }},
    {"Lanczos", 3, [](double x) { return sinc(x) * sinc(x / 3); }}};

/// The picture at another, larger size.
inline Image interpolated(const ImageView& cells, int width, int height, const EnlargingFilter& filter) {
    // Of each pixel along a side, the weight of each cell.
    const auto weights_of = [&](int count, int length) {
        std::vector<double> weights(std::size_t(count) * std::size_t(length));
        for (int x = 0; x < length; ++x) {
            double sum = 0;
            for (int i = 0; i < count; ++i) {
                const double away = std::abs((x + 0.5) * count / length - (i + 0.5));
                const double weight = away < filter.reach ? filter.weight(away) : 0;
                sum += weights[std::size_t(x * count + i)] = weight;
            }
            for (int i = 0; i < count; ++i) weights[std::size_t(x * count + i)] /= sum;
        }
        return weights;
    };
    const std::vector<double> across = weights_of(cells.width, width),
                              down = weights_of(cells.height, height);
    Image image(width, height);
    for (int i = 0; i < width * height; ++i) {
        std::array<double, 4> sum{}; // by alpha
        for (int row = 0; row < cells.height; ++row) {
            const double of_row = down[std::size_t(i / width * cells.height + row)];
            for (int column = 0; of_row != 0 && column < cells.width; ++column) {
                const auto [r, g, b, a] = cells.pixels[std::size_t(row * cells.width + column)];
                const double part = of_row * across[std::size_t(i % width * cells.width + column)] * a;
                sum[0] += part * r, sum[1] += part * g, sum[2] += part * b, sum[3] += part;
            }
        }
        const auto code = [](double value) {
            return std::uint8_t(std::lround(std::clamp(value, 0.0, 255.0)));
        };
        if (sum[3] < 0.5) continue;
        image.pixels()[std::size_t(i)] = {code(sum[0] / sum[3]), code(sum[1] / sum[3]), code(sum[2] / sum[3]),
                                          code(sum[3])};
    }
    return image;
}

}
