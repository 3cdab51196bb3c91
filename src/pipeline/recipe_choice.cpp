#include "pipeline/recipe_choice.h"

#include "base/error.h"
#include "base/wording.h"
#include "pipeline/enumerators.h"
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
    const std::string stays = "already has " + counted(colors, "colour") + " and stays as it is";
    if (colors == 1) return stays;
    return stays + "; " + request.called("colors") + " " + std::to_string(std::bit_floor(colors - 1)) +
           " reduces it further";
}

[[noreturn]] void refuse_pair(const RecipeRequest& request, std::string_view one, std::string_view other) {
    refuse(request.called(one) + " cannot be combined with " + request.called(other));
}

/// Refuses settings without the one that they need.
void check_needs(const RecipeRequest& request) {
    for (const auto& [row, text] : request.given) {
        const RecipeRow* const needed = row->needs ? &recipe_row(row->needs) : nullptr;
        const bool is_scale =
            row->word == std::string_view("scale"); // check_settings(): a look may give cells
        if (needed && !is_scale && needed->get(request.recipe) == needed->get(Recipe{}))
            refuse(request.called(row->word) + " needs " + request.called(row->needs));
    }
}

void check_max_error(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    if (!palette.max_error) return;
    if (request.gives("colors"))
        refuse(request.called("max-error") + " chooses the number of colours; leave out " +
               request.called("colors"));
    if (palette.directly) refuse_pair(request, "max-error", "directly");
    if (palette.strict) refuse_pair(request, "max-error", "strict");
}

void check_target_palette(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    const std::string to = request.called("to");
    if (palette.to_source && request.shares)
        refuse(to + " source is another palette for each picture, so pictures that share one cannot have it");
    if (palette.strict && palette.colors) refuse_pair(request, "strict", "colors");
    if (palette.strict && palette.range) refuse_pair(request, "strict", "range");
    if (request.recipe.output.order == SwatchOrder::given && !palette.maps())
        refuse(request.called("order") + " given needs " + to);
    const std::vector<Rgb>& written = request.recipe.output.palette;
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
    check_needs(request);
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
    return (all ? "the picture has only " : "the palette has only ") + counted(count, "colour") +
           (is_set ? " near those of the picture" : "");
}

namespace {

/// Whether a recipe finds its palette as a look does, with whatever number of colours.
bool finds_palette_as(const Recipe& recipe, const Recipe& look) {
    if (recipe.palette.skips_mean_shift()) return false;
    const bool is_chosen = look.size.chooses_radius;
    ShiftRecipe shift = look.shift;
    shift.pins = recipe.shift.pins;
    if (is_chosen) shift.radius = recipe.shift.radius;
    const PaletteRecipe &steps = recipe.palette, &looks = look.palette;
    return recipe.shift == shift && recipe.size.chooses_radius == is_chosen &&
           recipe.source.transfer == look.source.transfer && steps.soft_edges == looks.soft_edges &&
           steps.join_by == looks.join_by && steps.settle == looks.settle && steps.snap == looks.snap;
}

}

std::optional<std::uint32_t> colors_to_keep(const Recipe& recipe, const Recipe& look) {
    // Such a picture keeps every error.
    return recipe.palette.max_error ? look.palette.colors : recipe.palette.colors;
}

Recipe keeping_colors(const Recipe& recipe, const Recipe& look) {
    Recipe keeping = recipe.at(0);
    keeping.palette.set_colors(colors_to_keep(recipe, look));
    if (recipe.palette.soft_edges == look.palette.soft_edges) keeping.palette.soft_edges = SoftEdges::count;
    if (recipe.palette.snap == look.palette.snap) keeping.palette.snap = Snap::off;
    if (recipe.labels.defringe == look.labels.defringe) keeping.labels.defringe = 0;
    if (recipe.labels.dither == look.labels.dither && !recipe.palette.maps())
        keeping.labels.dither = Dither::off;
    return keeping;
}

ConditionalRecipe conditional(const Recipe& settings) {
    for (const Look look : enumerators<Look>) {
        const Recipe own = recipe_of(look);
        if (!finds_palette_as(settings, own)) continue;
        const bool asks_for_number = look == Look::flat && settings.palette.colors != own.palette.colors;
        const bool has_cells = look == Look::pixel_art && settings.labels.grid.is_on();
        return {.recipe = settings,
                .most_few = colors_to_keep(settings, own),
                .of_few = keeping_colors(settings, own),
                .drift = asks_for_number || has_cells ? std::optional(look) : std::nullopt};
    }
    return {.recipe = settings};
}

Recipe suiting_recipe(Look look) {
    Recipe recipe = recipe_of(look);
    if (!recipe.palette.colors) recipe.palette.colors = few_colors;
    return recipe;
}

ConditionalRecipe suiting(const Recipe& settings, Look look) {
    const Recipe recipe = suiting_recipe(look);
    Recipe keeping = keeping_colors(recipe, recipe);
    keeping.palette.colors = few_colors;
    keeping.labels = {.grid = recipe.labels.grid}; // nobody has asked for the others
    return {.recipe = with_look(settings, recipe),
            .most_few = few_colors,
            .of_few = with_look(settings, keeping),
            .drift = look == Look::pixel_art ? std::optional(look) : std::nullopt};
}

ResolvedRecipe Pipeline::resolve(const ConditionalRecipe& conditional, Progress& progress) {
    const Recipe& recipe = conditional.recipe;
    if (conditional.most_few) {
        const std::size_t colors = prepare_picture(recipe, progress)->colors.size();
        if (colors <= *conditional.most_few) return {conditional.of_few, colors};
    }
    const bool is_in_vain = conditional.drift && drifts_in_vain(recipe, *conditional.drift, progress);
    return {is_in_vain ? recipe.at(0) : recipe};
}

bool Pipeline::drifts_in_vain(const Recipe& recipe, Look look, Progress& progress) {
    if (look != Look::flat && look != Look::pixel_art) return false;
    Recipe compared = recipe;
    compared.labels = {.grid = recipe.labels.grid};
    compared.output = {};
    return *drift_in_vain_.run({prepare_picture(recipe, progress), look, compared}, [&] {
        Progress silent(progress, 0, 0);
        return look == Look::flat ? loses_colors(compared, silent) : has_exact_cells(compared, silent);
    });
}

/// Whether the drift leaves fewer colours than the recipe's number, and more remain without it.
bool Pipeline::loses_colors(const Recipe& recipe, Progress& progress) {
    if (!recipe.palette.colors) return false;
    Recipe compared = recipe;
    compared.labels = {};
    const auto count_at = [&](double radius) {
        return reduce(compared.at(radius), progress)->palette->entries.size();
    };
    const std::size_t drifted = count_at(recipe.shift.radius);
    return drifted < *recipe.palette.colors && count_at(0) > drifted;
}

/// Whether there is a grid without drift, whose cells show nearly all pixels as they are.
bool Pipeline::has_exact_cells(const Recipe& recipe, Progress& progress) {
    if (document_->table || linked_) return false; // colours have no cells
    Recipe compared{.source = recipe.source, .shift = recipe.shift};
    compared.labels.grid = recipe.labels.grid;
    const auto reduced = reduce(compared.at(0), progress);
    const auto labelled = find_labels(reduced, progress);
    if (!labelled->has_cells) return false;
    const Image shown = paint_as_source(*labelled, *reduced);
    const std::span<const Rgba8> source = reduced->picture->image->pixels();
    std::size_t visible = 0, others = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i].a == 0) continue;
        ++visible;
        others += shown.pixels()[i] != source[i];
    }
    return 64 * others <= visible;
}

}
