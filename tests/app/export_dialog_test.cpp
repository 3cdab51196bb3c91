#include "environment.h"
#include "image/load.h"
#include "image/save.h"
#include "window_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>
#include <imgui_internal.h>

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
        open_dialog();
    }
    void open_dialog() { press_key(SDLK_s, KMOD_LCTRL); }
    void tick(Path path) { click(control("export/body", path)); }
    /// Opens another picture for the dialog.
    void reopen(const ImageView& image) {
        close();
        open(image);
        open_dialog();
    }
    void type_name(const std::string& target) {
        tick({"##path"});
        retype(target);
    }
    void name(const std::string& target) {
        type_name(target);
        key(SDLK_RETURN); // leaves the field
        run_until([&] { return !snapshot().exporting; });
        settle();
    }
    /// Its report is read.
    void close() { press_key(SDLK_ESCAPE); }
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
        press_key(SDLK_s, KMOD_LCTRL);
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
    press_now(middle_of("export/body", {"##path"}));
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

TEST_F(WaitingExportDialog, TheWindowClosesOnceTheFileIsWritten) {
    SDL_Event event{};
    event.type = SDL_WINDOWEVENT;
    event.window.event = SDL_WINDOWEVENT_CLOSE;
    SDL_PushEvent(&event);
    EXPECT_TRUE(app->run_once(std::chrono::milliseconds(0)));
    EXPECT_TRUE(says("The window closes once the file is written."));
    while (app->run_once(std::chrono::milliseconds(20))) {
    }
    EXPECT_TRUE(is_there("first.png"));
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
    tick({"format", "WebP"});
    reduce({.shift = {.radius = 0.5}, .palette = {.colors = 6}}); // behind the open dialog
    const std::size_t left = snapshot().frequency->swatches.size();
    ASSERT_LT(left, 6u);
    EXPECT_TRUE(says("picture-" + std::to_string(left) + "-colours.webp"));
    type_name("mine.webp");
    reduce({.shift = {.radius = 0}, .palette = {.colors = 3}});
    EXPECT_TRUE(says("mine.webp")) << "a typed name stays";
    close();
    open_dialog();
    EXPECT_TRUE(says("picture-3-colours.png"));
}

TEST_F(ExportDialogTest, TypingReplacesTheNameButNotItsFolderAndFormat) {
    type("bay");
    settle();
    key(SDLK_RETURN);
    run_until([&] { return !snapshot().exporting && !app->exporter().written().empty(); });
    settle();
    EXPECT_TRUE(is_there("bay.png"));
}

TEST_F(ExportDialogTest, ANameThatCannotBeTypedStaysAsItIs) {
    close();
    drop({write_picture("\xF0\x9F\x98\x80.png", ramps(30, 20))}); // above U+FFFF
    run_until([&] { return snapshot().document->path.filename() != "picture.png" && snapshot().exact(); });
    open_dialog();
    settle();
    key(SDLK_RETURN);
    run_until([&] { return !snapshot().exporting && !app->exporter().written().empty(); });
    settle();
    EXPECT_THAT(app->exporter().written().front().string(), testing::HasSubstr("\xF0\x9F\x98\x80-"));
}

TEST_F(ExportDialogTest, StaysOpenAndShowsTheFailure) {
    std::filesystem::create_directory(folder / "folder.png");
    for (const std::string target : {"picture.doc", "nowhere/picture.png", "folder.png"}) {
        name((folder / target).string());
        EXPECT_NE(app->exporter().complaint(), "") << target;
        EXPECT_EQ(snapshot().notice, "") << "it is said in the dialog";
    }
    tick({"kind", "Indexed"});
    EXPECT_EQ(app->exporter().complaint(), "") << "anything may mend it";
    name("mended.png");
    EXPECT_EQ(app->exporter().complaint(), "");
    EXPECT_TRUE(is_there("mended.png")) << "the dialog was still there, and a name lies beside the picture";
}

TEST_F(ExportDialogTest, AJpegHasAQuality) {
    name("fine.jpg");
    ASSERT_TRUE(is_there("fine.jpg"));
    close();
    open_dialog();
    type_name("coarse.jpg");
    const Point knob = control("export/body", {"quality"});
    drag(knob, knob - Point{90, 0});
    click(control("export", {"Export"}));
    run_until([&] { return is_there("coarse.jpg"); });
    EXPECT_LT(2 * std::filesystem::file_size(folder / "coarse.jpg"),
              std::filesystem::file_size(folder / "fine.jpg"));
}

