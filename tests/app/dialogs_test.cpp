#include "panel_fixture.h"
#include "window_fixture.h"

#include <SDL.h>
#include <SDL_keycode.h>

// The rules for every dialog of the window.
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
        look_again();
    }
    /// Every dialog in turn: opens it, and closes it after `test`.
    void each_dialog(const std::function<void(const char* action)>& test) {
        for (const ActionId id :
             {ActionId::export_result, ActionId::export_all, ActionId::open, ActionId::open_palette,
              ActionId::commands, ActionId::keys, ActionId::about}) {
            const char* const action = app->actions().get(id).name;
            app->actions().run(id);
            move({2, 2});
            run_until([&] { return *popup() != '\0'; });
            settle();
            test(action);
            press_key(SDLK_ESCAPE);
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
        const std::size_t before = app->frames();
        for (int i = 0; i < 20; ++i) move({2.0 + i, 2});
        EXPECT_GT(app->frames(), before) << action;
    });
}

TEST_F(DialogsTest, AClickBesideAFormThrowsNothingAway) {
    app->actions().run(ActionId::export_result);
    settle();
    click(control("export/body", {"##path"}));
    retype("typed.png");
    click({4, 300});
    settle();
    EXPECT_STREQ(popup(), "export");
    EXPECT_TRUE(says("typed.png"));
    press_key(SDLK_ESCAPE);
    app->actions().run(ActionId::keys);
    move({4, 301});
    settle();
    EXPECT_STREQ(popup(), "keys");
    click({4, 300});
    settle();
    EXPECT_STREQ(popup(), "") << "a list has nothing to lose";
}

using State = QueueProgress::Item::State;

class QueueDialogTest : public WindowTest {
protected:
    void open_three() {
        paths = {write_picture("a.png", ramps(60, 40)), (folder / "b.png").string(),
                 write_picture("c.png", ramps(30, 20))};
        write_text(paths[1], "\x89PNG but not for long");
        drop(paths);
        run_until([&] { return snapshot().document && snapshot().exact(); });
        settle();
    }
    void click_on(const char* label) { click(control("export queue", {label})); }
    void export_all() {
        click_on("Export");
        run_until([&] { return snapshot().queue_export && !snapshot().queue_export->running; });
        settle();
    }
    State state(std::size_t i) {
        return snapshot().queue_export->find(std::filesystem::path(paths[i]))->state;
    }

    std::vector<std::string> paths;
};

