#include "app/shell/action_table.h"

#include "app/panels/swatch_drawing.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/export.h"
#include "session/palette_edits.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// The exact result; null while there is only a preview.
std::shared_ptr<const Result> exact_result(const Controls& c) {
    const auto result = shown_result(c);
    return result && result->exact ? result : nullptr;
}

void copy_palette(const Controls& c) {
    if (const auto result = exact_result(c)) copy_codes(result->swatches, c.state);
}

void copy_result(const Controls& c) {
    if (c.state.selection.has_several()) return copy_codes(c.state.selection.colors(), c.state);
    const Weighting shown = c.state.shown(c.session.live().weightings);
    c.session.export_results({.write = {.picture = Location::clipboard(), .frame = c.state.playback.frame()},
                              .weightings = only(shown)});
}

void copy_command(const Controls& c) {
    const Snapshot snapshot = c.session.live();
    copy(cli_command(snapshot, {.weightings = snapshot.weightings}), "the command", c.state);
}

/// The folder of the open picture, else of the last one.
std::filesystem::path usual_folder(const Controls& c) {
    const auto document = c.session.live().document;
    const auto& recent = c.state.settings.recent;
    if (document && document->path.is_file()) return document->path.parent_path();
    return recent.empty() ? std::filesystem::path() : recent.front().parent_path();
}

void open_pictures(const Controls& c) {
    c.files.ask({FileQuestion::Kind::pictures, usual_folder(c), c.state.settings.recent},
                [c](const auto& chosen) { c.session.open(chosen); });
}

void open_mask(const Controls& c) {
    c.files.ask({FileQuestion::Kind::pictures, usual_folder(c), c.state.settings.recent},
                [c](const auto& chosen) {
                    if (!chosen.empty()) c.session.open_or_offer(chosen.front(), MaskUse::importance);
                });
}

void open_palette(const Controls& c) {
    c.files.ask({FileQuestion::Kind::palette, usual_folder(c), c.state.settings.recent_palettes},
                [c](const auto& chosen) {
                    if (!chosen.empty()) c.session.open_palette(chosen.front());
                });
}

template <int step>
void step_queue(const Controls& c) {
    const Snapshot snapshot = c.session.live();
    if (snapshot.queue->empty()) return;
    // Goes on from the file requested last, so that an unreadable one does not block the way.
    const auto size = static_cast<int>(snapshot.queue->size()), here = static_cast<int>(snapshot.queue_index);
    c.session.open_queued(static_cast<std::size_t>((here + step + size) % size));
}

bool is_open(const Controls& c) { return c.session.live().document != nullptr; }
bool has_own_palette(const Controls& c) { return is_open(c) && !c.session.live().document->slots.empty(); }
bool has_queue(const Controls& c) { return c.session.live().queue->size() > 1; }
bool has_exact_result(const Controls& c) { return exact_result(c) != nullptr; }

