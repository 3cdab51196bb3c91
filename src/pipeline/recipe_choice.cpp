#include "pipeline/recipe_choice.h"

#include "base/error.h"
#include "base/wording.h"
#include "pipeline/enumerators.h"
#include "pipeline/file_colors.h"
#include "pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
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
        if (!request.gives("settle")) recipe.palette.fit.settle = 0;
        if (!request.gives("snap")) recipe.palette.fit.snap = Snap::off;
    }
    // A look's settings that exclude each other, and its dithering where areas are wanted.
    const LabelSteps& asked = request.recipe.labels;
    if (!request.gives("dither") && (asked.cleans() || asked.grid.is_on()))
        recipe.labels.dithering.set_method(Dither::off);
    if (!request.gives("dither") && request.wants_areas) recipe = for_areas(std::move(recipe));
    if (recipe.labels.dithering.is_on() && !asked.cleans()) recipe.labels.defringe = 0;
    if (recipe.labels.dithering.is_on() && !asked.grid.is_on()) recipe.labels.grid = {};
    recipe.labels.dithering.set_method(recipe.labels.dithering.method); // the look may not dither
    return recipe;
}

/// Whether a palette is given, and nothing asks for the picture to be reduced before.
bool maps_alone(const RecipeRequest& request) {
    const PaletteRecipe& palette = request.recipe.palette;
    if (!palette.maps() || palette.skips_mean_shift() || has_look(request)) return false;
    return std::ranges::none_of(request.given, [](const auto& given) {
        const auto& [kind, phase] = std::tie(given.first->kind, given.first->phase);
        const bool reduces =
            phase == RecipePhase::shift || phase == RecipePhase::size || phase == RecipePhase::fit;
        return (reduces && kind != RecipeKind::list) || given.first->word == std::string_view("max-error");
    });
}

/// The entries that the bits of an index can number.
std::uint32_t bits_hold(const Recipe& recipe) { return 1u << recipe.output.bits.value_or(8); }

/// The recipe with levels of alpha where the request asks for entries.
Recipe with_levels(const Recipe& recipe, const RecipeRequest& request, std::optional<Look> look,
                   Pipeline& pipeline, const Progress& progress) {
    const AlphaMode& alpha = request.recipe.source.alpha;
    const bool has_number = request.recipe.palette.colors.has_value(),
               joins = alpha.kind == AlphaMode::Kind::levels,
               is_told = joins && alpha.levels != max_alpha_levels && !has_number,
               is_implied = request.indexed && !request.gives("alpha");
    if (!(is_told || is_implied) || request.shares || pipeline.document()->table) return recipe;
    const AlphaKinds kinds = alpha_kinds(*pipeline.prepare_picture(recipe, progress)->image);
    if (kinds.soft && is_told) return with_entries(recipe, alpha.levels, kinds, request.wants_areas);
    if (kinds.soft) {
        Recipe asked = recipe; // a look's number of colours is not that of the entries
        if (!has_number) asked.palette.colors.reset();
        const std::uint32_t most = request.wants_areas ? bits_hold(recipe) : most_entries(asked);
        const bool is_less = recipe.palette.colors && *recipe.palette.colors < most;
        return with_entries(recipe, most, kinds, request.wants_areas || is_less);
    }
    Recipe opaque = recipe;
    if (is_told && look == Look::photo && !recipe.palette.max_error &&
        alpha.levels > std::size_t{kinds.clear})
        opaque.palette.colors = alpha.levels - std::uint32_t{kinds.clear};
    return opaque;
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
    if (look) base.labels.dithering.method = recipe_of(*look).labels.dithering.method;
    ChosenRecipe chosen{.recipe = with_levels(completed(base, request), request, {}, pipeline, progress)};
    if (chosen.recipe.labels.dithering.is_on()) chosen.look = look;
    return chosen;
}

/// Tiles find palettes of their own, in place of a look, of which only the dithering counts.
ChosenRecipe tiled_recipe(const RecipeRequest& request) {
    Recipe base = Recipe{}.at(0);
    if (request.look) base.labels.dithering.method = recipe_of(*request.look).labels.dithering.method;
    return {.recipe = completed(base, request)};
}

/// Whether colours must drift or merge, however few they are.
bool asks_for_drift(const RecipeRequest& request) {
    return request.gives("radius") || request.gives("merge") || request.recipe.palette.skips_mean_shift();
}

/// Whether few colours stay by the recipe itself: by *photo* nothing drifts, and no more join than must.
bool keeps_few(const Recipe& recipe, std::optional<Look> look) {
    return look == Look::photo && !recipe.palette.max_error;
}

