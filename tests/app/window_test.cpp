#include "app/ui/theme.h"
#include "window_fixture.h"

#include "cpu/cpu_engine.h"

#include <SDL.h>
#include <imgui_internal.h>

#include <algorithm>

namespace huedrift::app {
namespace {

TEST_F(WindowTest, AnEmptyWindowDrawsNothingMore) {
    settle();
    const std::uint64_t frames = app->clock().count();
    app->run_once(std::chrono::milliseconds(100));
    app->run_once(std::chrono::milliseconds(100));
    EXPECT_EQ(app->clock().count(), frames);
    EXPECT_TRUE(app->run_once(std::chrono::milliseconds(0)));
}

TEST_F(WindowTest, LeavesNothingInTheFolderThatItIsStartedFrom) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    launch({});
    app.reset();
    std::filesystem::current_path(before);
    EXPECT_TRUE(folder.names().empty());
}

TEST_F(WindowTest, OpensWhatIsDroppedAndQueuesTheRest) {
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10));
    drop({first, second});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().document->path, first);
    ASSERT_EQ(snapshot().queue.size(), 2u);
    key(SDLK_PAGEDOWN);
    run_until([&] { return snapshot().document->path == second && snapshot().exact(); });
    settle();
    EXPECT_EQ(app->canvas().panes().at(0).left->width, 30);
}

TEST_F(WindowTest, AsksWhatAPaletteThatIsDroppedIsFor) {
    open(ramps(20, 10));
    const auto drop_palette = [&](const std::string& name, const std::string& text) {
        write_text(folder / name, text);
        drop({(folder / name).string()});
    };
    const auto answer = [&](const char* text) {
        run_until([&] { return snapshot().palette_offer != nullptr; });
        settle();
        click(control("question", {text}));
        EXPECT_EQ(snapshot().palette_offer, nullptr) << text;
    };
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    EXPECT_TRUE(snapshot().recipe.to.empty());
    answer("Ignore");
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer("Pin them");
    EXPECT_EQ(snapshot().recipe.pins.size(), 3u);
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer("Map directly");
    EXPECT_TRUE(snapshot().recipe.directly);
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer("Bring the result to them");
    EXPECT_FALSE(snapshot().recipe.directly);
    run_until([&] { return snapshot().recipe.to.size() == 3 && snapshot().exact(); });
    const Snapshot shown = snapshot();
    for (const Swatch& swatch : shown.frequency->palette)
        EXPECT_EQ(std::ranges::count(shown.recipe.to, swatch.color), 1);
    drop_palette("broken.hex", "ff0000\nred\n");
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_NE(snapshot().notice.find("line 2"), std::string::npos) << snapshot().notice;
    EXPECT_EQ(snapshot().recipe.to.size(), 3u);
    key(SDLK_z, KMOD_CTRL);
    EXPECT_TRUE(snapshot().recipe.directly);
    key(SDLK_z, KMOD_CTRL);
    run_until([&] { return snapshot().recipe.to.empty() && snapshot().exact(); });
    settle();
}

TEST_F(WindowTest, PicturesOfAQueueAreLinkedByAClick) {
    drop({write_picture("first.png", ramps(20, 10)), write_picture("second.png", ramps(30, 10))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    const std::size_t alone = snapshot().picture->colors.size();
    settle();
    click(control("queue", {"Link"}));
    run_until([&] { return snapshot().picture && snapshot().exact(); });
    EXPECT_TRUE(snapshot().linked);
    EXPECT_GT(snapshot().picture->colors.size(), alone);
    key(SDLK_l, KMOD_CTRL);
    run_until([&] { return snapshot().picture && snapshot().exact(); });
    EXPECT_FALSE(snapshot().linked);
    EXPECT_EQ(snapshot().picture->colors.size(), alone);
    settle();
}

TEST_F(WindowTest, WhatIsDroppedOnAQueueJoinsIt) {
    const auto drop_of = [&](const std::vector<std::string>& files) {
        drop(files);
        run_until([&] { return snapshot().document && snapshot().document->path == files[0]; });
    };
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10)),
                      third = write_picture("third.png", ramps(40, 10));
    drop_of({first});
    drop_of({second});
    EXPECT_EQ(snapshot().queue.size(), 1u) << "one picture replaces one";
    drop_of({first, second});
    EXPECT_EQ(app->view_state().said, "");
    drop_of({third});
    EXPECT_EQ(snapshot().queue.size(), 3u);
    EXPECT_EQ(snapshot().queue_index, 2u);
    EXPECT_EQ(app->view_state().said, "1 picture added to the queue");
    settle();
}