constexpr Action file_rows[] = {
    {.id = ActionId::open,
     .name = "Open\u2026",
     .hint = "Open a picture",
     .keys = {ctrl(SDLK_o)},
     .run = open_pictures},
    {.id = ActionId::open_palette,
     .name = "Open Palette\u2026",
     .hint = "Open a palette file, or a picture of few colours",
     .keys = {ctrl_shift(SDLK_o)},
     .run = open_palette},
    {.name = "The Picture's Own Palette",
     .hint = "Map the picture to the palette in its file, whose indices stay in indexed files",
     .run =
         [](const Controls& c) {
             c.session.edit([](Recipe& settings) { settings = with_own_palette(std::move(settings)); });
         },
     .enabled = has_own_palette,
     .checked = [](const Controls& c) { return c.session.recipe().palette.to_source; },
     .words = "source slots indexed colour table"},
    {.name = "Open Mask\u2026",
     .hint = "Use a grey picture of the same size to weigh pixels or to limit dithering",
     .run = open_mask,
     .enabled = [](const Controls& c) { return is_open(c) && !c.session.live().linked; },
     .words = "importance dither mask"},
    {.name = "Reload",
     .hint = "Read the picture's file again",
     .keys = {ctrl(SDLK_r), plain(SDLK_F5)},
     .run = [](const Controls& c) { c.session.reload(); },
     .enabled = is_open},
    {.name = "Next Picture",
     .hint = "Open the next picture of the queue",
     .keys = {plain(SDLK_PAGEDOWN)},
     .run = step_queue<1>,
     .enabled = has_queue,
     .first_of_group = true},
    {.name = "Previous Picture", .keys = {plain(SDLK_PAGEUP)}, .run = step_queue<-1>, .enabled = has_queue},
    {.id = ActionId::link,
     .name = "One Palette for All",
     .hint = "Find the palette as if all pictures of the queue were one",
     .keys = {ctrl(SDLK_l)},
     .run = [](const Controls& c) { c.session.link(!c.session.live().linked); },
     .enabled = has_queue,
     .checked = [](const Controls& c) { return c.session.live().linked; },
     .words = "link batch"},
    {.id = ActionId::export_result,
     .name = "Export\u2026",
     .hint = "Write the picture or its palette to a file",
     .keys = {ctrl(SDLK_s), ctrl(SDLK_e)},
     .run =
         [](const Controls& c) {
             c.exporter.open(c.session.live(), c.state.settings.exports, c.state.playback.frame());
         },
     .enabled = is_open,
     .first_of_group = true,
     .words = "save as write png jpeg"},
    {.id = ActionId::export_all,
     .name = "Export All\u2026",
     .hint = "Write a result for every picture of the queue",
     .keys = {ctrl_shift(SDLK_s), ctrl_shift(SDLK_e)},
     .run = [](const Controls& c) { c.queue_exporter.open(c.session.live()); },
     .enabled = has_queue,
     .words = "save batch folder"},
    {.name = "Copy Command",
     .hint = "Copy the huedrift-cli command that does the same",
     .run = copy_command,
     // Else the recipe is that of a picture that is being opened.
     .enabled = [](const Controls& c) { return is_open(c) && c.session.live().opening.empty(); }},
    {.name = "Quit",
     .keys = {ctrl(SDLK_q)},
     .run = [](const Controls& c) { c.closing = true; },
     .first_of_group = true},
};

constexpr Action edit_rows[] = {
    {.name = "Undo",
     .hint = "Undo the last change",
     .keys = {ctrl(SDLK_z)},
     .run = [](const Controls& c) { c.session.undo(); },
     .enabled = [](const Controls& c) { return c.session.live().can_undo; }},
    {.name = "Redo",
     .keys = {ctrl_shift(SDLK_z), ctrl(SDLK_y)},
     .run = [](const Controls& c) { c.session.redo(); },
     .enabled = [](const Controls& c) { return c.session.live().can_redo; }},
    {.name = "Remove Pins and Edits",
     .hint = "Remove every pin and every edit of a colour or a cell",
     .run = [](const Controls& c) { c.session.set(with_edits(c.session.recipe(), {})); },
     .enabled = [](const Controls& c) { return has_edits(c.session.recipe()); }},
    {.name = "Reset Settings",
     .hint = "Return to the look that suits each picture",
     .run = [](const Controls& c) { c.session.start_over(); },
     .first_of_group = true},
    {.name = "Forget Edits of All Pictures\u2026",
     .hint = "Remove the pins, edits and grids that are kept for when pictures are opened again",
     .run = [](const Controls& c) { c.state.asks_to_forget = true; },
     .words = "clear history privacy remembered"},
    {.name = "Copy Result",
     .hint = "Copy the result as a picture, or the codes of the selected colours",
     .keys = {ctrl(SDLK_c)},
     .run = copy_result,
     .enabled = has_exact_result,
     .first_of_group = true},
    {.name = "Copy Palette",
     .hint = "Copy the codes of the result's colours",
     .keys = {ctrl_shift(SDLK_c)},
     .run = copy_palette,
     .enabled = has_exact_result},
    {.name = "Paste Picture",
     .hint = "Open the picture on the clipboard, or the file that was copied",
     .keys = {ctrl(SDLK_v)},
     .run = [](const Controls& c) { c.session.open_clipboard(); }},
};

