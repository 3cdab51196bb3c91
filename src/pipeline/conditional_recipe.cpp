#include "pipeline/conditional_recipe.h"

#include "pipeline/enumerators.h"
#include "pipeline/pipeline.h"

namespace huedrift {
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
