#pragma once

#include "app/ui/gui.h"
#include "color/rgb.h"
#include "palette/swatch.h"
#include "session/result.h"

#include <imgui.h>

#include <optional>
#include <span>

namespace huedrift::app {

/// The place of a colour in a grid of swatches, where they are beside each other, or in a list, where they
/// are below each other.
struct SwatchPlace {
    ImVec2 at, size;
    float gap = 0; ///< to the next one
    bool is_listed = false;
};

/// Where on a swatch another one is dragged: before and after are its left and right, in a list its upper and
/// lower end.
enum class Over { middle, before, after };

/// A swatch dragged over another one.
struct Dragged {
    Rgb color;
    Over over = Over::middle;
    bool dropped = false;
};

/// Lets the last control, a swatch, be dragged; returns the one that is over it.
std::optional<Dragged> dragged_over(Rgb color, const SwatchPlace& place, const Gui& gui);

/// A ring around the swatch that would be joined, or a line where the dragged one would go.
void draw_target(Over over, const SwatchPlace& place, const Gui& gui);

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

/// All colours in a row, each as wide as its share of their pixels. An item; the colour under the pointer, or
/// null.
const Swatch* draw_share_strip(std::span<const Swatch> swatches, const Gui& gui);

}
