#include "panel_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>

namespace huedrift::app {
namespace {

// The statements of docs/guide.md that no other test shows, under its headings.

class GuideTheWindow : public PanelTest {};
class GuideOpening : public PanelTest {};

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

}
}
