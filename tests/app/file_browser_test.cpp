#include "app/dialogs/file_dialog.h"
#include "app/ui/view_state.h"
#include "window_fixture.h"

#include <SDL_keycode.h>
#include <imgui_internal.h>

#include <algorithm>

namespace huedrift::app {
namespace {

TEST(Folder, OrdersNamesAsPeopleCount) {
    std::vector<std::string> names{"b10", "B2", "a", "Ab", "b02", "b1x", "C"};
    std::ranges::sort(names, natural_less);
    EXPECT_EQ(names, (std::vector<std::string>{"a", "Ab", "b1x", "B2", "b02", "b10", "C"}));
    for (const std::string& name : names) EXPECT_FALSE(natural_less(name, name));
}

TEST(Folder, KnowsAPathFromAPartOfAName) {
    EXPECT_EQ(path_meant("/tmp", "/home"), "/tmp");
    EXPECT_EQ(path_meant("/tmp/", "/home"), "/tmp");
    EXPECT_EQ(path_meant("..", "/home/a"), "/home");
    EXPECT_EQ(path_meant("../b", "/home/a"), "/home/b");
    EXPECT_EQ(path_meant("~/x", "/"), home_folder() / "x");
    EXPECT_EQ(path_meant("/", "/home"), "/");
    EXPECT_FALSE(path_meant("photo", "/home"));
    EXPECT_FALSE(path_meant("", "/home"));
}

TEST(ListSelection, GrowsByCtrlAndShift) {
    ListSelection selection;
    selection.choose(2);
    selection.extend(4);
    EXPECT_EQ(selection.rows(), (std::set{2, 3, 4}));
    selection.extend(1);
    EXPECT_EQ(selection.rows(), (std::set{1, 2})) << "from the row that was chosen without Shift";
    selection.toggle(5);
    selection.toggle(1);
    EXPECT_EQ(selection.rows(), (std::set{2, 5}));
    selection.step(1, 3, false);
    EXPECT_EQ(selection.rows(), std::set{2}) << "not beyond the end";
}

TEST(ListSelection, FollowsItsRowsIntoAnotherList) {
    ListSelection selection;
    selection.choose(1);
    selection.extend(3);
    selection.walk(2, 9);
    EXPECT_EQ(selection.rows(), (std::set{1, 2, 3})) << "a walk chooses nothing";
    EXPECT_EQ(selection.cursor(), 5);
    const ListSelection there = selection.moved([](int row) { return row == 2 ? -1 : 9 - row; });
    EXPECT_EQ(there.rows(), (std::set{6, 8}));
    EXPECT_EQ(there.cursor(), 4);
}

TEST(Folder, IsTheNearestThatExists) {
    const TemporaryFolder folder;
    EXPECT_EQ(nearest_folder(folder.path()), folder.path());
    EXPECT_EQ(nearest_folder(folder / "a/b"), folder.path());
    EXPECT_EQ(nearest_folder("/"), "/");
    EXPECT_EQ(nearest_folder(""), pictures_folder());
    EXPECT_EQ(nearest_folder("relative"), pictures_folder());
}

class FileBrowserTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        for (const char* const name : {"1.png", "2.png", "10.png"}) write_picture(name, ramps(20, 10));
        std::filesystem::create_directory(folder / "inner");
        write_picture("inner/4.png", ramps(20, 10));
        app->session().open({(folder / "1.png").string()});
        run_until([&] { return snapshot().document && snapshot().exact(); });
        settle();
        ask();
    }
    void ask() {
        key(SDLK_o, KMOD_LCTRL);
        run_until([&] { return app->files().is_open_here(); });
        settle();
    }
    /// Where to write a result, in place of the question which pictures to open.
    void ask_for_target() {
        press_key(SDLK_ESCAPE);
        app->files().ask({FileQuestion::Kind::target, folder / "result.png"},
                         [this](const auto& files) { chosen_targets = files; });
        run_until([&] { return app->files().is_open_here(); });
        settle();
    }
    /// Of "inner", "1.png", "2.png" and "10.png", in this order.
    void click_row(int row, int modifiers = 0) {
        click(middle_of("file dialog/entries", {row, "##entry"}), modifiers);
    }
    void enter() { press_key(SDLK_RETURN); }
    std::vector<std::string> queue() {
        std::vector<std::string> names;
        const auto queued = snapshot().queue;
        for (const auto& path : *queued) names.push_back(path.filename().string());
        return names;
    }
    const std::filesystem::path& shown_folder() { return app->files().browser().folder(); }

