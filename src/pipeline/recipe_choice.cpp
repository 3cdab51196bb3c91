#include "pipeline/recipe_choice.h"

#include "base/error.h"
#include "pipeline/file_colors.h"
#include "pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace huedrift {
namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

/// Whether the request names a look, if only by a setting that none but this look has.
bool has_look(const RecipeRequest& request) { return request.look || request.recipe.labels.grid.is_on(); }
Look look_of(const RecipeRequest& request) { return request.look.value_or(Look::pixel_art); }

/// The recipe of a look with the request's settings.
Recipe completed(const Recipe& base, const RecipeRequest& request) {
    Recipe recipe = with_settings(base, request.given);
    recipe.palette.names = request.names;
    // The best colours of a given palette take the place of those that a look settles and snaps.
    if (recipe.palette.maps() && request.recipe.palette.colors) {
        if (!request.gives("settle")) recipe.palette.settle = 0;
        if (!request.gives("snap")) recipe.palette.snap = Snap::off;
    }
    // A look's settings that exclude each other, and its dithering where areas are wanted.
    const LabelSteps& asked = request.recipe.labels;
    if (!request.gives("dither") && (asked.cleans() || asked.grid.is_on() || request.wants_areas))
        recipe.labels.dither = Dither::off;
    if (recipe.labels.dither != Dither::off && !asked.cleans()) recipe.labels.defringe = 0;
    if (recipe.labels.dither != Dither::off && !asked.grid.is_on()) recipe.labels.grid = {};
    return recipe;
}

/// Whether a palette is given, and nothing asks for the picture to be reduced before.
bool maps_alone(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    if (!palette.maps() || palette.skips_mean_shift() || has_look(request)) return false;
    constexpr std::array reducing{"radius",     "weighting", "max-iterations", "merge",
                                  "assign",     "refine",    "settle",         "snap",
                                  "soft-edges", "max-error", "join-by",        "min-share"};
    return std::ranges::none_of(reducing, [&](const char* word) { return request.gives(word); });
}

/// The picture's own colours go to the given palette. Dithered as the look that suits the picture.
ChosenRecipe mapped_recipe(const RecipeRequest& request, Pipeline& pipeline, Progress& progress) {
    Recipe base;
    base.palette.directly = true;
    SuitingLook suiting{.keeps_colors = true};
    // Pictures that share a palette may be of any kind.
    if (!request.gives("dither") && !request.shares) suiting = pipeline.suggest_look(progress);
    if (!suiting.keeps_colors) base.labels.dither = recipe_of(suiting.look).labels.dither;
    ChosenRecipe chosen{.recipe = completed(base, request)};
    if (!suiting.keeps_colors && chosen.recipe.labels.dither != Dither::off) chosen.look = suiting.look;
    return chosen;
}

/// Whether colours must drift or merge, however few they are.
bool asks_for_drift(const RecipeRequest& request) {
    return request.gives("radius") || request.gives("merge") || request.recipe.palette.skips_mean_shift();
}

/// Without the look's drift where that gains nothing.
ChosenRecipe drift_where_useful(ChosenRecipe chosen, const RecipeRequest& request, Pipeline& pipeline,
                                Progress& progress) {
    // The number of *flat* itself is a limit.
    const bool may_change = chosen.look && (chosen.look != Look::flat || request.gives("colors"));
    if (may_change) chosen.recipe = pipeline.without_drift(chosen.recipe, *chosen.look, progress);
    return chosen;
}

std::string few_colors_note(const RecipeRequest& request, std::size_t colors) {
    const std::string already = "already has " + std::to_string(colors);
    if (colors == 1) return already + " colour and stays as it is";
    return already + " colours and stays as it is; " + request.called("colors") + " " +
           std::to_string(std::bit_floor(colors - 1)) + " reduces it further";
}

[[noreturn]] void refuse_pair(const RecipeRequest& request, std::string_view one, std::string_view other) {
    refuse(request.called(one) + " cannot be combined with " + request.called(other));
}

void check_max_error(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    const std::string error = request.called("max-error");
    if (!palette.max_error) {
        if (request.gives("error")) refuse(request.called("error") + " needs " + error);
        return;
    }
    if (request.gives("colors"))
        refuse(error + " chooses the number of colours; leave out " + request.called("colors"));
    if (palette.directly) refuse_pair(request, "max-error", "directly");
    if (palette.strict) refuse_pair(request, "max-error", "strict");
}

