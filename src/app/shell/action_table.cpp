#include "app/shell/action_table.h"

#include "app/panels/swatch_commands.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/cli_command.h"

#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace huedrift::app {
namespace {

/// The exact result; null while there is only a preview.
std::shared_ptr<const Result> exact_result(const Controls& c) {
    const auto result = shown_result(c);
    return result && result->exact ? result : nullptr;
}

void copy_palette(const Controls& c) {
    const auto result = exact_result(c);
    if (!result) return;
    std::vector<Rgb> all;
    for (const Swatch& swatch : result->swatches) all.push_back(swatch.color);
    copy_codes(all, c.state);
}

/// Actions with the desktop's clipboard.
std::vector<Action> clipboard_actions(const Controls& c) {
    const auto has_result = [c] { return exact_result(c) != nullptr; };
    return {
        {"Edit",
         "Copy Result",
         "Copy the result as a picture, or the codes of the selected colours",
         {ctrl(SDLK_c)},
         [c] {
             if (c.state.selection.has_several()) return copy_codes(c.state.selection.colors(), c.state);
             const Weighting shown = c.state.shown(c.session.snapshot().weightings);
             c.session.export_results(
                 {.write = {.picture = Location::clipboard(), .frame = c.state.playback.frame()},
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

/// Actions for animations, the drift of the cloud, and pictures of it.
std::vector<Action> playback_actions(const Controls& c) {
    const auto has_frames = [c] { return c.state.played().frames() > 1; };
    return {
        {"Animation",
         "Play",
         "Play the animation or the drift of the cloud, or stop it",
         {plain(SDLK_k)},
         [c] {
             Playback& playback = c.state.played();
             playback.is_playing() ? playback.pause() : playback.play();
         },
         has_frames,
         [c] { return c.state.played().is_playing(); }},
        {"Animation",
         "Next Frame",
         "The next frame of the animation, or a step of the cloud's drift",
         {plain(SDLK_l)},
         [c] { c.state.step_played(1); },
         has_frames,
         {},
         true},
        {"Animation", "Previous Frame", "", {plain(SDLK_j)}, [c] { c.state.step_played(-1); }, has_frames},
        {"Animation", "First Frame", "", {plain(SDLK_HOME)}, [c] { c.state.played().show(0); }, has_frames},
        {"Animation",
         "Save Cloud\u2026",
         "Save this view of the cloud as a picture, or its whole drift as APNG",
         {},
         [c] { c.cloud_saver.open(c.session.snapshot().document->path.word()); },
         [c] { return c.canvas.cloud() && c.canvas.cloud()->cloud().drift; },
         {},
         true},
    };
}

constexpr double fine_step = 1.01, coarse_step = 1.1, scale_step = 0.125;

void multiply_radius(Session& session, double factor) {
    const Recipe& recipe = session.snapshot().recipe;
    session.set(recipe.at(multiplied_radius(recipe.shift.radius, factor)));
}

void step_queue(Session& session, int step) {
    const Snapshot snapshot = session.snapshot();
    if (snapshot.queue->empty()) return;
    // Goes on from the file requested last, so that an unreadable one does not block the way.
    const auto size = static_cast<int>(snapshot.queue->size()), here = static_cast<int>(snapshot.queue_index);
    session.open_queued(static_cast<std::size_t>((here + step + size) % size));
}

void add(std::vector<Action>& all, std::vector<Action> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// The folder of the open picture, else of the last one.
std::filesystem::path usual_folder(const Controls& c) {
    const auto document = c.session.snapshot().document;
    const auto& recent = c.settings.recent;
    if (document && document->path.is_file()) return document->path.parent_path();
    return recent.empty() ? std::filesystem::path() : recent.front().parent_path();
}

std::vector<Action> file_actions(const Controls& c) {
    const auto is_open = [c] { return c.session.snapshot().document != nullptr; };
    const auto has_queue = [c] { return c.session.snapshot().queue->size() > 1; };
    return {
        {"File",
         "Open\u2026",
         "Open a picture",
         {ctrl(SDLK_o)},
         [c] {
             c.files.ask({FileQuestion::Kind::pictures, usual_folder(c)},
                         [c](const auto& chosen) { c.session.open(chosen); });
         }},
        {"File",
         "Open Palette\u2026",
         "A palette file, or a picture of few colours",
         {ctrl_shift(SDLK_o)},
         [c] {
             c.files.ask({FileQuestion::Kind::palette, usual_folder(c)}, [c](const auto& chosen) {
                 if (!chosen.empty()) c.session.open_palette(chosen.front());
             });
         }},
        {"File",
         "Reload",
         "Read the picture's file again",
         {ctrl(SDLK_r), plain(SDLK_F5)},
         [c] { c.session.reload(); },
         is_open},
        {"File",
         "Next Picture",
         "The next picture of the queue",
         {plain(SDLK_PAGEDOWN)},
         [c] { step_queue(c.session, 1); },
         has_queue,
         {},
         true},
        {"File", "Previous Picture", "", {plain(SDLK_PAGEUP)}, [c] { step_queue(c.session, -1); }, has_queue},
        {"File",
         "One Palette for All",
         "Find the palette as if all pictures of the queue were one",
         {ctrl(SDLK_l)},
         [c] { c.session.link(!c.session.snapshot().linked); },
         has_queue,
         [c] { return c.session.snapshot().linked; },
         false,
         "link batch"},
        {"File",
         "Export\u2026",
         "Write the picture or its palette to a file",
         {ctrl(SDLK_s), ctrl(SDLK_e)},
         [c] { c.exporter.open(c.session.snapshot(), c.state.playback.frame()); },
         is_open,
         {},
         true,
         "save as write png jpeg"},
        {"File",
         "Export All\u2026",
         "Write a result for every picture of the queue",
         {ctrl_shift(SDLK_s), ctrl_shift(SDLK_e)},
         [c] { c.queue_exporter.open(c.session.snapshot()); },
         has_queue,
         {},
         false,
         "save batch folder"},
        {"File",
         "Copy Command",
         "Copy the huedrift-cli command that does the same",
         {},
         [c] {
             const Snapshot snapshot = c.session.snapshot();
             const std::string command =
                 cli_command(*snapshot.document, snapshot.recipe, {.weightings = snapshot.weightings});
             copy(command, "the command", c.state);
         },
         // Else the recipe is that of a picture that is being opened.
         [c] { return c.session.snapshot().document && c.session.snapshot().opening.empty(); }},
        {"File", "Quit", "", {ctrl(SDLK_q)}, [c] { c.closing = true; }, {}, {}, true},
    };
}

std::vector<Action> edit_actions(const Controls& c) {
    return {
        {"Edit",
         "Undo",
         "Undo the last change of a setting",
         {ctrl(SDLK_z)},
         [c] { c.session.undo(); },
         [c] { return c.session.snapshot().can_undo; }},
        {"Edit",
         "Redo",
         "",
         {ctrl_shift(SDLK_z), ctrl(SDLK_y)},
         [c] { c.session.redo(); },
         [c] { return c.session.snapshot().can_redo; }},
        {"Edit",
         "Remove Pins and Edits",
         "Remove every pin and every edit of a colour or a cell",
         {},
         [c] { c.session.set(with_edits(c.session.snapshot().recipe, {})); },
         [c] { return has_edits(c.session.snapshot().recipe); }},
        {"Edit",
         "Reset Settings",
         "Return to the look that suits each picture",
         {},
         [c] { c.session.start_over(); },
         {},
         {},
         true},
    };
}

Action compare_action(const Controls& c, const char* name, const char* hint, int key, Compare compare) {
    return {"View",
            name,
            hint,
            {plain(key)},
            [c, compare] { c.state.compare = compare; },
            {},
            [c, compare] { return c.state.compare == compare; }};
}

/// A switch: its second use shows all colours again.
Action vision_action(const Controls& c, const char* hint, Cone cone) {
    return {"View",
            name_without(cone),
            hint,
            {},
            [c, cone] {
                std::optional<Cone>& missing = c.state.missing_cone;
                missing = missing == cone ? std::nullopt : std::optional(cone);
            },
            {},
            [c, cone] { return c.state.missing_cone == cone; },
            cone == Cone::long_waves};
}

constexpr Shortcut panel_key = plain(SDLK_F9);

void toggle_panel(const Controls& c) {
    bool& shown = c.settings.panel.shown;
    shown = !shown;
    c.gui.walk().end(); // the focus may be in the panel
    if (!shown) c.state.said = "The panel is hidden. " + name_of(panel_key) + " shows it again.";
}

std::vector<Action> view_actions(const Controls& c) {
    return {
        compare_action(c, "Side by Side", "Source and results next to each other", SDLK_s,
                       Compare::side_by_side),
        compare_action(c, "Wipe", "Source and result with a divider between them", SDLK_w, Compare::wipe),
        compare_action(c, "Single", "The result alone", SDLK_g, Compare::single),
        compare_action(c, "Difference", "How far apart source and result are", SDLK_d, Compare::difference),
        compare_action(c, "Cloud", "The colours in Oklab, drifting from the source to the result", SDLK_o,
                       Compare::cloud),
        {"View",
         "Other Result",
         "Switch between the results of both weightings",
         {plain(SDLK_TAB)},
         [c] {
             c.state.preferred =
                 c.state.preferred == Weighting::palette ? Weighting::frequency : Weighting::palette;
         },
         [c] { return c.session.snapshot().weightings == Weightings::both; }},
        {"View",
         "Show All Colours",
         "Show everything again after hiding colours or showing some alone",
         {plain(SDLK_BACKSPACE)},
         [c] { c.state.show_all(); },
         [c] { return c.state.isolated || !c.state.display.hidden.empty(); }},
        {"View",
         "Fit",
         "The whole picture",
         {plain(SDLK_f), ctrl(SDLK_0)},
         [c] { c.canvas.fit(); },
         {},
         {},
         true},
        {"View",
         "1:1",
         "One pixel of the picture on one of the screen",
         {plain(SDLK_1)},
         [c] { c.canvas.zoom_to(1); }},
        {"View", "2:1", "", {plain(SDLK_2)}, [c] { c.canvas.zoom_to(2); }},
        {"View", "4:1", "", {plain(SDLK_4)}, [c] { c.canvas.zoom_to(4); }},
        {"View", "8:1", "", {plain(SDLK_8)}, [c] { c.canvas.zoom_to(8); }},
        {"View",
         "Zoom In",
         "",
         {plain(SDLK_PLUS), plain(SDLK_EQUALS), shift(SDLK_EQUALS), shift(SDLK_PLUS)},
         [c] { c.canvas.zoom_by(4); }},
        {"View", "Zoom Out", "", {plain(SDLK_MINUS)}, [c] { c.canvas.zoom_by(-4); }},
        {"View",
         "Pixel Grid",
         "Draw the grid of pixel art over the pictures",
         {ctrl(SDLK_g)},
         [c] { c.state.shows_grid = !c.state.shows_grid; },
         [c] { return c.session.snapshot().recipe.labels.grid.is_on(); },
         [c] { return c.state.shows_grid; },
         true,
         "lines cells"},
        vision_action(c, "Show pictures as seen without cones for red", Cone::long_waves),
        vision_action(c, "Show pictures as seen without cones for green", Cone::middle_waves),
        vision_action(c, "Show pictures as seen without cones for blue", Cone::short_waves),
        {"View",
         "Panel",
         "Show the panel with all settings, or hide it to leave its place to the picture",
         {panel_key},
         [c] { toggle_panel(c); },
         {},
         [c] { return c.settings.panel.shown; },
         true,
         "hide show sidebar controls"},
        {"View",
         "Full Screen",
         "",
         {plain(SDLK_F11)},
         [c] { c.window.toggle_full_screen(); },
         {},
         [c] { return c.window.is_full_screen(); }},
    };
}

Action weighting_action(const Controls& c, const char* name, const char* hint, int key,
                        Weightings weightings) {
    return {"Drift",
            name,
            hint,
            {ctrl(key)},
            [c, weightings] { c.session.set(c.session.snapshot().recipe, weightings); },
            {},
            [c, weightings] { return c.session.snapshot().weightings == weightings; },
            weightings == Weightings::palette,
            "weighting palette frequency"};
}

/// A setting with a few values.
template <class Value>
struct Choice {
    Value (*in)(const Recipe&);
    void (*set)(Recipe&, Value);
    const char* words;
    const char* menu = "Drift";
};

constexpr Choice<Assign> assigned{.in = [](const Recipe& recipe) { return recipe.shift.assign; },
                                  .set = [](Recipe& recipe, Assign to) { recipe.shift.assign = to; },
                                  .words = "assign basin"};
constexpr Choice<Dither> dithered{
    .in = [](const Recipe& recipe) { return recipe.labels.dither; },
    .set = [](Recipe& recipe,
              Dither by) { recipe.labels = {.dither = by, .strength = recipe.labels.strength}; },
    .words = "dither",
    .menu = "Dithering"};

template <class Value>
Action choice_action(const Controls& c, const char* name, const char* hint, const Choice<Value>& choice,
                     Value value) {
    return {choice.menu,
            name,
            hint,
            {},
            [c, choice, value] {
                Recipe recipe = c.session.snapshot().recipe;
                choice.set(recipe, value);
                c.session.set(recipe);
            },
            {},
            [c, choice, value] { return choice.in(c.session.snapshot().recipe) == value; },
            value == Value{},
            choice.words};
}

std::vector<Action> look_actions(const Controls& c) {
    std::vector<Action> all;
    all.reserve(look_words().size());
    for (const LookWords& words : look_words())
        all.push_back({"Drift",
                       words.command,
                       words.about,
                       {},
                       [c, look = words.look] { c.session.set(look); },
                       {},
                       [c, look = words.look] { return c.session.snapshot().look == look; },
                       false,
                       "preset"});
    return all;
}

std::vector<Action> drift_actions(const Controls& c) {
    const auto is_open = [c] { return c.session.snapshot().document != nullptr; };
    const auto works = [c] { return c.session.snapshot().activity != Activity::idle; };
    return {
        {"Drift",
         "Smaller Radius",
         "1 % smaller",
         {plain(SDLK_LEFT)},
         [c] { multiply_radius(c.session, 1 / fine_step); },
         {},
         {},
         true},
        {"Drift",
         "Larger Radius",
         "1 % larger",
         {plain(SDLK_RIGHT)},
         [c] { multiply_radius(c.session, fine_step); }},
        {"Drift",
         "Much Smaller Radius",
         "10 % smaller",
         {shift(SDLK_LEFT)},
         [c] { multiply_radius(c.session, 1 / coarse_step); }},
        {"Drift",
         "Much Larger Radius",
         "10 % larger",
         {shift(SDLK_RIGHT)},
         [c] { multiply_radius(c.session, coarse_step); }},
        {"Drift",
         "Down to the Next Change",
         "To the next smaller radius at which the number of colours changes",
         {plain(SDLK_LEFTBRACKET)},
         [c] { c.session.step_radius(Direction::down); },
         is_open},
        {"Drift",
         "Up to the Next Change",
         "To the next larger radius at which the number of colours changes",
         {plain(SDLK_RIGHTBRACKET)},
         [c] { c.session.step_radius(Direction::up); },
         is_open},
        weighting_action(c, "Weigh Each Colour Once", "Rare colours weigh as much as frequent ones", SDLK_1,
                         Weightings::palette),
        weighting_action(c, "Weigh by Pixels", "A colour weighs as much as the pixels that have it", SDLK_2,
                         Weightings::frequency),
        weighting_action(c, "Show Both Weightings", "", SDLK_3, Weightings::both),
        choice_action(c, "Assign Where It Drifts", "Each colour becomes what it drifts to", assigned,
                      Assign::basin),
        choice_action(c, "Assign the Nearest Colour", "Each colour becomes the nearest of the palette",
                      assigned, Assign::nearest),
        {"Drift",
         "Cancel",
         "Stop what is being computed",
         {plain(SDLK_ESCAPE)},
         [c] { c.session.cancel(); },
         works,
         {},
         true},
        {"Drift",
         "Compute",
         "Compute what was cancelled",
         {ctrl(SDLK_RETURN)},
         [c] { c.session.resume(); },
         [c] { return c.session.snapshot().document && !c.session.snapshot().exact(); }},
    };
}

std::vector<Action> dithering_actions(const Controls& c) {
    return {
        choice_action(c, "No Dithering", "", dithered, Dither::off),
        choice_action(c, "Dithering Where It Shows", "Mix colours in smooth areas", dithered,
                      Dither::diffusion),
        choice_action(c, "Dithering Everywhere", "Mix colours in textures, too", dithered,
                      Dither::everywhere),
        choice_action(c, "Ordered Dithering", "Mix colours by a pattern", dithered, Dither::ordered),
        choice_action(c, "Blue-Noise Dithering", "Mix colours by a pattern without crosses", dithered,
                      Dither::blue_noise),
    };
}

std::vector<Action> window_actions(const Controls& c) {
    const auto rescale = [c](double scale) { c.settings.scale = std::clamp(scale, 0.5, 4.0); };
    return {
        {"Window",
         "Light Theme",
         "Light surfaces instead of dark ones",
         {ctrl(SDLK_t)},
         [c] {
             c.settings.brightness =
                 c.settings.brightness == Brightness::dark ? Brightness::light : Brightness::dark;
         },
         {},
         [c] { return c.settings.brightness == Brightness::light; }},
        {"Window",
         "Larger Interface",
         "",
         {ctrl(SDLK_PLUS), ctrl(SDLK_EQUALS), ctrl_shift(SDLK_EQUALS)},
         [c, rescale] { rescale(c.settings.scale + scale_step); }},
        {"Window",
         "Smaller Interface",
         "",
         {ctrl(SDLK_MINUS)},
         [c, rescale] { rescale(c.settings.scale - scale_step); }},
        {"Window",
         "Next Part",
         "Move the keyboard focus to the next part of the window; Escape leaves it",
         {plain(SDLK_F6)},
         [c] { c.gui.walk().go_to_part(1); },
         {},
         {},
         true},
        {"Window", "Previous Part", "", {shift(SDLK_F6)}, [c] { c.gui.walk().go_to_part(-1); }},
    };
}

std::vector<Action> help_actions(const Controls& c) {
    return {
        {"Help",
         "Commands\u2026",
         "Find a command by its name",
         {ctrl_shift(SDLK_p)},
         [c] { c.palette.open(); }},
        {"Help", "Keys", "All keys", {plain(SDLK_F1)}, [c] { c.keys.open(); }},
        {"Help", "About huedrift", "The version, and facts for a bug report", {}, [c] { c.about.open(); }},
    };
}

}

std::shared_ptr<const Result> shown_result(const Controls& controls) {
    const Snapshot& snapshot = controls.session.snapshot();
    return snapshot.result(controls.state.shown(snapshot.weightings));
}

Actions action_table(const Controls& controls) {
    std::vector<Action> all;
    add(all, file_actions(controls));
    add(all, edit_actions(controls));
    add(all, clipboard_actions(controls));
    add(all, view_actions(controls));
    add(all, layer_actions(controls));
    add(all, playback_actions(controls));
    add(all, look_actions(controls));
    add(all, drift_actions(controls));
    add(all, dithering_actions(controls));
    add(all, window_actions(controls));
    add(all, help_actions(controls));
    return Actions(std::move(all));
}

}