TEST_F(WindowTest, ADroppedFolderIsThePicturesInIt) {
    std::filesystem::create_directory(folder / "some");
    for (const std::string name : {"b10.png", "b2.png", "a.png"})
        write_picture("some/" + name, ramps(20, 10));
    write_text(folder / "some" / "notes.txt", "no picture");
    drop({(folder / "some").string()});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    std::vector<std::string> names;
    for (const auto& file : snapshot().queue) names.push_back(file.filename().string());
    EXPECT_EQ(names, (std::vector<std::string>{"a.png", "b2.png", "b10.png"}));
    settle();

    std::filesystem::create_directory(folder / "none");
    drop({(folder / "none").string()});
    EXPECT_EQ(snapshot().queue.size(), 4u);
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_NE(snapshot().notice.find("none"), std::string::npos) << snapshot().notice;
}

TEST_F(WindowTest, TheQueueShowsItsPicturesAndWhatBecameOfThem) {
    const Rgba8 red{200, 30, 40, 255}, blue{60, 70, 210, 255};
    const auto filled = [](Rgba8 color) {
        Image image(300, 200);
        std::ranges::fill(image.pixels(), color);
        return image;
    };
    const std::string first = write_picture("first.png", filled(red)),
                      second = write_picture("second.png", filled(blue)),
                      broken = (folder / "third.png").string();
    write_text(broken, "no picture");
    drop({first, second, broken});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    // The middle of the strip, which is 68 high and lies above the status bar of 30.
    const int y = app->capture().height() - 30 - 34;
    const auto pixels_of = [&](Rgba8 color) {
        const Image capture = app->capture();
        std::vector<int> found;
        for (int x = 0; x < capture.width(); ++x)
            if (shown(capture, {double(x), double(y)}) == color) found.push_back(x);
        return found;
    };
    EXPECT_EQ(pixels_of(red).size(), 60u);
    ASSERT_EQ(pixels_of(blue).size(), 60u);
    click({double(pixels_of(blue)[30]), double(y)});
    run_until([&] { return snapshot().document->path == second && snapshot().exact(); });
    settle();
    EXPECT_EQ(pixels_of(red).size(), 60u);

    app->session().export_queue({.files = {first, second, broken}, .folder = folder / "out"});
    run_until([&] { return !snapshot().queue_export->running; });
    settle();
    EXPECT_EQ(snapshot().queue_export->find(first)->colors, std::vector<std::size_t>{1});
    EXPECT_TRUE(snapshot().queue_export->find(broken)->colors.empty());
    EXPECT_EQ(pixels_of(red).size(), 60u);
}

TEST_F(WindowTest, TheOpenOneOfALongQueueIsInView) {
    std::vector<std::string> files;
    for (int i = 0; i < 30; ++i)
        files.push_back(write_picture("a picture of the queue " + std::to_string(i) + ".png", ramps(20, 10)));
    drop(files);
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_PAGEUP);
    run_until([&] { return snapshot().document->path == files.back() && snapshot().exact(); });
    settle();
    const Image capture = app->capture();
    const Rgb accent = Theme::of(Brightness::dark).accent;
    int highlighted = 0;
    // The strip is 68 high and lies above the status bar of 30; the frame of its tiles begins 8 below its
    // edge.
    for (int x = 0; x < capture.width() - 348; ++x)
        highlighted +=
            shown(capture, {double(x), capture.height() - 89.0}) == Rgba8{accent.r, accent.g, accent.b, 255};
    EXPECT_GT(highlighted, 50);
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

TEST_F(WindowTest, SaysWhatWasCopied) {
    open(ramps(20, 10));
    key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT);
    EXPECT_EQ(app->view_state().said,
              "Copied " + std::to_string(snapshot().frequency->palette.size()) + " colours");
    key(SDLK_w);
    EXPECT_EQ(app->view_state().said, "");
}

TEST_F(WindowTest, AFileThatCannotBeReadIsPassedInTheQueue) {
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      third = write_picture("third.png", ramps(30, 10));
    write_text(folder / "second.png", "\x89PNG but not for long");
    drop({first, (folder / "second.png").string(), third});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_PAGEDOWN);
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_EQ(snapshot().document->path, first);
    key(SDLK_PAGEDOWN);
    run_until([&] { return snapshot().document->path == third; });
    settle();
}

TEST_F(WindowTest, AFileThatCannotBeReadLeavesTheOpenOneInPlace) {
    open(ramps(20, 10));
    const auto document = snapshot().document;
    write_text(folder / "broken.png", "\x89PNG but not for long");
    drop({(folder / "broken.png").string()});
    run_until([&] { return !snapshot().notice.empty(); });
    settle();
    EXPECT_NE(snapshot().notice.find("broken.png"), std::string::npos) << snapshot().notice;
    EXPECT_EQ(snapshot().document, document);
    EXPECT_EQ(app->canvas().panes().size(), 2u);
}