    std::vector<std::filesystem::path> chosen_targets;
};

TEST_F(FileBrowserTest, OpensSeveralThatAreChosenWithCtrlAndShift) {
    click_row(1);
    click_row(3, KMOD_LCTRL);
    enter();
    EXPECT_EQ(queue(), (std::vector<std::string>{"1.png", "10.png"}));
    ask();
    click_row(1);
    click_row(3, KMOD_LSHIFT);
    enter();
    EXPECT_EQ(queue(), (std::vector<std::string>{"1.png", "2.png", "10.png"}));
}

TEST_F(FileBrowserTest, DrawsOnlyTheRowsThatAreSeen) {
    press_key(SDLK_ESCAPE);
    constexpr int many = 500;
    std::filesystem::create_directory(folder / "many");
    for (int i = 1; i <= many; ++i) write_text(folder / "many" / (std::to_string(i) + ".png"), "");
    ask();
    type((folder / "many").string());
    enter();
    run_until([&] { return shown_folder() == folder / "many"; });
    settle();
    // A busy machine ends jobs late, and each of them causes frames: the rows of a frame are counted.
    const auto rows_of_a_frame = [&](const std::function<void()>& act) {
        const std::size_t rows = app->files().browser().rows_drawn(), frames = app->frames();
        act();
        return (app->files().browser().rows_drawn() - rows) / (app->frames() - frames);
    };
    EXPECT_LT(rows_of_a_frame([&] { move({2, 2}); }), 50u);
    EXPECT_LT(rows_of_a_frame([&] { press_key(SDLK_UP); }), 50u);
    EXPECT_TRUE(says("500.png")) << "the last one is chosen and seen";
    EXPECT_FALSE(says("250.png"));
}

TEST_F(FileBrowserTest, ArrowKeysWalkTheListWhileTheFieldKeepsTheFocus) {
    for (int i = 0; i < 3; ++i) key(SDLK_DOWN);
    enter();
    EXPECT_EQ(queue(), std::vector<std::string>{"2.png"});
    ask();
    key(SDLK_DOWN);
    type("10");
    enter();
    EXPECT_EQ(queue(), std::vector<std::string>{"10.png"});
}

TEST_F(FileBrowserTest, APathIsTyped) {
    type("inner/");
    enter();
    EXPECT_EQ(shown_folder(), folder / "inner");
    type("..");
    enter();
    EXPECT_EQ(shown_folder(), folder.path());
    type("~");
    enter();
    EXPECT_EQ(shown_folder(), pictures_folder());
    type((folder / "nothing.png").string());
    enter();
    EXPECT_TRUE(app->files().is_open_here()) << "what is not there leaves the dialog open";
    type((folder / "inner/4.png").string());
    enter();
    EXPECT_EQ(queue(), std::vector<std::string>{"4.png"});
}

TEST_F(FileBrowserTest, OpenTakesATypedPath) {
    type((folder / "inner/4.png").string());
    click(control("file dialog", {"Open"}));
    EXPECT_EQ(queue(), std::vector<std::string>{"4.png"});
    ask();
    type((folder / "inner/").string());
    click(control("file dialog", {"Open"}));
    EXPECT_EQ(shown_folder(), folder / "inner");
    click(control("file dialog", {"Open"}));
    EXPECT_EQ(queue(), std::vector<std::string>{"4.png"}) << "the only entry";
}

TEST_F(FileBrowserTest, ATypedFolderIsChosenForATarget) {
    ask_for_target();
    type("inner/");
    click(control("file dialog", {"Choose"}));
    EXPECT_EQ(chosen_targets, std::vector{folder / "inner/result.png"});
}

