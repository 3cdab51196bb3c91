#include "session/model.h"

#include "palette/named_palettes.h"

#include <algorithm>
#include <utility>

namespace huedrift {

SessionSettings first_settings() { return settings_of(recipe_of(Look::photo)); }

Model::Model(std::shared_ptr<const std::vector<EngineEntry>> all_engines,
             const std::optional<SessionSettings>& of_user)
    : history(clamped(of_user.value_or(first_settings())), of_user.has_value()) {
    engines = std::move(all_engines);
    if (of_user) user_settings = history.current();
    show_settings();
}

void Model::begin(Activity next) {
    if (next != activity) activity_begun = std::chrono::steady_clock::now();
    activity = next;
}

void Model::show_document(std::shared_ptr<const Document> opened, std::shared_ptr<const RecipeOffer> carried,
                          const std::shared_ptr<const Opening>& file) {
    document = std::move(opened);
    offer = std::move(carried);
    picture = nullptr;
    palette = frequency = nullptr;
    palette_curve = frequency_curve = nullptr;
    natural = nullptr;
    enough = nullptr;
    opened_as_pixel_art = false;
    is_opening_undone = false;
    end_restoring();
    resolved.reset();
    awaits_look = true;
    // The same file comes again when another use of the profile needs it once more.
    if (file != open_file) {
        history.end_grid(); // nobody has asked for it in other pictures
        better_look.reset();
        met = file->met;
        is_untouched = true;
    }
    open_file = file;
    // It may be open even if its opening was cancelled, or another one is awaited.
    if (file == next_file)
        end_opening();
    else
        show_edits();
}

void Model::begin_opening(Opening file) {
    if (document && document->path == file.path)
        file.met = met;
    else if (history.is_set() && !history.is_only_grid())
        file.met = history.settings();
    opening = file.path;
    next_file = std::make_shared<const Opening>(std::move(file));
    show_edits();
    set_notice();
}

void Model::end_opening() {
    next_file = nullptr;
    opening = {};
    show_edits();
}

Location Model::edited() const {
    if (linked) return {};
    return document ? document->path : next_file ? next_file->path : Location();
}

void Model::show_edits() {
    history.show(edited());
    show_settings();
}

void Model::show_settings() {
    const SessionSettings& all = history.settings();
    SessionSettings current = history.current();
    const auto named = std::ranges::find_if(palettes, [&](const PaletteOffer& taken) {
        return taken.palette.colors == current.recipe.palette.to;
    });
    const NamedPalette* const known = palette_by_colors(current.recipe.palette.to);
    palette_name =
        named != palettes.end() ? named->path.stem().string() : std::string(known ? known->name : "");
    weightings = current.weightings;
    look = look_of(current.recipe);
    settings = recipe = std::make_shared<const Recipe>(std::move(current.recipe));
    keeps_colors = resolved && resolved->first == all;
    if (keeps_colors)
        recipe = std::make_shared<const Recipe>(with_edits(resolved->second, edits_of(*settings)));
    suits_picture = !history.is_set();
    if (!suits_picture) opened_as_pixel_art = false;
    if (met && (suits_picture || all != *met)) {
        met.reset();
        better_look.reset();
    }
    can_undo = history.can_undo() || undoes_opening();
    can_redo = history.can_redo() || is_opening_undone;
}

void Model::resolve(const Recipe& of_picture, bool differs) {
    resolved.reset();
    if (differs) resolved = {history.settings(), of_picture};
    show_settings();
}

void Model::keep_own() {
    const double radius =
        user_settings ? user_settings->recipe.shift.radius : first_settings().recipe.shift.radius;
    user_settings = history.settings();
    if (user_settings->recipe.shift.radius == offered_radius)
        user_settings->recipe.shift.radius = radius;
    else
        offered_radius.reset();
}

}
