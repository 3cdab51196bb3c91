#include "labels/pixel_grid.h"

#include "labels/label_pictures.h"

#include <gtest/gtest.h>

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

TEST(PixelGrid, IsFoundAtEverySize) {
    for (const double size : {2.0, 3.0, 3.5, 7.3, 12.0, 24.7, 64.0}) {
        const std::vector<int> columns = borders_of(20, size), rows = borders_of(16, size);
        const auto grid = best_grid(cells_between(columns, rows, 3), grid_palette);
        ASSERT_TRUE(grid) << size;
        EXPECT_EQ(grid->columns.borders, columns) << size;
        EXPECT_EQ(grid->rows.borders, rows) << size;
        EXPECT_NEAR(grid->columns.size, 1000 * size, 40 * size) << size;
        EXPECT_GE(grid->confidence, min_confidence) << size;
    }
}

TEST(PixelGrid, MayBeWiderThanHigh) {
    const std::vector<int> columns = borders_of(30, 5), rows = borders_of(20, 9);
    const auto grid = best_grid(cells_between(columns, rows, 7), grid_palette);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
}

TEST(PixelGrid, TakesTheSizeOfOneDirectionForTheOther) {
    const std::vector<int> columns = borders_of(24, 8), rows = borders_of(6, 8);
    const auto grid = best_grid(cells_between(columns, rows, 1, true), grid_palette);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
    EXPECT_EQ(grid->confidence, 1000);
}

TEST(PixelGrid, IsFoundInOneRowOrColumn) {
    const std::vector<int> many = borders_of(32, 6), one{0, 1};
    const auto row = best_grid(cells_between(many, one, 1), grid_palette);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->columns.borders, many);
    EXPECT_EQ(row->rows.borders, one);
    const auto column = best_grid(cells_between(one, many, 1), grid_palette);
    ASSERT_TRUE(column);
    EXPECT_EQ(column->rows.borders, many);
}

TEST(PixelGrid, IsNotFoundInFlatPictures) {
    EXPECT_FALSE(best_grid(LabelPlane(40, 30, 4), grid_palette));
    EXPECT_FALSE(best_grid(LabelPlane(1, 1, 4), grid_palette));
    EXPECT_FALSE(best_grid(LabelPlane(1, 1, 0), {}));
    const PixelGrid given = grid_of(LabelPlane(40, 30, 4), grid_palette, {10000, 10000});
    EXPECT_EQ(given.columns.cells(), 4);
    EXPECT_EQ(given.rows.cells(), 3);
    EXPECT_EQ(given.confidence, 0);
}

TEST(PixelGrid, IsNotFoundWhereEachPixelIsACell) {
    const std::vector<int> columns = borders_of(90, 1), rows = borders_of(70, 1);
    const auto grid = best_grid(cells_between(columns, rows, 2), grid_palette);
    EXPECT_TRUE(!grid || grid->confidence < min_confidence);
}

TEST(PixelGrid, IsTheSameInAllFrames) {
    const std::vector<int> columns = borders_of(12, 6.5), rows = borders_of(10, 6.5);
    LabelPlane both(columns.back(), 2 * rows.back(), grid_palette.size());
    for (const int frame : {0, 1})
        put_rows(both, frame * rows.back(), cells_between(columns, rows, unsigned(frame)));
    const auto grid = best_grid(both, grid_palette, 2);
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->columns.borders, columns);
    EXPECT_EQ(grid->rows.borders, rows);
}

TEST(PixelGrid, KnowsTheCellOfAPixelAndTheDrift) {
    const GridAxis axis{{2, 10, 21, 30, 40, 44}, 10000};
    EXPECT_FALSE(cell_at(axis, 1));
    EXPECT_EQ(cell_at(axis, 2), 0u);
    EXPECT_EQ(cell_at(axis, 43), 4u);
    EXPECT_FALSE(cell_at(axis, 44));
    EXPECT_EQ(drift(axis), 1000u); // 10, 21, 30, 40 instead of 10, 20, 30, 40
    EXPECT_EQ(drift({{0, 5, 9}, 5000}), 0u);
}

TEST(CutEnergies, SkipRimsBetweenLongerStretches) {
    // 0 and 1 have the greatest contrast; the rim of 2 is skipped.
    const LabelPlane plane = plane_of(9, 1, 4, {0, 0, 0, 2, 1, 1, 1, 1, -1});
    const PlaneEnergies energies = cut_energies(plane, grid_palette);
    const std::uint64_t most = max_contrast;
    EXPECT_EQ(energies.columns[0], (std::vector<std::uint64_t>{0, 0, 0, most, most, 0, 0, 0, most}));
    EXPECT_EQ(energies.columns[1], (std::vector<std::uint64_t>{0, 0, 0, most, 0, 0, 0, 0, 0}));
    EXPECT_EQ(energies.columns[3], std::vector<std::uint64_t>(9));
    EXPECT_EQ(energies.rows[0], std::vector<std::uint64_t>{0});
}

TEST(CutEnergies, AreSumsOfContrastsInBothDirections) {
    const std::vector<int> columns = borders_of(9, 1), rows = borders_of(8, 1);
    const LabelPlane plane = cells_between(columns, rows, 11);
    const std::vector<std::int64_t> labels = labels_of(plane);
    const auto between = [&](std::size_t i, std::size_t j) -> std::uint64_t {
        if (labels[i] == labels[j]) return 0;
        if (labels[i] < 0 || labels[j] < 0) return max_contrast;
        return contrast(grid_palette[std::size_t(labels[i])], grid_palette[std::size_t(labels[j])]);
    };
    std::vector<std::uint64_t> across(9), down(4);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (i % 9 != 0) across[i % 9] += between(i - 1, i);
        if (i / 9 % 4 != 0) down[i / 9 % 4] += between(i - 9, i); // sums two frames
    }
    const PlaneEnergies energies = cut_energies(plane, grid_palette, 2);
    EXPECT_EQ(energies.columns[0], across);
    EXPECT_EQ(energies.rows[0], down);
}

TEST(CutEnergies, RoundContrastsDown) {
    EXPECT_EQ(contrast({0, 0, 0}, {2, 2, 0}), 2u);
    EXPECT_EQ(contrast({0, 0, 0}, {3, 4, 0}), 5u);
    EXPECT_EQ(contrast({0, 0, 0}, {1 << 21, 0, 0}), max_contrast);
    EXPECT_EQ(contrast({0, 0, 0}, {(1 << 21) - 1, 0, 0}), max_contrast - 1);
}

}
}
