#include "expect_error.h"
#include "painted.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/recipe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace huedrift {
namespace {

constexpr int cells_a_side = 16, cell_side = 6;

/// Draws an enlarged sprite of random cells with a transparent corner.
Image sprite(unsigned seed, int frames = 1) {
    constexpr Rgba8 colors[] = {
        {200, 30, 30, 255}, {30, 160, 60, 255}, {40, 60, 200, 255}, {240, 230, 200, 255}};
    std::mt19937 random(seed);
    std::vector<Rgba8> small(std::size_t(cells_a_side * cells_a_side * frames));
    for (Rgba8& cell : small) cell = colors[random() % 4];
    small[0] = {};
    const int side = cells_a_side * cell_side;
    return painted(side, side * frames, [&](int x, int y) {
        return small[std::size_t(y / cell_side * cells_a_side + x / cell_side)];
    });
}

class PixelGridStep : public PipelineFixture {
protected:
    PixelGridStep() {
        open(sprite(1));
        recipe.shift.radius = 0.02;
        recipe.labels.grid.kind = GridChoice::Kind::automatic;
    }
    std::shared_ptr<const Labelled> label() {
        reduced = reduce(recipe);
        output = pipeline.make_output(reduced);
        return pipeline.find_labels(reduced);
    }
    Rgba8 at(int x, int y) const { return output->pixels()[std::size_t(y * output->width() + x)]; }

    Recipe recipe;
    std::shared_ptr<const Reduced> reduced;
    std::shared_ptr<const Image> output;
};

TEST_F(PixelGridStep, MakesOnePixelOfACell) {
    const auto labelled = label();
    EXPECT_TRUE(labelled->has_cells);
    EXPECT_EQ(text_of(*labelled), "16 x 16 cells of 6 x 6 pixels, confidence 1, drift 0 pixels");
    const Image source = sprite(1);
    ASSERT_EQ(output->width(), cells_a_side);
    ASSERT_EQ(output->height(), cells_a_side);
    for (int y = 0; y < cells_a_side; ++y)
        for (int x = 0; x < cells_a_side; ++x)
            EXPECT_EQ(at(x, y), source.pixels()[std::size_t(y * cell_side * source.width() + x * cell_side)]);
    EXPECT_EQ(paint_as_source(*labelled, *reduced).pixels()[0], Rgba8{});
    EXPECT_EQ(visible_pixels(*labelled), 255u);
}

TEST_F(PixelGridStep, NeedsItsConfidence) {
    std::set<int> confidences, of_look; // in steps of 50 thousandths
    for (unsigned share = 0; share < 70; ++share) {
        std::mt19937 random(share);
        Image noisy = sprite(1);
        for (Rgba8& pixel : noisy.pixels())
            if (random() % 100 < share) pixel = noisy.pixels()[random() % noisy.pixels().size()];
        open(noisy);
        const auto found = label();
        ASSERT_TRUE(found->grid);
        EXPECT_EQ(found->has_cells, found->grid->confidence >= 500) << found->grid->confidence;
        confidences.insert(found->grid->confidence / 50);
        if (share >= 5) continue;
        const auto suited = pipeline.find_labels(reduce(suiting_recipe(Look::pixel_art)));
        EXPECT_EQ(pipeline.suggest_look(progress) == Look::pixel_art, suited->grid->confidence >= 950)
            << suited->grid->confidence;
        of_look.insert(suited->grid->confidence / 50);
    }
    EXPECT_TRUE(confidences.contains(9) && confidences.contains(10));
    EXPECT_TRUE(of_look.contains(18) && of_look.contains(19));
}

TEST_F(PixelGridStep, SuggestsTheLookForEnlargedPixelArt) {
    EXPECT_EQ(pipeline.suggest_look(progress), Look::pixel_art);
    std::mt19937 random(3);
    Image noisy = sprite(2);
    for (Rgba8& pixel : noisy.pixels()) pixel.g = std::uint8_t(pixel.g + random() % 9);
    open(noisy);
    EXPECT_EQ(pipeline.suggest_look(progress), Look::pixel_art);
    open(sprite(1, 3), 3);
    EXPECT_EQ(pipeline.suggest_look(progress), Look::pixel_art);
    Image noise(120, 90);
    for (Rgba8& pixel : noise.pixels())
        pixel = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    Image gradient(256, 32); // its bands are as regular as cells
    for (std::size_t i = 0; i < gradient.pixels().size(); ++i) {
        const auto grey = std::uint8_t(i % 256);
        gradient.pixels()[i] = {grey, grey, grey, 255};
    }
    for (Image image : {Image(), Image(1, 1), Image(400, 3), Image(50, 50), noise, gradient}) {
        open(image);
        EXPECT_EQ(pipeline.suggest_look(progress), Look::photo);
    }
}

TEST_F(PixelGridStep, EnlargesByWholePixels) {
    recipe.labels.scale = 3;
    const auto labelled = label();
    EXPECT_EQ(output->width(), 3 * cells_a_side);
    EXPECT_EQ(at(2, 2), Rgba8{});
    EXPECT_EQ(at(3, 2), at(5, 0));
    EXPECT_EQ(labelled->plane.width(), cells_a_side) << "only files are enlarged";
    EXPECT_EQ(visible_pixels(*labelled), 9 * 255u);
    EXPECT_EQ(enlarged(*labelled, {}).plane.height(), 3 * cells_a_side);
    EXPECT_EQ(paint_as_source(*labelled, *reduced).width(), cells_a_side * cell_side);
}

TEST_F(PixelGridStep, ChangesNothingWithoutAGrid) {
    std::mt19937 random(3);
    Image noise(64, 48);
    for (Rgba8& pixel : noise.pixels()) pixel = random() % 2 ? Rgba8{250, 0, 0, 255} : Rgba8{0, 0, 250, 255};
    const Image source = noise;
    open(std::move(noise));
    recipe.labels.scale = 4;
    EXPECT_EQ(text_of(*label()), "no pixel grid was found, so the picture keeps its pixels");
    EXPECT_TRUE(std::ranges::equal(output->pixels(), source.pixels()));
    open(Image(40, 30));
    EXPECT_FALSE(label()->has_cells);
    EXPECT_EQ(output->width(), 40);
}

TEST_F(PixelGridStep, CountsTheRimsOfSpritesAsTransparent) {
    // Each cell on the left has a rim of two translucent pixels beyond it.
    Image image = sprite(1);
    const auto width = std::size_t(image.width());
    for (std::size_t y = 0; y < width; ++y)
        for (std::size_t x = 0; x < std::size_t(3 * cell_side); ++x) {
            Rgba8& pixel = image.pixels()[y * width + x];
            pixel.a = x < std::size_t(2 * cell_side - 2) ? 0 : x < std::size_t(2 * cell_side) ? 100 : pixel.a;
        }
    open(std::move(image));
    const auto labelled = label();
    ASSERT_TRUE(labelled->has_cells);
    EXPECT_EQ(labelled->grid->columns.borders[2], 2 * cell_side);
    EXPECT_EQ(output->width(), cells_a_side);
}

TEST_F(PixelGridStep, FindsOneGridOnASheetOfSpritesWithAGap) {
    // The second sprite is 20 columns to the right of the first and 3 rows below it.
    constexpr int gap = 4, fall = 3, columns = 2 * cells_a_side + gap, rows = cells_a_side + fall;
    const Image first = sprite(1), second = sprite(2);
    Image sheet(columns * cell_side, rows * cell_side);
    const auto place = [&](const Image& on_it, int left, int top) {
        for (int y = 0; y < on_it.height(); ++y)
            std::ranges::copy_n(on_it.pixels().begin() + y * on_it.width(), on_it.width(),
                                sheet.pixels().begin() + (top + y) * sheet.width() + left);
    };
    place(first, 0, 0);
    place(second, (cells_a_side + gap) * cell_side, fall * cell_side);
    const Image source = sheet;
    open(std::move(sheet));
    EXPECT_EQ(text_of(*label()), "36 x 19 cells of 6 x 6 pixels, confidence 1, drift 0 pixels");
    ASSERT_EQ(output->width(), columns);
    ASSERT_EQ(output->height(), rows);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x)
            EXPECT_EQ(at(x, y), source.pixels()[std::size_t(y * cell_side * source.width() + x * cell_side)]);
}

