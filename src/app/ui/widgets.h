#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "pipeline/enumerators.h"
#include "session/history.h"

#include <imgui.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

/// Controls that Dear ImGui lacks. Within a frame, in a window.

/// The change of a slider or a field in this frame.
enum class Change { none, ongoing, complete };
/// A change's effect on the history of settings.
Gesture gesture_of(Change change);

/// Units; wide enough for every number of a panel.
inline constexpr float field_width = 88;

/// The title of a part of a panel; `about` explains it, unless it is empty.
void title(const char* text, const std::string& about, const Gui& gui);
void muted_text(const std::string& text, const Gui& gui);
void wrapped_text(const std::string& text, Rgb color);

/// A muted caption in front of the next control, which begins at `column` units from the window's edge.
void caption(const char* text, const Gui& gui, float column);
/// Where the controls of a panel or a form begin.
float caption_column(const Gui& gui);

/// A caption in a panel; `about` explains the control, unless it is empty.
void caption(const char* text, const std::string& about, const Gui& gui);

/// The width of a choice whose labels all have their margins.
float segments_width(std::span<const char* const> labels, const Gui& gui);
/// A choice between several, side by side over the available width; returns the number of the clicked one.
/// `chosen` is negative if none is in force.
std::optional<int> segments(const char* id, std::span<const char* const> labels, int chosen, const Gui& gui,
                            float width = 0);
/// The same choice in a panel, after its caption, or below it where the labels need more room.
std::optional<int> choice(const char* text, const std::string& about, std::span<const char* const> labels,
                          int chosen, const Gui& gui);

/// Calls `draw` with the labels of values and the number of the chosen one; returns the value whose number
/// `draw` returns.
template <class Value, class Draw>
std::optional<Value> clicked_value(std::span<const Enumerator<Value>> values,
                                   const std::optional<Value>& chosen, const Draw& draw) {
    std::vector<const char*> labels;
    int number = -1;
    for (const Enumerator<Value>& one : values) {
        if (chosen == one.value) number = static_cast<int>(labels.size());
        labels.push_back(one.label);
    }
    const std::optional<int> clicked = draw(labels, number);
    return clicked ? std::optional(values[static_cast<std::size_t>(*clicked)].value) : std::nullopt;
}

/// segments() between values; returns the clicked one.
template <class Value>
std::optional<Value> segments(const char* id, std::span<const Enumerator<Value>> values,
                              const std::optional<Value>& chosen, const Gui& gui, float width = 0) {
    return clicked_value<Value>(values, chosen, [&](std::span<const char* const> labels, int number) {
        return segments(id, labels, number, gui, width);
    });
}
template <class Value>
std::optional<Value> segments(const char* id, std::initializer_list<Enumerator<Value>> values,
                              const std::optional<Value>& chosen, const Gui& gui, float width = 0) {
    return segments<Value>(id, std::span(values.begin(), values.size()), chosen, gui, width);
}

/// choice() between values; returns the clicked one.
template <class Value>
std::optional<Value> choice(const char* text, const std::string& about,
                            const std::vector<Enumerator<Value>>& values, const Value& chosen,
                            const Gui& gui) {
    return clicked_value<Value>(values, chosen, [&](std::span<const char* const> labels, int number) {
        return choice(text, about, labels, number, gui);
    });
}

/// A thin track with a knob at `share` (0 to 1), for dragging and clicking. An arrow key moves it by `notch`.
Change slider(const char* id, double& share, double notch, const Gui& gui, float width = 0);

/// Marks a place above the track of the slider just drawn. A knob that the pointer drags next to it goes
/// there.
void slider_mark(double at, double& share, const Gui& gui);

/// The numbers along a slider.
struct Track {
    /// The meaning of equal distances on the track.
    enum class Steps { differences, factors, roots };

    double low = 0, high = 1;
    Steps steps = Steps::differences;
    bool from_zero = false; ///< the left end is 0 and `low` the smallest number above it
    double per_unit = 0;    ///< 1 for whole numbers, 100 for hundredths; 0: six significant digits
    double notch = 0.02;    ///< as in slider()

