#include "window_fixture.h"

#include <SDL_keycode.h>

namespace huedrift::app {
namespace {

/// The dialog with a picture open and the whole name of the target chosen.
class ExportDialogTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        open(ramps(60, 40));
        key(SDLK_s, KMOD_LCTRL);
        settle();
    }
    void name(const std::string& target) {
        const auto& [x, y, width, height] = app->exporter().picture_field();
        click({x + width / 2.0, y + height / 2.0});
        key(SDLK_a, KMOD_LCTRL);
        type(target);
        key(SDLK_RETURN); // leaves the field
        run_until([&] { return !snapshot().exporting; });
        settle();
    }
    bool is_there(const std::string& file) const { return std::filesystem::exists(folder / file); }
};

TEST_F(ExportDialogTest, StaysAndSaysWhatWasWrong) {
    std::filesystem::create_directory(folder / "folder.png");
    for (const std::string target : {"picture.doc", "nowhere/picture.png", "folder.png"}) {
        name((folder / target).string());
        EXPECT_NE(app->exporter().failure(), "") << target;
        EXPECT_EQ(snapshot().notice, "") << "it is said in the dialog";
    }
    name("mended.png");
    EXPECT_EQ(app->exporter().failure(), "");
    EXPECT_TRUE(is_there("mended.png")) << "the dialog was still there, and a name lies beside the picture";
}

TEST_F(ExportDialogTest, TakesTheResultApart) {
    const auto middle = [](const std::array<float, 4>& area) {
        return Point{area[0] + area[2] / 2.0, area[1] + area[3] / 2.0};
    };
    click(middle(app->exporter().parts_fold()));
    // The checkbox of the first row below.
    const auto& [x, y, width, height] = app->exporter().parts_fold();
    click({x + height / 2.0, y + 1.8 * height});
    name("apart.png");
    EXPECT_TRUE(is_there("apart.png"));
    EXPECT_TRUE(is_there("picture-r0.05.ora"));
}

TEST_F(ExportDialogTest, KnowsTheUsersFolder) {
    ASSERT_EQ(::setenv("HOME", folder.path().c_str(), 1), 0);
    name("~/mine.png");
    EXPECT_TRUE(is_there("mine.png"));
}

}
}
