#include "app/shell/clipboard_actions.h"

#include "app/panels/swatch_commands.h"

#include <SDL_keycode.h>

namespace huedrift::app {
namespace {

/// None while only its preview is there.
std::shared_ptr<const Result> exact_result(const Controls& c) {
    const auto result = shown_result(c);
    return result && result->exact ? result : nullptr;
}

void copy_palette(const Controls& c) {
    const auto result = exact_result(c);
    if (!result) return;
    std::vector<Rgb> all;
    for (const Swatch& swatch : result->palette) all.push_back(swatch.color);
    copy_codes(all, c.state);
}

}

std::vector<Action> clipboard_actions(const Controls& c) {
    const auto has_result = [c] { return exact_result(c) != nullptr; };
    return {
        {"Edit",
         "Copy Result",
         "Copy the result as a picture, or the codes of the colours that are chosen",
         {ctrl(SDLK_c)},
         [c] {
             if (c.state.selection.has_several()) return copy_codes(c.state.selection.colors(), c.state);
             const Weighting shown = c.state.shown(c.session.snapshot().weightings);
             c.session.export_results({.picture = Location::clipboard(),
                                       .frame = c.state.playback.frame(),
                                       .weightings = only(shown)});
         },
         has_result,
         {},
         true},
        {"Edit",
         "Copy Palette",
         "Copy the codes of the result's colours",
         {ctrl_shift(SDLK_c)},
         [c] { copy_palette(c); },
         has_result},
        {"Edit",
         "Paste Picture",
         "Open the picture on the clipboard, or the file that was copied",
         {ctrl(SDLK_v)},
         [c] { c.session.open_clipboard(); }},
    };
}

}
