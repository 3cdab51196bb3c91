#include "base/clipboard.h"
#include "base/input_file.h"
#include "fake_portal.h"
#include "image/load.h"
#include "image/save.h"
#include "panel_fixture.h"
#include "virtual_display.h"
#include "window_fixture.h"

#include <SDL.h>
#include <SDL_clipboard.h>
#include <SDL_keycode.h>

#include <algorithm>
#include <memory>

namespace huedrift::app {
namespace {

/// The window on a desktop with settings and with other programs.
class DesktopTest : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (!app) return;
        if (app->window().is_off_screen()) GTEST_SKIP() << "no desktop";
        other.emplace();
    }
    double slider_height() { return area("panel", {"radius"})[3]; }
    /// The events that tell the window of the user's return from another program.
    void come_back() {
        SDL_Event event{};
        event.type = SDL_WINDOWEVENT;
        event.window.event = SDL_WINDOWEVENT_FOCUS_GAINED;
        event.window.windowID = SDL_GetWindowID(app->window().sdl());
        SDL_PushEvent(&event);
        take_events();
        settle();
    }

    std::optional<XClient> other;
};

TEST_F(DesktopTest, AMinimisedWindowSleepsThoughItsTextsWereToChange) {
    auto now = Playback::Time{};
    launch({.now = [&] { return now; }});
    open(banded());
    app->session().set({.shift = {.radius = 0.2}});
    app->capture(); // the word for the old result stays a moment longer
    other->unmap(app->window().sdl());
    run_until([&] { return app->window().drawable().empty() && snapshot().exact() && app->is_idle(); });
    now += std::chrono::seconds(10);
    take_events();
    run_until([&] { return app->is_idle(); });
}

TEST_F(DesktopTest, AMinimisedWindowPlaysNoAnimation) {
    auto now = Playback::Time{std::chrono::hours(1)};
    launch({.now = [&] { return now; }});
    const EncodeOptions options{.animation = {std::vector<Delay>(4, {1, 10}), 0}};
    write_text(folder / "clip.gif", text_of(encode_image(banded(), ImageFormat::gif, options)));
    app->session().open({folder / "clip.gif"});
    run_until([&] { return snapshot().document && snapshot().exact() && app->settled(); });
    const auto passes = [&] {
        now += std::chrono::milliseconds(100);
        take_events();
        return app->view_state().playback.frame();
    };
    EXPECT_EQ(passes(), 1u);
    settle();
    other->unmap(app->window().sdl());
    run_until([&] { return app->window().drawable().empty() && app->is_idle(); });
    for (int i = 0; i < 3; ++i) EXPECT_EQ(passes(), 1u);
    SDL_ShowWindow(app->window().sdl());
    run_until([&] { return !app->window().drawable().empty(); });
    run_until([&] { return passes() != 1; });
}

/// The same where the desktop has a portal.
class DesktopPortalTest : public DesktopTest {
protected:
    void SetUp() override {
        DesktopTest::SetUp();
        if (!app || IsSkipped()) return;
        portal.emplace();
        if (!portal->reason().empty()) {
            if (std::getenv("CI")) FAIL() << portal->reason();
            GTEST_SKIP() << portal->reason();
        }
    }
    bool plays() { return app->view_state().playback.is_wanted() && app->view_state().drift.is_wanted(); }

    std::optional<FakePortal> portal;
};

TEST_F(DesktopPortalTest, TextsFollowItsScaleTimesTheUsers) {
    const double height = slider_height();
    const auto height_at = [&](const char* factor) {
        portal->settings = std::string("{'org.gnome.desktop.interface': {'text-scaling-factor': <") + factor +
                           ">, 'cursor-size': <24>}}";
        come_back();
        return slider_height();
    };
    EXPECT_NEAR(height_at("1.25"), 1.25 * height, 1);
    EXPECT_EQ(height_at("1.0"), height);
    launch({.settings = {.scale = 1.2}});
    settle();
    EXPECT_NEAR(height_at("1.25"), 1.5 * height, 1);
    EXPECT_LT(height_at("1e9"), 4 * height) << "three times is the most";
}

TEST_F(DesktopPortalTest, ReducesMotionOnRequest) {
    come_back();
    EXPECT_TRUE(plays());
    for (const char* const still : {"{'org.gnome.desktop.interface': {'enable-animations': <false>}}",
                                    "{'org.freedesktop.appearance': {'reduced-motion': <uint32 1>}}"}) {
        portal->settings = still;
        launch({});
        settle();
        EXPECT_FALSE(plays());
    }
}