TEST_F(FileBrowserTest, ADoubleClickOpensAFile) {
    double_click(middle_of("file dialog/entries", {2, "##entry"}));
    EXPECT_EQ(queue(), std::vector<std::string>{"2.png"});
}

TEST_F(FileBrowserTest, ADoubleClickOnAFolderDoesNothingInIt) {
    const auto first_row = [&] { return middle_of("file dialog/entries", {0, "##entry"}); };
    double_click(first_row());
    EXPECT_TRUE(app->files().is_open_here());
    EXPECT_EQ(shown_folder(), folder / "inner");
    type("..");
    enter();
    std::filesystem::create_directories(folder / "inner/deep");
    double_click(first_row());
    EXPECT_EQ(shown_folder(), folder / "inner");
    click_row(0);
    EXPECT_EQ(shown_folder(), folder / "inner/deep") << "a click of its own counts";
}

TEST_F(FileBrowserTest, AFolderIsShownFromItsBegin) {
    for (int i = 0; i < 40; ++i) {
        std::filesystem::create_directories(folder / "many" / std::to_string(i) / "x");
        for (int j = 0; j < 40 && i == 39; ++j)
            std::filesystem::create_directories(folder / "many/39" / std::to_string(j));
    }
    type((folder / "many").string());
    enter();
    const auto first = area("file dialog/entries", {0, "##entry"});
    scroll_to_end("file dialog/entries");
    EXPECT_GT(find_window("file dialog/entries")->Scroll.y, 0);
    click_row(39);
    EXPECT_EQ(shown_folder(), folder / "many/39");
    EXPECT_EQ(area("file dialog/entries", {0, "##entry"}), first);
}

TEST_F(FileBrowserTest, TheFolderIsRememberedWhenItIsCancelled) {
    click_row(0);
    EXPECT_EQ(shown_folder(), folder / "inner");
    press_key(SDLK_ESCAPE);
    ask();
    EXPECT_EQ(shown_folder(), folder / "inner");
}

TEST_F(FileBrowserTest, RowsShowThePicturesAsTheyAreNow) {
    const auto filled = [](Rgba8 color) {
        Image image(300, 300);
        std::ranges::fill(image.pixels(), color);
        return image;
    };
    const Rgba8 red{200, 30, 40, 255}, blue{60, 70, 210, 255};
    const auto in_row = [&](int row, Rgba8 color) {
        const auto [x, y, width, height] = area("file dialog/entries", {row, "##entry"});
        const Image capture = app->capture();
        int found = 0;
        for (int i = 0; i < 80; ++i)
            found += shown(capture, {x + double(i), y + height / 2.0}) == color ? 1 : 0;
        return found;
    };
    const auto ask_again = [&] {
        press_key(SDLK_ESCAPE);
        ask();
    };
    write_picture("a.png", filled(red));
    ask_again();
    EXPECT_EQ(in_row(4, red), 34);
    const auto old = std::filesystem::last_write_time(folder / "a.png");
    write_picture("a.png", filled(blue));
    std::filesystem::last_write_time(folder / "a.png", old + std::chrono::seconds(2));
    ask_again();
    EXPECT_EQ(in_row(4, blue), 34);
}

TEST_F(FileBrowserTest, AFolderIsMadeForATarget) {
    ask_for_target();
    EXPECT_TRUE(says("10.png")) << "the files that are there are shown";
    type("made");
    click(control("file dialog", {"New Folder"}));
    EXPECT_TRUE(std::filesystem::is_directory(folder / "made"));
    EXPECT_EQ(shown_folder(), folder / "made");
}