/// A look's recipe with the request's settings, or without a look those settings alone.
ConditionalRecipe conditional_recipe(const RecipeRequest& request, std::optional<Look> look,
                                     bool is_suggested) {
    const Recipe base = is_suggested ? suiting_recipe(*look) : look ? recipe_of(*look) : Recipe{};
    ConditionalRecipe conditional{.recipe = completed(base, request)};
    if (asks_for_drift(request)) return conditional;
    if (keeps_few(conditional.recipe, look)) {
        if (conditional.recipe.palette.maps()) return conditional;
        conditional.most_few = conditional.recipe.palette.colors;
        conditional.of_few = conditional.recipe;
        return conditional;
    }
    // A number that nobody has asked for would take exact colours away, unless a file needs one.
    if (look == Look::pixel_art)
        conditional.of_exact = completed(request.indexed ? base : recipe_of(*look), request).at(0);
    conditional.most_few = colors_to_keep(conditional.recipe, base);
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
    std::set<const RecipeRow*> rows; // once, as an item of a list may be given ten thousand times
    for (const auto& [row, text] : request.given) {
        if (!rows.insert(row).second) continue;
        const RecipeRow* const needed = row->needs ? &recipe_row(row->needs) : nullptr;
        // A look may give cells and dither (check_settings()).
        constexpr std::array<std::string_view, 3> others{"scale", "diffusion", "matrix"};
        const bool is_other = std::ranges::find(others, row->word) != others.end();
        if (needed && !is_other && needed->get(request.recipe) == needed->get(Recipe{}))
            refuse(request.called(row->word) + " needs " + request.called(row->needs));
    }
}

/// Whether a look may dither where the request does not say how.
bool may_be_dithered(const RecipeRequest& request) {
    if (request.look) return recipe_of(*request.look).labels.dithering.is_on();
    if (has_look(request) || request.recipe.labels.tiles) return false;
    return maps_alone(request) || !request.has_own_palette();
}

void check_dithering(const RecipeRequest& request) {
    const Dither dither = request.recipe.labels.dithering.method;
    const bool diffuses = request.gives("dither") ? may_diffuse(dither) : may_be_dithered(request);
    if (request.gives("diffusion") && !diffuses)
        refuse(request.called("diffusion") + " needs " + request.called("dither") +
               " auto, diffusion or everywhere");
    if (request.gives("matrix") && dither != Dither::ordered)
        refuse(request.called("matrix") + " needs " + request.called("dither") + " ordered");
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
    check_dithering(request);
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
    bool is_suggested = !has_look(request) && !request.has_own_palette();
    std::optional<Look> look;
    if (is_suggested)
        look = suggest_look(request.wants_areas, pipeline, progress);
    else if (has_look(request))
        look = look_of(request);
    ChosenRecipe chosen;
    if (is_suggested && look == Look::flat) {
        is_suggested = false; // as if it had been asked for
        chosen.note = "areas get " + request.called("look") + " flat, and so does a picture beside them";
    }
    ResolvedRecipe resolved = pipeline.resolve(conditional_recipe(request, look, is_suggested), progress);
    chosen.look = look;
    std::optional<std::size_t> few = resolved.few;
    chosen.recipe = with_levels(resolved.recipe, request, look, pipeline, progress);
    if (chosen.recipe != resolved.recipe) few.reset(); // they may join with their alphas
    if (!few) return chosen;
    if (is_suggested) chosen.look.reset();
    chosen.note.clear();
    if (request.gives("colors") || request.gives("levels") || *few == 0) return chosen;
    chosen.note = few_colors_note(request, *few);
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
    return recipe.shift == shift && recipe.size.chooses_radius == is_chosen &&
           recipe.source.transfer == look.source.transfer && recipe.palette.fit == look.palette.fit;
}

}

std::optional<std::uint32_t> colors_to_keep(const Recipe& recipe, const Recipe& look) {
    // Such a picture keeps every error.
    return recipe.palette.max_error ? look.palette.colors : recipe.palette.colors;
}

Recipe keeping_colors(const Recipe& recipe, const Recipe& look) {
    Recipe keeping = recipe.at(0);
    keeping.palette.set_colors(colors_to_keep(recipe, look));
    if (recipe.palette.fit.soft_edges == look.palette.fit.soft_edges)
        keeping.palette.fit.soft_edges = SoftEdges::count;
    if (recipe.palette.fit.snap == look.palette.fit.snap) keeping.palette.fit.snap = Snap::off;
    if (recipe.labels.defringe == look.labels.defringe) keeping.labels.defringe = 0;
    if (recipe.labels.dithering.method == look.labels.dithering.method && !recipe.palette.maps())
        keeping.labels.dithering.set_method(Dither::off);
    return keeping;
}

bool decides_colors(const Recipe& recipe) {
    const PaletteRecipe& palette = recipe.palette;
    const LabelSteps& labels = recipe.labels;
    return recipe.shift.drifts() || !recipe.shift.pins.empty() || recipe.size.min_share != 0 ||
           palette.fit.without_settling() != FitRecipe{} || palette.max_error ||
           palette.levels != Levels::off || palette.maps() || palette.edits() || labels.cleans() ||
           labels.grid.is_on() || labels.tiles;
}

