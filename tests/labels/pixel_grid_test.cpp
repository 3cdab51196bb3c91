#include "labels/pixel_grid.h"

#include "expect_error.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace huedrift {
namespace {

const std::vector<Position> grid_palette{
    {0, 0, 0}, {1 << 24, 0, 0}, {1 << 23, 1 << 22, 0}, {1 << 23, 0, 1 << 22}};

/// The rounded borders of cells of a size.
std::vector<int> borders_of(int cells, double size) {
    std::vector<int> borders;
    for (int i = 0; i <= cells; ++i) borders.push_back(int(std::floor(i * size + 0.5)));
    return borders;
}

/// A plane of random cells between these borders.
LabelPlane cells_between(const std::vector<int>& columns, const std::vector<int>& rows, unsigned seed,
                         bool same_in_rows = false) {
    std::mt19937 random(seed);
    const int width = columns.back(), height = rows.back();
    std::vector<std::int64_t> labels(std::size_t(width) * std::size_t(height));
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
        if (same_in_rows) random.seed(seed);
        for (std::size_t column = 0; column + 1 < columns.size(); ++column) {
            const auto label = std::int64_t(random() % 5) - 1;
            for (int y = rows[row]; y < rows[row + 1]; ++y)
                for (int x = columns[column]; x < columns[column + 1]; ++x)
                    labels[std::size_t(y * width + x)] = label;
        }
    }
    return plane_of(width, height, grid_palette.size(), labels);
}

/// The grids of a plane that is both the result and the source.
std::optional<PixelGrid> best_grid_of(const LabelPlane& plane, std::size_t frames = 1) {
    const PositionedPlane same{plane, grid_palette};
    return best_grid(same, same, frames);
}
PlaneEnergies energies_of(const LabelPlane& plane, std::size_t frames = 1) {
    const PositionedPlane same{plane, grid_palette};
    return cut_energies(same, same, frames);
}

TEST(PixelGrid, IsFoundAtEverySize) {
    for (const double size : {2.0, 3.0, 3.5, 7.3, 12.0, 24.7, 64.0}) {
        const std::vector<int> columns = borders_of(20, size), rows = borders_of(16, size);
        const auto grid = best_grid_of(cells_between(columns, rows, 3));
        ASSERT_TRUE(grid) << size;
        EXPECT_EQ(grid->columns.borders, columns) << size;
        EXPECT_EQ(grid->rows.borders, rows) << size;
        EXPECT_NEAR(grid->columns.size, 1000 * size, 40 * size) << size;
        EXPECT_GE(grid->confidence, min_confidence) << size;
    }
}

TEST(PixelGrid, MayBeWiderThanHigh) {
    const std::vector<int> columns = borders_of(30, 5), rows = borders_of(20, 9);
    const auto grid = best_grid_of(cells_between(columns, rows, 7));
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
}

TEST(PixelGrid, TakesTheSizeOfOneDirectionForTheOther) {
    const std::vector<int> columns = borders_of(24, 8), rows = borders_of(6, 8);
    const auto grid = best_grid_of(cells_between(columns, rows, 1, true));
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
    EXPECT_EQ(grid->confidence, 1000);
}

TEST(PixelGrid, IsFoundInOneRowOrColumn) {
    const std::vector<int> many = borders_of(32, 6), one{0, 1};
    const auto row = best_grid_of(cells_between(many, one, 1));
    ASSERT_TRUE(row);
    EXPECT_EQ(row->columns.borders, many);
    EXPECT_EQ(row->rows.borders, one);
    const auto column = best_grid_of(cells_between(one, many, 1));
    ASSERT_TRUE(column);
    EXPECT_EQ(column->rows.borders, many);
}

