#include "app/panels/swatch_commands.h"

#include "app/ui/clipboard.h"
#include "app/ui/texts.h"
#include "session/palette_edits.h"

#include <algorithm>

namespace huedrift::app {

void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    if (colors.size() == 1) {
        state.isolated = state.isolated == colors.front() ? std::nullopt : std::optional(colors.front());
        return;
    }
    std::vector<Rgb> alone(colors.begin(), colors.end()), shown = shown_in(result, state.display.hidden);
    std::ranges::sort(alone);
    std::ranges::sort(shown);
    state.isolated.reset();
    alone == shown ? state.display.hidden.clear() : show_only(result, colors, state.display.hidden);
}

void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state) {
    toggle_hidden(result, colors, state.display.hidden);
    if (state.isolated && is_hidden(result, *state.isolated, state.display.hidden)) state.isolated.reset();
}

void copy_codes(std::span<const Rgb> colors, ViewState& state) {
    std::string codes;
    for (const Rgb color : colors) codes += hex_code(color) + "\n";
    copy(codes, counted(colors.size(), "colour", "colours"), state);
}

bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors) {
    return std::ranges::all_of(colors, [&](Rgb color) { return is_pinned(recipe, color); });
}

void pin_or_unpin(std::span<const Rgb> colors, Session& session) {
    Recipe recipe = session.snapshot().recipe;
    const bool unpins = are_pinned(recipe, colors);
    for (const Rgb color : colors)
        recipe = unpins ? unpinned(std::move(recipe), color) : pinned(std::move(recipe), color);
    session.set(recipe);
}

void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session) {
    session.set(joined(session.snapshot().recipe, result, colors, into));
}

void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session) {
    Recipe recipe = session.snapshot().recipe;
    for (const Rgb color : colors) recipe = unedited(std::move(recipe), result, color);
    session.set(recipe);
}

}
