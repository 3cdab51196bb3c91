#include "base/output_file.h"
#include "panel_fixture.h"

#include <SDL_keycode.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// Claims of the guide's section that no other test shows.
class GuideExporting : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (!app) return;
        open(banded());
    }
    void open_dialog() {
        key(SDLK_s, KMOD_CTRL);
        settle();
    }
    void name(const std::string& target) {
        click(control("export/body", {"Picture", "##path"}));
        key(SDLK_a, KMOD_CTRL);
        type(target);
        key(SDLK_RETURN);
        run_until([&] { return !snapshot().exporting; });
        settle();
    }
    bool is_there(const std::string& file) const { return std::filesystem::exists(folder / file); }
};

TEST_F(GuideExporting, AsksBeforeItReplacesAFile) {
    write_text(folder / "there.png", "mine");
    open_dialog();
    name("there.png");
    EXPECT_EQ(std::filesystem::file_size(folder / "there.png"), 4u) << "not unasked";
    run_until([&] { return says("there.png exists."); });
    key(SDLK_RETURN);
    settle();
    EXPECT_EQ(std::filesystem::file_size(folder / "there.png"), 4u) << "not by a key";
    click(control("export", {"Replace"}));
    run_until([&] { return std::filesystem::file_size(folder / "there.png") > 4; });
    run_until([&] { return !snapshot().exporting; });
}

TEST_F(GuideExporting, BothWeightingsAreWrittenUnderTheirNames) {
    key(SDLK_3, KMOD_CTRL);
    run_until([&] { return snapshot().palette && snapshot().exact(); });
    open_dialog();
    name("two.png");
    EXPECT_TRUE(is_there("two-palette.png"));
    EXPECT_TRUE(is_there("two-frequency.png"));
}

TEST_F(GuideExporting, AnIsolatedColorIsTheOnlyPart) {
    key(SDLK_PERIOD);
    open_dialog();
    click(control("export/body", {"parts"}));
    click(control("export/body", {"Masks", "Masks"}));
    scroll_to_end("export/body");
    click(control("export/body", {"###shown"}));
    scroll_to_begin("export/body");
    name("apart.png");
    const auto masks = std::filesystem::directory_iterator(folder / "picture-r0.05-masks");
    EXPECT_EQ(std::distance(masks, {}), 1);
}

TEST_F(GuideExporting, TheWindowKeepsWorkingDuringAQueueExport) {
    drop({write_picture("1.png", banded()), write_picture("2.png", ramps(60, 40))});
    run_until([&] { return snapshot().queue->size() == 2 && snapshot().exact(); });
    settle();
    key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    settle();
    const Point button = control("export queue", {"Export"});
    press(button);
    release(button);
    key(SDLK_ESCAPE);
    key(SDLK_w);
    EXPECT_EQ(app->view_state().compare, Compare::wipe);
    run_until([&] { return snapshot().queue_export && !snapshot().queue_export->running; });
    EXPECT_TRUE(is_there("reduced/1-r0.05.png"));
    EXPECT_TRUE(is_there("reduced/2-r0.05.png"));
    settle();
}

}
}