template <Compare view>
constexpr Action compare_row() {
    const ViewWords& words = *std::ranges::find(view_words, view, &ViewWords::view);
    return {.id = view == Compare::cloud ? ActionId::show_cloud : ActionId::none,
            .name = words.name,
            .hint = words.hint,
            .keys = {plain(words.key)},
            .run = [](const Controls& c) { c.state.settings.compare = view; },
            .checked = [](const Controls& c) { return c.state.settings.compare == view; }};
}

/// A switch: its second use shows all colours again.
template <Cone cone>
constexpr Action vision_row(const char* hint) {
    return {.name = name_without(cone),
            .hint = hint,
            .run =
                [](const Controls& c) {
                    std::optional<Cone>& missing = c.state.missing_cone;
                    missing = missing == cone ? std::nullopt : std::optional(cone);
                },
            .checked = [](const Controls& c) { return c.state.missing_cone == cone; },
            .first_of_group = cone == Cone::long_waves};
}

template <int zoom>
void zoom_to(const Controls& c) {
    c.canvas.zoom_to(zoom);
}

void switch_result(const Controls& c) { c.state.preferred = other_than(c.state.preferred); }

/// Its second use lets the result go.
void hold_result(const Controls& c) {
    c.state.hold(c.state.held ? nullptr : exact_result(c));
    const Compare shown = c.state.settings.compare;
    if (c.state.held && shown != Compare::side_by_side && shown != Compare::wipe)
        c.state.said = "The result is held. Side by Side and Wipe compare others with it.";
}

constexpr Shortcut panel_key = plain(SDLK_F9);

void toggle_panel(const Controls& c) {
    bool& shown = c.state.settings.panel.shown;
    shown = !shown;
    c.gui.walk().end(); // the focus may be in the panel
    if (!shown) c.state.said = "The panel is hidden. " + name_of(panel_key) + " shows it again.";
}

