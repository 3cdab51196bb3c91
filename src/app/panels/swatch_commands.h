#pragma once

#include "app/ui/view_state.h"
#include "session/session.h"

#include <memory>
#include <span>

namespace huedrift::app {

// What is done to one or several colours of a result, by the menu of a swatch or by keys.

/// Shows them alone; once more, and all colours are shown again.
void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Hides them, or shows them again where all of them are hidden.
void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Copies their codes, one a line.
void copy_codes(std::span<const Rgb> colors, ViewState& state);
/// Pins them, or unpins them where all of them are pinned.
void pin_or_unpin(std::span<const Rgb> colors, Session& session);
bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors);
/// Joins them with `into`, which may be one of them.
void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session);
/// Removes the edits that made them.
void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session);

}
