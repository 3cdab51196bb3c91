#include "environment.h"
#include "image/indexed_image.h"
#include "image/load.h"
#include "image/save.h"
#include "window_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>

namespace huedrift::app {
namespace {

/// The dialog with a picture open and the whole name of the target chosen.
class ExportDialogTest : public WindowTest {
protected:
    ExportDialogTest() { geometry.height = 800; }
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        open(ramps(60, 40));
        key(SDLK_s, KMOD_LCTRL);
        settle();
    }
    void type_name(const std::string& target) {
        click(control("export/body", {"Picture", "##path"}));
        key(SDLK_a, KMOD_LCTRL);
        type(target);
    }
    void name(const std::string& target) {
        type_name(target);
        key(SDLK_RETURN); // leaves the field
        run_until([&] { return !snapshot().exporting; });
        settle();
    }
    /// What it has written is read.
    void close() {
        key(SDLK_ESCAPE);
        settle();
    }
    bool is_there(const std::string& file) const { return std::filesystem::exists(folder / file); }
};

/// The dialog while it waits for a final result that takes long.
class WaitingExportDialog : public ExportDialogTest {
protected:
    void SetUp() override {
        ExportDialogTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        close();
        open(ramps(1000, 800));
        key(SDLK_s, KMOD_LCTRL);
        settle();
        type_name("first.png");
        const Point button = control("export", {"Export"});
        app->session().set({.shift = {.radius = 0.3, .refine = Refine::off}});
        press_now(button);
        ASSERT_FALSE(snapshot().exact());
    }
    /// A click that waits for nothing.
    void press_now(Point at) {
        press(at);
        release(at);
    }
};

TEST_F(WaitingExportDialog, WritesWhatWasConfirmed) {
    press_now(middle_of("export/body", {"Picture", "##path"}));
    SDL_Event letter{};
    letter.type = SDL_TEXTINPUT;
    letter.text.text[0] = 'x';
    SDL_PushEvent(&letter);
    take_events();
    app->session().set({.shift = {.radius = 0.2}});
    run_until([&] { return !app->exporter().written().empty(); });
    EXPECT_EQ(app->exporter().written(), std::vector{folder / "first.png"});
    EXPECT_TRUE(is_there("first.png"));
    settle();
}

TEST_F(WaitingExportDialog, WritesNoOtherPictureThatIsDroppedBehindIt) {
    drop({write_picture("other.png", ramps(30, 20))});
    run_until([&] { return snapshot().document->path == folder / "other.png" && snapshot().exact(); });
    settle();
    EXPECT_FALSE(is_there("first.png"));
    EXPECT_THAT(app->exporter().complaint(), testing::HasSubstr("nothing was written"));
    click(control("export", {"Export"}));
    run_until([&] { return is_there("other-r0.3.png"); });
    run_until([&] { return !snapshot().exporting; });
    settle();
}

TEST_F(ExportDialogTest, SuggestsANameWithTheNumberOfColoursThatThereAre) {
    close();
    app->session().set({.shift = {.radius = 0.5}, .palette = {.colors = 6}});
    run_until([&] { return snapshot().exact(); });
    const std::size_t left = snapshot().frequency->swatches.size();
    ASSERT_LT(left, 6u);
    key(SDLK_s, KMOD_CTRL);
    settle();
    EXPECT_TRUE(says("-" + std::to_string(left) + "-colours.png"));
}

TEST_F(ExportDialogTest, StaysOpenAndShowsTheFailure) {
    std::filesystem::create_directory(folder / "folder.png");
    for (const std::string target : {"picture.doc", "nowhere/picture.png", "folder.png"}) {
        name((folder / target).string());
        EXPECT_NE(app->exporter().complaint(), "") << target;
        EXPECT_EQ(snapshot().notice, "") << "it is said in the dialog";
    }
    name("mended.png");
    EXPECT_EQ(app->exporter().complaint(), "");
    EXPECT_TRUE(is_there("mended.png")) << "the dialog was still there, and a name lies beside the picture";
}

TEST_F(ExportDialogTest, AFailureIsForgottenWhenAnythingIsChanged) {
    name((folder / "nowhere/picture.png").string());
    EXPECT_NE(app->exporter().complaint(), "");
    click(control("export/body", {"Indexed"}));
    EXPECT_EQ(app->exporter().complaint(), "");
}

TEST_F(ExportDialogTest, AJpegHasAQuality) {
    name("fine.jpg");
    ASSERT_TRUE(is_there("fine.jpg"));
    close();
    key(SDLK_s, KMOD_CTRL);
    settle();
    type_name("coarse.jpg");
    const Point knob = control("export/body", {"quality"});
    drag(knob, knob - Point{90, 0});
    click(control("export", {"Export"}));
    run_until([&] { return is_there("coarse.jpg"); });
    EXPECT_LT(2 * std::filesystem::file_size(folder / "coarse.jpg"),
              std::filesystem::file_size(folder / "fine.jpg"));
}

TEST_F(ExportDialogTest, AnIndexedPictureHasTheBitsAndEntriesChosen) {
    click(control("export/body", {"Indexed"}));
    click(control("export/body", {"Bits", "8"}));
    click(control("export/body", {"Fill up to"}));
    run_until([&] { return snapshot().exact() && snapshot().frequency->recipe.output.pad == 256u; });
    name("slots.png");
    ASSERT_TRUE(is_there("slots.png")) << app->exporter().complaint();
    EXPECT_EQ(load_image_file(folder / "slots.png").slots.size(), 256u);
    EXPECT_EQ(read_text(folder / "slots.png")[24], 8);
    close();
    key(SDLK_s, KMOD_CTRL);
    settle();
    click(control("export/body", {"Bits", "1"}));
    name("too-many.png");
    EXPECT_NE(app->exporter().complaint().find("are more than 1 bit can number"), std::string::npos);
}

TEST_F(ExportDialogTest, OffersAsManyColoursAsAGifHolds) {
    app->session().set({.shift = {.radius = 0.001}});
    run_until([&] { return snapshot().exact(); });
    type_name("many.gif");
    run_until([&] { return !app->exporter().complaint().empty(); });
    click(control("export", {"256 colours"}));
    run_until([&] { return app->exporter().complaint().empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().frequency->swatches.size(), 256u);
    name("many.gif");
    EXPECT_TRUE(is_there("many.gif"));
}

TEST_F(ExportDialogTest, SaysWhatAFormatCannotHold) {
    close();
    const std::vector<std::byte> file =
        encode_image(ramps(30, 20), ImageFormat::png, {.resolution = Resolution{.x = 11811, .y = 11811}});
    write_text(folder / "print.png", {reinterpret_cast<const char*>(file.data()), file.size()});
    app->session().open({folder / "print.png"});
    run_until([&] { return snapshot().document && snapshot().document->resolution && snapshot().exact(); });
    key(SDLK_s, KMOD_LCTRL);
    settle();
    const char* const lost = "This format cannot hold the print size, so it is lost.";
    EXPECT_FALSE(says(lost));
    for (const char* const format : {"GIF", "PAM", "TGA"}) {
        click(control("export/body", {"format", format}));
        EXPECT_TRUE(says(lost)) << format;
    }
    click(control("export/body", {"format", "BMP"}));
    EXPECT_FALSE(says(lost));
}

TEST_F(ExportDialogTest, ShowsTheSizeOfTheFile) {
    run_until([&] { return snapshot().export_bytes.has_value(); });
    const std::uintmax_t expected = snapshot().export_bytes.value_or(0);
    name("picture-small.png");
    ASSERT_TRUE(is_there("picture-small.png"));
    EXPECT_EQ(std::filesystem::file_size(folder / "picture-small.png"), expected);
}

TEST_F(ExportDialogTest, WarnsOfAFormatThatCannotHoldTheResult) {
    app->session().set({.shift = {.radius = 0.001}});
    run_until([&] { return snapshot().exact(); });
    type_name("many.gif");
    run_until([&] { return !app->exporter().complaint().empty(); });
    EXPECT_THAT(app->exporter().complaint(), testing::HasSubstr("holds at most 256 colours"));
    type_name("many.png");
    run_until([&] { return app->exporter().complaint().empty(); });
}

TEST_F(ExportDialogTest, OffersLevelsOfAlphaWhereAnIndexedPictureHasTooManyPairs) {
    key(SDLK_ESCAPE);
    settle();
    Image soft = ramps(60, 40);
    for (std::size_t i = 0; i < soft.pixels().size(); ++i) soft.pixels()[i].a = std::uint8_t(i);
    open(soft);
    key(SDLK_s, KMOD_LCTRL);
    settle();
    click(control("export/body", {"Indexed"}));
    run_until([&] { return !app->exporter().complaint().empty(); });
    click(control("export", {"Join levels of alpha"}));
    run_until([&] { return app->exporter().complaint().empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->source.alpha.levels, max_alpha_levels);
    name("soft.png");
    EXPECT_TRUE(is_there("soft.png"));
    EXPECT_TRUE(index_image(*load_document(folder / "soft.png").image));
}

TEST_F(ExportDialogTest, TakesTheResultApart) {
    click(control("export/body", {"parts"}));
    click(control("export/body", {"Layers", "Layers"}));
    name("apart.png");
    EXPECT_TRUE(is_there("apart.png"));
    EXPECT_TRUE(is_there("picture-r0.05.ora"));
}

TEST_F(ExportDialogTest, LeavesHiddenColoursOut) {
    const Result& result = *snapshot().frequency;
    ASSERT_GT(layers_of(result).size(), 2u);
    toggle_hidden(result, layers_of(result).front().color, app->view_state().display.hidden);
    click(control("export/body", {"parts"}));
    scroll_to_end("export/body");
    click(control("export/body", {"Masks", "Masks"}));
    click(control("export/body", {"###shown"}));
    scroll_to_begin("export/body");
    name("apart.png");
    const auto files = std::filesystem::directory_iterator(folder / "picture-r0.05-masks");
    EXPECT_EQ(std::size_t(std::distance(files, {})), layers_of(result).size() - 1);
}

TEST_F(ExportDialogTest, KeepsTimesOnRequest) {
    const std::filesystem::path source = snapshot().document->path.file();
    const auto long_ago = std::filesystem::last_write_time(source) - std::chrono::hours(1000);
    std::filesystem::last_write_time(source, long_ago);
    app->session().reload();
    run_until([&] { return snapshot().exact(); });
    click(control("export/body", {"Keep times"}));
    name("kept.png");
    EXPECT_EQ(std::filesystem::last_write_time(folder / "kept.png"), long_ago);
}

TEST_F(ExportDialogTest, KeepsMetadataOnRequest) {
    key(SDLK_ESCAPE);
    settle();
    const std::string exif = std::string("II*\0\x08\0\0\0\x01\0\x0F\x01\x02\0\x04\0\0\0Cam\0\0\0\0\0", 26);
    const auto bytes = bytes_of(exif);
    const auto file =
        encode_image(ramps(60, 40), ImageFormat::png, {.metadata = {.exif = {bytes.begin(), bytes.end()}}});
    write_text(folder / "photo.png", {reinterpret_cast<const char*>(file.data()), file.size()});
    app->session().open({folder / "photo.png"});
    run_until([&] { return snapshot().document->path == folder / "photo.png" && snapshot().exact(); });
    for (const bool kept : {false, true}) {
        key(SDLK_s, KMOD_LCTRL);
        settle();
        if (kept) click(control("export/body", {"Keep metadata"}));
        const std::string target = kept ? "kept.png" : "plain.png";
        type_name(target);
        click(control("export", {"Export"}));
        run_until([&] { return is_there(target) && !snapshot().exporting; });
        settle();
        close();
        EXPECT_EQ(!load_document(folder / target).metadata.exif.empty(), kept);
    }
}

TEST_F(ExportDialogTest, WritesTheSmallestFileOnRequest) {
    std::array<std::uintmax_t, 2> sizes{};
    for (const bool smallest : {false, true}) {
        if (smallest) key(SDLK_s, KMOD_LCTRL);
        settle();
        if (smallest) click(control("export/body", {"Smallest file"}));
        const std::string target = smallest ? "smallest.png" : "usual.png";
        type_name(target);
        click(control("export", {"Export"}));
        run_until([&] { return is_there(target) && !snapshot().exporting; });
        settle();
        close();
        sizes[std::size_t(smallest)] = std::filesystem::file_size(folder / target);
    }
    EXPECT_LT(sizes[1], sizes[0]);
}

TEST_F(ExportDialogTest, SaysThatTheSourceWasWrittenInPlaceOfALargerResult) {
    key(SDLK_ESCAPE);
    settle();
    open(Image(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255})));
    key(SDLK_s, KMOD_LCTRL);
    settle();
    click(control("export/body", {"Not larger than the source"}));
    name("same.png");
    EXPECT_TRUE(says("written instead"));
    EXPECT_EQ(read_text(folder / "same.png"), read_text(snapshot().document->path.file()));
}

TEST_F(ExportDialogTest, TheSourceCanTakeThePlaceOfAResultWithTooManyColoursToBeIndexed) {
    click(control("export/body", {"Indexed"}));
    app->session().set({.shift = {.radius = 0.0001}});
    run_until([&] { return snapshot().exact(); });
    settle();
    click(control("export/body", {"Not larger than the source"}));
    name("same.png");
    EXPECT_TRUE(says("written instead"));
}

TEST_F(ExportDialogTest, AsksForTheIndexOfTransparentPixels) {
    click(control("export/body", {"Truecolour"}));
    click(middle_of("export/body", {"Transparent at"}));
    EXPECT_FALSE(snapshot().recipe->output.transparent_index) << "nothing with indices is written";
    click(control("export/body", {"Indexed"})); // no longer truecolour
    click(control("export/body", {"Transparent at"}));
    run_until([&] { return snapshot().recipe->output.transparent_index == 0u && snapshot().exact(); });
    const auto take = [&](const char* index) {
        click(control("export/body", {"##transparent"}));
        key(SDLK_a, KMOD_LCTRL);
        type(index);
        key(SDLK_RETURN);
        run_until([&] { return snapshot().exact(); });
    };
    take("250");
    name("far.png");
    EXPECT_NE(app->exporter().complaint().find("index 250"), std::string::npos)
        << app->exporter().complaint();
    take("1");
    name("near.png");
    EXPECT_EQ(app->exporter().complaint(), "");
    const Document written = load_document(folder / "near.png");
    ASSERT_TRUE(written.recipe);
    EXPECT_EQ(written.recipe->output.transparent_index, 1u);
}

TEST_F(ExportDialogTest, ExpandsTheHomeFolder) {
    const Environment home("HOME", folder.path().c_str());
    name("~/mine.png");
    EXPECT_TRUE(is_there("mine.png"));
}

TEST_F(ExportDialogTest, EndsWithTheWrittenFiles) {
    name("done.png");
    EXPECT_TRUE(says("Exported"));
    EXPECT_TRUE(says("done.png"));
    control("export", {"Show in Folder"});
    click(control("export", {"Close"}));
    EXPECT_EQ(snapshot().exported, "") << "it is not said once more";
    key(SDLK_s, KMOD_LCTRL);
    settle();
    control("export", {"Copy as command"});
}

TEST_F(ExportDialogTest, AFormatIsChosenByAButtonOrByTheName) {
    click(control("export/body", {"format", "WebP"}));
    click(control("export", {"Export"}));
    run_until([&] { return is_there("picture-r0.05.webp"); });
    run_until([&] { return !snapshot().exporting; });
    settle();
}

TEST_F(ExportDialogTest, KeepsItsButtonsInALowWindow) {
    geometry = {.width = 720, .height = 480};
    launch({});
    open(ramps(60, 40));
    click(control("tools", {"Export\u2026"}));
    scroll_to_end("export/body");
    click(control("export/body", {"parts"}));
    const Point button = control("export", {"Export"});
    EXPECT_LT(button.y, 470);
    scroll_to_end("export/body");
    control("export/body", {"Areas", "Areas"});
    EXPECT_EQ(control("export", {"Export"}), button) << "what is above them scrolls";
    click(button);
    run_until([&] { return is_there("picture-r0.05.png"); });
    run_until([&] { return !snapshot().exporting; });
    settle();
}

}
}
