#pragma once

#include "app/ui/gui.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

class ShowInFolder;

/// A form has fields and buttons to end it, a list is only looked at.
enum class DialogKind { form, list };

/// Begins a dialog in the middle of the window's upper half, `width` units wide, which dims everything behind
/// it. Escape closes it; so does a click beside it, except beside a form, where something may have been
/// typed. Returns false when it is closed. After true, call end_dialog().
bool begin_dialog(const char* name, DialogKind kind, bool& opens, float width, const Gui& gui);
void end_dialog();

void dialog_title(const std::string& text, const Gui& gui);

/// The height that the dialog being drawn can have below the place reached.
float dialog_room(const Gui& gui);

/// Begins the part between a dialog's title and its buttons. It is as high as its contents, or scrolls if the
/// window has no room, so that the buttons stay.
void begin_body(const Gui& gui);
void end_body();

/// The width of the buttons that end a dialog.
float end_button_width(const Gui& gui);
/// Draws the button that only closes the dialog; one more has room beside it.
void cancel_button(const Gui& gui);
/// Draws the main button at the end of a dialog; Return presses it, too. Returns whether it was pressed;
/// never if it is not enabled.
bool default_button(const char* label, bool enabled, const Gui& gui);
/// Asks above the buttons that end a dialog whether files may be replaced; returns whether the user agrees.
/// Disable the button that would write them meanwhile: the answer is another button elsewhere, so that no
/// double click and no key held too long gives it, and a press counts only if it began after the question was
/// laid out.
bool ask_to_replace(const std::string& sentence, const Gui& gui);
/// Draws a sentence about a mistake; wraps.
void warning_text(const std::string& sentence, const Gui& gui);

/// Draws the end of a dialog that has written files: their names, their folder, and buttons that close the
/// dialog or show `file` in the folder.
void draw_written(const std::vector<std::string>& names, const std::string& folder,
                  const std::filesystem::path& file, ShowInFolder& show_in_folder, const Gui& gui);

/// Draws a sentence above the lower edge of `area`, or above the question there, with a
/// button to dismiss it and further buttons below. Returns the one of these that was pressed, and their
/// number for that which dismisses it. `is_warning`: something failed.
std::optional<std::size_t> draw_message(const std::string& sentence, bool is_warning, const Gui& gui,
                                        const Box& area, const std::vector<std::string>& answers = {});

/// Draws a sentence, colours if there are any, and buttons below, the first one accented; returns the one
/// pressed. Escape stands for the last one.
std::optional<std::size_t> draw_question(const std::string& sentence, const std::vector<std::string>& answers,
                                         const Gui& gui, const Box& area, std::span<const Rgb> colors = {});
/// The same below `explained`, a part of the panel, so that it covers no picture. It gives way to a control
/// there that the keys reach.
std::optional<std::size_t> draw_hint(const std::string& sentence, const std::vector<std::string>& answers,
                                     const Gui& gui, const Box& explained);

}
