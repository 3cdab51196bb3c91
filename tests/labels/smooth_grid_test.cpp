#include "labels/smooth_grid.h"

#include "expect_error.h"
#include "interpolated.h"
#include "painted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace huedrift {
namespace {

/// Random cells of seven colours, some transparent, in pieces two or three cells wide.
Image drawn_cells(int width, int height, unsigned seed, bool is_opaque = true) {
    constexpr Rgba8 colors[] = {
        {20, 24, 40, 255},  {230, 220, 190, 255}, {190, 40, 50, 255},  {60, 140, 70, 255},
        {70, 90, 200, 255}, {240, 180, 60, 255},  {120, 70, 140, 255}, {}};
    std::mt19937 random(seed);
    Image cells(width, height);
    for (std::size_t i = 0; i < cells.pixels().size(); ++i)
        cells.pixels()[i] =
            i != 0 && random() % 3 != 0 ? cells.pixels()[i - 1] : colors[random() % (is_opaque ? 7u : 8u)];
    return cells;
}

/// Follows the definition, in numbers that may be fractions.
struct Twin {
    const Image& image;
    int frames;
    bool rows; ///< whether the lines are rows

    int length() const { return rows ? image.width() : image.height() / frames; }
    int lines() const { return rows ? image.height() : image.width() * frames; }
    long channel(int line, int x, int c) const {
        const int column = rows ? x : line % image.width(),
                  row = rows ? line : line / image.width() * length() + x;
        const auto [r, g, b, a] = image.pixels()[std::size_t(row * image.width() + column)];
        return a * (c == 0 ? r : c == 1 ? g : c == 2 ? b : 255);
    }
    std::vector<int> some(int most) const {
        const int count = std::min(most, lines());
        std::vector<int> numbers;
        for (int i = 0; i < count; ++i) numbers.push_back((2 * i + 1) * lines() / (2 * count));
        return numbers;
    }
    std::vector<long> kinks() const {
        std::vector<long> sums(std::size_t(length()), 0L);
        for (const int line : some(256))
            for (int x = 1; x + 1 < length(); ++x)
                for (int c = 0; c < 4; ++c)
                    sums[std::size_t(x)] += std::labs(channel(line, x - 1, c) - 2 * channel(line, x, c) +
                                                      channel(line, x + 1, c));
        for (int x = 8; x + 1 < length(); x += 8) {
            const auto at = std::size_t(x);
            sums[at] = sums[at - 1] = (sums[at - 2] + sums[at + 1]) / 2;
        }
        return sums;
    }
    /// `shift` in half cells: 1 for centres, 2 for borders.
    long mean(const std::vector<long>& sums, int n, int shift) const {
        const int count = n + 1 - shift;
        long sum = 0;
        for (int i = 0; i < count; ++i) {
            const int place = (2 * i + shift) * length() - n, rest = place % (2 * n);
            const auto before = std::size_t(place / (2 * n));
            sum += sums[before] * (2 * n - rest) + sums[before + 1] * rest;
        }
        return sum / (2 * n * count);
    }
    double weight(int filter, int away) const { // in 64ths of a cell
        const double x = std::abs(away / 64.0);
        const EnlargingFilter& by = enlarging_filters[filter];
        return x < by.reach ? by.weight(x) : 0;
    }
    double error(int line, int n, int shift, int filter) const {
        double sum = 0;
        const int count = n + 1 - shift;
        for (int x = 0; x < length(); ++x) {
            if ((2 * x + 1) * n < 2 * length() || (2 * x + 1) * n > 2 * length() * (n - 1)) continue;
            // The place among the nodes, in 64ths of a cell.
            const double place = 64.0 * ((2 * x + 1) * n - shift * length()) / (2.0 * length());
            const int rounded = int(std::floor(place + 0.5));
            for (int c = 0; c < 4; ++c) {
                double shown = 0;
                for (int node = -3; node <= count + 3; ++node) {
                    const int i = std::clamp(node, 0, count - 1);
                    shown += weight(filter, rounded - 64 * node) *
                             double(channel(line, (2 * i + shift) * length() / (2 * n), c));
                }
                const double off =
                    std::clamp(std::floor(shown + 0.5), 0.0, 65025.0) - double(channel(line, x, c));
                sum += off * off;
            }
        }
        return sum;
    }
    int confidence(int n, int most) const {
        int best = 0;
        for (const int filter : {0, 1}) {
            double error_here = 0, other = 0;
            for (const int line : some(most)) {
                error_here += error(line, n, 1, filter);
                other += error(line, n, 2, filter);
            }
            if (error_here < other) best = std::max(best, 1000 - int(std::floor(1000 * error_here / other)));
        }
        return best;
    }
    /// The numbers of cells and their confidences, the best first.
    std::vector<std::pair<int, int>> find() const {
        const std::vector<long> sums = kinks();
        std::vector<std::pair<long, int>> scores;
        for (int n = std::max(8, (length() + 15) / 16); n <= std::min(1024, length() / 2 + 1); ++n) {
            const long more = mean(sums, n, 1) - mean(sums, n, 2);
            if (more > 0) scores.emplace_back(-more * long(std::floor(std::sqrt(n * 1048576.0))), n);
        }
        std::ranges::sort(scores);
        if (scores.size() > 8) scores.resize(8);
        std::vector<std::pair<int, int>> found;
        for (const auto& [score, n] : scores)
            if (confidence(n, 16) >= 250)
                if (const int sure = confidence(n, 64); sure >= 500) found.emplace_back(n, sure);
        return found;
    }
};

TEST(SmoothGrid, IsThatOfTheDefinition) {
    std::mt19937 random(1);
    int found = 0;
    for (unsigned seed = 0; seed < 9; ++seed) {
        const int columns = 8 + int(random() % 5), rows = 8 + int(random() % 3);
        const int frames = seed % 3 == 0 ? 2 : 1;
        const double factor = 2 + double(random() % 30) / 10;
        const int width = int(columns * factor + 0.5), height = frames * int(rows * factor + 0.5);
        Image image = interpolated(drawn_cells(columns, frames * rows, seed, seed % 2 == 0), width, height,
                                   enlarging_filters[seed % 3]);
        const unsigned noise = 1 + seed % 4 * 40;
        for (Rgba8& pixel : image.pixels()) pixel.g = std::uint8_t(pixel.g / 2 + random() % noise);
        const auto grid = smooth_grid(image, std::size_t(frames));
        int across = 0, down = 0, confidence = 0;
        for (const auto& [columns_here, sure_columns] : Twin{image, frames, true}.find())
            for (const auto& [rows_here, sure_rows] : Twin{image, frames, false}.find()) {
                const int w = 1000 * width / columns_here, h = 1000 * (height / frames) / rows_here;
                if (across != 0 || 32 * std::abs(w - h) > std::min(w, h)) continue;
                across = columns_here, down = rows_here, confidence = std::min(sure_columns, sure_rows);
            }
        ASSERT_EQ(grid.has_value(), across != 0) << seed;
        if (!grid) continue;
        ++found;
        EXPECT_EQ(grid->columns.cells(), across);
        EXPECT_EQ(grid->rows.cells(), down);
        EXPECT_EQ(grid->confidence, confidence);
        for (int i = 0; i <= across; ++i) // i * width / across, rounded half up
            EXPECT_EQ(grid->columns.borders[std::size_t(i)],
                      int(std::floor(double(i) * width / across + 0.5)));
        EXPECT_EQ(grid->columns.size, std::uint32_t(1000 * width / across));
    }
    EXPECT_GE(found, 3);
    EXPECT_LE(found, 8);
}

TEST(SmoothGrid, IsFoundAfterEveryFilterAndFactor) {
    const Image cells = drawn_cells(24, 18, 5);
    for (const EnlargingFilter& filter : enlarging_filters)
        for (const double factor : {3.0, 4.65, 8.0}) {
            const Image image = interpolated(cells, int(24 * factor), int(18 * factor), filter);
            const auto grid = smooth_grid(image);
            ASSERT_TRUE(grid) << filter.name << factor;
            EXPECT_TRUE(grid->is_smooth);
            ASSERT_EQ(grid->columns.cells(), 24) << filter.name << factor;
            ASSERT_EQ(grid->rows.cells(), 18) << filter.name << factor;
            const Image centres = centres_of(image, *grid);
            std::size_t near = 0;
            for (std::size_t i = 0; i < cells.pixels().size(); ++i) {
                const auto [r, g, b, a] = cells.pixels()[i];
                const Rgba8 c = centres.pixels()[i];
                near += std::abs(r - c.r) <= 24 && std::abs(g - c.g) <= 24 && std::abs(b - c.b) <= 24;
            }
            EXPECT_GE(near * 10, cells.pixels().size() * 9) << filter.name << factor;
        }
}

TEST(SmoothGrid, IsNotFoundInOtherPictures) {
    std::mt19937 random(3);
    const Image cells = drawn_cells(20, 16, 4);
    const Image sharp =
        painted(120, 96, [&](int x, int y) { return cells.pixels()[std::size_t(y / 6 * 20 + x / 6)]; });
    const Image noise = painted(100, 80, [&](int, int) {
        return Rgba8{std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    });
    const Image soft = painted(120, 90, [&](int x, int y) { // as a photo out of focus
        const double wave = std::max(0.0, 100 + 60 * std::sin(x / 9.0) + 60 * std::cos(y / 7.0 + x / 31.0));
        return Rgba8{std::uint8_t(wave + random() % 3), std::uint8_t(wave / 2 + random() % 3), 90, 255};
    });
    const Image waves = painted(120, 90, [&](int x, int y) {
        const double wave = 125 + 50 * std::sin(x / 9.0) + 50 * std::cos(y / 7.0 + x / 31.0);
        return Rgba8{std::uint8_t(wave + random() % 3), std::uint8_t(wave / 2 + random() % 3), 90, 255};
    });
    for (const Image& image :
         {sharp, noise, soft, waves, Image(), Image(1, 1), Image(7, 300), Image(60, 50), Image(20000, 8)})
        EXPECT_FALSE(smooth_grid(image)) << image.width() << " x " << image.height();
}

TEST(SmoothGrid, IsSoughtUntilThatIsCancelled) {
    Progress cancelled;
    cancelled.cancel();
    const Image image = interpolated(drawn_cells(12, 10, 2), 60, 50, enlarging_filters[0]);
    expect_error([&] { smooth_grid(image, 1, cancelled); }, ErrorKind::cancelled);
}

}
}