TEST_F(FileBrowserTest, RecentListsTheFilesOpenedLately) {
    click_row(0); // the inner folder
    click_row(0);
    enter();
    EXPECT_EQ(queue(), std::vector<std::string>{"4.png"});
    run_until([&] { return snapshot().document->path == folder / "inner/4.png"; });
    settle();
    std::filesystem::remove(folder / "2.png");
    ask();
    click(control("file dialog", {"Recent"}));
    EXPECT_TRUE(app->files().browser().lists_recent());
    click_row(1);
    enter();
    EXPECT_EQ(queue(), std::vector<std::string>{"1.png"}) << "the one opened before";
    ask();
    EXPECT_FALSE(app->files().browser().lists_recent());
    click(control("file dialog", {"Recent"}));
    click(control("file dialog", {"Home"}));
    EXPECT_FALSE(app->files().browser().lists_recent());
    EXPECT_EQ(shown_folder(), home_folder());
}

TEST_F(FileBrowserTest, APictureThatIsOpenedAsAMaskIsMeantToBeOne) {
    press_key(SDLK_ESCAPE);
    Image grey(20, 10);
    std::ranges::fill(grey.pixels(), Rgba8{90, 90, 90, 255});
    write_picture("mask.png", grey);
    press_key(SDLK_p, KMOD_CTRL | KMOD_SHIFT);
    type("Open Mask");
    press_key(SDLK_RETURN);
    run_until([&] { return app->files().is_open_here(); });
    settle();
    click_row(4);
    press_key(SDLK_RETURN);
    run_until([&] { return snapshot().mask_offer != nullptr; });
    settle();
    move({1, 1});
    const auto [x, y, width, height] = area("question", {"Importance"});
    const Rgb accent = Theme::of(Brightness::dark).accent;
    EXPECT_EQ(shown(app->capture(), {x + 4.0, y + height / 2.0}), (Rgba8{accent.r, accent.g, accent.b, 255}));
    EXPECT_LT(x + width, area("question", {"Open it"})[0]);
}

TEST_F(FileBrowserTest, ARulePartsPalettesFromPictures) {
    press_key(SDLK_ESCAPE);
    write_text(folder / "z.hex", "ff0000\n00ff00\n");
    write_text(folder / "y.hex", "ff0000\n0000ff\n");
    key(SDLK_o, KMOD_LCTRL | KMOD_LSHIFT);
    run_until([&] { return app->files().is_open_here(); });
    settle();
    // The inner folder, two palettes, three pictures.
    const auto top = [&](int row) { return area("file dialog/entries", {row, "##entry"})[1]; };
    const Image capture = app->capture();
    const auto above = [&](int row) { return shown(capture, {480, double(top(row)) - 4}); };
    EXPECT_EQ(above(2), above(1));
    EXPECT_NE(above(3), above(1));
    EXPECT_EQ(above(4), above(1));
    click_row(2);
    enter();
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    app->session().decline_palette();
    key(SDLK_o, KMOD_LCTRL | KMOD_LSHIFT);
    run_until([&] { return app->files().is_open_here(); });
    settle();
    click(control("file dialog", {"Recent"}));
    click_row(0);
    enter();
    run_until([&] { return snapshot().palette_offer != nullptr; });
    EXPECT_EQ(snapshot().palette_offer->path, folder / "z.hex");
}

TEST_F(FileBrowserTest, ArrowKeysWithShiftChooseAllOnTheWay) {
    key(SDLK_DOWN);
    key(SDLK_DOWN);
    key(SDLK_DOWN, KMOD_LSHIFT);
    enter();
    EXPECT_EQ(queue(), (std::vector<std::string>{"1.png", "2.png"}));
}

TEST_F(FileBrowserTest, SizesEndBelowEachOther) {
    write_text(folder / "long.png", read_text(folder / "1.png") + std::string(5000, ' '));
    press_key(SDLK_ESCAPE);
    ask();
    settle();
    move({1, 1});
    const Image capture = app->capture();
    // The place after the dimensions and before the size, which is longer for one.
    const auto is_text = [&](int row, double before_end) {
        const auto [x, y, width, height] = area("file dialog/entries", {row, "##entry"});
        for (double line = y; line < y + height; ++line)
            if (shown(capture, {x + width - before_end, line}).r > 100) return true;
        return false;
    };
    for (int from_end = 100; from_end < 140; ++from_end)
        EXPECT_EQ(is_text(1, from_end), is_text(4, from_end)) << from_end;
}

}
}
