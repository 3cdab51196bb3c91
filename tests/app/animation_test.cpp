#include "image/load.h"
#include "panel_fixture.h"
#include "vulkan/vulkan_faults.h"

#include <SDL_keycode.h>

#include <thread>

namespace huedrift::app {
namespace {

constexpr std::size_t frames = 4;
constexpr auto tenth = std::chrono::milliseconds(100);

/// Each frame has the same width and height, and colours of its own to the left and to the right.
Rgb left_of(std::size_t frame) { return bands[frame % frames]; }
Rgb right_of(std::size_t frame) { return bands[(frame + 1) % frames]; }

Image clip() {
    Image image(40, 20 * int(frames));
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t frame = i / (40 * 20);
        const Rgb color = i % 40 < 20 ? left_of(frame) : right_of(frame);
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    return image;
}

Rgba8 opaque(Rgb color) { return {color.r, color.g, color.b, 255}; }

/// A window with a clip in it, which plays by a clock that stands still.
class AnimationTest : public PanelTest {
protected:
    std::string write_clip(const std::string& name) const {
        const EncodeOptions options{.animation = {std::vector<Delay>(frames, {1, 10}), 0}};
        write_text(folder / name, text_of(encode_image(clip(), image_format_of(name), options)));
        return (folder / name).string();
    }
    void open_file(const std::string& path) {
        app->session().open({path});
        run_until(
            [&] { return snapshot().document && snapshot().document->path == path && snapshot().exact(); });
        settle();
    }
    void open_clip(const std::string& name = "clip.gif") {
        Launch with_clock;
        with_clock.now = [this] { return now; };
        launch(with_clock);
        if (app) open_file(write_clip(name));
    }
    void pass(std::chrono::milliseconds time) {
        now += time;
        take_events();
        settle();
    }
    const Playback& playback() { return app->view_state().playback; }
    /// The left and the right part of both panes.
    void expect_frame(std::size_t frame) {
        EXPECT_EQ(playback().frame(), frame);
        const Image capture = app->capture();
        for (std::size_t pane = 0; pane < std::min<std::size_t>(app->canvas().panes().size(), 3); ++pane) {
            EXPECT_EQ(shown(capture, place_of(pane, 10, 14)), opaque(left_of(frame)));
            EXPECT_EQ(shown(capture, place_of(pane, 30, 14)), opaque(right_of(frame)));
        }
    }