TEST_F(DesktopPortalTest, TheUsersWishIsNotWhatTheDesktopAskedForBefore) {
    portal->settings = "{'org.gnome.desktop.interface': {'enable-animations': <false>}}";
    const auto saved = folder / "settings.json";
    launch({.settings_file = saved});
    settle();
    EXPECT_FALSE(plays());
    portal->settings = "{'org.gnome.desktop.interface': {'enable-animations': <true>}}";
    come_back();
    EXPECT_TRUE(plays());
    app.reset();
    EXPECT_EQ(load_settings(saved).settings.plays, std::nullopt);
}

TEST_F(DesktopPortalTest, TheUsersWishToPlayWins) {
    portal->settings = "{'org.gnome.desktop.interface': {'enable-animations': <false>}}";
    const auto saved = folder / "settings.json";
    Launch again{.settings_file = saved};
    launch(again);
    settle();
    app.reset();
    EXPECT_EQ(load_settings(saved).settings.plays, std::nullopt) << "that is the desktop's wish";
    launch(again);
    settle();
    app->view_state().playback.play();
    app.reset();
    again.settings = load_settings(saved).settings;
    EXPECT_EQ(again.settings.plays, true);
    launch(again);
    settle();
    EXPECT_TRUE(plays());
}

TEST_F(DesktopTest, TheWindowHasAnIcon) {
    run_until([&] { return other->size_of(app->window().sdl(), "_NET_WM_ICON") > 0; });
    // Width, height and the pixels.
    EXPECT_EQ(other->size_of(app->window().sdl(), "_NET_WM_ICON"), 2u + 256 * 256);
}

/// By the real xclip on the tests' display.
class ClipboardTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!huedrift::run_program({"xclip", "-version"}, {}, 0, std::chrono::seconds(10)))
            GTEST_SKIP() << "no xclip";
    }
    static LoadedImage pasted() { return load_image_file(Location::clipboard()); }
};

TEST_F(ClipboardTest, TheResultIsCopiedAsItIsShown) {
    const Image image = ramps(60, 40);
    open(image);
    key(SDLK_c, KMOD_LCTRL);
    run_until([&] { return !snapshot().exporting; });
    EXPECT_EQ(snapshot().notice, "");
    EXPECT_EQ(snapshot().exported.sentence, "Copied the result");
    EXPECT_TRUE(std::ranges::equal(pasted().image.pixels(), reduced(image, {}).pixels()));
}

TEST_F(ClipboardTest, ThePaletteIsCopiedAsText) {
    open(ramps(60, 40));
    press_key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT);
    std::string codes;
    for (const Swatch& swatch : snapshot().frequency->swatches) codes += hex_code(swatch.color) + "\n";
    const std::unique_ptr<char, decltype(&SDL_free)> copied(SDL_GetClipboardText(), SDL_free);
    EXPECT_EQ(copied.get(), codes);
}

TEST_F(ClipboardTest, APictureIsPasted) {
    const Image image = ramps(31, 17);
    copy_png(encode_image(image, ImageFormat::png));
    key(SDLK_v, KMOD_LCTRL);
    run_until([&] { return snapshot().exact(); });
    ASSERT_TRUE(snapshot().document);
    EXPECT_TRUE(std::ranges::equal(snapshot().document->image->pixels(), image.pixels()));
    EXPECT_EQ(suggested_target(*snapshot().document, {.shift = {.radius = 0.05}}), "clipboard-r0.05.png");
    EXPECT_EQ(suggested_target(*snapshot().document, {.palette = {.colors = 8}}), "clipboard-8-colours.png");
    EXPECT_TRUE(snapshot().document->path.is_clipboard());
}

TEST_F(ClipboardTest, EachPastedPictureHasEditsOfItsOwn) {
    const auto paste = [&](int width) {
        copy_png(encode_image(ramps(width, 10), ImageFormat::png));
        key(SDLK_v, KMOD_LCTRL);
        run_until([&] {
            const Snapshot now = snapshot();
            return now.document && now.document->image->width() == width && now.exact();
        });
    };
    paste(31);
    reduce(pinned(*snapshot().recipe, Rgb{1, 2, 3}));
    paste(20);
    EXPECT_TRUE(snapshot().recipe->shift.pins.empty());
    settle();
}

TEST_F(ClipboardTest, WithoutAPictureOnItNothingIsOpened) {
    open(ramps(20, 10));
    key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT); // text, which this window itself answers for
    key(SDLK_v, KMOD_LCTRL);
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_NE(snapshot().notice.find("no picture on the clipboard"), std::string::npos);
    EXPECT_EQ(snapshot().document->image->width(), 20);
}

}
}
