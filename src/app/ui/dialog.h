#pragma once

#include "app/ui/gui.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

/// A dialog in the middle of the window's upper half, `width` units wide, that dims what lies behind; Escape
/// or a click beside it closes it. False when it is closed. Ended with end_dialog() where it was true.
bool begin_dialog(const char* name, bool& wanted, float width, const Gui& gui);
void end_dialog();

/// What lies between the title of a dialog and its buttons: as high as its contents, but where the window has
/// no room for them all it scrolls, and the buttons stay.
void begin_body(const Gui& gui);
void end_body();

/// What a dialog ends on once files are written: their names, their folder, and buttons.
enum class WrittenAnswer { none, show, close };
WrittenAnswer draw_written(const std::vector<std::string>& names, const std::string& folder, const Gui& gui);

/// Draws a sentence above the lower edge of `area` (x, y, width, height) with a button to dismiss it. Returns
/// whether the button was pressed. `is_warning`: something failed.
bool draw_message(const std::string& sentence, bool is_warning, const Gui& gui,
                  const std::array<float, 4>& area);

/// The same with buttons below, the first of them accented; the one that was pressed.
std::optional<std::size_t> draw_question(const std::string& sentence, const std::vector<std::string>& answers,
                                         const Gui& gui, const std::array<float, 4>& area);

}
