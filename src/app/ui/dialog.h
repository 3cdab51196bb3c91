#pragma once

#include "app/ui/gui.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

/// A form has fields and buttons to end it, a list is only looked at.
enum class DialogKind { form, list };

/// Begins a dialog in the middle of the window's upper half, `width` units wide, which dims everything behind
/// it. Escape closes it; so does a click beside it, except beside a form, where something may have been
/// typed. Returns false when it is closed. After true, call end_dialog().
bool begin_dialog(const char* name, DialogKind kind, bool& wanted, float width, const Gui& gui);
void end_dialog();

/// The height that the dialog being drawn can have below the place reached.
float dialog_room(const Gui& gui);

/// Begins the part between a dialog's title and its buttons. It is as high as its contents, or scrolls if the
/// window has no room, so that the buttons stay.
void begin_body(const Gui& gui);
void end_body();

/// Draws the accented button of the dialog that is being drawn. Return presses it, too. Returns whether it
/// was pressed; never if it is not enabled.
bool default_button(const char* label, bool enabled, float width, const Gui& gui);

/// Draws the button that writes files. Where it replaces some, it says "Replace", and Return does not press
/// it.
bool write_button(const char* label, bool replaces, bool enabled, float width, const Gui& gui);
/// Draws a sentence about what is wrong; wraps.
void warning_text(const std::string& sentence, const Gui& gui);

/// The answer at the end of a dialog that has written files; the end shows their names, their folder and
/// buttons.
enum class WrittenAnswer { none, show, close };
WrittenAnswer draw_written(const std::vector<std::string>& names, const std::string& folder, const Gui& gui);

/// Draws a sentence above the lower edge of `area` (x, y, width, height), or above the question there, with a
/// button to dismiss it. Returns whether the button was pressed. `is_warning`: something failed.
bool draw_message(const std::string& sentence, bool is_warning, const Gui& gui,
                  const std::array<float, 4>& area);
/// The same with further buttons below the sentence; returns the one pressed, and their number for that which
/// dismisses it.
std::optional<std::size_t> draw_message(const std::string& sentence, const std::vector<std::string>& answers,
                                        bool is_warning, const Gui& gui, const std::array<float, 4>& area);

/// Draws a sentence, colours if there are any, and buttons below, the first one accented; returns the one
/// pressed.
std::optional<std::size_t> draw_question(const std::string& sentence, const std::vector<std::string>& answers,
                                         const Gui& gui, const std::array<float, 4>& area,
                                         std::span<const Rgb> colors = {});
/// The same below `explained` (x, y, width, height), a part of the panel, so that it covers no picture.
std::optional<std::size_t> draw_hint(const std::string& sentence, const std::vector<std::string>& answers,
                                     const Gui& gui, const std::array<float, 4>& explained);

}
