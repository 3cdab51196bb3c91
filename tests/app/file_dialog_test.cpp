#include "fake_portal.h"
#include "window_fixture.h"

#include <SDL.h>

namespace huedrift::app {
namespace {

using User = FakePortal::User;

/// The window on a desktop with a portal->
class FileDialogTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        portal.emplace();
        if (!portal->reason().empty()) {
            if (std::getenv("CI")) FAIL() << portal->reason();
            GTEST_SKIP() << portal->reason();
        }
        open(ramps(20, 10));
        other = write_picture("an other.png", ramps(30, 10));
        portal->uris = {"file://" + (folder / "an%20other.png").string()};
    }
    void ask() { app->actions().run(ActionId::open); }
    void run_until_asked() {
        run_until([&] { return portal->asked() > 0 && app->files().asks_desktop(); });
    }
    bool own_dialog_is_open() { return app->files().is_open_here(); }

    std::optional<FakePortal> portal;
    std::string other;
};

TEST_F(FileDialogTest, OpensTheChosenFile) {
    ask();
    EXPECT_TRUE(app->files().asks_desktop());
    run_until([&] { return snapshot().document->path == other; });
    EXPECT_EQ(portal->method(), "OpenFile");
    EXPECT_FALSE(own_dialog_is_open());
    settle();
}

TEST_F(FileDialogTest, QueuesTheOtherChosenFiles) {
    portal->uris.push_back(portal->uris[0]);
    ask();
    run_until([&] { return snapshot().queue->size() == 2; });
}

TEST_F(FileDialogTest, CancellingChangesNothing) {
    const auto document = snapshot().document;
    portal->user = User::cancels;
    ask();
    run_until([&] { return !app->files().asks_desktop(); });
    EXPECT_EQ(portal->asked(), 1);
    settle();
    EXPECT_EQ(snapshot().document, document);
    EXPECT_EQ(snapshot().notice, "");
    EXPECT_FALSE(own_dialog_is_open());
}

TEST_F(FileDialogTest, TheWindowKeepsRunningWhileTheDialogIsOpen) {
    portal->user = User::thinks;
    ask();
    run_until_asked();
    drag(slider(0.3), slider(0.7));
    run_until([&] { return snapshot().exact(); });
    EXPECT_TRUE(app->files().asks_desktop());
    run_until_nothing_is_drawn();
}

TEST_F(FileDialogTest, ASecondRequestOpensTheWindowsOwnDialog) {
    portal->user = User::thinks;
    ask();
    run_until_asked();
    ask();
    run_until([&] { return own_dialog_is_open() && portal->closed() == 1; });
    EXPECT_FALSE(app->files().asks_desktop());
    settle();
}

TEST_F(FileDialogTest, APortalThatDiesIsReplaced) {
    portal->user = User::thinks;
    ask();
    run_until_asked();
    portal->die();
    run_until([&] { return own_dialog_is_open(); });
    settle();
}

TEST_F(FileDialogTest, APortalThatNeverAnswersIsReplaced) {
    portal->mute = true;
    ask();
    run_until([&] { return own_dialog_is_open(); });
    EXPECT_EQ(portal->asked(), 0);
    settle();
}

TEST_F(FileDialogTest, AMissingPortalIsReplaced) {
    portal->die();
    ask();
    run_until([&] { return own_dialog_is_open(); });
    press_key(SDLK_ESCAPE);
    EXPECT_FALSE(own_dialog_is_open());
}

TEST_F(FileDialogTest, ARemoteFileIsAskedForAgain) {
    portal->uris = {"https://example.com/picture.png"};
    ask();
    run_until([&] { return own_dialog_is_open(); });
    settle();
}

TEST_F(FileDialogTest, SuggestsTheNameOfATarget) {
    std::vector<std::filesystem::path> chosen;
    app->files().ask({FileQuestion::Kind::target, folder / "result.png"},
                     [&](const auto& files) { chosen = files; });
    run_until([&] { return !chosen.empty(); });
    EXPECT_EQ(chosen.front(), other);
    EXPECT_EQ(portal->method(), "SaveFile");
    EXPECT_EQ(portal->suggested_name(), "result.png");
}

TEST_F(FileDialogTest, ClosesWithADialogOpen) {
    portal->user = User::thinks;
    ask();
    run_until_asked();
    EXPECT_EQ(portal->closed(), 0);
    app.reset();
    portal->wait_for_close();
    EXPECT_EQ(portal->closed(), 1);
}

TEST_F(FileDialogTest, TheFileManagerShowsExportedFiles) {
    press_key(SDLK_s, KMOD_LCTRL);
    click(control("export", {"Export"}));
    run_until([&] { return !app->exporter().written().empty(); });
    settle();
    click(control("export", {"Show in Folder"}));
    run_until([&] { return !portal->shown().empty(); });
    EXPECT_EQ(portal->shown(), "file://" + (folder / "picture-r0.05.png").string());
    press_key(SDLK_ESCAPE);
}

}
}
