#pragma once

#include "app/shell/application.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

namespace huedrift::app {

/// The program's window on a virtual display, or off the screen (virtual_display.h), driven by SDL's events;
/// a validation message fails the test. Without Xvfb or a Vulkan device tests are skipped, except in CI.
class WindowTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// Opens the window again; the settings are the user's, even where they are the defaults.
    void launch(Launch launch);
    /// The same as if the user had never set anything.
    void launch_first();
    std::string write_picture(const std::string& name, const ImageView& image) const;
    /// Opens a picture and waits until its results are shown.
    void open(const ImageView& image);
    /// Runs frames until `reached`; fails the test when that takes minutes.
    void run_until(const std::function<bool()>& reached);
    /// Runs frames until everything computed is shown and nothing moves.
    void settle();

    /// Handles all pending events, with a frame wherever one is due.
    void take_events();

    /// What the user does; points are in window pixels.
    void move(Point at);
    void press(Point at);
    void release(Point at);
    void click(Point at, int modifiers = 0);
    void right_click(Point at);
    void drag(Point from, Point to, int steps = 8);
    void wheel(Point at, int notches);
    void key(int code, int modifiers = 0);
    /// Into the field that has the focus.
    void type(const std::string& text);
    void drop(const std::vector<std::string>& files);

    void send_key(std::uint32_t type, int which, int held);

    const Snapshot snapshot() { return app->session().snapshot(); }
    /// A place on the radius's slider, 0 to 1.
    Point slider(double share) const;
    /// The middle of what the n-th pane shows of a picture's pixel, in window pixels.
    Point place_of(std::size_t pane, int x, int y) const;
    /// The middle of a control in `window` (its Dear ImGui name), with the pointer on it; fails where it does
    /// not answer the pointer, as one that is covered or disabled. `path` is its name, after that of what it
    /// is part of, if anything.
    Point control(const char* window, std::initializer_list<const char*> path);
    /// The n-th pane at one of the picture's pixels.
    static Rgba8 shown(const Image& capture, Point place);

    /// Of a window that is launched with no other: smaller than the program's, since a test spends most of
    /// its time drawing on the CPU.
    WindowGeometry geometry{.width = 960, .height = 600};
    TemporaryFolder folder;
    std::unique_ptr<Application> app;

private:
    void start(Launch launch);
};

/// What the command line would write: the picture reduced by the reference engine.
Image reduced(const Image& image, const Options& options);
/// Opaque, `width` x `height`, a few hundred colours in soft ramps with a hard edge.
Image ramps(int width, int height);

}
