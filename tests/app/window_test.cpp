#include "window_fixture.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <set>
#include <thread>

namespace huedrift::app {
namespace {

TEST_F(WindowTest, AnEmptyWindowDrawsNothingMore) {
    run_until_nothing_is_drawn();
    EXPECT_TRUE(app->run_once(std::chrono::milliseconds(0)));
}

TEST_F(WindowTest, AMoveOfThePointerDrawsOneFrame) {
    open(ramps(20, 10));
    for (const Point at : {Point{300, 300}, Point{310, 305}, middle_of("panel", {"fewer"})}) {
        run_until([&] { return app->session().requests_alive() == 0; }); // nothing else is news
        settle();
        const std::uint64_t frames = app->frames();
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(at.x);
        event.motion.y = static_cast<int>(at.y);
        ASSERT_EQ(SDL_PushEvent(&event), 1);
        settle();
        EXPECT_EQ(app->frames(), frames + 1);
    }
    EXPECT_THAT(drawn_text(), testing::HasSubstr("nextsmallerradius")) << "with the hint";
}

TEST_F(WindowTest, LettersTypedFasterThanFramesShareOne) {
    open(ramps(20, 10));
    click(middle_of("panel", {"##colors"}));
    const std::uint64_t frames = app->frames();
    for (const char digit : {'1', '2', '3'}) {
        SDL_Event event{};
        event.type = SDL_TEXTINPUT;
        event.text.text[0] = digit;
        ASSERT_EQ(SDL_PushEvent(&event), 1);
    }
    app->run_once(std::chrono::milliseconds(0));
    EXPECT_EQ(app->frames(), frames + 1);
    EXPECT_THAT(drawn_text(), testing::HasSubstr("123"));
}

TEST_F(WindowTest, LeavesNothingInTheWorkingFolder) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    launch({});
    app.reset();
    std::filesystem::current_path(before);
    EXPECT_TRUE(folder.names().empty());
}

TEST_F(WindowTest, TheSourceStaysWhereItIsWhenTheResultComes) {
    app->session().open({write_picture("large.png", ramps(900, 700))});
    run_until([&] { return !app->canvas().panes().empty(); });
    const Area first = app->canvas().panes()[0].area;
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    ASSERT_EQ(app->canvas().panes().size(), 2u);
    EXPECT_EQ(app->canvas().panes()[0].area.extent, first.extent);
}

TEST_F(WindowTest, NamesTheCopiedText) {
    open(ramps(20, 10));
    key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT);
    EXPECT_EQ(app->view_state().said,
              "Copied " + std::to_string(snapshot().frequency->swatches.size()) + " colours");
    key(SDLK_w);
    EXPECT_EQ(app->view_state().said, "");
}

TEST_F(WindowTest, TheWheelOverASliderChangesNothing) {
    open(ramps(60, 40));
    const Recipe before = *snapshot().recipe;
    for (const char* const one : {"radius", "colors"}) wheel(middle_of("panel", {one}), 3);
    EXPECT_EQ(*snapshot().recipe, before);
}

TEST_F(WindowTest, AGrabbedKnobDoesNotJump) {
    open(ramps(60, 40));
    const Recipe recipe = *snapshot().recipe;
    const double radius = recipe.shift.radius;
    const Point knob =
        slider(std::log(radius / min_slider_radius) / std::log(max_radius / min_slider_radius));
    for (const double off : {-5.0, 5.0}) {
        press(knob + Point{off, 0});
        release(knob + Point{off, 0});
        EXPECT_EQ(*snapshot().recipe, recipe);
    }
    drag(knob + Point{5, 0}, knob + Point{65, 0});
    const double moved = snapshot().recipe->shift.radius;
    app->session().undo();
    drag(knob - Point{5, 0}, knob + Point{55, 0});
    EXPECT_EQ(snapshot().recipe->shift.radius, moved) << "as far as the pointer";
}

TEST_F(WindowTest, AHeldArrowKeyIsOneStepOfUndo) {
    open(ramps(60, 40));
    for (const int code : {SDLK_RIGHT, SDLK_UP}) {
        const Recipe before = *snapshot().recipe;
        for (int i = 0; i < 4; ++i) send_key(SDL_KEYDOWN, code, 0);
        send_key(SDL_KEYUP, code, 0);
        const Recipe held = *snapshot().recipe;
        EXPECT_NE(held, before);
        for (int i = 0; i < 2; ++i) key(code);
        key(SDLK_z, KMOD_LCTRL);
        EXPECT_NE(*snapshot().recipe, held) << "each press is a step";
        key(SDLK_z, KMOD_LCTRL);
        EXPECT_EQ(*snapshot().recipe, held);
        key(SDLK_z, KMOD_LCTRL);
        EXPECT_EQ(*snapshot().recipe, before);
    }
    settle();
}