TEST_F(ExportDialogTest, AnIndexedPictureHasTheBitsAndEntriesChosen) {
    tick({"kind", "Indexed"});
    tick({"Bits", "8"});
    tick({"Fill up to"});
    run_until([&] { return snapshot().exact() && snapshot().frequency->recipe.output.pad == 256u; });
    name("slots.png");
    ASSERT_TRUE(is_there("slots.png")) << app->exporter().complaint();
    EXPECT_EQ(load_image_file(folder / "slots.png").slots.size(), 256u);
    EXPECT_EQ(read_text(folder / "slots.png")[24], 8);
    close();
    open_dialog();
    tick({"Bits", "1"});
    name("too-many.png");
    EXPECT_NE(app->exporter().complaint().find("are more than 1 bit can number"), std::string::npos);
}

TEST_F(ExportDialogTest, OffersAsManyColoursAsAGifHolds) {
    reduce({.shift = {.radius = 0.001}});
    type_name("many.gif");
    run_until([&] { return !app->exporter().complaint().empty(); });
    EXPECT_THAT(app->exporter().complaint(), testing::HasSubstr("holds at most 256 colours"));
    type_name("many.png");
    run_until([&] { return app->exporter().complaint().empty(); });
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
    open_dialog();
    const char* const lost = "This format cannot hold the print size, so it is lost.";
    EXPECT_FALSE(says(lost));
    for (const char* const format : {"GIF", "PAM", "TGA"}) {
        tick({"format", format});
        EXPECT_TRUE(says(lost)) << format;
    }
    tick({"format", "BMP"});
    EXPECT_FALSE(says(lost));
}

TEST_F(ExportDialogTest, AsksForTheIndexOfTransparentPixelsWhereThereAreSome) {
    tick({"kind", "Indexed"});
    EXPECT_FALSE(says("Transparent at"));
    Image clear = ramps(60, 40);
    clear.pixels()[5].a = 0;
    reopen(clear);
    tick({"kind", "Truecolour"});
    EXPECT_FALSE(says("Transparent at")) << "nothing with indices is written";
    tick({"kind", "Indexed"});
    tick({"Transparent at"});
    run_until([&] { return snapshot().recipe->output.transparent_index == 0u && snapshot().exact(); });
    const auto take = [&](const char* index) {
        tick({"##transparent"});
        retype(index);
        key(SDLK_TAB); // Return would also export
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
    EXPECT_EQ(snapshot().exported.sentence, "") << "it is not said once more";
    open_dialog();
    control("export", {"Copy as command"});
}

TEST_F(ExportDialogTest, KeepsItsButtonsInALowWindow) {
    geometry = {.width = 720, .height = 480};
    launch({});
    open(ramps(60, 40));
    click(control("tools", {"Export\u2026"}));
    scroll_to_end("export/body");
    const Point button = control("export", {"Export"});
    EXPECT_LT(button.y, 470);
    scroll_to_end("export/body");
    control("export/body", {"Areas"});
    EXPECT_EQ(control("export", {"Export"}), button) << "what is above them scrolls";
    click(button);
    run_until([&] { return is_there("picture-r0.05.png"); });
    run_until([&] { return !snapshot().exporting; });
    settle();
}

TEST_F(ExportDialogTest, ShowsTheSizeOfTheFileInTheFormatOfTheButton) {
    tick({"format", "WebP"});
    run_until([&] { return snapshot().export_bytes.has_value(); });
    const std::uintmax_t expected = snapshot().export_bytes.value_or(0);
    click(control("export", {"Export"}));
    run_until([&] { return is_there("picture-r0.05.webp") && !snapshot().exporting; });
    settle();
    EXPECT_EQ(std::filesystem::file_size(folder / "picture-r0.05.webp"), expected);
}

TEST_F(ExportDialogTest, EachOptionOfThePictureHasItsEffect) {
    close();
    const std::string exif = std::string("II*\0\x08\0\0\0\x01\0\x0F\x01\x02\0\x04\0\0\0Cam\0\0\0\0\0", 26);
    const auto bytes = bytes_of(exif);
    write_text(folder / "photo.png",
               text_of(encode_image(ramps(60, 40), ImageFormat::png,
                                    {.metadata = {.exif = {bytes.begin(), bytes.end()}}})));
    const auto long_ago = std::filesystem::last_write_time(folder / "photo.png") - std::chrono::hours(1000);
    std::filesystem::last_write_time(folder / "photo.png", long_ago);
    app->session().open({folder / "photo.png"});
    run_until([&] { return snapshot().document->path == folder / "photo.png" && snapshot().exact(); });
    const auto size = [](const std::filesystem::path& file) { return std::filesystem::file_size(file); };
    const std::filesystem::path plain = folder / "plain.png";
    struct Option {
        const char* name;
        std::function<bool(const std::filesystem::path&)> is_in;
    };
    const Option options[]{
        {"", [](const auto&) { return true; }},
        {"Smallest file", [&](const auto& file) { return size(file) < size(plain); }},
        {"Keep metadata", [](const auto& file) { return !load_document(file).metadata.exif.empty(); }},
        {"Keep times", [&](const auto& file) { return std::filesystem::last_write_time(file) == long_ago; }}};
    for (const Option& option : options) {
        SCOPED_TRACE(option.name);
        open_dialog();
        if (*option.name != '\0') tick({option.name});
        const std::filesystem::path target =
            *option.name == '\0' ? plain : folder / (std::string(option.name) + ".png");
        name(target.string());
        ASSERT_TRUE(std::filesystem::exists(target)) << app->exporter().complaint();
        EXPECT_TRUE(option.is_in(target));
        EXPECT_EQ(option.is_in(plain), target == plain);
        close();
    }
}

TEST_F(ExportDialogTest, TheSourceTakesThePlaceOfALargerResult) {
    tick({"kind", "Indexed"}); // which has no effect once there are too many colours
    reduce({.shift = {.radius = 0.0001}});
    tick({"Not larger than the source"});
    name("many.png");
    EXPECT_TRUE(says("written instead"));
    reopen(Image(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255})));
    tick({"kind", "Usual"});
    name("same.png");
    EXPECT_TRUE(says("written instead"));
    EXPECT_EQ(read_text(folder / "same.png"), read_text(snapshot().document->path.file()));
}

