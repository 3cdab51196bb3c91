#pragma once

#include "app/shell/application.h"
#include "driven_window.h"
#include "temporary_folder.h"
#include "vulkan/vulkan_faults.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

/// The program's window on a virtual display, or off the screen (virtual_display.h), driven by SDL's events;
/// a validation message fails the test. Without Xvfb or a Vulkan device tests are skipped, except in CI.
class WindowTest : public testing::Test {
public:
    using Path = ItemPath;

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
    /// The same once all requested results are exact.
    void await_exact();
    /// Changes the settings and awaits the results.
    void reduce(const Recipe& recipe);
    void reduce(Look look);
    /// Runs frames until two waits of a tenth of a second pass without one.
    void run_until_nothing_is_drawn();
    /// Fills the curve of the weighting frequency, however long that takes.
    void complete_curve();

    /// Handles all pending events, with a frame wherever one is due.
    void take_events();

    /// The user's actions; points are in window pixels.
    void move(Point at);
    void press(Point at);
    void release(Point at);
    void click(Point at, int modifiers = 0);
    /// The desktop decides that it is one, however slow frames are.
    void double_click(Point at);
    void right_click(Point at);
    void drag(Point from, Point to, int steps = 8);
    void wheel(Point at, int notches);
    /// The wheel over the middle of a window of Dear ImGui; far enough for either end.
    void scroll_to_end(const char* window);
    void scroll_to_begin(const char* window);
    void key(int code, int modifiers = 0);
    /// The same, until nothing moves.
    void press_key(int code, int modifiers = 0);
    /// Types into the field that has the focus: text, text followed by Return, or text in place of all that
    /// it has.
    void type(const std::string& text);
    void enter(const std::string& text);
    void retype(const std::string& text);
    void drop(const std::vector<std::string>& files);

    void send_key(std::uint32_t type, int which, int held);

    const Snapshot snapshot() { return app->session().live(); }
    /// A place on the radius's slider, 0 to 1.
    Point slider(double share);
    /// The middle of a picture's pixel in the n-th pane, in window pixels.
    Point place_of(std::size_t pane, int x, int y) const;
    /// Where a control of `window` was drawn: x, y, width, height in Dear ImGui's units; fails where there is
    /// none. `window` is its Dear ImGui name, of one in another "outer/inner".
    std::array<float, 4> area(const char* window, Path path);
    /// Scrolls a control into view, moves the pointer to its middle and returns that place. Fails if the
    /// control does not answer the pointer because it is covered or disabled.
    Point control(const char* window, Path path);
    /// The same without the pointer, wherever it can answer.
    Point middle_of(const char* window, Path path);
    /// Whether the window shows a text, in whatever font.
    bool says(const std::string& text);
    /// The n-th pane at one of the picture's pixels.
    static Rgba8 shown(const Image& capture, Point place);

    /// The start of each test; a suite sets it in its constructor.
    Launch at_start;
    /// Of a window that is launched with no other: smaller than the program's, since a test spends most of
    /// its time drawing on the CPU.
    WindowGeometry geometry{.width = 960, .height = 600};
    /// Otherwise pixels are drawn only where a test captures the window: they are two thirds of a frame's
    /// time.
    bool sees_every_frame = false;
    /// Devices are lost. The next one is opened at once and reads its caches.
    bool loses_devices = false;
    TemporaryFolder folder;
    std::unique_ptr<Application> app;

private:
    void start(Launch launch);
    void scroll(const char* window, int notches);
    void scroll_into_view(const char* window, Path path);
    void run_once(std::chrono::milliseconds timeout);
    /// A frame whose pixels no test looks at.
    void draw();

    std::vector<std::string>
        accesses_; ///< of files and of displays, while the window handled events and drew
};

/// The picture that the command line would write, reduced by the reference engine.
Image reduced(const Image& image, const Options& options);
/// Opaque, `width` x `height`, a few hundred colours in soft ramps with a hard edge.
Image ramps(int width, int height);

}
