#include "session/cell_edits.h"

#include "session_run.h"

namespace huedrift {
namespace {

constexpr Rgb red{200, 30, 40}, blue{20, 60, 210}, white{250, 250, 250};

/// Draws cells of 8 pixels in three colours. No neighbouring cells are equal.
Image sprite() {
    constexpr Rgb colors[]{red, blue, white};
    Image image(64, 48);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x) {
            const Rgb color = colors[(x / 8 + y / 8) % 3];
            image.pixels()[std::size_t(y * 64 + x)] = {color.r, color.g, color.b, 255};
        }
    return image;
}

class CellEdits : public SessionTest {
protected:
    CellEdits() {
        Recipe recipe;
        recipe.labels.grid = {GridChoice::Kind::given, {8000, 8000}};
        session->set(recipe);
        session->open({write_picture("a.png", sprite())});
        settle();
    }
    std::shared_ptr<const Result> result() const { return session->snapshot().frequency; }
    Recipe recipe() const { return session->snapshot().recipe; }
    Rgba8 pixel(int x, int y) const {
        return ResultPainter(*result()).whole().pixels()[std::size_t(y * 64 + x)];
    }
    void set(const Recipe& recipe) {
        session->set(recipe);
        settle();
    }
};

TEST_F(CellEdits, ResultsKnowTheirGrid) {
    ASSERT_TRUE(result()->grid);
    EXPECT_EQ(result()->grid->columns.cells(), 8);
    EXPECT_EQ(result()->grid->rows.cells(), 6);
    EXPECT_TRUE(has_cell(*result(), 63, 47));
    EXPECT_FALSE(has_cell(*result(), 64, 47));
    set({});
    EXPECT_FALSE(result()->grid);
    EXPECT_FALSE(has_cell(*result(), 3, 3));
    EXPECT_EQ(painted(recipe(), *result(), {.x = 3, .y = 3, .color = blue}), recipe());
}

TEST_F(CellEdits, ResultsHaveNoGridIfNoneIsFound) {
    session->open({write_picture("b.png", many_colors(24))});
    Recipe automatic;
    automatic.labels.grid.kind = GridChoice::Kind::automatic;
    set(automatic);
    EXPECT_FALSE(result()->grid);
}

TEST_F(CellEdits, PaintAWholeCellUntilItIsRestored) {
    set(painted(recipe(), *result(), {.x = 12, .y = 3, .color = white}));
    EXPECT_EQ(pixel(8, 0), (Rgba8{white.r, white.g, white.b, 255}));
    EXPECT_EQ(pixel(15, 7), pixel(8, 0));
    EXPECT_EQ(pixel(7, 7), (Rgba8{red.r, red.g, red.b, 255}));
    ASSERT_TRUE(edit_of_cell(recipe(), *result(), {.x = 15, .y = 7}));
    EXPECT_FALSE(edit_of_cell(recipe(), *result(), {.x = 16, .y = 7}));
    set(painted(recipe(), *result(), {.x = 9, .y = 5, .color = std::nullopt}));
    EXPECT_EQ(recipe().labels.cells.size(), 1u) << "one edit a cell";
    EXPECT_EQ(pixel(12, 3).a, 0);
    set(unpainted(recipe(), *result(), {.x = 8, .y = 0}));
    EXPECT_TRUE(recipe().labels.cells.empty());
    EXPECT_EQ(pixel(12, 3), (Rgba8{blue.r, blue.g, blue.b, 255}));
    session->undo();
    settle();
    EXPECT_EQ(pixel(12, 3).a, 0);
}

TEST_F(CellEdits, StayWhereTheyAreInAnotherGrid) {
    set(painted(recipe(), *result(), {.x = 12, .y = 3, .color = white}));
    Recipe larger = recipe();
    larger.labels.grid.size = {16000, 16000};
    larger.labels.scale = 3; // only in files; the window shows the result at the source's size
    set(larger);
    EXPECT_LT(result()->grid->columns.cells(), 8);
    EXPECT_EQ(pixel(12, 3), (Rgba8{white.r, white.g, white.b, 255}));
    EXPECT_EQ(ResultPainter(*result()).width(), 64);
}

}
}