TEST_F(WindowTest, AnArrowKeyThatMovesNoSettingLeavesTheLookThatSuitsThePicture) {
    launch_first();
    Image enlarged(128, 128);
    for (std::size_t i = 0; i < enlarged.pixels().size(); ++i) {
        const std::size_t cell = i / 128 / 8 * 16 + i % 128 / 8;
        enlarged.pixels()[i] = {std::uint8_t(cell * cell % 7 * 40), std::uint8_t(cell % 5 * 50), 20, 255};
    }
    open(enlarged);
    ASSERT_TRUE(snapshot().opened_as_pixel_art);
    for (const int code : {SDLK_LEFT, SDLK_RIGHT}) send_key(SDL_KEYUP, code, 0); // of a text field, say
    EXPECT_TRUE(snapshot().can_undo) << "the look of pixel art can still be left";
    settle();
}

TEST_F(WindowTest, KeysChooseTheComparison) {
    key(SDLK_w);
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    key(SDLK_d);
    EXPECT_EQ(app->view_state().settings.compare, Compare::difference);
    key(SDLK_g);
    EXPECT_EQ(app->view_state().settings.compare, Compare::single);
    key(SDLK_s);
    EXPECT_EQ(app->view_state().settings.compare, Compare::side_by_side);
}

TEST_F(WindowTest, TabGoesToTheOtherResultAndNotIntoAField) {
    app->session().set({}, Weightings::both);
    open(ramps(20, 10));
    click(place_of(0, 10, 5));
    const Weighting before = app->view_state().preferred;
    key(SDLK_TAB);
    EXPECT_NE(app->view_state().preferred, before);
    key(SDLK_w);
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
}

TEST_F(WindowTest, SurvivesResizingHidingAndComingBack) {
    open(ramps(60, 40));
    for (const auto& [width, height] : {std::pair{900, 700}, {720, 480}, {1500, 900}}) {
        SDL_SetWindowSize(app->window().sdl(), width, height);
        run_until([&, w = width, h = height] {
            return app->window().drawable() == Extent{w, h} && app->is_idle();
        });
        const Image capture = app->capture();
        EXPECT_EQ(capture.width(), width);
        EXPECT_EQ(capture.height(), height);
    }
    SDL_HideWindow(app->window().sdl());
    take_events();
    SDL_ShowWindow(app->window().sdl());
    SDL_MinimizeWindow(app->window().sdl());
    take_events();
    SDL_RestoreWindow(app->window().sdl());
    settle();
    EXPECT_EQ(app->capture().width(), 1500);
}

TEST_F(WindowTest, AFailureToDrawAResultIsDismissed) {
    open(ramps(60, 40));
    {
        const std::thread::id window = std::this_thread::get_id();
        const vulkan::OneFault fault(0, [window](std::string_view call) {
            return call == "vkAllocateMemory" && std::this_thread::get_id() != window
                       ? vulkan::VulkanFault::out_of_host_memory
                       : vulkan::VulkanFault::none;
        });
        const Result& result = *snapshot().frequency;
        toggle_hidden(result, result.swatches.front().color, app->view_state().display.hidden);
        move({640, 20}); // draws
        run_until([&] { return !app->picture_failure().empty(); });
    }
    const Point cross = control("warning", {"\u00d7"});
    press(cross);
    release(cross);
    EXPECT_EQ(app->picture_failure(), "");
    app->view_state().show_all();
    move({640, 21});
    settle();
}

TEST_F(WindowTest, ClosesInTheMiddleOfWork) {
    app->session().open({write_picture("large.png", ramps(1000, 800))});
    app->run_once(std::chrono::milliseconds(1));
    ASSERT_FALSE(snapshot().document && snapshot().exact());
    SDL_Event event{};
    event.type = SDL_QUIT;
    SDL_PushEvent(&event);
    EXPECT_FALSE(app->run_once(std::chrono::milliseconds(0)));
    app.reset();
}

