#include "pipeline/palette_chain.h"

#include "base/wording.h"
#include "labels/contrast.h"
#include "labels/soft_edges.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_steps.h"
#include "reduction/difference.h"

#include <algorithm>
#include <cstdio>
#include <span>

namespace huedrift {
namespace {

/// Whether entries join, settle and snap as far as the recipe asks for it.
bool fits_palette(const PaletteRecipe& steps) { return !steps.skips_mean_shift() && !steps.selects_colors(); }

/// Whether any step changes the palette found.
bool is_changed(const PaletteChain::Task& task) {
    const PaletteRecipe& steps = task.recipe.palette;
    const bool fits = fits_palette(steps) &&
                      (steps.colors || steps.chooses_colors() || steps.settle != 0 || steps.snap == Snap::on);
    const bool maps = steps.maps() && !steps.skips_mean_shift();
    const bool keeps_apart = !steps.skips_mean_shift() && !exclusive_pins(task.recipe.shift.pins).empty();
    return fits || maps || keeps_apart || task.leaves_colors() || steps.selects_colors() ||
           task.ignores_edges() || steps.edits() || (steps.levels != Levels::off && !steps.maps());
}

/// The number of colours that entries join to.
std::optional<std::uint32_t> joined_number(const PaletteRecipe& steps, std::optional<std::uint32_t> count) {
    // A grid may have a colour for each of the picture's; joins leave those that are worth a choice.
    constexpr std::uint32_t least_reached = 256;
    if (fits_palette(steps)) return count;
    if (!steps.selects_colors() || steps.maps()) return std::nullopt;
    return std::max(4 * *steps.colors, least_reached);
}

/// The part of the recipe that chooses colours from a set.
Recipe set_of(const Recipe& recipe) {
    const PaletteRecipe& steps = recipe.palette;
    return {.shift = {.pins = recipe.shift.pins},
            .palette = {.colors = steps.colors,
                        .levels = steps.levels,
                        .to = steps.to,
                        .reserve = steps.reserve,
                        .range = steps.range,
                        .to_source = steps.to_source}};
}

/// The palette with one entry for each colour, which steps need.
Shared<Palette> started(const Reduced& found, const Progress& progress) {
    if (found.palette->colors_found != 0) return found.palette;
    const std::vector<Pin>& pins = found.recipe.shift.pins;
    return std::make_shared<const Palette>(
        start_steps(*found.palette, colors_of(pins), progress, exclusive_pins(pins)));
}

std::span<const std::uint8_t> importances_of(const Picture& picture) {
    return picture.importances ? std::span(*picture.importances) : std::span<const std::uint8_t>();
}

bool has_many(const Palette& palette) { return palette.entries.size() > max_united_entries; }

/// The palette for steps that join entries, other than by error, which has cells of its own.
Shared<Palette> united(Shared<Palette> palette, const Progress& progress) {
    if (!has_many(*palette)) return palette;
    return std::make_shared<const Palette>(unite(*palette, progress));
}

/// Whether the steps begin with such a one, which is not that found.
bool unites(const PaletteChain::Task& task) {
    const PaletteRecipe& steps = task.recipe.palette;
    const bool joins_nearest = steps.join_by == JoinBy::distance && !steps.skips_mean_shift() &&
                               (steps.colors || steps.chooses_colors());
    return has_many(*task.found->palette) && (joins_nearest || task.ignores_edges());
}

}

Reduced without_small_shares(const Reduced& modes, double min_share, const Progress& progress) {
    Reduced result = modes;
    if (min_share == 0) return result;
    result.recipe.size.min_share = min_share;
    Palette joined = join_small(*united(started(modes, progress), progress), min_share, progress);
    joined.colors_found = joined.entries.size();
    result.palette = std::make_shared<const Palette>(std::move(joined));
    return result;
}

bool PaletteChain::Task::ignores_edges() const {
    return recipe.palette.soft_edges == SoftEdges::ignore && !recipe.palette.skips_mean_shift() &&
           has_one_picture;
}

PaletteChain::PaletteChain(StageList& stages)
    : pins_(stages, "pins", 2), start_(stages, "start"), soft_edges_(stages, "soft_edges"),
      count_(stages, "count", 2), weights_(stages, "weights", 2), joins_(stages, "joins", 2),
      color_tree_(stages, "color_tree", 2) {
    for (const char* const name : step_names) outputs_.emplace_back(stages, name);
}

PaletteChain::Result PaletteChain::change(const Task& task, const Progress& progress) {
    if (!is_changed(task)) return {task.found->palette};
    const PaletteRecipe& recipe = task.recipe.palette;
    Fit fit{.task = task, .start = start(task, progress), .count = recipe.colors};
    const auto fewest = recipe.chooses_colors() ? choose_count(task, fit.start, progress) : nullptr;
    if (fewest) fit.count = fewest->count;
    Result result = run(fit, progress);
    result.fewest = fewest;
    return result;
}

Shared<FewestColors> PaletteChain::count_colors(const Task& task, const Progress& progress) {
    return choose_count(task, start(task, progress), progress);
}

Shared<PinnedColors> PaletteChain::split_pins(const Shared<Picture>& source, const ShiftRecipe& recipe,
                                              const Progress& progress) {
    std::vector<Pin> pins = recipe.pins; // with distances filled in, so that only pins depend on the radius
    for (Pin& pin : pins) pin.distance = pin.distance.value_or(recipe.radius);
    return pins_.run({source, pins},
                     [&] { return PinnedColors(source->colors, recipe.pins, recipe.radius, progress); });
}

Shared<Palette> PaletteChain::start(const Task& task, const Progress& progress) {
    const auto palette = *start_.run({task.found, unites(task)}, [&] {
        const auto start = started(*task.found, progress);
        return unites(task) ? united(start, progress) : start;
    });
    if (!task.ignores_edges()) return palette;
    return soft_edges_.run(palette, [&] {
        const Picture& source = *task.source();
        return ignore_soft_edges(*palette,
                                 count_inner(*source.image, source.colors, palette->entry_of,
                                             colors_of(palette->entries), progress, importances_of(source)),
                                 progress);
    });
}

Shared<FewestColors> PaletteChain::choose_count(const Task& task, const Shared<Palette>& start,
                                                const Progress& progress) {
    const PaletteRecipe& steps = task.recipe.palette;
    const PaletteRecipe choosing{.join_by = steps.join_by,
                                 .max_error = steps.max_error,
                                 .error = steps.error,
                                 .settle = steps.settle,
                                 .snap = steps.snap};
    return count_.run({start, task.recipe.shift, choosing}, [&]() -> FewestColors {
        if (start->entries.empty()) return {.is_kept = true};
        const auto entries = static_cast<std::uint32_t>(start->entries.size());
        const auto pins =
            static_cast<std::uint32_t>(std::ranges::count(start->entries, true, &PaletteEntry::pinned));
        const auto exclusive =
            static_cast<std::uint32_t>(std::ranges::count(start->entries, true, &PaletteEntry::exclusive));
        // Colours that no pin took need an entry, which may be another pin.
        const std::uint32_t least = std::max(pins, exclusive < entries ? exclusive + 1 : exclusive);
        const std::uint32_t most = std::max(std::min(entries, max_colors_of_cells), least);
        const Progress silent(progress, 0, 0);
        const auto difference_at = [&](std::uint32_t count) {
            const Fit trial{.task = task, .start = start, .count = count, .is_trial = true};
            return difference(task.source()->colors, *run(trial, silent).palette, silent);
        };
        return fewest_colors(difference_at, least, most, steps.bound());
    });
}

PaletteChain::Steps PaletteChain::steps(const Fit& fit) {
    const Recipe& recipe = fit.task.recipe;
    const PaletteRecipe& palette = recipe.palette;
    const ShiftRecipe& shift = recipe.shift;
    const bool fits = fits_palette(palette), selects = palette.selects_colors();
    const bool has_grid = palette.levels != Levels::off;
    const bool has_levels = has_grid && !palette.maps() && !selects && !fit.is_trial;
    const bool maps = palette.maps() && fits && !fit.is_trial;
    const auto number = joined_number(palette, fit.count);
    const Recipe set = selects || has_levels || maps ? set_of(recipe) : Recipe{}; // it may be long
    const Picture& source = *fit.task.source();
    return {{
        {number && fit.start->entries.size() > *number,
         {.shift = {.weighting = shift.weighting}, .palette = {.colors = number, .join_by = palette.join_by}},
         [&, number](const Palette&, const Progress& part) { return join(fit, *number, part); }},
        {selects, set,
         [&](const Palette& reached, const Progress& part) { return select(fit, reached, part); }},
        {fits && (palette.settle != 0 || (fit.count && shift.assign == Assign::nearest)),
         {.shift = {.assign = shift.assign}, .palette = {.settle = palette.settle}},
         [&](const Palette& joined, const Progress& part) { return settle(fit, joined, part); }},
        {fits && palette.snap == Snap::on,
         {},
         [&](const Palette& settled, const Progress& part) { return snap(settled, source.colors, part); }},
        {has_levels, set,
         [&](const Palette& found, const Progress& part) {
             return map_entries(found, grid_of(palette.levels), part);
         }},
        {maps, set,
         [&](const Palette& found, const Progress& part) {
             const auto range = ink_range(recipe, *source.document);
             return map_entries(range ? within_range(found, *range, part) : found,
                                target_palette(recipe, *source.document), part);
         }},
        {fit.task.leaves_colors() && !fit.is_trial, set,
         [&, has_grid](const Palette& found, const Progress& part) {
             return with_uncounted(found, source.colors, fit.task.whole->colors, palette.maps() || has_grid,
                                   ink_range(recipe, *source.document), part);
         }},
        {palette.edits() && !fit.is_trial,
         {.palette = {.joins = palette.joins, .recolors = palette.recolors}},
         [&](const Palette& found, const Progress& part) {
             return edit(found, fit.task.whole->colors.index(), palette.joins, palette.recolors, part);
         }},
    }};
}

PaletteChain::Result PaletteChain::run(const Fit& fit, const Progress& progress) {
    const Progress first(progress, 0, 0.5), rest(progress, 0.5, 1);
    const Steps table = steps(fit);
    Result result{.palette = fit.start};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const Step& step = table[i];
        if (!step.is_on) continue;
        const Shared<Palette> before = result.palette;
        const auto apply = [&] { return step.apply(*before, i == 0 ? first : rest); };
        result.palette = fit.is_trial ? std::make_shared<const Palette>(apply())
                                      : outputs_[i].run({before, step.part}, apply);
        if (&step == &table.back()) result.unedited = before;
    }
    return result;
}