TEST(PixelGrid, IsSoughtUntilThatIsCancelled) {
    Progress cancelled;
    cancelled.cancel();
    const LabelPlane plane = cells_between(borders_of(20, 7), borders_of(16, 7), 3);
    const PositionedPlane same{plane, grid_palette};
    expect_error([&] { best_grid(same, same, 1, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { grid_of(same, same, {7000, 7000}, 1, {}, cancelled); }, ErrorKind::cancelled);
}

TEST(PixelGrid, IsNotFoundInFlatPictures) {
    EXPECT_FALSE(best_grid_of(LabelPlane(40, 30, 4)));
    EXPECT_FALSE(best_grid_of(LabelPlane(1, 1, 4)));
    const LabelPlane pixel(1, 1, 0), flat(40, 30, 4);
    EXPECT_FALSE(best_grid({pixel, {}}, {pixel, {}}));
    const PixelGrid given = grid_of({flat, grid_palette}, {flat, grid_palette}, {10000, 10000});
    EXPECT_EQ(given.columns.cells(), 4);
    EXPECT_EQ(given.rows.cells(), 3);
    EXPECT_EQ(given.confidence, 0);
}

TEST(PixelGrid, OfAGivenSizeHasThatSize) {
    // A sprite of 128 x 96 cells on an even ground, enlarged to 678 x 509 pixels that blend its cells.
    constexpr std::size_t columns = 128, rows = 96, width = 678, height = 509;
    std::mt19937 random(5);
    std::vector<Position> cells(columns * rows);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t x = i % columns, y = i / columns;
        const bool is_ground = x < 30 || x >= 90 || y < 20 || y >= 70;
        cells[i] = grid_palette[is_ground ? 0 : random() % grid_palette.size()];
    }
    std::vector<Position> pixels;
    std::vector<std::int64_t> every, nearest;
    for (std::size_t i = 0; i < width * height; ++i) {
        const auto place = [](std::size_t pixel, std::size_t count, std::size_t length) {
            return std::clamp((double(pixel) + 0.5) * double(count) / double(length) - 0.5, 0.0,
                              double(count) - 1.001);
        };
        const double x = place(i % width, columns, width), y = place(i / width, rows, height);
        const auto cell = std::size_t(y) * columns + std::size_t(x);
        const auto mean = [&](std::int32_t Position::*of) {
            const double right = x - std::floor(x), down = y - std::floor(y);
            return std::int32_t(
                (cells[cell].*of * (1 - right) + cells[cell + 1].*of * right) * (1 - down) +
                (cells[cell + columns].*of * (1 - right) + cells[cell + columns + 1].*of * right) * down);
        };
        pixels.push_back({mean(&Position::l), mean(&Position::a), mean(&Position::b)});
        every.push_back(std::int64_t(i));
        const auto found = std::ranges::min_element(
            grid_palette, {}, [&](const Position& color) { return squared_distance(color, pixels.back()); });
        nearest.push_back(found - grid_palette.begin());
    }
    const LabelPlane plane = plane_of(width, height, pixels.size(), every),
                     labels = plane_of(width, height, grid_palette.size(), nearest);
    const PixelGrid grid = grid_of({labels, grid_palette}, {plane, pixels}, {5300, 5300});
    EXPECT_EQ(grid.columns.cells(), 128);
    EXPECT_EQ(grid.rows.cells(), 96);
}

TEST(PixelGrid, IsNotFoundWhereEachPixelIsACell) {
    const std::vector<int> columns = borders_of(90, 1), rows = borders_of(70, 1);
    const auto grid = best_grid_of(cells_between(columns, rows, 2));
    EXPECT_TRUE(!grid || grid->confidence < min_confidence);
}

TEST(PixelGrid, IsFoundInSmallCellsThatBlurIntoEachOther) {
    // Each pixel of 3 is a mean with its neighbours, so that every cell has one pixel of its own colour.
    const std::vector<int> columns = borders_of(24, 3), rows = borders_of(18, 3);
    const std::vector<std::int64_t> cells = labels_of(cells_between(columns, rows, 4));
    const auto width = std::size_t(columns.back()), height = std::size_t(rows.back());
    std::vector<Position> blurred;
    std::vector<std::int64_t> every(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t x = i % width, y = i / width;
        const auto at = [&](std::size_t column, std::size_t row) {
            const std::int64_t label = cells[std::min(row, height - 1) * width + std::min(column, width - 1)];
            return grid_palette[std::size_t(std::max<std::int64_t>(label, 0))];
        };
        const std::array around{at(x, y),     at(x, y),     at(x, y),           at(x, y),
                                at(x + 1, y), at(x, y + 1), at(x - (x > 0), y), at(x, y - (y > 0))};
        Position sum;
        for (const Position& one : around) sum = {sum.l + one.l / 8, sum.a + one.a / 8, sum.b + one.b / 8};
        blurred.push_back(sum);
        every[i] = std::int64_t(i);
    }
    const LabelPlane plane = plane_of(int(width), int(height), blurred.size(), every);
    const auto grid = best_grid({plane, blurred}, {plane, blurred});
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
    EXPECT_GE(grid->confidence, min_confidence);
}

TEST(PixelGrid, OfSmallCellsNeedNotFillThePicture) {
    const std::vector<int> columns = borders_of(20, 4), rows = borders_of(16, 4);
    const std::vector<std::int64_t> sprite = labels_of(cells_between(columns, rows, 9));
    const int width = columns.back(), height = rows.back(), margin = 120;
    const int whole_width = width + 2 * margin;
    std::vector<std::int64_t> labels(std::size_t(whole_width * (height + 2 * margin)), 0);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            labels[std::size_t((y + margin) * whole_width + x + margin)] = sprite[std::size_t(y * width + x)];
    const auto grid = best_grid_of(plane_of(whole_width, height + 2 * margin, grid_palette.size(), labels));
    ASSERT_TRUE(grid);
    EXPECT_GE(grid->confidence, min_confidence);
    EXPECT_EQ(grid->columns.size, 4000u);
    for (const int border : {margin, margin + 40, margin + 76})
        EXPECT_TRUE(std::ranges::binary_search(grid->columns.borders, border)) << border;
}

TEST(PixelGrid, HasAtMostAThousandCellsInADirection) {
    const std::vector<int> few = borders_of(8, 2);
    const auto found = best_grid_of(cells_between(borders_of(1024, 2), few, 5));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->columns.cells(), 1024);
    const auto many = best_grid_of(cells_between(borders_of(1025, 2), few, 5));
    EXPECT_TRUE(!many || many->columns.cells() < 1024);
}