TEST_F(WindowTest, DraggingTheSliderEndsWithTheExactResultOfItsPlace) {
    const Image image = ramps(120, 80);
    open(image);
    drag(slider(0.5), slider(0.8), 40);
    run_until([&] { return snapshot().exact(); });
    settle();
    // 0.001 times 1732 to the power of 0.8, but for the pixel that the pointer was rounded to.
    EXPECT_NEAR(std::log(snapshot().recipe.radius), std::log(0.39), 0.05);
    const Image expected = reduced(image, snapshot().recipe.options()), capture = app->capture();
    for (int x = 0; x < 120; x += 7)
        EXPECT_EQ(shown(capture, place_of(1, x, 40)), expected.pixels()[std::size_t(40 * 120 + x)]);
    EXPECT_TRUE(snapshot().can_undo);
    key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(snapshot().recipe.radius, Options{}.radius) << "one drag is one step";
}

TEST_F(WindowTest, TheWheelOverTheSliderMovesInFineSteps) {
    wheel(slider(0.5), 1);
    EXPECT_NEAR(snapshot().recipe.radius, Options{}.radius * 1.01, 1e-5);
    wheel(slider(0.5), -1);
    EXPECT_NEAR(snapshot().recipe.radius, Options{}.radius, 1e-5);
}

TEST_F(WindowTest, ArrowKeysMoveTheRadius) {
    key(SDLK_RIGHT);
    EXPECT_NEAR(snapshot().recipe.radius, 0.0505, 1e-9);
    key(SDLK_LEFT, KMOD_LSHIFT);
    EXPECT_NEAR(snapshot().recipe.radius, 0.0505 / 1.1, 1e-6);
}

TEST_F(WindowTest, KeysChooseTheComparison) {
    key(SDLK_w);
    EXPECT_EQ(app->view_state().compare, Compare::wipe);
    key(SDLK_d);
    EXPECT_EQ(app->view_state().compare, Compare::difference);
    key(SDLK_g);
    EXPECT_EQ(app->view_state().compare, Compare::single);
    key(SDLK_s);
    EXPECT_EQ(app->view_state().compare, Compare::side_by_side);
}

TEST_F(WindowTest, TabGoesToTheOtherResultAndNotIntoAField) {
    app->session().set({}, Weightings::both);
    open(ramps(20, 10));
    click(place_of(0, 10, 5));
    const Weighting before = app->view_state().preferred;
    key(SDLK_TAB);
    EXPECT_NE(app->view_state().preferred, before);
    key(SDLK_w);
    EXPECT_EQ(app->view_state().compare, Compare::wipe);
}

