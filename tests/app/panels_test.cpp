#include "allocation_fault.h"
#include "app/ui/texts.h"
#include "app/ui/theme.h"
#include "base/output_file.h"
#include "image/save.h"
#include "panel_fixture.h"
#include "pipeline/recipe_rows.h"
#include "window_fixture.h"

#include <SDL.h>
#include <SDL_clipboard.h>
#include <SDL_events.h>
#include <SDL_keycode.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace huedrift::app {
namespace {

using Diagram = AnalysisPanel::Diagram;

TEST(Certainty, IsThatOfAPreviewsCells) {
    Result result;
    EXPECT_EQ(number_of_colors(result, 57), "about 57");
    EXPECT_EQ(number_of_colors(result, 624), "at least 624");
    result.recipe.palette.colors = 624;
    EXPECT_EQ(number_of_colors(result, 624), "about 624") << "asked for";
    result.exact = true;
    EXPECT_EQ(number_of_colors(result, 462'426), "462,426");
    EXPECT_EQ(in_duration(0), "");
    EXPECT_EQ(in_duration(0.034), " in 34 ms");
}

class PanelsTest : public PanelTest {
protected:
    void show(Diagram diagram) {
        app->analysis().show(diagram);
        look_again();
    }
    /// In the middle of the diagram, which ends above the status bar.
    static Point diagram(const Image& capture) { return {capture.width() - 174.0, capture.height() - 110.0}; }
    /// Pixels of a colour in the lower part of the panel.
    static std::ptrdiff_t count_in_diagram(const Image& capture, Rgb color) {
        std::ptrdiff_t count = 0;
        for (int y = capture.height() - 210; y < capture.height() - 40; ++y)
            for (int x = panel_left(capture); x < capture.width(); ++x)
                count += shown(capture, {double(x), double(y)}) == Rgba8{color.r, color.g, color.b, 255};
        return count;
    }
};

TEST_F(PanelsTest, ChangedPixelsAreMarked) {
    Image image = banded();
    image.pixels()[20 * 80 + 5] = image.pixels()[70]; // a speck
    app->session().set({.labels = {.min_region = 2}});
    open(image);
    EXPECT_EQ(shown(app->capture(), place_of(1, 5, 20)), (Rgba8{200, 30, 40, 255}));
    key(SDLK_c);
    look_again();
    const Image capture = app->capture();
    EXPECT_EQ(shown(capture, place_of(1, 5, 20)), (Rgba8{change_mark.r, change_mark.g, change_mark.b, 255}));
    const Rgba8 other = shown(capture, place_of(1, 15, 20));
    EXPECT_EQ(other.r, other.g);
    EXPECT_EQ(other.g, other.b);
    key(SDLK_c);
    look_again();
    EXPECT_EQ(shown(app->capture(), place_of(1, 5, 20)), (Rgba8{200, 30, 40, 255}));
}

TEST_F(PanelsTest, NoFrameLooksAtEveryColour) {
    app->session().set({.shift = {.radius = 0}});
    open(ramps(256, 256));
    const std::size_t colors = snapshot().frequency->swatches.size();
    ASSERT_GT(colors, 60'000u);
    show(Diagram::cloud);
    const AllocationFault watched(AllocationFault::Of::this_thread, -1);
    for (int i = 0; i < 3; ++i) move({10.0 + i, 300});
    EXPECT_GT(watched.count(), 0);
    EXPECT_LT(watched.largest(), 4 * colors) << "bytes";
}

TEST_F(PanelsTest, TransparencyIsMadeHardOrFilled) {
    open(banded());
    click(control("panel/folds", {"source"}));
    const auto choose = [&](const char* use) { click(control("panel/folds", {"Transparency", use})); };
    choose("Hard");
    EXPECT_EQ(snapshot().recipe->source.alpha.kind, AlphaMode::Kind::threshold);
    EXPECT_EQ(snapshot().recipe->source.alpha.threshold, 128);
    choose("Fill");
    EXPECT_EQ(snapshot().recipe->source.alpha.matte, (Rgba8{255, 255, 255, 255}));
    click(control("panel/folds", {"##matte"}));
    enter("0a0b0c");
    run_until([&] {
        return snapshot().recipe->source.alpha.matte == Rgba8{10, 11, 12, 255} && snapshot().exact();
    });
    choose("Levels");
    EXPECT_EQ(snapshot().recipe->source.alpha, (AlphaMode{.kind = AlphaMode::Kind::levels, .levels = 256}));
    click(control("panel/folds", {"##levels"}));
    enter("40");
    run_until([&] { return snapshot().recipe->source.alpha.levels == 40; });
    choose("Keep");
    EXPECT_EQ(snapshot().recipe->source.alpha, AlphaMode{});
}

TEST_F(PanelsTest, TheMenuOfThePictureCopiesAndPins) {
    open(banded());
    const Point at = place_of(0, 15, 20);
    right_click(at);
    take("Copy #14b43c");
    const std::unique_ptr<char, decltype(&SDL_free)> copied(SDL_GetClipboardText(), SDL_free);
    EXPECT_STREQ(copied.get(), "#14b43c");
    right_click(at);
    take("Pin #14b43c");
    run_until([&] { return is_pinned(*snapshot().recipe, bands[1]) && snapshot().exact(); });
}

TEST_F(PanelsTest, CtrlAndAClickPinTheColorUnderThePointer) {
    open(banded());
    click(place_of(0, 5, 20), KMOD_LCTRL);
    run_until([&] { return is_pinned(*snapshot().recipe, bands[0]) && snapshot().exact(); });
}

TEST_F(PanelsTest, TheCurveIsClickedToJumpAndADragIsOneStep) {
    open(banded());
    show(Diagram::curve);
    const Point middle = diagram(app->capture());
    click(middle);
    run_until([&] { return snapshot().exact(); });
    const double clicked = snapshot().recipe->shift.radius;
    // Half of the way from 0.001 to sqrt 3, in ratio.
    EXPECT_NEAR(std::log(clicked), std::log(std::sqrt(0.001 * max_radius)), 0.2);
    drag(middle, middle + Point{60, 0});
    run_until([&] { return snapshot().exact(); });
    EXPECT_GT(snapshot().recipe->shift.radius, 2 * clicked);
    app->session().undo();
    EXPECT_EQ(snapshot().recipe->shift.radius, clicked);
    app->session().undo();
    EXPECT_EQ(snapshot().recipe->shift.radius, Recipe{}.shift.radius);
}

TEST_F(PanelsTest, TheCloudHasTheColorsAndTurns) {
    open(banded());
    show(Diagram::cloud);
    const Image before = app->capture();
    for (const Rgb color : bands) EXPECT_GT(count_in_diagram(before, color), 8);
    const Point from = diagram(before) + Point{-100, 0};
    drag(from, from + Point{120, 0});
    look_again();
    const Image turned = app->capture();
    EXPECT_FALSE(std::ranges::equal(before.pixels(), turned.pixels()));
    for (const Rgb color : bands) EXPECT_GT(count_in_diagram(turned, color), 8);
}

TEST_F(PanelsTest, TheCloudShowsTheBallOfTheColorUnderThePointer) {
    open(banded());
    show(Diagram::cloud);
    const Rgb accent = Theme::of(Brightness::dark).accent;
    const std::ptrdiff_t without = count_in_diagram(app->capture(), accent);
    move(place_of(0, 15, 20));
    settle();
    EXPECT_GT(count_in_diagram(app->capture(), accent), without + 10);
}

TEST_F(PanelsTest, TheWelcomeScreenTakesTheMouse) {
    const std::string picture = write_picture("recent.png", banded());
    Settings settings;
    settings.recent = {picture};
    launch({.settings = settings});
    look_again();
    click(control("welcome", {"Open a picture\u2026"}));
    EXPECT_TRUE(app->files().is_open_here());
    press_key(SDLK_ESCAPE);
    EXPECT_FALSE(app->files().is_open_here());
    click(control("welcome", {0, "recent.png"}));
    run_until([&] { return snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().document->path, picture);
}

TEST_F(PanelsTest, AsksAboutCarriedSettings) {
    EncodeOptions options;
    options.settings = recipe_text({.shift = {.radius = 0.17}});
    const std::string result = (folder / "a-r0.17.png").string();
    write_file_atomically(result, encode_image(banded(), ImageFormat::png, options), Overwrite::no);
    drop({result});
    settle();
    EXPECT_EQ(snapshot().recipe->shift.radius, Recipe{}.shift.radius);
    click(control("question", {"Use them here"}));
    settle();
    EXPECT_EQ(snapshot().recipe->shift.radius, 0.17);
    EXPECT_FALSE(snapshot().offer);
}

TEST_F(PanelsTest, APresetIsUsedAsALookIs) {
    open(ramps(60, 40));
    const auto recipe = [&] { return *snapshot().recipe; };
    const std::vector<Preset>& presets = app->view_state().settings.presets;
    reduce({.shift = {.radius = 0.2, .pins = {{Rgb{1, 2, 3}}}}, .palette = {.colors = 5}});
    click(control("panel", {"presets"}));
    type("five");
    key(SDLK_RETURN);
    settle();
    ASSERT_EQ(presets.size(), 1u);
    EXPECT_EQ(presets[0].name, "five");
    reduce({.shift = {.radius = 0.1, .pins = {{Rgb{9, 9, 9}}}}});
    click(control("panel", {"presets"}));
    click(control(popup(), {"five", "###use"}));
    await_exact();
    EXPECT_EQ(recipe().shift.radius, 0.2);
    EXPECT_EQ(recipe().palette.colors, 5u);
    EXPECT_EQ(recipe().shift.pins.size(), 1u);
    EXPECT_EQ(recipe().shift.pins[0].color, (Rgb{9, 9, 9})) << "the picture's edits stay";
    press_key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(recipe().shift.radius, 0.1);
    click(control("panel", {"presets"}));
    click(control(popup(), {"five", "\u00d7"}));
    settle();
    EXPECT_TRUE(presets.empty());
}

TEST_F(PanelsTest, DiagramsAreEmptyWithoutAPicture) {
    const Rgb plot = Theme::of(Brightness::dark).canvas;
    for (const Diagram diagram : {Diagram::cloud, Diagram::histogram, Diagram::curve}) {
        show(diagram);
        EXPECT_EQ(count_in_diagram(app->capture(), plot), 0);
    }
    open(banded());
    EXPECT_GT(count_in_diagram(app->capture(), plot), 1000) << "an open picture has a plot there";
}

TEST_F(PanelsTest, TheLabelsOfTheCurveAreBesideIt) {
    open(ramps(60, 40));
    complete_curve();
    show(Diagram::curve);
    const auto [x, y, width, height] = area("panel/folds", {"curve"});
    const Image capture = app->capture();
    const auto count = [&](const std::array<float, 4>& within, const auto& is) {
        int found = 0;
        for (float row = within[1]; row < within[1] + within[3]; ++row)
            for (float column = within[0]; column < within[0] + within[2]; ++column)
                found += is(shown(capture, {column, row}));
        return found;
    };
    const auto is_curve = [](Rgba8 pixel) { return pixel.r > pixel.b + 40; };
    const auto is_label = [](Rgba8 pixel) { return pixel.r > 90 && std::abs(pixel.r - pixel.b) < 30; };
    const std::array<float, 4> below{x, y + height - 20, width, 12},
        beside{x + width - 30, y, 30, height - 30};
    for (const auto& labels : {below, beside}) {
        EXPECT_GT(count(labels, is_label), 20);
        EXPECT_EQ(count(labels, is_curve), 0);
    }
    EXPECT_GT(count({x, y, width, height}, is_curve), 100);
}

TEST_F(PanelsTest, NothingFlashesWhileTheRadiusIsDragged) {
    open(banded());
    press(slider(0.3));
    for (int i = 1; i <= 8; ++i) {
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(slider(0.5 + 0.02 * i).x);
        event.motion.y = static_cast<int>(slider(0.5).y);
        SDL_PushEvent(&event);
        app->run_once(std::chrono::milliseconds(20)); // the result may have yet to come
        EXPECT_FALSE(says("not computed"));
    }
    release(slider(0.7));
    settle();
    EXPECT_TRUE(says("final"));
}

TEST_F(PanelsTest, ReportsTheLossesOfASixteenBitPicture) {
    std::string pixels(20 * 10 * 6, '\x40');
    write_text(folder / "deep.ppm", "P6\n20 10\n65535\n" + pixels);
    app->session().open({folder / "deep.ppm"});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    EXPECT_TRUE(says("16-bit channels were reduced to 8 bits"));
}

TEST_F(PanelsTest, MessagesDoNotCoverTheValuesUnderThePointer) {
    open(banded());
    app->view_state().said = "Something was done";
    move(place_of(0, 5, 20));
    settle();
    const ImGuiWindow* const message = ImGui::FindWindowByName("message");
    ASSERT_TRUE(message && message->Active);
    const ImGuiWindow* const canvas = ImGui::FindWindowByName("canvas");
    // Values are a line high and ten units above the lower edge.
    EXPECT_LE(message->Rect().Max.y, canvas->Rect().Max.y - 10 - ImGui::GetTextLineHeight() - 8);
}

/// The folds of the panel: each control changes its row of the recipe, and the heading says so.
class FoldsTest : public WindowTest {
protected:
    FoldsTest() { geometry.height = 800; }
    void SetUp() override {
        WindowTest::SetUp();
        if (app) open(ramps(60, 40));
    }
    Point in_folds(Path path) { return control("panel/folds", path); }
    Recipe recipe() { return *snapshot().recipe; }
};

TEST_F(FoldsTest, EveryButtonSetsItsValue) {
    const std::vector<std::pair<const char*, std::vector<const char*>>> words{
        {"method", {"assign", "levels"}}, {"source", {"profile", "hidden"}}};
    for (const auto& [fold, settings] : words) {
        click(in_folds({fold}));
        for (const char* const word : settings) {
            const RecipeRow& row = recipe_row(word);
            const std::vector<std::string> names = row.names();
            for (std::size_t i = names.size(); i-- > 0;) { // the default last
                click(in_folds({row.caption, row.labels()[i]}));
                EXPECT_EQ(row.get(recipe()), RecipeValue(names[i])) << word;
            }
        }
        click(in_folds({fold}));
    }
}

TEST_F(FoldsTest, MethodMapsToPalettesWithNames) {
    click(in_folds({"method"}));
    const auto choose = [&](const char* item) {
        click(in_folds({"##to"}));
        click(control("##Combo_00", {item}));
    };
    choose("##gameboy, 4 colours");
    EXPECT_EQ(recipe().palette.to.size(), 4u);
    EXPECT_TRUE(recipe().palette.directly);
    EXPECT_EQ(recipe().output.order, SwatchOrder::given);
    EXPECT_TRUE(says("gameboy"));
    click(control("panel", {"without drifting"}));
    EXPECT_FALSE(recipe().palette.directly);
    choose("##cga, 4 colours");
    EXPECT_EQ(recipe().palette.to[1], (Rgb{0x55, 255, 255}));
    EXPECT_FALSE(recipe().palette.directly) << "another palette has the same use";
    click(control("panel", {"Remove"}));
    EXPECT_FALSE(recipe().palette.maps());
    EXPECT_TRUE(says("no palette"));
}

TEST_F(FoldsTest, SourceHasWhatFewNeed) {
    click(in_folds({"source"}));
    const Point track = in_folds({"smooth"});
    drag(track, track + Point{40, 0});
    EXPECT_GT(recipe().source.smooth, 0);
    const int dragged = recipe().source.smooth;
    click(in_folds({"Profile", "Ignore"}));
    EXPECT_EQ(recipe().source.profile, ProfileUse::ignore);

    app->session().undo();
    EXPECT_EQ(recipe().source.profile, ProfileUse::convert);
    EXPECT_EQ(recipe().source.smooth, dragged) << "a drag is one step back";
    app->session().undo();
    EXPECT_EQ(recipe().source.smooth, 0);
    click(in_folds({"source"}));
    settle();
    click(in_folds({"source"}));
    click(in_folds({"##smooth"}));
    type("3");
    click(in_folds({"Profile", "Convert"}));
    EXPECT_EQ(recipe().source.smooth, 3);
}

TEST_F(FoldsTest, FinishHasDitheringFringesAndRegions) {
    click(in_folds({"finish"}));
    const Point fringe = in_folds({"defringe"}); // the middle of 0 to 3
    click(fringe);
    EXPECT_EQ(recipe().labels.defringe, 2);
    drag(fringe, fringe + Point{200, 0});
    EXPECT_EQ(recipe().labels.defringe, 3);
    const Point track = in_folds({"min-region"});
    drag(track, track + Point{30, 0});
    EXPECT_GT(recipe().labels.min_region, 1u);
    click(in_folds({"##min-region"}));
    type("12");
    click(in_folds({"##defringe"}));
    EXPECT_EQ(recipe().labels.min_region, 12u);
    enter("1");
    EXPECT_EQ(recipe().labels.defringe, 1);

    click(in_folds({"Dither", "Where it shows"}));
    EXPECT_EQ(recipe().labels.dithering.method, Dither::automatic);
    click(in_folds({"Dither", "Everywhere"}));
    EXPECT_EQ(recipe().labels.dithering.method, Dither::everywhere);
    const auto shows = [&](Path path) {
        return drawn_area("panel/folds", path, [&] { app->capture(); })[2] > 0;
    };
    click(in_folds({"##diffusion"}));
    click(control("##Combo_00", {"Atkinson"}));
    EXPECT_EQ(recipe().labels.dithering.diffusion, Diffusion::atkinson);
    EXPECT_FALSE(shows({"Matrix", "4 \u00d7 4"}));
    click(in_folds({"Pattern", "Crosses"}));
    EXPECT_EQ(recipe().labels.dithering.method, Dither::ordered);
    EXPECT_EQ(recipe().labels.dithering.diffusion, Diffusion::floyd_steinberg);
    EXPECT_FALSE(shows({"##diffusion"}));
    click(in_folds({"Matrix", "16 \u00d7 16"}));
    EXPECT_EQ(recipe().labels.dithering.matrix, 16u);
    click(in_folds({"Pattern", "Blue noise"}));
    EXPECT_EQ(recipe().labels.dithering.method, Dither::blue_noise);
    EXPECT_EQ(recipe().labels.defringe, 0) << "dithering scatters what the other steps would remove";
    EXPECT_EQ(recipe().labels.min_region, 0u);
    const double before = recipe().labels.dithering.strength;
    const Point strength = in_folds({"strength"});
    click(strength);
    EXPECT_NE(recipe().labels.dithering.strength, before);
    run_until([&] { return snapshot().exact(); });
    click(in_folds({"Dither", "Off"}));
    EXPECT_EQ(recipe().labels.dithering.method, Dither::off);
}

TEST_F(FoldsTest, FinishHasTiles) {
    Image image(16, 8);
    for (std::size_t i = 0; i < 128; ++i)
        image.pixels()[i] = {std::uint8_t(i % 16 < 8 ? 40 + i : 0), 0, std::uint8_t(i % 16 < 8 ? 0 : 40 + i),
                             255};
    open(image);
    app->session().edit([](Recipe& changed) { changed.palette.colors = 8; });
    click(in_folds({"finish"}));
    click(in_folds({"defringe"}));
    click(in_folds({"Tiles", "8 \u00d7 8"}));
    EXPECT_EQ(recipe().labels.tiles, TileSize{});
    EXPECT_EQ(recipe().labels.defringe, 0) << "tiles exclude it";
    click(in_folds({"##palettes"}));
    type("2");
    click(in_folds({"shared##backdrop"}));
    EXPECT_EQ(recipe().labels.palettes, 2u);
    EXPECT_EQ(recipe().labels.shared_color, Rgb{});
    click(in_folds({"Dither", "Off"}));
    EXPECT_EQ(recipe().labels.tiles, TileSize{}) << "dithering goes with tiles";
    run_until([&] { return snapshot().exact(); });
    const auto swatches = snapshot().result(Weighting::frequency)->swatches;
    EXPECT_EQ(swatches.size() % 2, 0u);
    EXPECT_EQ(swatches.front().color, Rgb{});
    click(in_folds({"Tiles", "Off"}));
    EXPECT_EQ(recipe().labels.tiles, std::nullopt);
}

TEST_F(FoldsTest, HistogramsAreOfLuminanceOrOfThreeChannels) {
    app->analysis().show(AnalysisPanel::Diagram::histogram);
    settle();
    EXPECT_TRUE(says("Luminance"));
    click(in_folds({"channels", "Red, green, blue"}));
    settle();
    for (const char* const channel : {"Red", "Green", "Blue"}) EXPECT_TRUE(says(channel));
    const auto red = area("panel/folds", {"Red"}), blue = area("panel/folds", {"Blue"});
    EXPECT_EQ(red[1], blue[1]) << "beside each other";
    EXPECT_LT(red[0] + red[2], blue[0]);
    move({red[0] + red[2] / 2.0, red[1] + red[3] / 2.0});
    settle();
    EXPECT_TRUE(says("\u2192")) << "the numbers of pixels of source and result";
}

}
}