bool joins_pairs(const Recipe& recipe) {
    return recipe.source.alpha.kind == AlphaMode::Kind::levels && !recipe.palette.colors &&
           !decides_colors(recipe);
}

Recipe with_entries(Recipe recipe, std::uint32_t most, const AlphaKinds& kinds, bool colors_first) {
    if (!kinds.soft || recipe.labels.tiles) return recipe;
    if (recipe.output.transparent_index && !kinds.clear && most > 1) --most; // it has an entry all the same
    recipe.source.alpha = {.kind = AlphaMode::Kind::levels,
                           .levels = static_cast<std::uint16_t>(
                               std::clamp<std::uint32_t>(most, min_alpha_levels, max_alpha_levels))};
    if (colors_first || decides_colors(recipe)) return recipe;
    recipe.palette.colors.reset();
    recipe.palette.fit = {};
    return recipe;
}

std::uint32_t most_entries(const Recipe& recipe) {
    return std::min(recipe.palette.colors.value_or(max_entries), bits_hold(recipe));
}

Recipe for_indexed(const Recipe& recipe, const AlphaKinds& kinds, bool has_areas) {
    if (recipe.source.alpha.kind != AlphaMode::Kind::keep) return recipe;
    return with_entries(recipe, has_areas ? bits_hold(recipe) : most_entries(recipe), kinds, has_areas);
}

bool dithers_as_looks(const Recipe& recipe) {
    return recipe.labels.dithering.method ==
           recipe_of(Look::photo).labels.dithering.method; // no other look dithers
}

Recipe for_areas(Recipe recipe) {
    if (!dithers_as_looks(recipe)) return recipe;
    recipe.labels.dithering = {};
    recipe.labels.dither_mask.reset();
    return recipe;
}

ConditionalRecipe conditional(const Recipe& settings) {
    for (const Look look : enumerators<Look>) {
        const Recipe of_look = recipe_of(look);
        if (!finds_palette_as(settings, of_look)) continue;
        if (keeps_few(settings, look)) break;
        const bool has_cells = look == Look::pixel_art && settings.labels.grid.is_on();
        return {.recipe = settings,
                .most_few = colors_to_keep(settings, of_look),
                .of_few = keeping_colors(settings, of_look),
                .of_exact = has_cells ? std::optional(settings.at(0)) : std::nullopt};
    }
    return {.recipe = settings};
}

Recipe with_changes(Recipe settings, const Recipe& before, const Recipe& after) {
    for (const RecipeRow& row : recipe_rows()) row.take_change(settings, before, after);
    const LabelSteps& labels = settings.labels;
    const bool joins = labels.cleans() || labels.grid.is_on();
    if (joins && (labels.dithering.is_on() || labels.tiles)) settings.labels = after.labels;
    settings.labels.dithering.set_method(labels.dithering.method);
    return settings;
}

Recipe suiting_recipe(Look look) {
    Recipe recipe = recipe_of(look);
    if (!recipe.palette.colors) recipe.palette.colors = few_colors;
    return recipe;
}

ConditionalRecipe suiting(const Recipe& settings, Look look) {
    if (look != Look::pixel_art) return conditional(with_look(settings, recipe_of(look)));
    const Recipe recipe = suiting_recipe(look);
    Recipe keeping = keeping_colors(recipe, recipe);
    keeping.labels = {.grid = recipe.labels.grid}; // nobody has asked for the others
    return {.recipe = with_look(settings, recipe),
            .most_few = few_colors,
            .of_few = with_look(settings, keeping),
            .of_exact = with_look(settings, recipe_of(look)).at(0)};
}

Look suggest_look(bool wants_areas, Pipeline& pipeline, Progress& progress) {
    const Look look = pipeline.suggest_look(progress);
    return wants_areas && look == Look::photo ? Look::flat : look;
}

ResolvedRecipe Pipeline::resolve(const ConditionalRecipe& conditional, Progress& progress) {
    const Recipe& recipe = conditional.recipe;
    if (conditional.most_few) {
        const std::size_t colors = prepare_picture(recipe, progress)->colors.size();
        if (colors <= *conditional.most_few) return {conditional.of_few, colors};
    }
    const bool is_exact = conditional.of_exact && has_exact_cells(recipe, progress);
    return {is_exact ? *conditional.of_exact : recipe};
}

bool Pipeline::has_exact_cells(const Recipe& recipe, Progress& progress) {
    if (document_->table || linked_) return false; // colours have no cells
    Recipe compared{.source = recipe.source, .shift = recipe.shift};
    compared.labels.grid = recipe.labels.grid;
    compared = compared.at(0);
    return *exact_cells_.run({prepare_picture(recipe, progress), compared}, [&] {
        Progress silent(progress, 0, 0);
        const auto reduced = reduce(compared, silent);
        const auto labelled = find_labels(reduced, silent);
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
    });
}

}