TEST_F(QueueDialogTest, ExportsTheQueueAndRetriesFailures) {
    open_three();
    reduce({.shift = {.radius = 0.21}});
    click(control("queue", {"Export All\u2026"}));
    export_all();
    EXPECT_EQ(state(0), State::written);
    EXPECT_EQ(state(1), State::failed);
    EXPECT_EQ(state(2), State::written);
    EXPECT_TRUE(std::filesystem::exists(folder / "reduced" / "a-r0.21.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "reduced" / "b-r0.21.png"));

    write_picture("b.png", ramps(20, 20));
    click_on("Try those again");
    run_until([&] { return !snapshot().queue_export->running; });
    EXPECT_TRUE(std::filesystem::exists(folder / "reduced" / "b-r0.21.png"));
}

TEST_F(QueueDialogTest, ReturnExports) {
    open_three();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    key(SDLK_RETURN);
    run_until([&] { return snapshot().queue_export && !snapshot().queue_export->running; });
    settle();
    EXPECT_EQ(state(0), State::written);
}

TEST_F(QueueDialogTest, AFolderIsChosenFromTheNearestThatExists) {
    open_three();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    click(control("export queue/body", {"Choose\u2026"}));
    run_until([&] { return app->files().is_open_here(); });
    settle();
    EXPECT_EQ(app->files().browser().folder(), folder.path()) << "its folder \"reduced\" is not there yet";
    press_key(SDLK_ESCAPE);
}

TEST_F(QueueDialogTest, ReplacesFilesOnlyByItsButton) {
    open_three();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    export_all();
    settle();
    write_text(folder / "reduced" / "a-r0.05.png", "mine");
    press_key(SDLK_ESCAPE);
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    run_until([&] { return says("a-r0.05.png and 1 more exist."); });
    press_key(SDLK_RETURN);
    EXPECT_EQ(read_text(folder / "reduced" / "a-r0.05.png"), "mine") << "not by a key";
    double_click(middle_of("export queue", {"Export"}));
    EXPECT_EQ(read_text(folder / "reduced" / "a-r0.05.png"), "mine") << "not by the button that exports";
    click_on("Replace");
    run_until([&] { return snapshot().queue_export && !snapshot().queue_export->running; });
    EXPECT_EQ(state(0), State::written);
    EXPECT_NE(read_text(folder / "reduced" / "a-r0.05.png"), "mine");
}

TEST_F(QueueDialogTest, AnotherFormatIsChosen) {
    open_three();
    click(control("##MainMenuBar", {"##menubar", "File"}));
    click(control("##Menu_00", {"Export All\u2026"}));
    click(control("export queue/body", {"format", "BMP"}));
    export_all();
    EXPECT_TRUE(std::filesystem::exists(folder / "reduced" / "c-r0.05.bmp"));
    click_on("Close");
    click(control("##MainMenuBar", {"##menubar", "File"}));
    EXPECT_TRUE(control("##Menu_00", {"Quit"}).y > 0) << "the dialog is closed";
}

TEST_F(QueueDialogTest, EndsWithTheWrittenFiles) {
    drop({write_picture("a.png", ramps(60, 40)), write_picture("c.png", ramps(30, 20))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    export_all();
    EXPECT_TRUE(says("Exported 2 pictures"));
    EXPECT_FALSE(says("exist"));
    control("export queue", {"Show in Folder"});
    click_on("Close");
    EXPECT_FALSE(says("Exported 2 pictures"));
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    EXPECT_TRUE(says("Export 2 pictures")) << "the next export begins anew";
}

TEST_F(QueueDialogTest, DescribesAnExportOnlyWhenAnythingHasChanged) {
    open_three();
    std::filesystem::create_directory(folder / "reduced");
    write_text(folder / "reduced" / "a-r0.05.bmp", "mine");
    key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    complete_curve();
    settle();
    EXPECT_GT(app->queue_exporter().requests(), 0u);
    // A dialog that describes it in every frame never gets there; late results describe it once more.
    std::size_t before = 0;
    run_until([&] {
        before = app->queue_exporter().requests();
        for (int i = 0; i < 10; ++i) {
            move({100.0 + i, 100});
            settle();
        }
        return app->queue_exporter().requests() == before;
    });
    EXPECT_FALSE(says("exist"));
    click(control("export queue/body", {"format", "BMP"}));
    run_until([&] { return says("a-r0.05.bmp exists."); });
    EXPECT_GT(app->queue_exporter().requests(), before);
}

TEST_F(QueueDialogTest, TheWindowKeepsWorkingDuringAQueueExport) {
    drop({write_picture("1.png", ramps(30, 20)), write_picture("2.png", ramps(60, 40))});
    run_until([&] { return snapshot().queue->size() == 2 && snapshot().exact(); });
    settle();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    const Point button = control("export queue", {"Export"});
    press(button);
    release(button);
    key(SDLK_ESCAPE);
    key(SDLK_w);
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    run_until([&] { return snapshot().queue_export && !snapshot().queue_export->running; });
    EXPECT_TRUE(std::filesystem::exists(folder / "reduced/1-r0.05.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "reduced/2-r0.05.png"));
    settle();
}

TEST_F(QueueDialogTest, NamesPicturesOfTheQueueThatWouldBeReplaced) {
    drop({write_picture("a.png", ramps(60, 40)), write_picture("c.png", ramps(30, 20))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    write_picture("a-r0.05.png", ramps(20, 20));
    app->session().add({folder / "a-r0.05.png"});
    await_exact();
    press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
    click(control("export queue/body", {"##path"}));
    retype(folder.path().string());
    run_until([&] { return says("a-r0.05.png is the open picture itself: replacing it loses the source."); });
}

/// A queue whose second picture takes long, while it is exported.
class ClosingTest : public QueueDialogTest {
protected:
    void start_export(int side) {
        app->session().set({.shift = {.radius = 0.3, .refine = Refine::off}});
        drop({write_picture("a.png", ramps(60, 40)), write_picture("b.png", ramps(side, side))});
        run_until([&] { return snapshot().document && snapshot().exact(); });
        settle();
        press_key(SDLK_s, KMOD_CTRL | KMOD_SHIFT);
        const Point button = control("export queue", {"Export"});
        press(button);
        release(button);
    }
    /// By the button in the window's frame.
    void close_window() {
        SDL_Event event{};
        event.type = SDL_WINDOWEVENT;
        event.window.event = SDL_WINDOWEVENT_CLOSE;
        SDL_PushEvent(&event);
        is_open = app->run_once(std::chrono::milliseconds(20));
    }
    bool is_written(const char* name) const { return std::filesystem::exists(folder / "reduced" / name); }

    bool is_open = true;
};

TEST_F(ClosingTest, AsksBeforeItStopsAnExport) {
    start_export(1000);
    close_window();
    ASSERT_TRUE(is_open);
    ASSERT_TRUE(snapshot().queue_export->running);
    EXPECT_TRUE(says("Pictures are still being exported"));
    key(SDLK_ESCAPE);
    ASSERT_TRUE(snapshot().queue_export->running) << "it goes on";
    close_window();
    const Point button = middle_of("closing", {"Stop and close"});
    press(button);
    release(button);
    while (app->run_once(std::chrono::milliseconds(20))) {
    }
    app.reset();
    EXPECT_FALSE(is_written("b-r0.3.png"));
}

TEST_F(ClosingTest, ClosesLaterIfAskedTo) {
    start_export(300);
    close_window();
    key(SDLK_RETURN);
    while (app->run_once(std::chrono::milliseconds(20))) {
    }
    EXPECT_TRUE(is_written("a-r0.3.png"));
    EXPECT_TRUE(is_written("b-r0.3.png"));
}

}
}
