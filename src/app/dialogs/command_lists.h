#pragma once

#include "app/ui/view_state.h"

#include <array>
#include <string>

namespace huedrift::app {

/// A setting with its value, typed as a command.
struct TypedSetting {
    std::string text; ///< "Colours: 4"
    Recipe recipe;    ///< with it
};

/// Reads a setting's caption or word with a value before or behind it: "4 colours", "radius 0.03", "dither
/// off". None if there is no such setting, or it cannot have that value.
std::optional<TypedSetting> typed_setting(std::string_view typed, const Recipe& recipe);

/// Finds and runs an action by typing part of its name, or sets a setting.
class CommandPalette {
public:
    void open() { opens_ = true; }
    void draw(const FrameContext& frame);

private:
    bool opens_ = false;
    std::array<char, 64> typed_{};
    int chosen_ = 0;
};

/// Draws the list of all keys, when ViewState::opens_keys asks for it.
void draw_keys(const FrameContext& frame);

/// Draws the dialog about the program, with the facts that a bug report needs, when ViewState::opens_about
/// asks for it. `drawn_by` is the device that draws the window.
void draw_about(const FrameContext& frame, const std::string& drawn_by);

/// Version, system, libraries, devices, and the size and settings of the open picture, one a line. Contains
/// no file names.
std::string diagnostics(const Snapshot& snapshot, const std::string& drawn_by);

}