    /// The place of a number, 0 to 1.
    double share(double number) const;
    /// The number at a place.
    double number(double share) const;
};

/// A slider of numbers.
Change slider(const char* id, double& number, const Track& track, const Gui& gui, float width = 0);

/// A check box with a visible outline even if it is not checked, and a tooltip.
bool checkbox(const char* label, bool& checked, const std::string& about, const Gui& gui);

/// Whether a key was pressed in this frame; `repeats`: or is held.
bool key_pressed(ImGuiKey key, bool repeats = false);

/// An entry of a menu, with its key at the right edge.
bool menu_item(const std::string& label, const Gui& gui, const std::string& key = "", bool enabled = true,
               bool checked = false);

/// The button of the main action.
bool accented_button(const char* label, const Gui& gui, float width = 0, bool enabled = true);
/// A button at the right end of the row, as wide as its like in other rows.
bool button_at_right(const char* label, const Gui& gui);

/// A text that is a button; returns whether it was clicked.
bool link(const char* id, const std::string& text, const Gui& gui);

/// Begins a window without title, borders and scroll bars at a fixed place; `flags` are further flags of Dear
/// ImGui.
void begin_plain_window(const char* name, int flags = 0);
/// The same over `area`, however small.
void begin_window_over(const Box& area, const char* name, ImVec2 padding, int flags);

/// Begins a plain window over `area` below all others. Its one row is `height` high, centred vertically, and
/// begins `inset` units from the left.
void begin_bar(const char* name, const Box& area, float height, float inset, const Gui& gui);

/// A thin bar filled to `share` (0 to 1).
void progress_line(double share, const Gui& gui);

/// A line that folds the part below it; returns whether that is unfolded.
bool fold(const std::string& text, const char* id, const Gui& gui);

/// The height of a font's texts.
float size_of(const ImFont* font);
float width_of(const ImFont* font, const std::string& text);
/// Draws a text with the upper left corner at `at`.
void draw_text(ImFont* font, ImVec2 at, std::uint32_t color, const std::string& text);
/// Black or white, whichever is legible on a colour.
Rgb legible_on(Rgb color);

/// Draws colours in a row, as many squares as the rest of the window's width holds. Returns the end of the
/// row.
float draw_color_row(std::span<const Rgb> colors, ImVec2 at, float side);

/// Shortens a text to a width in the current font, with "…" in place of its middle.
std::string shortened(const std::string& text, float width);

/// The area of the last control.
Box item_area();

/// A text shown while the pointer rests on the last control.
void tooltip(const std::string& text, const Gui& gui, void (*draw_below)(const Gui&) = nullptr);

/// Reserves the area of a diagram, one item for Dear ImGui.
struct Plot {
    ImVec2 low;  ///< the upper left corner of the drawing area
    ImVec2 high; ///< the lower right corner
    bool hovered = false, held = false;
    ImDrawList* list;

    /// The point at a share `x` of the width from the left and `y` of the height from the bottom.
    ImVec2 at(double x, double y) const {
        return {low.x + static_cast<float>(x) * (high.x - low.x),
                high.y - static_cast<float>(y) * (high.y - low.y)};
    }
    bool contains(ImVec2 point) const {
        return low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y;
    }
    /// The pointer's share of the width, 0 to 1.
    double pointer_x() const;
};

/// `width` 0: as wide as available.
Plot begin_plot(const char* id, float height, const Gui& gui, float width = 0);

/// Draws small text at a point, moved into the diagram; the shares `x` and `y` of it lie left of and above
/// that point.
void label(const Plot& plot, ImVec2 at, float x, float y, Rgb color, const std::string& text, const Gui& gui);

/// Shows a text in place of a diagram that cannot be drawn yet.
void empty_plot(const char* text, const Gui& gui);

/// Copies `text` to the clipboard and says so: "Copied `what`".
void copy(const std::string& text, const std::string& what, ViewState& state);

}