    Playback::Time now{std::chrono::hours(1)};
};

TEST_F(AnimationTest, OneFrameIsShownWithThePaletteOfAll) {
    for (const char* const name : {"clip.gif", "clip.apng"}) {
        open_clip(name);
        EXPECT_EQ(frames_of(*snapshot().document), frames);
        EXPECT_EQ(snapshot().frequency->swatches.size(), frames);
        EXPECT_EQ(app->canvas().panes().at(0).left->width, 40);
        EXPECT_EQ(app->canvas().panes().at(0).left->height, 20);
        expect_frame(0);
    }
}

TEST_F(AnimationTest, PlaysByTheClockAndDrawsNothingInBetween) {
    open_clip();
    for (std::size_t i = 1; i <= frames; ++i) {
        pass(tenth);
        expect_frame(i % frames);
    }
    run_until([&] { return app->session().requests_alive() == 0; }); // the end of a job is news
    settle();
    const std::size_t drawn = app->frames();
    app->run_once(std::chrono::milliseconds(0));
    EXPECT_EQ(app->frames(), drawn);
    EXPECT_TRUE(app->is_idle());
}

TEST_F(AnimationTest, KeysPlayPauseAndStep) {
    open_clip();
    key(SDLK_k);
    pass(tenth);
    EXPECT_EQ(playback().frame(), 0u);
    press_key(SDLK_l);
    expect_frame(1);
    key(SDLK_j);
    press_key(SDLK_j);
    expect_frame(3);
    press_key(SDLK_HOME);
    expect_frame(0);
    key(SDLK_k);
    take_events();
    pass(tenth);
    expect_frame(1);
}

TEST_F(AnimationTest, TheBarPlaysStepsAndScrubs) {
    open_clip();
    click(control("frames", {"##play"}));
    EXPECT_FALSE(playback().is_playing());
    click(control("frames", {"##next"}));
    expect_frame(1);
    click(control("frames", {"##previous"}));
    expect_frame(0);
    const Point middle = control("frames", {"frame"});
    press(middle);
    EXPECT_GT(playback().frame(), 0u);
    move({1200, middle.y});
    EXPECT_EQ(playback().frame(), frames - 1);
    release({1200, middle.y});
    settle();
    expect_frame(frames - 1);
}

TEST_F(AnimationTest, DoesNotPlayOnWhileItsSliderIsHeld) {
    open_clip();
    const Point middle = control("frames", {"frame"});
    press(middle);
    const std::size_t held = playback().frame();
    pass(3 * tenth);
    EXPECT_EQ(playback().frame(), held);
    release(middle);
    take_events();
    pass(tenth);
    EXPECT_EQ(playback().frame(), (held + 1) % frames);
}

TEST_F(AnimationTest, ThePointerReadsTheFrameThatIsShown) {
    open_clip();
    app->view_state().playback.step(2);
    look_again();
    move(place_of(0, 10, 10));
    EXPECT_EQ(app->view_state().pointed, left_of(2));
    move(place_of(1, 30, 10));
    EXPECT_EQ(app->view_state().pointed, right_of(2));
}

TEST_F(AnimationTest, HiddenColoursAndLabelsBelongToTheFrame) {
    open_clip();
    reduce({.labels = {.min_region = 2}});
    ASSERT_TRUE(snapshot().frequency->pixels);
    pass(tenth);
    expect_frame(1);
    toggle_hidden(*snapshot().frequency, left_of(2), app->view_state().display.hidden);
    pass(tenth);
    const Image capture = app->capture();
    EXPECT_EQ(shown(capture, place_of(0, 10, 14)), opaque(left_of(2)));
    EXPECT_NE(shown(capture, place_of(1, 10, 14)), opaque(left_of(2)));
    EXPECT_EQ(shown(capture, place_of(1, 30, 14)), opaque(right_of(2)));
}

TEST_F(AnimationTest, AnotherRadiusShowsWhileItPlays) {
    open_clip();
    app->session().set({.shift = {.radius = 1}});
    pass(tenth);
    run_until([&] { return snapshot().exact(); });
    pass(tenth);
    ASSERT_EQ(snapshot().frequency->swatches.size(), 1u);
    const Rgb only = snapshot().frequency->swatches.front().color;
    const Image capture = app->capture();
    EXPECT_EQ(shown(capture, place_of(0, 10, 14)), opaque(left_of(2)));
    EXPECT_EQ(shown(capture, place_of(1, 10, 14)), opaque(only));
}

TEST_F(AnimationTest, APictureReplacesAPlayingAnimation) {
    open_clip();
    pass(3 * tenth);
    open(banded());
    EXPECT_EQ(playback().frames(), 1u);
    pass(tenth);
    EXPECT_EQ(app->canvas().panes().at(0).left->height, 40);
    open_file(write_clip("again.gif"));
    expect_frame(0);
}

TEST_F(AnimationTest, AFailureOnTheDeviceShowsNoFrameInPlaceOfAnother) {
    open_clip();
    key(SDLK_k);
    app->session().set(*snapshot().recipe, Weightings::both);
    settle();
    ASSERT_EQ(app->canvas().panes().size(), 4u); // one for their difference
    const std::thread::id window = std::this_thread::get_id();
    bool fired = true;
    int number = 0;
    for (; fired && number < 200; ++number) {
        SCOPED_TRACE("submission " + std::to_string(number));
        {
            const vulkan::OneFault fault(number, [window](std::string_view call) {
                return call == "vkAllocateMemory" && std::this_thread::get_id() != window
                           ? vulkan::VulkanFault::out_of_host_memory
                           : vulkan::VulkanFault::none;
            });
            app->view_state().playback.step(1);
            move({640, 20}); // draws
            run_until([&] { return !app->picture_failure().empty() || app->settled(); });
            fired = fault.fired();
        }
        app->view_state().playback.step(-1);
        look_again();
        expect_frame(0);
    }
    EXPECT_GT(number, 3) << "source, palette and frequency";
}

TEST_F(AnimationTest, AReloadedFileStaysAtItsFrame) {
    open_clip();
    pass(2 * tenth);
    key(SDLK_F5);
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    expect_frame(2);
}

TEST_F(AnimationTest, APauseIsRemembered) {
    open_clip();
    key(SDLK_k);
    Launch again;
    again.settings_file = folder / "settings.json";
    again.now = [this] { return now; };
    launch(again);
    open_file(write_clip("clip.gif"));
    EXPECT_TRUE(playback().is_playing());
    key(SDLK_k);
    app.reset();
    again.settings = load_settings(folder / "settings.json").settings;
    EXPECT_EQ(again.settings.plays, false);
    launch(again);
    open_file(write_clip("clip.gif"));
    EXPECT_FALSE(playback().is_playing());
}

TEST_F(AnimationTest, TheExportDialogWritesAllFramesOrTheShownOne) {
    open_clip();
    app->view_state().playback.step(2);
    const auto exported = [&](const char* ending) {
        press_key(SDLK_e, KMOD_CTRL);
        if (*ending != '\0') {
            click(control("export/body", {"##path"}));
            key(SDLK_END);
            type(ending);
        }
        key(SDLK_RETURN);
        run_until([&] { return !app->exporter().written().empty(); });
        settle();
        key(SDLK_RETURN); // closes it
        settle();
        return app->exporter().written().front().filename().string();
    };
    const std::string all = exported(""), one = exported(".png");
    EXPECT_TRUE(all.ends_with(".gif")) << all;
    const LoadLimits limits{.max_frames = frames};
    EXPECT_EQ(load_image_file(folder / all, limits).animation.frames(), frames);
    const LoadedImage picture = load_image_file(folder / one, limits);
    ASSERT_EQ(picture.image.height(), 20);
    EXPECT_EQ(picture.image.pixels().front(), opaque(left_of(2)));
}

}
}