TEST_F(WindowTest, ViewsAreChosenFromAListWhereTheirNamesHaveNoRoom) {
    launch({.settings = {.scale = 2, .geometry = {.width = 1200, .height = 800}}});
    open(ramps(60, 40));
    const auto list = area("tools", {"##view"}), button = area("tools", {"Export\u2026"});
    EXPECT_LT(list[0] + list[2], button[0]);
    click(control("tools", {"##view"}));
    click(control("##Combo_00", {"Wipe"}));
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
}

TEST_F(WindowTest, PartsStayApartInASmallWindowWithLargeTexts) {
    launch({.settings = {.scale = 2.25, .geometry = {.width = 640, .height = 400}}});
    open(ramps(60, 40));
    const auto list = area("tools", {"##view"}), button = area("tools", {"Export\u2026"});
    EXPECT_GT(list[2], 60);
    EXPECT_LT(list[0] + list[2], button[0]);
    EXPECT_LE(button[0] + button[2], area("panel", {"look", "Photo"})[0]);
    EXPECT_GE(place_of(0, 0, 0).x, 0);
    EXPECT_EQ(app->settings().scale, 2.25) << "a larger window has it";
}

TEST_F(WindowTest, KeepsItsSettings) {
    const auto file = folder / "settings.json";
    Settings settings{.shows_grid = false};
    settings.wanted.emplace().recipe.shift.radius = 0.1;
    launch({.settings = settings, .settings_file = file});
    EXPECT_FALSE(app->view_state().settings.shows_grid);
    const std::string picture = write_picture("kept.png", ramps(20, 10));
    app->session().open({picture});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    key(SDLK_w);
    key(SDLK_RIGHT);
    app->view_state().settings.shows_grid = true;
    key(SDLK_t, KMOD_CTRL);
    press_key(SDLK_PLUS, KMOD_CTRL);
    const double scale = app->settings().scale;
    EXPECT_GT(scale, 1);
    SDL_SetWindowSize(app->window().sdl(), 900, 700);
    settle();
    app.reset();
    const LoadedSettings kept = load_settings(file);
    EXPECT_EQ(kept.notice, "");
    EXPECT_TRUE(kept.settings.shows_grid);
    EXPECT_EQ(kept.settings.brightness, Brightness::light);
    EXPECT_EQ(kept.settings.scale, scale);
    EXPECT_EQ(kept.settings.geometry.width, 900);
    EXPECT_EQ(kept.settings.compare, Compare::wipe);
    EXPECT_NEAR(kept.settings.wanted->recipe.shift.radius, 0.101, 1e-9);
    ASSERT_EQ(kept.settings.recent.size(), 1u);
    EXPECT_EQ(kept.settings.recent[0], picture);
}

TEST_F(WindowTest, ALightThemeAndALargerInterfaceShowTheSamePicture) {
    const Image image = ramps(60, 40);
    Settings settings;
    settings.brightness = Brightness::light;
    settings.scale = 1.5;
    launch({.settings = settings});
    open(image);
    EXPECT_FALSE(says("the window continues on a new device"));
    const Image capture = app->capture();
    for (int x = 0; x < 60; ++x)
        EXPECT_EQ(shown(capture, place_of(0, x, 20)), image.pixels()[std::size_t(20 * 60 + x)]);
}

TEST(Actions, AreNamedAndReachedOnce) {
    std::multiset<std::string> names, keys;
    for (const ActionMenu& menu : action_menus())
        for (const Action& action : menu.actions) {
            names.insert(action.name);
            for (const Shortcut& shortcut : action.keys)
                if (shortcut.key != 0) keys.insert(name_of(shortcut));
            EXPECT_NE(action.run, nullptr) << action.name;
        }
    for (const std::string& name : names) EXPECT_EQ(names.count(name), 1u) << name;
    for (const std::string& one : keys) EXPECT_EQ(keys.count(one), 1u) << one;
}

TEST_F(WindowTest, AKeyRunsItsActionWhereThatIsEnabled) {
    EXPECT_TRUE(app->actions().press(plain(SDLK_w)));
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    EXPECT_FALSE(app->actions().press(ctrl_shift(SDLK_w))) << "no action has it";
    EXPECT_FALSE(app->actions().press(ctrl(SDLK_r))) << "nothing is open";
    EXPECT_FALSE(app->actions().press({})) << "a key without a name";
}

TEST(Actions, MatchesBeginningsOfWordsBest) {
    EXPECT_EQ(match_score("xyz", "Zoom In"), 0);
    EXPECT_GT(match_score("zi", "Zoom In"), match_score("zi", "Resize in"));
    EXPECT_GT(match_score("diff", "Difference"), match_score("diff", "Drift of offers"));
}

