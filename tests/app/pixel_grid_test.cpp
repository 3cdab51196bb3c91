#include "panel_fixture.h"

#include <SDL.h>

#include <algorithm>

namespace huedrift::app {
namespace {

constexpr Rgb red{200, 30, 40}, green{20, 180, 60}, blue{60, 70, 210};
constexpr int cell = 8, columns = 12, rows = 8;

Rgba8 opaque(Rgb color) { return {color.r, color.g, color.b, 255}; }

/// The colour of a cell of sprite().
Rgb drawn(int column, int row) {
    constexpr Rgb colors[]{red, green, blue};
    return colors[(column + row) % 3];
}

/// Draws cells of 8 pixels. No neighbouring cells are equal.
Image sprite() {
    Image image(columns * cell, rows * cell);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            image.pixels()[std::size_t(y * image.width() + x)] = opaque(drawn(x / cell, y / cell));
    return image;
}

/// Shows the grid of pixel art in the panel and over the pictures.
class PixelGridTest : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (app) open(sprite());
    }
    Point in_folds(Path path) { return control("panel/folds", path); }
    LabelSteps steps() { return snapshot().recipe->labels; }
    const PixelGrid* grid() { return snapshot().frequency->grid ? &*snapshot().frequency->grid : nullptr; }
    void choose(const char* kind) {
        click(in_folds({"Pixel grid", kind}));
        await_exact();
    }
    void use_grid() {
        Recipe recipe = *snapshot().recipe;
        recipe.labels.grid.kind = GridChoice::Kind::automatic;
        reduce(recipe);
        ASSERT_TRUE(grid());
    }
};

TEST_F(PixelGridTest, ASpriteOpensAsPixelArtAndOneClickLeavesThat) {
    launch_first();
    open(sprite());
    await_exact();
    EXPECT_TRUE(grid());
    EXPECT_TRUE(says("opened as pixel art:"));
    const auto [x, y, width, height] = area("panel", {"look", "Photo"});
    click(control("panel", {"plain"}));
    await_exact();
    EXPECT_FALSE(grid());
    EXPECT_FALSE(says("opened as pixel art:"));
    EXPECT_EQ(area("panel", {"look", "Photo"}), (std::array{x, y, width, height})) << "nothing has moved";
    key(SDLK_z, KMOD_LCTRL);
    await_exact();
    EXPECT_TRUE(grid());
    key(SDLK_z, KMOD_LCTRL);
    await_exact();
    EXPECT_TRUE(grid()) << "that was all";
}

TEST_F(PixelGridTest, TheExportTellsTheSizeInCells) {
    Recipe recipe = *snapshot().recipe;
    recipe.labels.grid.kind = GridChoice::Kind::automatic;
    recipe.labels.scale = 2;
    reduce(recipe);
    key(SDLK_s, KMOD_LCTRL);
    run_until([&] { return snapshot().export_bytes.has_value(); });
    settle();
    EXPECT_TRUE(says("24 \u00d7 16 px, "));
    press_key(SDLK_ESCAPE);
}

TEST_F(PixelGridTest, AutoSaysWhatItFound) {
    click(in_folds({"finish"}));
    EXPECT_FALSE(says("% sure"));
    choose("Auto");
    EXPECT_EQ(steps().grid.kind, GridChoice::Kind::automatic);
    ASSERT_TRUE(grid());
    in_folds({"##scale"}); // scrolls there
    EXPECT_TRUE(says("8 px, 12 \u00d7 8 cells,"));
    EXPECT_TRUE(says("100 % sure")) << "in the next line";
    in_folds({"finish"});
    EXPECT_TRUE(says("Finish: pixel grid"));
    choose("Off");
    EXPECT_FALSE(steps().grid.is_on());
    EXPECT_FALSE(says("% sure"));
    app->session().undo();
    EXPECT_EQ(steps().grid.kind, GridChoice::Kind::automatic);
}

TEST_F(PixelGridTest, AutoSaysIfThereIsNoGrid) {
    open(ramps(60, 40));
    click(in_folds({"finish"}));
    choose("Auto");
    EXPECT_FALSE(grid());
    in_folds({"##scale"}); // scrolls there
    EXPECT_TRUE(says("No grid found"));
    choose("Size");
    EXPECT_EQ(steps().grid.size, (CellSize{8000, 8000})) << "something to begin with";
}

