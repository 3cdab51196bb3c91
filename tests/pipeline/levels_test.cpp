#include "pipeline/enumerators.h"
#include "pipeline/palette_steps.h"
#include "pipeline/pipeline_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// The nearest colour of the grid, by comparing all of them; the smallest code of several.
Rgb nearest_on(std::span<const Rgb> grid, std::span<const Position> positions, const Position& from) {
    std::size_t nearest = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const std::int64_t l = positions[i].l - from.l, a = positions[i].a - from.a,
                           b = positions[i].b - from.b;
        const std::int64_t distance = l * l + 4 * (a * a + b * b);
        if (distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return grid[nearest];
}

std::vector<Position> grid_positions(std::span<const Rgb> colors, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<Position> positions;
    for (const Rgb color : colors) positions.push_back(position(color));
    return positions;
}

/// A picture with these colours, the first once, the second twice and so on.
Image strip_of(std::span<const Rgb> colors) {
    std::vector<Rgba8> pixels;
    for (std::size_t i = 0; i < colors.size(); ++i)
        pixels.insert(pixels.end(), i % 5 + 1, Rgba8{colors[i].r, colors[i].g, colors[i].b, 255});
    const auto width = static_cast<int>(pixels.size());
    return {width, 1, std::move(pixels)};
}

std::vector<Rgb> some_colors(int count) {
    std::mt19937 random(7);
    std::vector<Rgb> colors;
    for (int i = 0; i < count; ++i) colors.push_back(Rgb::from_code(random() % rgb_codes));
    return colors;
}

class LevelsTest : public PipelineFixture, public testing::WithParamInterface<Levels> {
protected:
    std::vector<Rgb> grid = grid_of(GetParam());
    /// Every colour is an entry of its own.
    Recipe recipe{.shift = {.radius = 0}, .palette = {.levels = GetParam()}};
};

TEST_P(LevelsTest, EntriesTakeTheNearestColourOfTheWholeGrid) {
    std::vector<Rgb> colors = some_colors(300);
    for (const std::uint32_t grey : {0u, 1u, 8u, 127u, 128u, 254u, 255u})
        colors.push_back(Rgb::from_code(grey * 0x010101));
    open(strip_of(colors));
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        recipe.source.transfer = transfer;
        const auto reduced = reduce(recipe);
        const ColorSet& source = reduced->picture->colors;
        const std::vector<Position> positions = grid_positions(grid, transfer);
        std::map<Rgb, std::pair<std::uint64_t, std::uint32_t>> expected; // pixels, source colours
        for (std::size_t i = 0; i < source.size(); ++i) {
            const Rgb nearest = nearest_on(grid, positions, source.positions()[i]);
            EXPECT_EQ(reduced->palette->color_of(i), nearest);
            expected[nearest].first += source.counts()[i];
            ++expected[nearest].second;
        }
        ASSERT_EQ(reduced->palette->entries.size(), expected.size()) << "equal entries join";
        for (const PaletteEntry& entry : reduced->palette->entries)
            EXPECT_EQ(std::pair(entry.pixels, entry.colors), expected[entry.color]);
    }
}

TEST_P(LevelsTest, EveryColourOfTheGridStays) {
    open(strip_of(grid));
    EXPECT_EQ(colors(recipe), grid);
}

TEST_P(LevelsTest, ASettledPaletteIsBroughtToTheGridAfterwards) {
    open(strip_of(some_colors(5000)));
    recipe.shift.radius = 0.15;
    Recipe without = recipe;
    without.palette = {.fit = {.settle = 1, .snap = Snap::on}};
    recipe.palette = without.palette;
    recipe.palette.levels = GetParam();
    const auto before = reduce(without), after = reduce(recipe);
    const std::vector<Position> positions = grid_positions(grid, Transfer::srgb);
    std::vector<Rgb> expected;
    for (const PaletteEntry& entry : before->palette->entries)
        expected.push_back(nearest_on(grid, positions, entry.position));
    for (std::size_t i = 0; i < before->picture->colors.size(); ++i)
        EXPECT_EQ(after->palette->color_of(i), expected[before->palette->entry_of[i]]);
}

TEST_P(LevelsTest, DitheringAndMappingUseColoursOfTheGrid) {
    open(strip_of(some_colors(300)));
    const std::set<Rgb> shown(grid.begin(), grid.end());
    const std::vector<Rgb> given{{3, 5, 1}, {250, 9, 7}, {251, 9, 7}, {9, 240, 30}, {249, 251, 254}};
    const std::vector<Position> positions = grid_positions(grid, Transfer::srgb);
    std::vector<Rgb> on_grid;
    for (const Position& position : grid_positions(given, Transfer::srgb))
        on_grid.push_back(nearest_on(grid, positions, position));
    for (const bool is_given : {false, true})
        for (const bool directly : {false, true})
            for (const Dither dither : enumerators<Dither>) {
                Recipe asked = recipe;
                asked.palette.colors = directly ? std::nullopt : std::optional(9u);
                asked.palette.directly = directly;
                asked.labels.dithering.method = dither;
                if (is_given) asked.palette.to = given;
                if (is_given) asked.output.order = SwatchOrder::given;
                const auto reduced = reduce(asked);
                for (const Rgba8& pixel : pipeline.make_output(reduced)->pixels())
                    ASSERT_TRUE(shown.contains({pixel.r, pixel.g, pixel.b}));
                std::vector<Rgb> listed;
                for (const Swatch& swatch : pipeline.file_colors(reduced)->list())
                    listed.push_back(swatch.color);
                EXPECT_TRUE(!is_given || listed == on_grid) << "in the places of the palette";
            }
}

INSTANTIATE_TEST_SUITE_P(OfDevices, LevelsTest,
                         testing::Values(Levels::rgb565, Levels::rgb555, Levels::rgb444, Levels::rgb333,
                                         Levels::rgb222),
                         [](const auto& one) { return std::string(name_of(one.param)); });

}
}