Palette PaletteChain::join(const Fit& fit, std::uint32_t count, const Progress& progress) {
    const Recipe& recipe = fit.task.recipe;
    const Palette& start = *fit.start;
    if (recipe.palette.join_by == JoinBy::distance)
        return join_by_distance(start, count, recipe.shift.weighting, progress);
    const std::size_t most = max_parts(count);
    const auto order = joins_.run({fit.start, most}, [&] {
        const auto weights = weights_of(fit.task, start, progress);
        return order_joins(start, most, progress,
                           weights ? std::span(*weights) : std::span<const std::uint32_t>());
    });
    return join_by_error(start, *order, count, progress);
}

Palette PaletteChain::settle(const Fit& fit, const Palette& palette, const Progress& progress) {
    const auto& source = fit.task.source();
    const Recipe& recipe = fit.task.recipe;
    const auto pinned = recipe.shift.pins.empty() ? nullptr : split_pins(source, recipe.shift, progress);
    const auto weights = weights_of(fit.task, palette, progress);
    const auto tree = color_tree_.run({source, pinned, weights}, [&] {
        const ColorSet& free = pinned ? pinned->rest() : source->colors;
        if (!weights) return ColorTree(free, progress);
        if (!pinned) return ColorTree(free, *weights, progress);
        std::vector<std::uint32_t> of_free;
        for (std::size_t i = 0; i < weights->size(); ++i)
            if (!pinned->takes(i)) of_free.push_back((*weights)[i]);
        return ColorTree(free, of_free, progress);
    });
    SettledColors colors{source->colors, pinned.get(), *tree};
    if (weights) colors.weights = *weights;
    return huedrift::settle(palette, colors, recipe.shift.assign, recipe.palette.settle, progress);
}