TEST_F(PixelGridStep, TakesAGivenSize) {
    recipe.labels.grid = *value_in<GridChoice>("6.2");
    label();
    EXPECT_EQ(output->width(), 16);
    EXPECT_EQ(output->height(), 16);
    recipe.labels.grid = *value_in<GridChoice>("12x6");
    open(Image(40, 30));
    label();
    EXPECT_EQ(output->width(), 3);
    EXPECT_EQ(output->height(), 5);
}

TEST_F(PixelGridStep, PutsBordersAtTheAnchor) {
    recipe.labels.grid = *value_in<GridChoice>("6@10:0");
    const auto labelled = label();
    EXPECT_TRUE(std::ranges::binary_search(labelled->grid->columns.borders, 10)) << "within a cell";
    EXPECT_FALSE(std::ranges::binary_search(labelled->grid->rows.borders, 10));
    recipe.labels.grid = *value_in<GridChoice>("6@6:999");
    EXPECT_EQ(label()->grid->rows, labelled->grid->rows) << "beyond the picture";
}

TEST_F(PixelGridStep, GivesAllFramesOneGrid) {
    open(sprite(5, 3), 3);
    const auto labelled = label();
    EXPECT_EQ(labelled->frames, 3u);
    EXPECT_EQ(output->width(), cells_a_side);
    EXPECT_EQ(output->height(), 3 * cells_a_side);
}

TEST_F(PixelGridStep, ExcludesDithering) {
    recipe.labels.dithering.method = Dither::ordered;
    expect_error([&] { reduce(recipe); }, ErrorKind::usage, {"or a pixel grid"});
}

TEST(GridWords, AreReadAsTheyAreWritten) {
    for (const char* const text :
         {"off", "auto", "2", "64", "7.3", "7.313", "7.3x8", "2x64", "7.3@3:4", "7.3x8@0:12"}) {
        const auto choice = value_in<GridChoice>(text);
        ASSERT_TRUE(choice) << text;
        EXPECT_EQ(word_of(*choice), text);
    }
    EXPECT_EQ(value_in<GridChoice>("8.0x8.000"), value_in<GridChoice>("8"));
    for (const char* const text :
         {"", "1.999", "64.001", "x8", "8x", "8x8x8", "7.", ".5", "7.1234", "-8", "1e1", "8@", "8@3",
          "8@3:", "8@0:0", "8@3:-4", "auto@3:4", "8@1073741824:1"})
        EXPECT_FALSE(value_in<GridChoice>(text)) << text;
}

}
}