constexpr Action view_rows[] = {
    compare_row<Compare::side_by_side>(),
    compare_row<Compare::wipe>(),
    compare_row<Compare::single>(),
    compare_row<Compare::difference>(),
    compare_row<Compare::cloud>(),
    {.name = "Other Result",
     .hint = "Switch between the results of both weightings",
     .keys = {plain(SDLK_TAB)},
     .run = switch_result,
     .enabled = [](const Controls& c) { return c.session.live().weightings == Weightings::both; }},
    {.name = "Hold Result",
     .hint = "Keep this result to compare later ones with it, or let it go",
     .keys = {plain(SDLK_b)},
     .run = hold_result,
     .enabled = [](const Controls& c) { return c.state.held || has_exact_result(c); },
     .checked = [](const Controls& c) { return c.state.held != nullptr; },
     .words = "compare keep freeze before"},
    {.id = ActionId::show_all,
     .name = "Show All Colours",
     .hint = "Show everything again after hiding colours or showing some alone",
     .keys = {plain(SDLK_BACKSPACE)},
     .run = [](const Controls& c) { c.state.show_all(); },
     .enabled = [](const Controls& c) { return c.state.isolated || !c.state.display.hidden.empty(); }},
    {.id = ActionId::fit,
     .name = "Fit",
     .hint = "Show the whole picture",
     .keys = {plain(SDLK_f), ctrl(SDLK_0)},
     .run = [](const Controls& c) { c.canvas.fit(); },
     .first_of_group = true},
    {.id = ActionId::actual_size,
     .name = "1:1",
     .hint = "Show one pixel of the picture on one pixel of the screen",
     .keys = {plain(SDLK_1)},
     .run = zoom_to<1>},
    {.name = "2:1", .keys = {plain(SDLK_2)}, .run = zoom_to<2>},
    {.name = "4:1", .keys = {plain(SDLK_4)}, .run = zoom_to<4>},
    {.name = "8:1", .keys = {plain(SDLK_8)}, .run = zoom_to<8>},
    {.name = "Zoom In",
     .keys = {plain(SDLK_PLUS), plain(SDLK_EQUALS), shift(SDLK_EQUALS), shift(SDLK_PLUS)},
     .run = [](const Controls& c) { c.canvas.zoom_by(4); }},
    {.name = "Zoom Out", .keys = {plain(SDLK_MINUS)}, .run = [](const Controls& c) { c.canvas.zoom_by(-4); }},
    {.name = "Pixel Grid",
     .hint = "Draw the grid of pixel art over the pictures",
     .keys = {ctrl(SDLK_g)},
     .run = [](const Controls& c) { c.state.settings.shows_grid = !c.state.settings.shows_grid; },
     .enabled = [](const Controls& c) { return c.session.recipe().labels.grid.is_on(); },
     .checked = [](const Controls& c) { return c.state.settings.shows_grid; },
     .first_of_group = true,
     .words = "lines cells"},
    vision_row<Cone::long_waves>("Show pictures as seen without cones for red"),
    vision_row<Cone::middle_waves>("Show pictures as seen without cones for green"),
    vision_row<Cone::short_waves>("Show pictures as seen without cones for blue"),
    {.name = "Panel",
     .hint = "Show the panel with all settings, or hide it to give the picture more room",
     .keys = {panel_key},
     .run = toggle_panel,
     .checked = [](const Controls& c) { return c.state.settings.panel.shown; },
     .first_of_group = true,
     .words = "hide show sidebar controls"},
    {.name = "Full Screen",
     .keys = {plain(SDLK_F11)},
     .run = [](const Controls& c) { c.window.toggle_full_screen(); },
     .checked = [](const Controls& c) { return c.window.is_full_screen(); }},
};

void play_or_pause(const Controls& c) {
    Playback& playback = c.state.played();
    if (playback.is_playing())
        playback.pause();
    else
        playback.play();
}

bool has_frames(const Controls& c) { return c.state.played().frames() > 1; }

/// For animations and the drift of the cloud.
constexpr Action playback_rows[] = {
    {.id = ActionId::play,
     .name = "Play",
     .hint = "Play the animation or the drift of the cloud, or stop it",
     .keys = {plain(SDLK_k)},
     .run = play_or_pause,
     .enabled = has_frames,
     .checked = [](const Controls& c) { return c.state.played().is_playing(); }},
    {.id = ActionId::next_frame,
     .name = "Next Frame",
     .hint = "Show the next frame of the animation, or a step of the cloud's drift",
     .keys = {plain(SDLK_l)},
     .run = [](const Controls& c) { c.state.step_played(1); },
     .enabled = has_frames,
     .first_of_group = true},
    {.id = ActionId::previous_frame,
     .name = "Previous Frame",
     .keys = {plain(SDLK_j)},
     .run = [](const Controls& c) { c.state.step_played(-1); },
     .enabled = has_frames},
    {.name = "First Frame",
     .keys = {plain(SDLK_HOME)},
     .run = [](const Controls& c) { c.state.played().show(0); },
     .enabled = has_frames},
};

template <Look look>
constexpr Action look_row() {
    const LookWords& words = *std::ranges::find(look_words, look, &LookWords::look);
    return {.name = words.command,
            .hint = words.about,
            .run = [](const Controls& c) { c.session.set(look); },
            .checked = [](const Controls& c) { return c.session.live().look == look; },
            .words = "preset"};
}

/// Multiplies the radius by 1 + `per_cent` / 100, or divides it if that is negative.
template <int per_cent>
void change_radius(const Controls& c) {
    constexpr double factor = per_cent > 0 ? 1 + per_cent / 100.0 : 1 / (1 - per_cent / 100.0);
    c.session.set_radius(multiplied_radius(c.session.recipe().shift.radius, factor), c.state.gesture);
}

