#include "app/dialogs/command_lists.h"
#include "app/ui/view_state.h"
#include "base/output_file.h"
#include "image/encode.h"
#include "session/layers.h"
#include "session/palette_edits.h"
#include "window_fixture.h"

#include <SDL.h>
#include <SDL_clipboard.h>
#include <SDL_keycode.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <memory>

namespace huedrift::app {
namespace {

TEST(TypedSetting, HasItsValueBeforeOrBehindItsName) {
    const auto typed = [](const char* text) {
        const auto setting = typed_setting(text, {});
        return setting ? setting->recipe : Recipe{};
    };
    EXPECT_EQ(typed("4 colours").palette.colors, 4u);
    EXPECT_EQ(typed("Colors 12 ").palette.colors, 12u);
    EXPECT_EQ(typed("radius 0.03").shift.radius, 0.03);
    EXPECT_EQ(typed("dither everywhere").labels.dithering.method, Dither::everywhere);
    EXPECT_EQ(typed("soft edges ignore").palette.fit.soft_edges, SoftEdges::ignore);
    EXPECT_EQ(typed("gamma linear").source.transfer, Transfer::linear);
    EXPECT_EQ(typed("steps 7").shift.max_iterations, 7u);
    EXPECT_EQ(typed("precision off").shift.refine, Refine::off);
    EXPECT_EQ(typed_setting("4 colours", {})->text, "Colours: 4");
}

TEST(TypedSetting, IsNoneForOtherTextsAndValues) {
    for (const char* const text :
         {"", " ", "colours", "4 wheels", "radius 9", "radius small", "dither 4", "4"})
        EXPECT_FALSE(typed_setting(text, {})) << text;
}

TEST(TypedSetting, ReplacesAnError) {
    Recipe recipe;
    recipe.palette.max_error = 0.02;
    const auto setting = typed_setting("4 colours", recipe);
    ASSERT_TRUE(setting);
    EXPECT_EQ(setting->recipe.palette.max_error, std::nullopt);
}

class MenusTest : public WindowTest {
protected:
    void open_menu(const char* name) { click(control("##MainMenuBar", {"##menubar", name})); }
    Point entry(const char* name) { return control("##Menu_00", {name}); }
    void choose(const char* menu, const char* name) {
        open_menu(menu);
        click(entry(name));
    }
    static std::string clipboard() {
        const std::unique_ptr<char, void (*)(void*)> text(SDL_GetClipboardText(), &SDL_free);
        return text.get();
    }
};

TEST_F(MenusTest, AnEntryDoesWhatItSays) {
    open(ramps(60, 40));
    choose("View", "Wipe");
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    choose("Drift", "Weigh by Both");
    EXPECT_EQ(snapshot().weightings, Weightings::both);
    choose("Edit", "Undo");
    EXPECT_EQ(snapshot().weightings, Weightings::frequency);
}

TEST_F(MenusTest, AreOpenedAndWalkedByKeys) {
    open(ramps(60, 40));
    const auto is_open = [] { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); };
    press_key(SDLK_F10);
    control("##Menu_00", {"Open\u2026"});
    const double radius = snapshot().recipe->shift.radius;
    press_key(SDLK_RIGHT);
    control("##Menu_00", {"Undo"});
    press_key(SDLK_RIGHT);
    control("##Menu_00", {"Wipe"});
    press_key(SDLK_DOWN); // to another view
    press_key(SDLK_RETURN);
    EXPECT_NE(app->view_state().settings.compare, Compare::side_by_side);
    EXPECT_FALSE(is_open());
    EXPECT_EQ(snapshot().recipe->shift.radius, radius) << "the arrow keys belong to the menus";
    const auto press_alt = [&] { send_key(SDL_KEYDOWN, SDLK_LALT, KMOD_LALT); };
    const auto release_alt = [&] { send_key(SDL_KEYUP, SDLK_LALT, 0); };
    press_alt();
    EXPECT_FALSE(is_open());
    release_alt();
    settle();
    control("##Menu_00", {"Open\u2026"});
    press_key(SDLK_ESCAPE);
    EXPECT_FALSE(is_open());
    press_alt();
    key(SDLK_g, KMOD_LALT);
    release_alt();
    EXPECT_FALSE(is_open()) << "it was held for another key";
    press_alt();
    click({600, 300});
    release_alt();
    EXPECT_FALSE(is_open());
}

TEST_F(MenusTest, CommandsSetSettings) {
    open(ramps(60, 40));
    press_key(SDLK_p, KMOD_CTRL | KMOD_SHIFT);
    type("4 colours");
    EXPECT_TRUE(says("Colours: 4"));
    press_key(SDLK_RETURN);
    EXPECT_EQ(snapshot().recipe->palette.colors, 4u);
}

TEST_F(MenusTest, KeysChangeTheNumberOfColours) {
    open(ramps(60, 40));
    const std::size_t all = snapshot().frequency->swatches.size();
    ASSERT_GT(all, 8u);
    key(SDLK_DOWN);
    EXPECT_EQ(snapshot().recipe->palette.colors, all - 1) << "from all of them";
    key(SDLK_DOWN, KMOD_SHIFT);
    EXPECT_EQ(snapshot().recipe->palette.colors, all - 1 - (all - 1) / 4);
    key(SDLK_UP);
    EXPECT_EQ(snapshot().recipe->palette.colors, all - (all - 1) / 4);
}

TEST_F(MenusTest, KeysLeaveTheNumberOfColoursUntilThereIsAResult) {
    app->session().choose_engine({.engine = "none"}); // so there never is
    app->session().open({write_picture("a.png", ramps(60, 40))});
    run_until([&] { return snapshot().document && !snapshot().notice.empty(); });
    settle();
    ASSERT_FALSE(snapshot().frequency);
    for (const int which : {SDLK_UP, SDLK_DOWN}) key(which);
    EXPECT_EQ(snapshot().recipe->palette.colors, std::nullopt);
}

TEST_F(MenusTest, EditsOfAllPicturesAreForgottenOnceThatIsConfirmed) {
    launch({.edits_folder = folder / "edits"});
    open(ramps(60, 40));
    app->session().set(pinned(*snapshot().recipe, Rgb{1, 2, 3}));
    const auto kept = [&] {
        std::error_code missing;
        return std::filesystem::exists(folder / "edits") &&
               !std::filesystem::is_empty(folder / "edits", missing);
    };
    run_until(kept);
    for (const char* const answer : {"Keep them", "Forget them"}) {
        settle();
        choose("Edit", "Forget Edits of All Pictures\u2026");
        settle();
        EXPECT_TRUE(says("Forget the pins, edits and grids of all pictures")) << answer;
        EXPECT_TRUE(kept());
        click(control("question", {answer}));
    }
    run_until([&] { return !kept(); });
    settle();
    EXPECT_FALSE(says("Forget the pins, edits and grids of all pictures"));
}

TEST_F(MenusTest, ViewZoomsAndSimulates) {
    open(ramps(60, 40));
    const auto zoom = [&] { return app->canvas().panes().at(0).zoom; };
    const double fitted = zoom();
    for (const auto& [name, times] : {std::pair{"1:1", 1.0}, {"2:1", 2.0}, {"4:1", 4.0}, {"8:1", 8.0}}) {
        choose("View", name);
        EXPECT_EQ(zoom(), times);
    }
    choose("View", "Zoom In");
    EXPECT_GT(zoom(), 8);
    choose("View", "Zoom Out");
    EXPECT_EQ(zoom(), 8);
    choose("View", "Fit");
    EXPECT_EQ(zoom(), fitted);
    choose("View", name_without(Cone::middle_waves));
    EXPECT_EQ(app->view_state().missing_cone, Cone::middle_waves);
    choose("View", name_without(Cone::middle_waves));
    EXPECT_EQ(app->view_state().missing_cone, std::nullopt);
}

TEST_F(MenusTest, DriftChangesTheRadiusAndEditResetsIt) {
    open(ramps(60, 40));
    const double radius = snapshot().recipe->shift.radius;
    choose("Drift", "Much Larger Radius");
    EXPECT_NEAR(snapshot().recipe->shift.radius, radius * 1.1, 1e-3);
    choose("Drift", "Smaller Radius");
    EXPECT_NEAR(snapshot().recipe->shift.radius, radius * 1.1 / 1.01, 1e-3);
    choose("Drift", "Radius Up One Step");
    EXPECT_GT(snapshot().recipe->shift.radius, radius * 1.09);
    EXPECT_FALSE(snapshot().suits_picture);
    choose("Edit", "Reset Settings");
    run_until([&] { return snapshot().exact(); });
    EXPECT_TRUE(snapshot().suits_picture);
    EXPECT_EQ(look_of(*snapshot().recipe), Look::photo);
}

TEST_F(MenusTest, AnIndexedPictureIsMappedToItsOwnPalette) {
    open(ramps(20, 10));
    const std::vector<Rgba8> slots{
        {0, 0, 255, 255}, {9, 9, 9, 255}, {255, 0, 0, 255}, {0, 0, 255, 255}, {0, 128, 0, 255}};
    write_file_atomically(folder / "indexed.png",
                          encode_indexed_png({.width = 3,
                                              .height = 1,
                                              .indices = {std::byte{4}, std::byte{0}, std::byte{2}},
                                              .entries = slots}),
                          Overwrite::no);
    app->session().open({folder / "indexed.png"});
    run_until([&] { return snapshot().exact() && snapshot().picture->image->width() == 3; });
    choose("File", "The Picture's Own Palette");
    run_until([&] { return snapshot().exact() && snapshot().frequency->recipe.palette.to_source; });
    std::vector<Rgba8> listed;
    for (const Swatch& swatch : snapshot().frequency->layers.list)
        listed.push_back({swatch.color.r, swatch.color.g, swatch.color.b, 255});
    EXPECT_EQ(listed, slots);
    click(control("panel", {"refuse other colours"}));
    EXPECT_TRUE(snapshot().recipe->palette.strict);
    click(control("panel", {"Remove"}));
    run_until([&] { return snapshot().exact() && !snapshot().frequency->recipe.palette.maps(); });
}

TEST_F(MenusTest, AMessageHasAButtonForTheSettingThatHelps) {
    open(ramps(20, 10));
    Recipe recipe = *snapshot().recipe;
    recipe.palette.to = {{0, 0, 0}, {255, 255, 255}};
    recipe.palette.directly = recipe.palette.strict = true;
    app->session().set(recipe);
    run_until([&] { return !snapshot().notice.empty(); });
    settle();
    click(control("warning", {"Allow other colours"}));
    EXPECT_FALSE(snapshot().recipe->palette.strict);
    EXPECT_EQ(snapshot().notice, "");
    run_until([&] { return snapshot().exact(); });
}

TEST_F(MenusTest, RecentFilesAreOpenedAgain) {
    open(ramps(20, 10));
    app->session().open({write_picture("newer.png", ramps(60, 40))});
    run_until([&] { return snapshot().exact() && snapshot().picture->image->width() == 60; });
    open_menu("File");
    click(entry("Open Recent"));
    const ImRect list = ImGui::FindWindowByName("##Menu_01")->Rect();
    click({list.GetCenter().x, list.Min.y + 0.7 * list.GetHeight()}); // the older of the two
    run_until([&] { return snapshot().exact() && snapshot().picture->image->width() == 20; });
}

TEST_F(MenusTest, AnEngineIsChosen) {
    open(ramps(60, 40));
    open_menu("Drift");
    click(entry("Engine"));
    click(control("##Menu_01", {"reference, one colour at a time"}));
    EXPECT_EQ(snapshot().engine_choice.engine, "reference");
    reduce({.shift = {.radius = 0.07}});
    EXPECT_EQ(snapshot().frequency->engine, "reference");
    open_menu("Drift");
    click(entry("Engine"));
    click(control("##Menu_01", {"Automatic"}));
    EXPECT_EQ(snapshot().engine_choice.engine, "auto");
}

TEST_F(MenusTest, AboutCopiesTheDiagnostics) {
    open(ramps(60, 40));
    choose("Help", "About huedrift");
    click(control("about", {"Copy diagnostics"}));
    const std::string text = clipboard();
    for (const char* const part : {"huedrift ", "Picture: 60 x 40", "Settings: ", "Engine: cpu"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    click(control("about", {"Close"}));
    choose("View", "Single");
    EXPECT_EQ(app->view_state().settings.compare, Compare::single) << "the dialog is closed";
}

TEST_F(MenusTest, KeysEndBelowEachOther) {
    open_menu("File");
    move({600, 500});
    const Image capture = app->capture();
    const auto end_of_key = [&](const char* name) {
        const auto [x, y, width, height] = area("##Menu_00", {name});
        int end = 0;
        for (int row = int(y); row < int(y + height); ++row)
            for (int column = int(x); column < int(x + width); ++column)
                if (shown(capture, {double(column), double(row)}).r > 90) end = std::max(end, column);
        return end;
    };
    const int end = end_of_key("Open\u2026");
    EXPECT_GT(end, 0);
    EXPECT_NEAR(end_of_key("Open Palette\u2026"), end, 2) << "whose key is longer";
    EXPECT_NEAR(end_of_key("Quit"), end, 2);
}

class HintsTest : public WindowTest {
protected:
    void start(std::optional<std::uint32_t> hint) {
        Settings settings;
        settings.hint = hint;
        launch({.settings = settings});
        open(ramps(60, 40));
    }
    void answer(const char* label) { click(control("question", {label})); }
    std::optional<std::uint32_t> hint() const { return app->settings().hint; }
};

TEST_F(HintsTest, EndAfterThree) {
    start(0);
    answer("Next");
    EXPECT_EQ(hint(), 1u);
    answer("Next");
    EXPECT_EQ(hint(), 2u);
    answer("Done");
    EXPECT_EQ(hint(), std::nullopt);
}

TEST_F(HintsTest, EscapeEndsThem) {
    start(0);
    settle();
    press_key(SDLK_ESCAPE);
    EXPECT_EQ(hint(), std::nullopt);
}

TEST_F(HintsTest, DoNotHinderWork) {
    start(0);
    drag(slider(0.3), slider(0.6));
    run_until([&] { return snapshot().exact(); });
    EXPECT_GT(snapshot().recipe->shift.radius, Recipe{}.shift.radius);
    EXPECT_EQ(hint(), 0u);
}

TEST_F(HintsTest, CoverNoResultBesideItsSource) {
    start(0);
    for (const auto& [width, height] : {std::pair{90, 30}, {60, 40}, {40, 40}, {20, 60}}) {
        open(ramps(width, height));
        settle();
        const ImGuiWindow* const hint = ImGui::FindWindowByName("question");
        ASSERT_TRUE(hint && hint->Active);
        const Point low = place_of(1, 0, 0), high = place_of(1, width - 1, height - 1);
        const bool is_apart = hint->Pos.x > high.x || hint->Pos.x + hint->Size.x < low.x ||
                              hint->Pos.y > high.y || hint->Pos.y + hint->Size.y < low.y;
        EXPECT_TRUE(is_apart) << width << " x " << height;
    }
}

TEST_F(HintsTest, DoNotCoverADialog) {
    start(0);
    settle();
    const auto [x, y, width, height] = area("panel", {"radius"});
    const Point at{x - 8.0, y + height / 2.0}; // on the frame around the decisions
    const Rgba8 before = shown(app->capture(), at);
    press_key(SDLK_F1);
    EXPECT_NE(shown(app->capture(), at), before);
    press_key(SDLK_ESCAPE);
    EXPECT_EQ(shown(app->capture(), at), before);
}

TEST_F(HintsTest, AnUnknownNumberEndsThem) {
    start(17);
    move({10, 10});
    settle();
    EXPECT_EQ(hint(), std::nullopt);
}

TEST_F(HintsTest, TheWelcomeScreenHasTheSamplePicture) {
    launch({});
    settle();
    click(control("welcome", {"Try the sample"}));
    run_until([&] { return snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().document->path.filename(), "sample.png");
}

}
}
