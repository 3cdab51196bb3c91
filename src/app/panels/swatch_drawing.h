#pragma once

#include "app/panels/swatch_drag.h"
#include "app/ui/gui.h"
#include "session/result.h"

#include <imgui.h>

namespace huedrift::app {

/// A swatch with the marks of pins and edits, which are visible on every colour; crossed out where it is
/// hidden.
void draw_swatch(const Swatch& swatch, const Result& result, bool is_hidden, ImVec2 at, float side,
                 const Gui& gui);

/// Chosen ones, or the one shown alone, and what the pointer or the keys are on.
enum class Ring { lit, chosen, chosen_and_lit };

void draw_ring(const SwatchPlace& place, Ring ring, const Gui& gui);

/// What a row of the list of layers has behind its swatch, up to `right`: code, name and share.
void draw_layer_texts(const Swatch& swatch, const Result& result, bool is_hidden, ImVec2 at, float right,
                      float height, const Gui& gui);

/// An eye, open or shut, in a square.
void draw_eye(bool is_open, bool is_hovered, ImVec2 at, float side, const Gui& gui);

/// All that is known of a colour, beside the pointer.
void show_facts(const Swatch& swatch, const Result& result, const Gui& gui);

}