TEST(PixelGrid, IsTheSameInAllFrames) {
    const std::vector<int> columns = borders_of(12, 6.5), rows = borders_of(10, 6.5);
    LabelPlane both(columns.back(), 2 * rows.back(), grid_palette.size());
    for (const int frame : {0, 1})
        put_rows(both, frame * rows.back(), cells_between(columns, rows, unsigned(frame)));
    const auto grid = best_grid_of(both, 2);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
}

TEST(PixelGrid, KnowsTheDrift) {
    const GridAxis axis{{2, 10, 21, 30, 40, 44}, 10000};
    EXPECT_EQ(drift(axis), 1000u); // 10, 21, 30, 40 instead of 10, 20, 30, 40
    EXPECT_EQ(drift({{0, 5, 9}, 5000}), 0u);
}

TEST(CutEnergies, SkipRimsBetweenLongerStretches) {
    // 0 and 1 have the greatest contrast; the rim of 2 is skipped.
    const LabelPlane plane = plane_of(9, 1, 4, {0, 0, 0, 2, 1, 1, 1, 1, -1});
    const PlaneEnergies energies = energies_of(plane);
    const std::uint64_t most = max_contrast;
    EXPECT_EQ(energies.columns[1], (std::vector<std::uint64_t>{0, 0, 0, most, 0, 0, 0, 0, 0}));
    EXPECT_EQ(energies.columns[3], std::vector<std::uint64_t>(9));
    EXPECT_EQ(energies.rows[0], std::vector<std::uint64_t>{0});
}

TEST(CutEnergies, AreSumsOfContrastsAndStepsInBothDirections) {
    // Cells of two pixels, so that no stretch is a rim of one pixel.
    const std::vector<int> columns = borders_of(9, 2), rows = borders_of(8, 2);
    const LabelPlane plane = cells_between(columns, rows, 11);
    const std::vector<std::int64_t> labels = labels_of(plane);
    const std::size_t width = 18, frame_height = 8;
    const auto between = [&](std::size_t i, std::size_t j, auto distance, std::uint64_t of_transparency) {
        if (labels[i] == labels[j]) return std::uint64_t{0};
        if (labels[i] < 0 || labels[j] < 0) return of_transparency;
        return std::uint64_t{
            distance(grid_palette[std::size_t(labels[i])], grid_palette[std::size_t(labels[j])])};
    };
    std::array<std::vector<std::uint64_t>, 2> across, down;
    for (auto& energy : across) energy.resize(width);
    for (auto& energy : down) energy.resize(frame_height);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::size_t x = i % width, y = i / width % frame_height; // sums two frames
        if (x != 0) {
            across[0][x] += between(i - 1, i, step, max_step - min_step);
            across[1][x] += between(i - 1, i, contrast, max_contrast);
        }
        if (y != 0) {
            down[0][y] += between(i - width, i, step, max_step - min_step);
            down[1][y] += between(i - width, i, contrast, max_contrast);
        }
    }
    const PlaneEnergies energies = energies_of(plane, 2);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_EQ(energies.columns[i], across[i]) << i;
        EXPECT_EQ(energies.rows[i], down[i]) << i;
    }
}

TEST(CutEnergies, OfStepsComeFromTheSource) {
    const LabelPlane flat(3, 1, 4), source = plane_of(3, 1, 4, {0, 0, 1});
    const PlaneEnergies energies = cut_energies({flat, grid_palette}, {source, grid_palette});
    EXPECT_EQ(energies.columns[0], (std::vector<std::uint64_t>{0, 0, max_step - min_step}));
    EXPECT_EQ(energies.columns[1], std::vector<std::uint64_t>(3));
}

TEST(CutEnergies, IgnoreSmallSteps) {
    EXPECT_EQ(step({0, 0, 0}, {1 << 20, 0, 0}), 0u);
    EXPECT_EQ(step({0, 0, 0}, {0, -(1 << 20) - 7, 0}), 7u);
    EXPECT_EQ(step({0, 0, 0}, {1 << 24, 0, 0}), max_step - min_step);
}

TEST(CutEnergies, RoundContrastsDown) {
    EXPECT_EQ(contrast({0, 0, 0}, {2, 2, 0}), 2u);
    EXPECT_EQ(contrast({0, 0, 0}, {3, 4, 0}), 5u);
    EXPECT_EQ(contrast({0, 0, 0}, {1 << 21, 0, 0}), max_contrast);
    EXPECT_EQ(contrast({0, 0, 0}, {(1 << 21) - 1, 0, 0}), max_contrast - 1);
}

}
}
