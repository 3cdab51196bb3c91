#include "app/shell/action_table.h"

#include "app/panels/swatch_drawing.h"
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
    const std::vector<Swatch>& layers = result->layers.list;
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
    const std::vector<Swatch>& layers = result->layers.list;
    const auto layer = std::ranges::find(layers, *color, &Swatch::color);
    if (layer == layers.end()) return;
    const auto from = std::size_t(layer - layers.begin());
    if (later ? from + 1 == layers.size() : from == 0) return;
    c.session.set(moved(c.session.recipe(), *result, layers, from, later ? from + 2 : from - 1));
}

/// Joins the chosen colours into the one chosen last, or into the first if that is no longer chosen.
void join_chosen(const Controls& c) {
    const std::vector<Rgb> colors = c.state.selection.colors();
    const auto last = c.state.selection.cursor();
    const bool is_chosen = last && std::ranges::find(colors, *last) != colors.end();
    join(*shown_result(c), colors, is_chosen ? *last : colors.front(), c.session);
}

bool has_result(const Controls& c) { return shown_result(c) != nullptr; }
bool has_color(const Controls& c) { return meant_color(c).has_value(); }
bool has_colors(const Controls& c) { return !meant_colors(c).empty(); }

constexpr Action layers[] = {
    {.name = "Next Colour Alone",
     .hint = "Show only the next colour of the result",
     .keys = {plain(SDLK_PERIOD)},
     .run = [](const Controls& c) { step_layer(c, true); },
     .enabled = has_result},
    {.name = "Previous Colour Alone",
     .keys = {plain(SDLK_COMMA)},
     .run = [](const Controls& c) { step_layer(c, false); },
     .enabled = has_result},
    {.name = "Hide or Show",
     .hint = "Hide the colours that are selected, shown alone or under the pointer, or show them again",
     .keys = {plain(SDLK_h)},
     .run = [](const Controls& c) { hide_or_show(*shown_result(c), meant_colors(c), c.state); },
     .enabled = has_colors},
    {.name = "Pin or Unpin",
     .hint = "Keep these colours as they are at any radius, or release them",
     .keys = {plain(SDLK_p)},
     .run = [](const Controls& c) { pin_or_unpin(meant_colors(c), c.session); },
     .enabled = has_colors,
     .first_of_group = true},
    {.name = "Join Selected",
     .hint = "Join the selected colours into the one selected last",
     .keys = {ctrl(SDLK_j)},
     .run = join_chosen,
     .enabled = [](const Controls& c) { return has_result(c) && c.state.selection.has_several(); }},
    {.name = "Restore Colour",
     .hint = "Undo all edits of these colours",
     .keys = {plain(SDLK_DELETE)},
     .run = [](const Controls& c) { take_back_edits(*shown_result(c), meant_colors(c), c.session); },
     .enabled = has_colors},
    {.name = "Move Colour Earlier",
     .hint = "Move earlier in the order of files: lower in a stack, to a lower index",
     .keys = {ctrl(SDLK_COMMA)},
     .run = [](const Controls& c) { move_layer(c, false); },
     .enabled = has_color,
     .first_of_group = true},
    {.name = "Move Colour Later",
     .hint = "Move later in the order of files",
     .keys = {ctrl(SDLK_PERIOD)},
     .run = [](const Controls& c) { move_layer(c, true); },
     .enabled = has_color},
    {.id = ActionId::mark_changes,
     .name = "Highlight Changed Pixels",
     .hint = "Dim the picture, so that the pixels that cleaning changes stand out",
     .keys = {plain(SDLK_c)},
     .run = [](const Controls& c) { c.state.display.marks_changes = !c.state.display.marks_changes; },
     .enabled = [](const Controls& c) { return c.session.recipe().labels.cleans(); },
     .checked = [](const Controls& c) { return c.state.display.marks_changes; },
     .first_of_group = true},
};

}

std::span<const Action> layer_actions() { return layers; }

}