TEST_F(WindowTest, WalkingThroughPicturesLeavesTheFocusWhereItIs) {
    drop({write_picture("first.png", ramps(20, 10)), write_picture("second.png", ramps(30, 10))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_DOWN);
    const ImGuiID focus = ImGui::GetCurrentContext()->NavId;
    ASSERT_NE(focus, 0u);
    for (const int step : {SDLK_PAGEDOWN, SDLK_PAGEUP, SDLK_HOME}) {
        key(step);
        settle();
        EXPECT_EQ(ImGui::GetCurrentContext()->NavId, focus) << SDL_GetKeyName(step);
    }
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
    for (int i = 0; i < 5; ++i) app->run_once(std::chrono::milliseconds(10));
    SDL_ShowWindow(app->window().sdl());
    SDL_MinimizeWindow(app->window().sdl());
    for (int i = 0; i < 5; ++i) app->run_once(std::chrono::milliseconds(10));
    SDL_RestoreWindow(app->window().sdl());
    settle();
    EXPECT_EQ(app->capture().width(), 1500);
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

TEST_F(WindowTest, KeepsItsSettings) {
    const auto file = folder / "settings.json";
    Settings settings;
    settings.brightness = Brightness::light;
    settings.wanted.emplace().recipe.radius = 0.1;
    launch({.settings = settings, .settings_file = file});
    const std::string picture = write_picture("kept.png", ramps(20, 10));
    app->session().open({picture});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    key(SDLK_w);
    key(SDLK_RIGHT);
    app.reset();
    const LoadedSettings kept = load_settings(file);
    EXPECT_EQ(kept.notice, "");
    EXPECT_EQ(kept.settings.brightness, Brightness::light);
    EXPECT_EQ(kept.settings.compare, Compare::wipe);
    EXPECT_NEAR(kept.settings.wanted->recipe.radius, 0.101, 1e-9);
    ASSERT_EQ(kept.settings.recent.size(), 1u);
    EXPECT_EQ(kept.settings.recent[0], picture);
}

TEST_F(WindowTest, UntilSomethingIsSetTheRadiusIsThePictures) {
    launch_first();
    app->session().open({write_picture("first.png", ramps(60, 40))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    const RadiusOrigin origin = snapshot().radius_origin; // as fast as the machine is
    EXPECT_TRUE(origin == RadiusOrigin::suggested || origin == RadiusOrigin::standard);
    EXPECT_FALSE(app->session().own());
    drag(slider(0.5), slider(0.6));
    run_until([&] { return snapshot().exact(); });
    settle();
    EXPECT_EQ(snapshot().radius_origin, RadiusOrigin::own);
    EXPECT_EQ(app->session().own()->recipe, snapshot().recipe);
}

TEST_F(WindowTest, ThePaletteOfCommandsRunsWhatWasTyped) {
    open(ramps(20, 10));
    key(SDLK_p, KMOD_LCTRL | KMOD_LSHIFT);
    settle();
    type("differ");
    key(SDLK_RETURN);
    settle();
    EXPECT_EQ(app->view_state().compare, Compare::difference);
}

TEST_F(WindowTest, EveryDialogOpensAndCloses) {
    open(ramps(20, 10));
    for (const char* const name :
         {"Commands\u2026", "Keys", "About huedrift", "Open\u2026", "Export\u2026"}) {
        const Image before = app->capture();
        app->actions().named(name).run();
        app->window().wake();
        take_events();
        settle();
        const Image open = app->capture();
        EXPECT_FALSE(std::ranges::equal(before.pixels(), open.pixels())) << name;
        key(SDLK_ESCAPE);
        settle();
        const Image closed = app->capture();
        EXPECT_TRUE(std::ranges::equal(before.pixels(), closed.pixels())) << name;
    }
}

TEST_F(WindowTest, ALightThemeAndALargerInterfaceShowTheSamePicture) {
    const Image image = ramps(60, 40);
    Settings settings;
    settings.brightness = Brightness::light;
    settings.scale = 1.5;
    launch({.settings = settings});
    open(image);
    const Image capture = app->capture();
    for (int x = 0; x < 60; ++x)
        EXPECT_EQ(shown(capture, place_of(0, x, 20)), image.pixels()[std::size_t(20 * 60 + x)]);
}

TEST(Actions, AreNamedAndReachedOnce) {
    EXPECT_THROW(Actions({{"A", "one", "", {}, [] {}}, {"A", "one", "", {}, [] {}}}), Error);
    EXPECT_THROW(
        Actions({{"A", "one", "", {{.key = SDLK_a}}, [] {}}, {"A", "two", "", {{.key = SDLK_a}}, [] {}}}),
        Error);
    int runs = 0;
    const Actions actions({{"A", "one", "", {{.key = SDLK_a, .ctrl = true}}, [&] { ++runs; }},
                           {"A", "two", "", {{.key = SDLK_b}}, [&] { ++runs; }, [] { return false; }}});
    EXPECT_TRUE(actions.run({.key = SDLK_a, .ctrl = true}));
    EXPECT_FALSE(actions.run({.key = SDLK_a}));
    EXPECT_FALSE(actions.run({.key = SDLK_b}));
    EXPECT_EQ(runs, 1);
}

TEST(Actions, MatchesBeginningsOfWordsBest) {
    EXPECT_EQ(match_score("xyz", "Zoom In"), 0);
    EXPECT_GT(match_score("zi", "Zoom In"), match_score("zi", "Resize in"));
    EXPECT_GT(match_score("diff", "Difference"), match_score("diff", "Drift of offers"));
}

TEST_F(WindowTest, OffTheScreenItIsTheSame) {
    const WindowGeometry geometry{.width = 900, .height = 600};
    Image frames[2];
    for (const Display display : {Display::desktop, Display::none}) {
        ASSERT_NO_FATAL_FAILURE(launch({.settings = {.geometry = geometry}, .display = display}));
        open(ramps(300, 200));
        app->view_state().compare = Compare::wipe;
        settle();
        frames[display == Display::none] = app->capture();
    }
    EXPECT_EQ(frames[1].width(), 900);
    EXPECT_EQ(frames[1].height(), 600);
    // But for the status bar, which tells a time.
    const std::size_t above = 900 * 560;
    EXPECT_TRUE(std::ranges::equal(frames[0].pixels().first(above), frames[1].pixels().first(above)));
}

}
}
