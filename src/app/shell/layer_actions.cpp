#include "app/shell/action_table.h"

#include "app/panels/swatch_commands.h"
#include "session/palette_edits.h"

#include <SDL_keycode.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// The colour that a command applies to: the isolated one, else the one under the pointer.
std::optional<Rgb> meant_color(const Controls& c) {
    const auto result = shown_result(c);
    if (!result) return std::nullopt;
    if (c.state.isolated) return c.state.isolated;
    if (c.state.hovered) return c.state.hovered;
    return c.state.pointed ? result->result_of(*c.state.pointed) : std::nullopt;
}

/// The colours that a command applies to, if several swatches are chosen.
std::vector<Rgb> meant_colors(const Controls& c) {
    if (shown_result(c) && c.state.selection.has_several()) return c.state.selection.colors();
    const auto color = meant_color(c);
    return color ? std::vector{*color} : std::vector<Rgb>{};
}

/// Isolates the next or the previous colour; the first follows the last.
void step_layer(const Controls& c, bool forward) {
    const auto result = shown_result(c);
    if (!result || result->swatches.empty()) return;
    const std::vector<Swatch> layers = layers_of(*result);
    const std::size_t last = layers.size() - 1;
    std::size_t next = forward ? 0 : last;
    for (std::size_t i = 0; i <= last; ++i)
        if (layers[i].color == c.state.isolated) next = (i + (forward ? 1 : last)) % layers.size();
    c.state.isolated = layers[next].color;
}

void move_layer(const Controls& c, bool later) {
    const auto result = shown_result(c);
    const auto color = meant_color(c);
    if (!color) return;
    const std::vector<Swatch> layers = layers_of(*result);
    const auto found = std::ranges::find(layers, *color, &Swatch::color);
    if (found == layers.end()) return;
    const auto from = std::size_t(found - layers.begin());
    if (later ? from + 1 == layers.size() : from == 0) return;
    c.session.set(moved(c.session.snapshot().recipe, *result, layers, from, later ? from + 2 : from - 1));
}

/// Joins the chosen colours into the one chosen last, or into the first if that is no longer chosen.
void join_chosen(const Controls& c) {
    const std::vector<Rgb> colors = c.state.selection.colors();
    const auto last = c.state.selection.cursor();
    const bool is_chosen = last && std::ranges::find(colors, *last) != colors.end();
    join(*shown_result(c), colors, is_chosen ? *last : colors.front(), c.session);
}

}

std::vector<Action> layer_actions(const Controls& c) {
    const auto has_result = [c] { return shown_result(c) != nullptr; };
    const auto has_color = [c] { return meant_color(c).has_value(); };
    const auto has_colors = [c] { return !meant_colors(c).empty(); };
    return {
        {"Layers",
         "Next Colour Alone",
         "Show only the next colour of the result",
         {plain(SDLK_PERIOD)},
         [c] { step_layer(c, true); },
         has_result},
        {"Layers",
         "Previous Colour Alone",
         "",
         {plain(SDLK_COMMA)},
         [c] { step_layer(c, false); },
         has_result},
        {"Layers",
         "Hide or Show",
         "Hide the colours that are selected, shown alone or under the pointer, or show them again",
         {plain(SDLK_h)},
         [c] { hide_or_show(*shown_result(c), meant_colors(c), c.state); },
         has_colors},
        {"Layers",
         "Pin or Unpin",
         "Keep these colours as they are at any radius, or no longer",
         {plain(SDLK_p)},
         [c] { pin_or_unpin(meant_colors(c), c.session); },
         has_colors,
         {},
         true},
        {"Layers",
         "Join Selected",
         "Join the selected colours into the one selected last",
         {ctrl(SDLK_j)},
         [c] { join_chosen(c); },
         [c] { return shown_result(c) && c.state.selection.has_several(); }},
        {"Layers",
         "Restore Colour",
         "Undo what was done to these colours by hand",
         {plain(SDLK_DELETE)},
         [c] { take_back_edits(*shown_result(c), meant_colors(c), c.session); },
         has_colors},
        {"Layers",
         "Move Colour Forward",
         "Earlier in the order of files: lower in a stack, a lower index",
         {ctrl(SDLK_COMMA)},
         [c] { move_layer(c, false); },
         has_color,
         {},
         true},
        {"Layers",
         "Move Colour Back",
         "Later in the order of files",
         {ctrl(SDLK_PERIOD)},
         [c] { move_layer(c, true); },
         has_color},
        {"Layers",
         "Highlight Changed Pixels",
         "Dim the picture, so that the pixels that cleaning changes stand out",
         {plain(SDLK_c)},
         [c] { c.state.display.marks_changes = !c.state.display.marks_changes; },
         [c] { return c.session.snapshot().recipe.labels.cleans(); },
         [c] { return c.state.display.marks_changes; },
         true},
    };
}

}
