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
    std::optional<Look> look;
    // Pictures that share a palette may be of any kind.
    const Document& document = *pipeline.document();
    if (!request.gives("dither") && !request.shares &&
        (document.table || !has_few_colors(*document.image, few_colors, progress)))
        look = pipeline.suggest_look(progress);
    if (look) base.labels.dither = recipe_of(*look).labels.dither;
    ChosenRecipe chosen{.recipe = completed(base, request)};
    if (chosen.recipe.labels.dither != Dither::off) chosen.look = look;
    return chosen;
}

/// Tiles find palettes of their own, in place of a look, of which only the dithering counts.
ChosenRecipe tiled_recipe(const RecipeRequest& request) {
    Recipe base = Recipe{}.at(0);
    if (request.look) base.labels.dither = recipe_of(*request.look).labels.dither;
    return {.recipe = completed(base, request)};
}

/// Whether colours must drift or merge, however few they are.
bool asks_for_drift(const RecipeRequest& request) {
    return request.gives("radius") || request.gives("merge") || request.recipe.palette.skips_mean_shift();
}

/// A look's recipe with the request's settings, or without a look those settings alone.
ConditionalRecipe conditional_recipe(const RecipeRequest& request, std::optional<Look> look,
                                     bool is_suggested) {
    const Recipe base = is_suggested ? suiting_recipe(*look) : look ? recipe_of(*look) : Recipe{};
    ConditionalRecipe conditional{.recipe = completed(base, request)};
    if (asks_for_drift(request)) return conditional;
    // The number of *flat* itself is a limit.
    if (look != Look::flat || request.gives("colors")) conditional.drift = look;
    // The number of a look that was not asked for does not count.
    const bool is_plain = is_suggested && !request.gives("colors");
    conditional.most_few = is_plain ? few_colors : colors_to_keep(conditional.recipe, base);
    if (!conditional.most_few) return conditional;
    Recipe keeping = base;
    keeping.palette.to = request.recipe.palette.to;
    keeping.palette.to_source = request.recipe.palette.to_source;
    keeping = keeping_colors(keeping, base);
    keeping.palette.to.clear(); // the settings have it
    keeping.palette.colors = conditional.most_few;
    if (is_suggested) keeping.labels = {}; // nobody has asked for them
    conditional.of_few = completed(keeping, request);
    conditional.of_few.palette.set_colors(conditional.most_few); // such a picture keeps every error
    return conditional;
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
         {std::pair("directly", palette.directly), std::pair("strict", palette.strict),
          std::pair("range", palette.range)})
        if (is_given && !palette.maps()) refuse(request.called(word) + " needs " + to);
    if (palette.strict && palette.colors) refuse_pair(request, "strict", "colors");
    if (palette.strict && palette.range) refuse_pair(request, "strict", "range");
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
    for (const char* const word : {"palettes", "shared-color"})
        if (request.gives(word) && !request.recipe.labels.tiles)
            refuse(request.called(word) + " needs " + request.called("tiles"));
    if (request.recipe.labels.tiles && request.shares)
        refuse(request.called("tiles") +
               " finds palettes for each picture, so pictures that share one cannot have it");
    check_max_error(request);
    check_target_palette(request);
    const LabelSteps& labels = request.recipe.labels;
    if (!labels.grid.is_on() && request.look != Look::pixel_art && labels.scale > 1)
        refuse(request.called("scale") + " needs " + request.called("pixel-grid") + " or " +
               request.called("look") + " pixel-art");
    for (const char* const word : {"importance", "dither-mask"})
        if (request.gives(word) && request.shares)
            refuse(request.called(word) +
                   " is for one picture, so pictures that share a palette cannot have it");
    check(request.recipe);
}

ChosenRecipe choose_recipe(const RecipeRequest& request, Pipeline& pipeline, Progress& progress) {
    if (request.recipe.labels.tiles) return tiled_recipe(request);
    if (maps_alone(request)) return mapped_recipe(request, pipeline, progress);
    const bool is_suggested = !has_look(request) && !request.has_own_palette();
    std::optional<Look> look;
    if (is_suggested)
        look = pipeline.suggest_look(progress);
    else if (has_look(request))
        look = look_of(request);
    ResolvedRecipe resolved = pipeline.resolve(conditional_recipe(request, look, is_suggested), progress);
    ChosenRecipe chosen{.recipe = std::move(resolved.recipe), .look = look};
    if (!resolved.few) return chosen;
    if (is_suggested) chosen.look.reset();
    if (request.gives("colors") || request.gives("levels") || *resolved.few == 0) return chosen;
    chosen.note = few_colors_note(request, *resolved.few);
    if (is_suggested && look == Look::pixel_art)
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

std::string shortage(const Reduced& reduced) {
    const std::size_t count = reduced.palette->colors_found;
    if (count == 0 || count >= reduced.recipe.palette.colors.value_or(0)) return {};
    const PaletteRecipe& palette = reduced.recipe.palette;
    const bool is_set = palette.maps() && palette.selects_colors();
    const bool all = !is_set && count == reduced.picture->colors.size();
    return (all ? "the picture has only " : "the palette has only ") + std::to_string(count) +
           (count == 1 ? " colour" : " colours") + (is_set ? " near those of the picture" : "");
}

}