TEST_F(WindowTest, OffTheScreenItShowsTheSame) {
    const WindowGeometry geometry{.width = 900, .height = 600};
    Image frames[2];
    for (const Display display : {Display::desktop, Display::none}) {
        ASSERT_NO_FATAL_FAILURE(launch({.settings = {.geometry = geometry}, .display = display}));
        open(ramps(60, 40));
        app->view_state().settings.compare = Compare::wipe;
        // The look that suits the picture is found after its result.
        run_until([&] { return app->session().live().activity == Activity::idle; });
        settle();
        frames[display == Display::none] = app->capture();
    }
    EXPECT_EQ(frames[1].width(), 900);
    EXPECT_EQ(frames[1].height(), 600);
    // But for the status bar, which tells a time.
    const std::size_t above = 900 * 560;
    EXPECT_TRUE(std::ranges::equal(frames[0].pixels().first(above), frames[1].pixels().first(above)));
}

TEST_F(WindowTest, TheCommandPaletteKnowsOtherWordsAndSettings) {
    open(ramps(20, 10));
    const auto run = [&](const char* typed) {
        press_key(SDLK_p, KMOD_LCTRL | KMOD_LSHIFT);
        enter(typed);
        settle();
    };
    run("assign nearest");
    EXPECT_EQ(snapshot().recipe->shift.assign, Assign::nearest);
    run("ordered dither");
    EXPECT_EQ(snapshot().recipe->labels.dithering.method, Dither::ordered);
    run("blue-noise dither");
    EXPECT_EQ(snapshot().recipe->labels.dithering.method, Dither::blue_noise);
    run("save");
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    EXPECT_TRUE(says("Store the settings")) << "the dialog of exports";
}

TEST_F(WindowTest, KeepsTheRecentFilesOfAnotherWindow) {
    const std::filesystem::path file = folder / "settings.json";
    launch({.settings_file = file, .now = [] { return Playback::Time{}; }}); // it saves only at its end
    open(ramps(20, 10));
    Settings other = load_settings(file).settings;
    remember(other.recent, std::filesystem::path("/other.png"));
    save_settings(other, file);
    app.reset();
    const std::vector<std::filesystem::path> kept = load_settings(file).settings.recent;
    EXPECT_EQ(kept, (std::vector<std::filesystem::path>{folder / "picture.png", "/other.png"}));
}

TEST_F(WindowTest, SettingsAreSavedOnceSoonAfterAChange) {
    const std::filesystem::path file = folder / "settings.json";
    Playback::Time now{};
    launch({.settings_file = file, .now = [&] { return now; }});
    open(ramps(20, 10));
    const auto saved = [&] {
        return load_settings(file).settings.wanted.value_or(SessionSettings{}).recipe.shift.radius;
    };
    app->session().set({.shift = {.radius = 0.17}});
    take_events();
    EXPECT_NE(saved(), 0.17) << "a drag is many changes";
    now += std::chrono::seconds(1);
    run_until([&] { return saved() == 0.17; });
    settle();
    std::filesystem::remove(file);
    now += std::chrono::seconds(10);
    take_events();
    settle();
    EXPECT_FALSE(std::filesystem::exists(file)) << "nothing has changed since";
}

TEST_F(WindowTest, KeysHaveTheModifiersOfTheirEvents) {
    SDL_SetModState(KMOD_NONE); // those of now, after Shift was released
    SDL_Event event{};
    event.type = SDL_KEYDOWN;
    event.key.keysym.sym = SDLK_DOWN;
    event.key.keysym.scancode = SDL_SCANCODE_DOWN;
    event.key.keysym.mod = KMOD_LSHIFT;
    SDL_PushEvent(&event);
    take_events();
    EXPECT_TRUE(ImGui::GetIO().KeyShift);
    event.type = SDL_KEYUP;
    event.key.keysym.mod = KMOD_NONE;
    SDL_PushEvent(&event);
    take_events();
    EXPECT_FALSE(ImGui::GetIO().KeyShift);
}

TEST_F(WindowTest, TheLastLineSaysThatThereIsNoGpu) {
    settle();
    const bool has_gpu = std::ranges::any_of(
        *snapshot().engines, [](const EngineEntry& entry) { return entry.usable() && entry.is_gpu; });
    EXPECT_NE(says("no GPU"), has_gpu);
}

}
}