TEST_F(PixelGridTest, SizeStartsAtTheSizeFoundAndIsSteppedAndTyped) {
    click(in_folds({"finish"}));
    choose("Auto");
    choose("Size");
    EXPECT_EQ(steps().grid.size, (CellSize{8000, 8000}));
    const auto larger = [&] { return in_folds({"+##cell"}); };
    click(larger());
    EXPECT_EQ(steps().grid.size, (CellSize{9000, 9000}));
    click(larger(), KMOD_SHIFT);
    EXPECT_EQ(steps().grid.size, (CellSize{9100, 9100}));
    click(in_folds({"-##cell"}));
    EXPECT_EQ(steps().grid.size, (CellSize{8100, 8100}));
    click(in_folds({"##cell"}));
    enter("63.7");
    EXPECT_EQ(steps().grid.size, (CellSize{63700, 63700}));
    click(larger());
    EXPECT_EQ(steps().grid.size, (CellSize{64000, 64000})) << "the largest";
    app->session().undo();
    app->session().undo();
    EXPECT_EQ(steps().grid.size, (CellSize{8100, 8100}));
}

TEST_F(PixelGridTest, FilesAreEnlargedAndTheWindowShowsTheSourcesSize) {
    click(in_folds({"finish"}));
    choose("Auto");
    click(in_folds({"##scale"}));
    enter("4");
    await_exact();
    EXPECT_EQ(steps().scale, 4);
    EXPECT_EQ(ResultPainter(*snapshot().frequency).width(), columns * cell);
}

TEST_F(PixelGridTest, DitheringTurnsItOff) {
    click(in_folds({"finish"}));
    choose("Auto");
    click(in_folds({"Dither", "Everywhere"}));
    EXPECT_FALSE(steps().grid.is_on());
    EXPECT_EQ(snapshot().notice, "");
}

TEST_F(PixelGridTest, LinesAreDrawnOverSourceAndResultUntilTheMenuHidesThem) {
    const auto whole = [&](std::size_t pane) {
        const Area& area = app->canvas().panes().at(pane).area;
        // The row of pixels between the pane's name above and the values below.
        return std::array{float(area.x), area.y + 60.0f, float(area.extent.width),
                          area.extent.height - 120.0f};
    };
    const auto plain = [&](std::size_t pane) {
        const Image capture = app->capture();
        return count_of(capture, whole(pane), red) + count_of(capture, whole(pane), green) +
               count_of(capture, whole(pane), blue);
    };
    const std::array before{plain(0), plain(1)};
    use_grid();
    EXPECT_LT(plain(0), before[0]);
    EXPECT_LT(plain(1), before[1]);
    click(control("##MainMenuBar", {"##menubar", "View"}));
    take("Pixel Grid");
    look_again();
    EXPECT_EQ(plain(0), before[0]);
    EXPECT_EQ(plain(1), before[1]);
    key(SDLK_g, KMOD_CTRL);
    look_again();
    EXPECT_LT(plain(1), before[1]);
}

TEST_F(PixelGridTest, ASwatchHasItsShareOfTheCells) {
    use_grid();
    move(swatch(app->capture(), red));
    settle();
    EXPECT_TRUE(says("32 pixels from 1 colour"));
    EXPECT_TRUE(says("33.3 %"));
}

TEST_F(PixelGridTest, TheHandleShiftsTheGrid) {
    use_grid();
    const auto place = [&](std::uint32_t x, std::uint32_t y) {
        const Pane& pane = app->canvas().panes()[0];
        return Point{double(pane.area.x), double(pane.area.y)} + pane.corner +
               Point{double(x), double(y)} * pane.zoom;
    };
    // The handle is on the first border that lies well inside the pane.
    const auto handle = [&](std::vector<int> borders, auto coordinate) {
        return std::uint32_t(*std::ranges::find_if(
            borders, [&](int border) { return border > 0 && coordinate(std::uint32_t(border)) >= 56; }));
    };
    const Pane pane = app->canvas().panes()[0];
    const std::uint32_t x = handle(grid()->columns.borders,
                                   [&](std::uint32_t border) { return pane.corner.x + border * pane.zoom; }),
                        y = handle(grid()->rows.borders,
                                   [&](std::uint32_t border) { return pane.corner.y + border * pane.zoom; });
    drag(place(x, y), place(x + 3, y + 2));
    await_exact();
    EXPECT_EQ(steps().grid.kind, GridChoice::Kind::given);
    EXPECT_EQ(steps().grid.size, (CellSize{8000, 8000}));
    EXPECT_EQ(steps().grid.anchor, (GridAnchor{x + 3, y + 2}));
    EXPECT_TRUE(std::ranges::binary_search(grid()->columns.borders, int(x) + 3));
    EXPECT_EQ(app->canvas().panes()[0].corner, pane.corner) << "the picture stays where it is";
    drag(place(x + 3, y + 2), place(x, y));
    await_exact();
    EXPECT_EQ(steps().grid.anchor, (GridAnchor{x, y}));
    app->session().undo();
    EXPECT_EQ(steps().grid.anchor, (GridAnchor{x + 3, y + 2}));
    app->session().undo();
    EXPECT_EQ(steps().grid.kind, GridChoice::Kind::automatic);
    await_exact();
    drag(place(x + 4, y), place(x + 4, y + 4));
    EXPECT_EQ(steps().grid.kind, GridChoice::Kind::automatic) << "beside the handle";
}

}
}