/// The number of colours shown, or the picture's where all are kept; none before the first result.
std::optional<std::uint32_t> colors_now(const Controls& c) {
    if (const auto count = c.session.recipe().palette.colors) return count;
    const auto result = shown_result(c);
    return result ? std::optional(static_cast<std::uint32_t>(result->swatches.size())) : std::nullopt;
}

bool has_colors_now(const Controls& c) { return is_open(c) && colors_now(c); }

/// Adds `per_cent` of the number of colours, one at least.
template <int per_cent>
void change_colors(const Controls& c) {
    const std::int64_t now = colors_now(c).value_or(1), most = std::int64_t{rgb_codes};
    const std::int64_t by = std::max<std::int64_t>(now * std::abs(per_cent) / 100, 1);
    const std::int64_t next = std::clamp(per_cent < 0 ? now - by : now + by, std::int64_t{1}, most);
    c.session.edit([next](Recipe& recipe) { recipe.palette.set_colors(static_cast<std::uint32_t>(next)); },
                   c.state.gesture);
}

template <Weightings weightings>
constexpr Action weighting_row(const char* name, const char* hint, int key) {
    return {.name = name,
            .hint = hint,
            .keys = {ctrl(key)},
            .run = [](const Controls& c) { c.session.set(c.session.recipe(), weightings); },
            .checked = [](const Controls& c) { return c.session.live().weightings == weightings; },
            .first_of_group = weightings == Weightings::palette,
            .words = "weighting palette frequency"};
}

constexpr Action drift_rows[] = {
    look_row<Look::photo>(),
    look_row<Look::poster>(),
    look_row<Look::flat>(),
    look_row<Look::pixel_art>(),
    look_row<Look::published>(),
    {.name = "Smaller Radius",
     .hint = "1 % smaller",
     .keys = {plain(SDLK_LEFT)},
     .run = change_radius<-1>,
     .first_of_group = true},
    {.name = "Larger Radius", .hint = "1 % larger", .keys = {plain(SDLK_RIGHT)}, .run = change_radius<1>},
    {.name = "Much Smaller Radius",
     .hint = "10 % smaller",
     .keys = {shift(SDLK_LEFT)},
     .run = change_radius<-10>},
    {.name = "Much Larger Radius",
     .hint = "10 % larger",
     .keys = {shift(SDLK_RIGHT)},
     .run = change_radius<10>},
    {.id = ActionId::radius_down,
     .name = "Radius Down One Step",
     .hint = "Go to the next smaller radius at which the number of colours changes",
     .keys = {plain(SDLK_LEFTBRACKET)},
     .run = [](const Controls& c) { c.session.step_radius(Direction::down); },
     .enabled = is_open,
     .words = "next change"},
    {.id = ActionId::radius_up,
     .name = "Radius Up One Step",
     .hint = "Go to the next larger radius at which the number of colours changes",
     .keys = {plain(SDLK_RIGHTBRACKET)},
     .run = [](const Controls& c) { c.session.step_radius(Direction::up); },
     .enabled = is_open,
     .words = "next change"},
    {.name = "More Colours",
     .hint = "One colour more",
     .keys = {plain(SDLK_UP)},
     .run = change_colors<1>,
     .enabled = has_colors_now,
     .first_of_group = true},
    {.name = "Fewer Colours",
     .hint = "One colour fewer",
     .keys = {plain(SDLK_DOWN)},
     .run = change_colors<-1>,
     .enabled = has_colors_now},
    {.name = "Many More Colours",
     .hint = "A quarter more",
     .keys = {shift(SDLK_UP)},
     .run = change_colors<25>,
     .enabled = has_colors_now},
    {.name = "Many Fewer Colours",
     .hint = "A quarter fewer",
     .keys = {shift(SDLK_DOWN)},
     .run = change_colors<-25>,
     .enabled = has_colors_now},
    weighting_row<Weightings::palette>("Weigh by Colours", "Count rare colours as much as frequent ones",
                                       SDLK_1),
    weighting_row<Weightings::frequency>("Weigh by Pixels", "Count each colour as often as it occurs",
                                         SDLK_2),
    weighting_row<Weightings::both>("Weigh by Both", "", SDLK_3),
    {.name = "Cancel",
     .hint = "Stop the computation",
     .keys = {plain(SDLK_ESCAPE)},
     .run = [](const Controls& c) { c.session.cancel(); },
     .enabled = [](const Controls& c) { return c.session.live().activity != Activity::idle; },
     .first_of_group = true},
    {.name = "Compute",
     .hint = "Resume the cancelled computation",
     .keys = {ctrl(SDLK_RETURN)},
     .run = [](const Controls& c) { c.session.resume(); },
     .enabled = [](const Controls& c) { return is_open(c) && !c.session.live().exact(); }},
};