Palette PaletteChain::select(const Fit& fit, const Palette& reached, const Progress& progress) {
    const Recipe& recipe = fit.task.recipe;
    const bool is_given = recipe.palette.maps();
    const std::vector<Rgb> set =
        is_given ? target_palette(recipe, *fit.task.source()->document) : grid_of(recipe.palette.levels);
    const auto range = ink_range(recipe, *fit.task.source()->document);
    const auto select_of = [&](const Palette& start, const Palette& near) {
        return select_colors(start, near, set, *recipe.palette.colors, recipe.shift.pins, progress);
    };
    if (range) { // a given palette, to which nothing has joined
        const Palette shown = within_range(reached, *range, progress);
        return select_of(shown, shown);
    }
    Palette selected = select_of(*fit.start, reached);
    if (!is_given) selected.colors_found = fit.start->colors_found; // candidates depend on the number
    return selected;
}

Shared<std::vector<std::uint32_t>> PaletteChain::weights_of(const Task& task, const Palette& palette,
                                                            const Progress& progress) {
    constexpr std::uint64_t most_pixels = 1 << 26; // their weights fit in 32 bits
    const Picture& source = *task.source();
    if (palette.counted || !task.has_one_picture || source.colors.pixels() > most_pixels)
        return palette.counted;
    return weights_.run(task.source(), [&] {
        return weigh_smooth_areas(*source.image, source.colors, progress, importances_of(source));
    });
}

