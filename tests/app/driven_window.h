#pragma once

#include "app/shell/application.h"

#include <array>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

struct ImGuiWindow;

namespace huedrift::app {

/// A control's name or number, after those of its parents, if it has any.
using ItemPath = std::initializer_list<std::variant<const char*, int>>;

/// An open window of Dear ImGui, of one in another "outer/inner"; null if there is none.
ImGuiWindow* find_window(const char* name);
/// Dear ImGui's id of a control of a window.
unsigned id_of(const ImGuiWindow& window, ItemPath path);
/// Where a control was drawn: x, y, width, height in Dear ImGui's units; zeros where there is none. Calls
/// `draw`, which draws a frame.
std::array<float, 4> drawn_area(const char* window, ItemPath path, const std::function<void()>& draw);

/// The texts of the last frame without spaces, in whatever font; with an `area` (x, y, width, height), those
/// whose letters begin in it.
std::string drawn_text(const std::array<float, 4>* area = nullptr);

/// Events that a hand makes at a steady pace, whatever the window does.
struct Motion {
    int events = 0, per_second = 60;
    /// Pushes an event, on the hand's thread.
    std::function<void(int event)> push;
    /// The newest event that the window has handled, of those sent so far; negative: none.
    std::function<int(int sent)> handled;
    /// Whether the last frame shows what an event changes in the panel.
    std::function<bool(int event)> is_drawn = [](int) { return true; };
    /// The setting that the events change, none twice; null: they change none.
    std::function<double(const Recipe&)> setting{};
    /// Called after each frame; null: nothing to do.
    std::function<void()> meanwhile{};
};

/// Times in milliseconds.
struct MotionTimes {
    std::vector<double> panel;   ///< from each event to the first frame that shows it in the panel
    std::vector<double> picture; ///< of each picture that was shown: from its event to its first frame
    double rest = 0;             ///< from the last event to the frame with its exact picture
    double seconds = 0;          ///< from the first event to the frame that shows the last
    std::vector<double> work;    ///< of the main thread on a core, for each frame until then
};

/// The program's window, driven by a hand.
class DrivenWindow {
public:
    /// Opens the window. Throws Error(device).
    explicit DrivenWindow(const Launch& launch) : app(launch) {}

    Application app;

    /// Handles what is pending and draws; throws Error(failed) if the window says that something failed, or
    /// closes.
    void run_once(std::chrono::milliseconds wait = std::chrono::milliseconds(5));
    void run_until(const std::function<bool()>& reached);
    /// Runs until everything requested is computed and shown.
    void settle();
    /// Runs until a motion has ended and its last picture is shown; a motion with `drags` ends with the
    /// release of the button.
    MotionTimes drive(const Motion& motion, bool drags = false);

    static void push_motion(Point at);
    static void push_button(bool pressed, Point at);
    static void push_wheel(int notches);
    static void push_letter(char letter);
    void move(Point at);
    void click(Point at);
    void key(int code, int modifiers = 0);
    /// The area of a control: x, y, width, height. Throws Error(failed) if there is none.
    std::array<float, 4> area(const char* window, ItemPath path);

private:
    void await_picture(const Motion& motion, std::chrono::steady_clock::time_point last_event,
                       MotionTimes& times);
    /// The newest result whose picture is shown.
    const Result* shown_result() const;
    void note_picture(const Motion& motion, MotionTimes& times);

    std::map<double, std::chrono::steady_clock::time_point> events_of_; ///< by the setting
    std::set<double> seen_; ///< settings whose pictures were shown
};

/// The newest event of those sent whose place is the pointer's; `at` tells the places. Negative: none.
int newest_at_pointer(const std::function<Point(int event)>& at, int sent);

}
