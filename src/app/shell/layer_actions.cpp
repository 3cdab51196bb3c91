#include "app/shell/layer_actions.h"

#include "session/palette_edits.h"

#include <SDL_keycode.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// The colour that a command means: the one shown alone, else the one that the pointer is on.
std::optional<Rgb> meant_color(const Controls& c) {
    const auto result = shown_result(c);
    if (!result) return std::nullopt;
    if (c.state.isolated) return c.state.isolated;
    if (c.state.hovered) return c.state.hovered;
    return c.state.pointed ? result->result_of(*c.state.pointed) : std::nullopt;
}

/// Shows the next colour alone, or the one before; after the last comes the first.
void step_layer(const Controls& c, bool forward) {
    const auto result = shown_result(c);
    if (!result || result->palette.empty()) return;
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

}

std::vector<Action> layer_actions(const Controls& c) {
    const auto has_result = [c] { return shown_result(c) != nullptr; };
    const auto has_color = [c] { return meant_color(c).has_value(); };
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
         "Hide or Show Colour",
         "Hide the colour that is shown alone or under the pointer, or show it again",
         {plain(SDLK_h)},
         [c] {
             const Rgb color = *meant_color(c);
             toggle_hidden(*shown_result(c), color, c.state.display.hidden);
             if (is_hidden(*shown_result(c), color, c.state.display.hidden)) c.state.isolated.reset();
         },
         has_color},
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
         "Mark Changes",
         "What fringes and small regions changed stands out from a dim picture",
         {plain(SDLK_c)},
         [c] { c.state.display.marks_changes = !c.state.display.marks_changes; },
         [c] { return c.session.snapshot().recipe.labels.cleans(); },
         [c] { return c.state.display.marks_changes; },
         true},
    };
}

}