TEST_F(ExportDialogTest, PaletteAndPartsLieBesideThePictureUnderItsName) {
    const Result& result = *snapshot().frequency;
    const std::size_t all = result.layers.list.size();
    ASSERT_GT(all, 2u);
    const auto masks = [&](const char* folder_name) {
        return std::size_t(std::distance(std::filesystem::directory_iterator(folder / folder_name), {}));
    };
    for (const char* const part : {"Palette", "Layers", "Masks"}) tick({part});
    tick({"palette", "hex"});
    name("apart.png");
    for (const char* const file : {"apart.png", "apart.hex", "apart.ora"})
        EXPECT_TRUE(is_there(file)) << file;
    EXPECT_EQ(masks("apart-masks"), all);
    close();
    toggle_hidden(result, result.layers.list.front().color, app->view_state().display.hidden);
    open_dialog();
    tick({"Only shown colours"});
    name("shown.png");
    EXPECT_EQ(masks("shown-masks"), all - 1);
    close();
    app->view_state().isolated = result.layers.list.front().color;
    open_dialog();
    name("one.png");
    EXPECT_EQ(masks("one-masks"), 1u);
}

TEST_F(ExportDialogTest, BeginsWithTheFolderFormatAndPartsOfTheLastExport) {
    std::filesystem::create_directory(folder / "out");
    tick({"format", "WebP"});
    tick({"Masks"});
    tick({"Palette"});
    tick({"palette", "hex"});
    name((folder / "out/first").string());
    ASSERT_TRUE(is_there("out/first.webp"));
    const ExportSettings last{.format = ".webp", .folder = folder / "out", .parts = {".hex", "-masks"}};
    EXPECT_EQ(app->view_state().settings.exports, last);
    reopen(ramps(50, 40));
    key(SDLK_RETURN);
    run_until([&] { return !snapshot().exporting; });
    settle();
    const std::string next = "out/" + suggested_stem(snapshot().document->path, app->session().recipe(), "");
    for (const char* const ending : {".webp", ".hex", "-masks"})
        EXPECT_TRUE(is_there(next + ending)) << ending;
}

TEST_F(ExportDialogTest, AsksBeforeItReplacesAFile) {
    write_text(folder / "there.png", "mine");
    name("there.png");
    EXPECT_EQ(read_text(folder / "there.png"), "mine") << "not unasked";
    run_until([&] { return says("there.png exists."); });
    press_key(SDLK_RETURN);
    EXPECT_EQ(read_text(folder / "there.png"), "mine") << "not by a key";
    settle();
    click(control("export", {"Replace"}));
    run_until([&] { return read_text(folder / "there.png") != "mine" && !snapshot().exporting; });
}

TEST_F(ExportDialogTest, ADoubleClickReplacesNothing) {
    type_name("there.png");
    const Point button = control("export", {"Export"});
    write_text(folder / "there.png", "mine"); // after the dialog has looked
    double_click(button);
    run_until([&] { return says("there.png exists."); });
    double_click(button);
    press_key(SDLK_RETURN);
    EXPECT_EQ(read_text(folder / "there.png"), "mine");
    const auto [x, y, width, height] = area("export", {"Replace"});
    EXPECT_FALSE(x <= button.x && button.x < x + width) << "whatever moves, it comes nowhere near";
    click({x + width / 2.0, y + height / 2.0});
    run_until([&] { return read_text(folder / "there.png") != "mine" && !snapshot().exporting; });
    EXPECT_TRUE(says("Exported"));
}

