#include "pipeline/palette_chain.h"

#include "base/wording.h"
#include "labels/contrast.h"
#include "labels/soft_edges.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_steps.h"
#include "reduction/color_weights.h"
#include "reduction/difference.h"

#include <algorithm>
#include <cstdio>
#include <span>

namespace huedrift {
namespace {

/// Whether entries join, settle and snap as far as the recipe asks for it.
bool fits_palette(const PaletteRecipe& steps) { return !steps.skips_mean_shift() && !steps.selects_colors(); }

/// Whether the recipe asks for a number of colours, or for that of an error.
bool has_number(const PaletteRecipe& steps) { return steps.colors || steps.chooses_colors(); }

/// The number of colours that entries join to; 0: that of an error.
std::optional<std::uint32_t> joined_number(const PaletteRecipe& steps) {
    // A grid may have a colour for each of the picture's; joins leave those that are worth a choice.
    constexpr std::uint32_t least_reached = 256;
    if (fits_palette(steps))
        return has_number(steps) ? std::optional(steps.chooses_colors() ? 0 : *steps.colors) : std::nullopt;
    if (!steps.selects_colors() || steps.maps()) return std::nullopt;
    return std::max(4 * *steps.colors, least_reached);
}

/// The palette with one entry for each colour, which steps need.
Shared<Palette> started(const Reduced& reduced, const Progress& progress) {
    if (reduced.palette->colors_found != 0) return reduced.palette;
    const std::vector<Pin>& pins = reduced.recipe.shift.pins;
    return std::make_shared<const Palette>(
        start_steps(*reduced.palette, colors_of(pins), progress, exclusive_pins(pins)));
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
    const bool joins_nearest =
        steps.fit.join_by == JoinBy::distance && !steps.skips_mean_shift() && has_number(steps);
    return has_many(*task.reduced->palette) && (joins_nearest || task.ignores_edges());
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
    return recipe.palette.fit.soft_edges == SoftEdges::ignore && !recipe.palette.skips_mean_shift() &&
           has_one_picture;
}

PaletteChain::PaletteChain(StageList& stages)
    : pins_(stages, "pins", 2), start_(stages, "start", 2), soft_edges_(stages, "soft_edges", 2),
      count_(stages, "count", 2), weights_(stages, "weights", 4), joins_(stages, "joins", 4),
      color_tree_(stages, "color_tree", 4) {
    for (const char* const name : step_names) outputs_.emplace_back(stages, name);
}

PaletteChain::Result PaletteChain::change(const Task& task, const Progress& progress) {
    Steps steps = steps_of(task);
    const bool keeps_apart =
        !task.recipe.palette.skips_mean_shift() && !exclusive_pins(task.recipe.shift.pins).empty();
    const bool has_steps = std::ranges::any_of(steps, [](const auto& step) { return step.has_value(); });
    if (!has_steps && !keeps_apart && !task.ignores_edges()) return {task.reduced->palette};
    const Input input{start(task, progress), task.reduced, task.whole, task.has_one_picture};
    Shared<FewestColors> fewest;
    if (task.recipe.palette.chooses_colors()) {
        fewest = choose_count(input, steps, task.recipe.palette.bound(), progress);
        set_count(steps, fewest->count);
    }
    Result result = run(input, steps, progress);
    result.fewest = fewest;
    return result;
}

Shared<FewestColors> PaletteChain::find_fewest_colors(const Task& task, const Progress& progress) {
    const Input input{start(task, progress), task.reduced, task.whole, task.has_one_picture};
    return choose_count(input, steps_of(task), task.recipe.palette.bound(), progress);
}

Shared<PinnedColors> PaletteChain::split_pins(const Shared<Picture>& source, const ShiftRecipe& recipe,
                                              const Progress& progress) {
    std::vector<Pin> pins = recipe.pins; // with distances filled in, so that only pins depend on the radius
    for (Pin& pin : pins) pin.distance = pin.distance.value_or(recipe.radius);
    return pins_.run({source, pins},
                     [&] { return PinnedColors(source->colors, recipe.pins, recipe.radius, progress); });
}

Shared<Palette> PaletteChain::start(const Task& task, const Progress& progress) {
    const auto palette = *start_.run({task.reduced, unites(task)}, [&] {
        const auto start = started(*task.reduced, progress);
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

PaletteChain::Steps PaletteChain::steps_of(const Task& task) {
    const PaletteRecipe& palette = task.recipe.palette;
    const ShiftRecipe& shift = task.recipe.shift;
    const bool fits = fits_palette(palette), selects = palette.selects_colors();
    const bool maps = fits && (palette.maps() || palette.levels != Levels::off);
    TargetSet set;
    if (selects || maps || task.leaves_colors()) set = target_set(task.recipe, *task.source()->document);
    Steps steps;
    const auto add = [&](Step step) { steps[step.index()] = std::move(step); };
    // With a drift the weighting is that of the drift, and joins by error go by pixels.
    const Weighting of_errors = shift.drifts() ? Weighting::frequency : shift.weighting;
    const Weighting of_joins = palette.fit.join_by == JoinBy::distance ? shift.weighting : of_errors;
    if (const auto number = joined_number(palette)) add(JoinStep{*number, palette.fit.join_by, of_joins});
    if (selects) add(SelectStep{set, *palette.colors, shift.pins});
    if (fits && (palette.fit.settle != 0 || (has_number(palette) && shift.assign == Assign::nearest)))
        add(SettleStep{shift.assign, of_errors, palette.fit.settle});
    if (fits && palette.fit.snap == Snap::on) add(SnapStep{});
    if (maps) add(MapStep{set});
    if (task.leaves_colors()) add(UncountedStep{set});
    if (palette.edits()) add(EditStep{palette.joins, palette.recolors});
    return steps;
}

bool PaletteChain::changes_nothing(const Step& step, const Palette& reached, const Input& input) {
    if (const auto* const joins = std::get_if<JoinStep>(&step)) return reached.entries.size() <= joins->count;
    // Without steps, colours only take the nearest entries anew after joins.
    const auto* const settles = std::get_if<SettleStep>(&step);
    if (settles && settles->steps == 0 && reached.entries.size() == input.start->entries.size()) return true;
    // A mode lies beside its colour, and snapping would move it there.
    const bool snaps = std::holds_alternative<SnapStep>(step) && !input.reduced->recipe.shift.drifts();
    return (std::holds_alternative<SettleStep>(step) || snaps) && input.reduced->recipe.shift.pins.empty() &&
           keeps_every_color(reached, input.source()->colors);
}

void PaletteChain::set_count(Steps& steps, std::uint32_t count) {
    std::get<JoinStep>(*steps.front()).count = count;
}

Shared<FewestColors> PaletteChain::choose_count(const Input& input, const Steps& steps,
                                                const ErrorBound& bound, const Progress& progress) {
    Steps trial = steps; // the error is that of the palette found, whatever it is mapped to
    std::fill(trial.begin() + Step(MapStep{}).index(), trial.end(), std::nullopt);
    return count_.run({input.start, bound, trial}, [&]() -> FewestColors {
        const std::vector<PaletteEntry>& start = input.start->entries;
        if (start.empty()) return {.is_kept = true};
        const auto entries = static_cast<std::uint32_t>(start.size());
        const auto pins = static_cast<std::uint32_t>(std::ranges::count(start, true, &PaletteEntry::pinned));
        const auto exclusive =
            static_cast<std::uint32_t>(std::ranges::count(start, true, &PaletteEntry::exclusive));
        // Colours that no pin took need an entry, which may be another pin.
        const std::uint32_t least = std::max(pins, exclusive < entries ? exclusive + 1 : exclusive);
        const std::uint32_t most = std::max(std::min(entries, max_colors_of_cells), least);
        const Progress silent(progress, 0, 0);
        const auto difference_at = [&](std::uint32_t count) {
            set_count(trial, count);
            return difference(input.source()->colors, *run(input, trial, silent, Keep::nothing).palette,
                              silent);
        };
        return fewest_colors(difference_at, least, most, bound);
    });
}

PaletteChain::Result PaletteChain::run(const Input& input, const Steps& steps, const Progress& progress,
                                       Keep keep) {
    const Progress first(progress, 0, 0.5), rest(progress, 0.5, 1);
    Result result{.palette = input.start};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i] || changes_nothing(*steps[i], *result.palette, input)) continue;
        const Shared<Palette> before = result.palette;
        const auto apply_step = [&] {
            return std::visit(
                [&](const auto& step) { return apply(step, *before, input, i == 0 ? first : rest); },
                *steps[i]);
        };
        result.palette = keep == Keep::outputs ? outputs_[i].run({before, *steps[i]}, apply_step)
                                               : std::make_shared<const Palette>(apply_step());
        if (std::holds_alternative<EditStep>(*steps[i])) result.unedited = before;
    }
    return result;
}

Palette PaletteChain::apply(const JoinStep& step, const Palette& start, const Input& input,
                            const Progress& progress) {
    if (step.by == JoinBy::distance) return join_by_distance(start, step.count, step.weighting, progress);
    const std::size_t max_parts = max_parts_for(step.count);
    const auto order = joins_.run({input.start, max_parts, step.weighting}, [&] {
        return order_joins(start, *weights_of(input, start, step.weighting, progress), max_parts, progress);
    });
    return join_by_error(start, *order, step.count, progress);
}

Palette PaletteChain::apply(const SelectStep& step, const Palette& reached, const Input& input,
                            const Progress& progress) {
    const std::vector<Rgb> set = step.set.colors(reached.transfer);
    const auto select_of = [&](const Palette& start, const Palette& near) {
        return select_colors(start, near, set, step.count, step.pins, progress);
    };
    if (const auto range = step.set.range(reached.transfer)) { // a given palette, to which nothing has joined
        const Palette shown = within_range(reached, *range, progress);
        return select_of(shown, shown);
    }
    Palette selected = select_of(*input.start, reached);
    if (!step.set.is_given())
        selected.colors_found = input.start->colors_found; // candidates depend on the number
    return selected;
}

Palette PaletteChain::apply(const SettleStep& step, const Palette& joined, const Input& input,
                            const Progress& progress) {
    const auto& source = input.source();
    const ShiftRecipe& shift = input.reduced->recipe.shift;
    const auto pinned = shift.pins.empty() ? nullptr : split_pins(source, shift, progress);
    const auto weights = weights_of(input, joined, step.weighting, progress);
    const auto tree = color_tree_.run({source, pinned, weights}, [&] {
        const ColorSet& free = pinned ? pinned->unpinned() : source->colors;
        if (!pinned) return ColorTree(free, *weights, progress);
        std::vector<std::uint32_t> of_free;
        for (std::size_t i = 0; i < weights->size(); ++i)
            if (!pinned->takes(i)) of_free.push_back((*weights)[i]);
        return ColorTree(free, of_free, progress);
    });
    const SettledColors colors{source->colors, pinned.get(), *tree, *weights};
    return settle(joined, colors, step.assign, step.steps, progress);
}

Palette PaletteChain::apply(const SnapStep&, const Palette& settled, const Input& input,
                            const Progress& progress) {
    return snap(settled, input.source()->colors, progress);
}

Palette PaletteChain::apply(const MapStep& step, const Palette& reached, const Input&,
                            const Progress& progress) {
    const auto range = step.set.range(reached.transfer);
    return map_entries(range ? within_range(reached, *range, progress) : reached,
                       step.set.colors(reached.transfer), progress);
}

Palette PaletteChain::apply(const UncountedStep& step, const Palette& reached, const Input& input,
                            const Progress& progress) {
    const bool is_set = step.set.is_given() || step.set.levels != Levels::off;
    return with_uncounted(reached, input.source()->colors, input.whole->colors, is_set,
                          step.set.range(reached.transfer), progress);
}

Palette PaletteChain::apply(const EditStep& step, const Palette& reached, const Input& input,
                            const Progress& progress) {
    return edit(reached, input.whole->colors.index(), step.joins, step.recolors, progress);
}

Shared<std::vector<std::uint32_t>> PaletteChain::weights_of(const Input& input, const Palette& palette,
                                                            Weighting weighting, const Progress& progress) {
    constexpr std::uint64_t most_pixels = 1 << 26; // their weights fit in 32 bits
    if (palette.counted) return palette.counted;
    const Picture& source = *input.source();
    const bool has_areas = input.has_one_picture && source.colors.pixels() <= most_pixels;
    return weights_.run({input.source(), has_areas, weighting}, [&] {
        if (weighting == Weighting::palette)
            return std::vector<std::uint32_t>(source.colors.size(), plain_weight);
        if (!has_areas) return weigh_pixels(source.colors, progress);
        return with_chroma(weigh_smooth_areas(*source.image, source.colors, progress, importances_of(source)),
                           source.colors, progress);
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