namespace {

std::string phrase_of(ErrorMeasure measure) {
    if (measure == ErrorMeasure::mean) return "the mean error";
    return measure == ErrorMeasure::p95 ? "the error of 95 % of the pixels" : "the largest error";
}

}

double ErrorBound::of(const Difference& difference) const {
    if (measure == ErrorMeasure::mean) return difference.mean;
    return measure == ErrorMeasure::p95 ? difference.percentile_95 : difference.maximum;
}

FewestColors fewest_colors(const DifferenceAt& difference_at, std::uint32_t least, std::uint32_t most,
                           const ErrorBound& bound) {
    FewestColors fewest{.count = most};
    for (std::uint32_t too_few = least - 1; fewest.count - too_few > 1;) {
        const std::uint32_t middle = too_few + (fewest.count - too_few) / 2;
        const Difference difference = difference_at(middle);
        if (bound.is_kept_by(difference))
            fewest = {middle, difference, true};
        else
            too_few = middle;
    }
    if (fewest.is_kept) return fewest;
    const Difference difference = difference_at(most);
    return {most, difference, bound.is_kept_by(difference)};
}

std::string excess(const FewestColors& fewest, const ErrorBound& bound) {
    if (fewest.is_kept) return {};
    char had[32];
    std::snprintf(had, sizeof had, "%.4g", bound.of(fewest.difference));
    const std::string count = std::to_string(fewest.count);
    return "no number of colours up to " + count + " keeps " + phrase_of(bound.measure) + " at " +
           shortest(bound.most) + "; with " + count + " it is " + had;
}

}