TEST_F(ExportDialogTest, NamesTheOpenPictureWhereItWouldBeReplaced) {
    std::filesystem::create_symlink("picture.png", folder / "link.png");
    for (const std::string target : {"picture.png", "link.png"}) {
        type_name(target);
        run_until(
            [&] { return says(target + " is the open picture itself: replacing it loses the source."); });
    }
}

TEST_F(ExportDialogTest, WritesTheNumberThatReturnConfirms) {
    close();
    app->session().export_results({.write = {.picture = folder / "before.png"}});
    run_until([&] { return !snapshot().exported.sentence.empty(); });
    open_dialog();
    tick({"kind", "Indexed"});
    tick({"Fill up to"});
    await_exact();
    tick({"##pad"});
    retype("200");
    key(SDLK_RETURN);
    run_until([&] { return !app->exporter().written().empty(); });
    settle();
    ASSERT_TRUE(is_there("picture-r0.05.png"));
    EXPECT_EQ(load_image_file(folder / "picture-r0.05.png").slots.size(), 200u);
}

TEST_F(ExportDialogTest, ANumberOutOfRangeExportsNothing) {
    tick({"kind", "Indexed"});
    tick({"Fill up to"});
    await_exact();
    const auto type_number = [&] {
        tick({"##pad"});
        retype("999");
    };
    type_number();
    press_key(SDLK_RETURN);
    EXPECT_TRUE(says("from 1 to 256"));
    click(control("export", {"Export"}));
    type_number();
    click(control("export", {"Export"}));
    EXPECT_FALSE(snapshot().exporting);
    EXPECT_FALSE(is_there("picture-r0.05.png"));
    click(control("export", {"Export"})); // the old number is shown again
    run_until([&] { return !app->exporter().written().empty(); });
    settle();
    EXPECT_EQ(load_image_file(folder / "picture-r0.05.png").slots.size(), 256u);
}

TEST_F(ExportDialogTest, ANameWithoutAnExtensionGetsThatOfTheFormat) {
    tick({"format", "BMP"});
    name("bay");
    EXPECT_TRUE(is_there("bay.bmp"));
    close();
    open_dialog();
    type_name("bay.j");
    name("bay-0.05");
    EXPECT_TRUE(is_there("bay-0.05.bmp")) << "in the format of the last export";
    EXPECT_TRUE(says("bay-0.05.bmp"));
}

TEST_F(ExportDialogTest, SvgIsAFormatWhoseVectorsTakeThePlaceOfThePicture) {
    name("whole.png");
    close();
    open_dialog();
    tick({"format", "SVG"});
    name("vectors");
    EXPECT_TRUE(is_there("vectors.svg"));
    EXPECT_FALSE(is_there("vectors.png"));
    close();
    open_dialog();
    name("again");
    EXPECT_TRUE(is_there("again.svg")) << "in the format of the last export";
    close();
    open_dialog();
    name("picture.png");
    EXPECT_TRUE(is_there("picture.png")) << "a typed name decides on the format";
    EXPECT_FALSE(is_there("picture.svg"));
    close();
    open_dialog();
    name("typed.svg");
    EXPECT_TRUE(is_there("typed.svg"));
    EXPECT_FALSE(is_there("typed.png"));
}

TEST_F(ExportDialogTest, SaysThatAreasAreNotDithered) {
    reduce(Look::photo);
    const char* const sentence = "These files are not dithered, which would dissolve the areas.";
    EXPECT_FALSE(says(sentence));
    tick({"Vectors"});
    EXPECT_TRUE(says(sentence));
}

TEST_F(ExportDialogTest, OffersTheLookOfAreasWhereNobodyHasChosenOne) {
    EXPECT_FALSE(says("Use Flat"));
    tick({"Vectors"});
    EXPECT_FALSE(says("Use Flat")) << "the settings were chosen";
    launch_first();
    open(ramps(60, 40));
    ASSERT_EQ(snapshot().look, Look::photo);
    open_dialog();
    EXPECT_FALSE(says("Use Flat"));
    tick({"Vectors"});
    ASSERT_TRUE(says("Use Flat"));
    tick({"flat"});
    await_exact();
    EXPECT_EQ(snapshot().look, Look::flat) << "the picture behind the dialog shows it";
    EXPECT_FALSE(says("Use Flat"));
}

TEST_F(ExportDialogTest, IsNotScrolledWhenItOpens) {
    launch({.settings = {.scale = 2, .geometry = {.width = 1280, .height = 800}}});
    open(ramps(60, 40));
    open_dialog();
    type("bay");
    EXPECT_TRUE(says("bay.png")) << "the name has the focus";
    EXPECT_EQ(find_window("export/body")->Scroll.y, 0);
    control("export", {"Export"});
    control("export/body", {"Areas"}); // there is room for it in another line
}

}
}
