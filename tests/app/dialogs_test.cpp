// What holds for every dialog of the window.
#include "panel_fixture.h"

#include <SDL_keycode.h>

namespace huedrift::app {
namespace {

class DialogsTest : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (!app) return;
        source = write_picture("picture.png", banded());
        app->session().open({source, write_picture("other.png", ramps(20, 10))});
        run_until([&] { return snapshot().document && snapshot().exact(); });
        app->view_state().compare = Compare::cloud; // which can be saved
        look_again();
    }
    /// Every dialog in turn: opens it, and closes it after `test`.
    void each_dialog(const std::function<void(const char* action)>& test) {
        for (const char* const action : {"Export\u2026", "Export All\u2026", "Save Cloud\u2026", "Open\u2026",
                                         "Open Palette\u2026", "Commands\u2026", "Keys", "About huedrift"}) {
            app->actions().named(action).run();
            move({2, 2});
            run_until([&] { return *popup() != '\0'; });
            settle();
            test(action);
            key(SDLK_ESCAPE);
            settle();
            ASSERT_STREQ(popup(), "") << action;
        }
    }

    std::filesystem::path source;
};

TEST_F(DialogsTest, StayOpenWhenTheSourceBecomesUnreadable) {
    const auto write = [&] { write_picture("picture.png", banded()); };
    each_dialog([&](const char* action) {
        for (const int how : {0, 1, 2}) {
            std::filesystem::remove(source);
            if (how == 1) std::filesystem::create_directory(source);
            if (how == 2) {
                write();
                std::filesystem::permissions(source, std::filesystem::perms::none);
            }
            app->session().recheck_files();
            move({3 + double(how), 2});
            settle();
            EXPECT_STRNE(popup(), "") << action << ", " << how;
            EXPECT_EQ(snapshot().notice, "") << action << ", " << how;
        }
        std::filesystem::remove(source);
        write();
    });
}

// The fixture looks for accesses to files.
TEST_F(DialogsTest, AreDrawnWithoutALookAtTheDisk) {
    each_dialog([&](const char* action) {
        const std::size_t before = app->clock().count();
        for (int i = 0; i < 20; ++i) move({2.0 + i, 2});
        EXPECT_GT(app->clock().count(), before) << action;
    });
}

}
}