void check_target_palette(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    const std::string to = request.called("to");
    if (palette.to_source && request.shares)
        refuse(to + " source is another palette for each picture, so pictures that share one cannot have it");
    for (const auto& [word, is_given] :
         {std::pair("directly", palette.directly), std::pair("strict", palette.strict)})
        if (is_given && !palette.maps()) refuse(request.called(word) + " needs " + to);
    if (palette.strict && palette.colors) refuse_pair(request, "strict", "colors");
    if (request.recipe.output.order == SwatchOrder::given && !palette.maps())
        refuse(request.called("order") + " given needs " + to);
    if (!palette.reserve.empty() && !palette.maps()) refuse(request.called("reserve") + " needs " + to);
    const std::vector<Rgb>& written = request.recipe.output.palette;
    if (!written.empty() && !palette.maps()) refuse(request.called("output-palette") + " needs " + to);
    if (!written.empty() && !palette.to_source) check_sizes(written, palette.to);
}

}

bool RecipeRequest::gives(std::string_view word) const {
    return std::ranges::any_of(given, [&](const auto& one) { return one.first->word == word; });
}

std::string RecipeRequest::called(std::string_view word) const {
    return std::string(before_word).append(word).append(after_word);
}

void check_settings(const RecipeRequest& request) {
    check_max_error(request);
    check_target_palette(request);
    const LabelSteps& labels = request.recipe.labels;
    if (!labels.grid.is_on() && request.look != Look::pixel_art && labels.scale > 1)
        refuse(request.called("scale") + " needs " + request.called("pixel-grid") + " or " +
               request.called("look") + " pixel-art");
    check(labels);
}

ChosenRecipe choose_recipe(const RecipeRequest& request, Pipeline& pipeline, Progress& progress) {
    if (maps_alone(request)) return mapped_recipe(request, pipeline, progress);
    const bool is_suggested = !has_look(request) && !request.has_own_palette();
    const SuitingLook suiting = is_suggested ? pipeline.suggest_look(progress) : SuitingLook{};
    const Recipe base = is_suggested        ? recipe_of(SuitingLook{suiting.look})
                        : has_look(request) ? recipe_of(look_of(request))
                                            : Recipe{};
    ChosenRecipe chosen{.recipe = completed(base, request)};
    if (is_suggested) chosen.look = suiting.look;
    if (has_look(request)) chosen.look = look_of(request);
    // The number of a look that was not asked for does not count.
    const bool is_plain = is_suggested && !request.gives("colors");
    const std::optional<std::uint32_t> most = is_plain ? few_colors : colors_to_keep(chosen.recipe, base);
    if (asks_for_drift(request)) return chosen;
    if (!most) return drift_where_useful(std::move(chosen), request, pipeline, progress);
    const std::size_t colors = pipeline.prepare_picture(chosen.recipe, progress)->colors.size();
    if (colors > *most) return drift_where_useful(std::move(chosen), request, pipeline, progress);

    Recipe own = base;
    own.palette.to = request.recipe.palette.to;
    own.palette.to_source = request.recipe.palette.to_source;
    Recipe kept = keeping_colors(own, base);
    kept.palette.to.clear(); // the settings have it
    kept.palette.colors = most;
    if (is_suggested) kept.labels = {}; // nobody has asked for them
    chosen.recipe = completed(kept, request);
    chosen.recipe.palette.set_colors(most); // such a picture keeps every error
    if (is_suggested) chosen.look.reset();
    if (!request.gives("colors") && !request.gives("levels") && colors > 0)
        chosen.note = few_colors_note(request, colors);
    if (!chosen.note.empty() && is_suggested && suiting.look == Look::pixel_art)
        chosen.note += "; it looks like enlarged pixel art, which " + request.called("look") +
                       " pixel-art turns back into pixels";
    return chosen;
}

std::vector<std::string> palette_notes(const RecipeRequest& request, const Reduced& reduced) {
    std::vector<std::string> notes = reduced.notes;
    // A look's number of colours is only a wish.
    if (const std::string few = shortage(reduced); request.recipe.palette.colors && !few.empty())
        notes.push_back(few);
    return notes;
}

}