template <int eighths>
void rescale(const Controls& c) {
    c.state.settings.scale = std::clamp(c.state.settings.scale + eighths / 8.0, 0.5, 4.0);
}

void toggle_theme(const Controls& c) {
    c.state.settings.brightness =
        c.state.settings.brightness == Brightness::dark ? Brightness::light : Brightness::dark;
}

constexpr Action window_rows[] = {
    {.name = "Light Theme",
     .hint = "Use light surfaces instead of dark ones",
     .keys = {ctrl(SDLK_t)},
     .run = toggle_theme,
     .checked = [](const Controls& c) { return c.state.settings.brightness == Brightness::light; }},
    {.name = "Larger Interface",
     .keys = {ctrl(SDLK_PLUS), ctrl(SDLK_EQUALS), ctrl_shift(SDLK_EQUALS)},
     .run = rescale<1>},
    {.name = "Smaller Interface", .keys = {ctrl(SDLK_MINUS)}, .run = rescale<-1>},
    {.name = "Menus",
     .hint = "Open the menus, in which the arrow keys move; so does Alt",
     .keys = {plain(SDLK_F10)},
     .run = [](const Controls& c) { c.state.opens_menus = true; },
     .first_of_group = true},
    {.name = "Next Part",
     .hint = "Move the keyboard focus to the next part of the window; Escape leaves it",
     .keys = {plain(SDLK_F6)},
     .run = [](const Controls& c) { c.gui.walk().go_to_part(1); }},
    {.name = "Previous Part",
     .keys = {shift(SDLK_F6)},
     .run = [](const Controls& c) { c.gui.walk().go_to_part(-1); }},
};

constexpr Action help_rows[] = {
    {.id = ActionId::commands,
     .name = "Commands\u2026",
     .hint = "Find a command by its name",
     .keys = {ctrl_shift(SDLK_p)},
     .run = [](const Controls& c) { c.palette.open(); }},
    {.id = ActionId::keys,
     .name = "Keys",
     .hint = "List all keys",
     .keys = {plain(SDLK_F1)},
     .run = [](const Controls& c) { c.state.opens_keys = true; }},
    {.id = ActionId::about,
     .name = "About huedrift",
     .hint = "Show the version, and facts for a bug report",
     .run = [](const Controls& c) { c.state.opens_about = true; }},
};

}

std::shared_ptr<const Result> shown_result(const Controls& controls) {
    const Snapshot& snapshot = controls.session.live();
    return snapshot.result(controls.state.shown(snapshot.weightings));
}

std::span<const ActionMenu> action_menus() {
    static const ActionMenu menus[]{
        {"File", file_rows},         {"Edit", edit_rows},          {"View", view_rows},
        {"Layers", layer_actions()}, {"Animation", playback_rows}, {"Drift", drift_rows, true},
        {"Window", window_rows},     {"Help", help_rows},
    };
    return menus;
}

}
