#include "app/panels/welcome.h"
#include "panel_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>

namespace huedrift::app {
namespace {

// The statements of docs/guide.md that no other test shows, under its headings.

class GuideTheWindow : public PanelTest {};
class GuideOpening : public PanelTest {};
class GuideKeysAndSettings : public PanelTest {};

TEST_F(GuideTheWindow, HasThePictureOnTheLeftAndTheCommandOfWhatItShows) {
    open(banded());
    const Image capture = app->capture();
    for (const Pane& pane : app->canvas().panes())
        EXPECT_LE(pane.area.x + pane.area.extent.width, panel_left(capture));
    EXPECT_GT(slider(0).x, panel_left(capture));

    click(control("##MainMenuBar", {"##menubar", "File"}));
    take("Copy Command");
    const std::unique_ptr<char, void (*)(void*)> copied(SDL_GetClipboardText(), &SDL_free);
    EXPECT_THAT(copied.get(), testing::HasSubstr("huedrift-cli reduce"));
    EXPECT_THAT(copied.get(), testing::HasSubstr("picture.png"));
}

TEST_F(GuideOpening, PageUpGoesBackThroughTheQueue) {
    const std::vector<std::string> files{write_picture("1.png", banded()), write_picture("2.png", banded()),
                                         write_picture("3.png", banded())};
    drop(files);
    for (const std::size_t expected : {0, 2, 1}) {
        run_until([&] { return snapshot().document && snapshot().document->path == files[expected]; });
        settle();
        key(SDLK_PAGEUP);
    }
}

TEST_F(GuideOpening, ThePinsAndEditsOfAnEarlierRunAreBackAndCanBeRemoved) {
    const Launch kept{.edits_folder = folder / "edits"};
    launch(kept);
    open(banded());
    reduce(pinned(*snapshot().recipe, {200, 10, 10}));
    for (const bool removes : {true, false}) {
        launch(kept);
        open(banded());
        EXPECT_EQ(says("are back."), removes);
        EXPECT_EQ(has_edits(*snapshot().recipe), removes);
        if (!removes) break;
        click(control("message", {"Remove them"}));
        run_until([&] { return !has_edits(*snapshot().recipe) && snapshot().exact(); });
        EXPECT_FALSE(says("are back."));
    }
}

TEST_F(GuideKeysAndSettings, F1ListsTheKeys) {
    open(banded());
    press_key(SDLK_F1);
    EXPECT_STREQ(popup(), "keys");
    press_key(SDLK_ESCAPE);
    EXPECT_STREQ(popup(), "");
}

TEST_F(GuideKeysAndSettings, ThemeScaleAndPlaybackAreKept) {
    const auto file = folder / "settings.json";
    launch({.settings_file = file});
    open(banded());
    key(SDLK_t, KMOD_CTRL);
    press_key(SDLK_PLUS, KMOD_CTRL);
    const double scale = app->settings().scale;
    SDL_SetWindowSize(app->window().sdl(), 900, 700);
    settle();
    app.reset();
    const LoadedSettings kept = load_settings(file);
    EXPECT_EQ(kept.settings.brightness, Brightness::light);
    EXPECT_GT(kept.settings.scale, 1);
    EXPECT_EQ(kept.settings.scale, scale);
    EXPECT_EQ(kept.settings.geometry.width, 900);
}

}
}
