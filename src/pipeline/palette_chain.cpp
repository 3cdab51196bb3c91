#include "pipeline/pipeline.h"

#include "labels/contrast.h"
#include "labels/inner_pixels.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_list.h"
#include "pipeline/palette_steps.h"
#include "reduction/difference.h"

#include <algorithm>
#include <utility>

// The steps on the palette ("Steps on the palette" of docs/definition.md), from the modes to the colours of
// the result.
namespace huedrift {

bool Pipeline::has_one_picture() const { return !document_->table && !linked_ && frames_of(*document_) == 1; }

bool Pipeline::leaves_edges(const Recipe& recipe) const {
    return recipe.palette.soft_edges == SoftEdges::ignore && !recipe.palette.skips_mean_shift() &&
           has_one_picture();
}

Pipeline::ChangedPalette Pipeline::change_palette(const std::shared_ptr<const Reduced>& found,
                                                  const Recipe& recipe, const Progress& progress) {
    const PaletteRecipe& steps = recipe.palette;
    const bool is_direct = steps.skips_mean_shift(), chooses = steps.chooses_colors(),
               selects = steps.selects_colors();
    const bool fits =
        !is_direct && !selects && (steps.colors || chooses || steps.settle != 0 || steps.snap == Snap::on);
    const bool levels = steps.levels != Levels::off && !steps.maps() && !selects;
    const bool maps = steps.maps() && !is_direct && !selects;
    const bool keeps_apart = !is_direct && !exclusive_pins(recipe.shift.pins).empty();
    const bool changes =
        keeps_apart || leaves_edges(recipe) || fits || selects || levels || maps || steps.edits();
    if (!changes) return {found->palette};
    auto palette = start_palette(found, recipe, progress);
    const auto fewest = chooses ? choose_count(palette, found->picture, recipe, progress) : nullptr;
    if (fits)
        palette = fit_palette(palette, found->picture, recipe,
                              fewest ? std::optional(fewest->count) : steps.colors, progress);
    if (selects) palette = select_entries(palette, found->picture, recipe, progress);
    if (levels)
        palette = levels_.run({palette, steps.levels},
                              [&] { return map_entries(*palette, grid_of(steps.levels), progress); });
    if (maps) {
        const std::vector<Rgb> to = target_palette(recipe, *document_);
        palette = map_entries_.run({palette, to}, [&] { return map_entries(*palette, to, progress); });
    }
    if (!steps.edits()) return {palette, fewest};
    auto edited = edit_.run({palette, steps.joins, steps.recolors}, [&] {
        return edit(*palette, found->picture->colors.index(), steps.joins, steps.recolors, progress);
    });
    return {edited, fewest, palette};
}

std::shared_ptr<const Palette> Pipeline::fit_palette(std::shared_ptr<const Palette> palette,
                                                     const std::shared_ptr<const Picture>& source,
                                                     const Recipe& recipe, std::optional<std::uint32_t> count,
                                                     const Progress& progress) {
    const PaletteRecipe& steps = recipe.palette;
    const Progress of_joins(progress, 0, 0.5), of_settling(progress, 0.5, 1);
    if (count) palette = join_entries(palette, source, *count, recipe, of_joins);
    if (steps.settle != 0 || (count && recipe.shift.assign == Assign::nearest))
        palette = settle_entries(palette, source, recipe, of_settling);
    if (steps.snap == Snap::on)
        palette = snap_.run(palette, [&] { return snap(*palette, source->colors, progress); });
    return palette;
}

Palette Pipeline::tried_palette(const std::shared_ptr<const Palette>& palette,
                                const std::shared_ptr<const Picture>& source, const Recipe& recipe,
                                std::uint32_t count, const Progress& progress) {
    const PaletteRecipe& steps = recipe.palette;
    const ShiftRecipe& shift = recipe.shift;
    Palette tried =
        steps.join_by == JoinBy::distance
            ? join_by_distance(*palette, count, shift.weighting, progress)
            : join_by_error(*palette, *order_of_joins(palette, source, count, progress), count, progress);
    if (steps.settle != 0 || shift.assign == Assign::nearest)
        tried = settled(tried, source, recipe, progress);
    return steps.snap == Snap::on ? snap(tried, source->colors, progress) : tried;
}

std::shared_ptr<const FewestColors> Pipeline::choose_count(const std::shared_ptr<const Palette>& palette,
                                                           const std::shared_ptr<const Picture>& source,
                                                           const Recipe& recipe, const Progress& progress) {
    const PaletteRecipe& steps = recipe.palette;
    const PaletteRecipe choosing{.join_by = steps.join_by,
                                 .max_error = steps.max_error,
                                 .error = steps.error,
                                 .settle = steps.settle,
                                 .snap = steps.snap};
    return count_.run({palette, recipe.shift, choosing}, [&]() -> FewestColors {
        if (palette->entries.empty()) return {.is_kept = true};
        const auto entries = static_cast<std::uint32_t>(palette->entries.size());
        const auto pins =
            static_cast<std::uint32_t>(std::ranges::count(palette->entries, true, &PaletteEntry::pinned));
        const auto exclusive =
            static_cast<std::uint32_t>(std::ranges::count(palette->entries, true, &PaletteEntry::exclusive));
        // Colours that no pin took need an entry, which may be another pin.
        const std::uint32_t least = std::max(pins, exclusive < entries ? exclusive + 1 : exclusive);
        const std::uint32_t most = std::max(std::min(entries, max_colors_of_cells), least);
        const Progress silent(progress, 0, 0);
        const auto difference_at = [&](std::uint32_t count) {
            const Palette fitted = tried_palette(palette, source, recipe, count, silent);
            return difference(source->colors, fitted, silent);
        };
        return fewest_colors(difference_at, least, most, steps.bound());
    });
}

std::shared_ptr<const Palette> Pipeline::leave_soft_edges(const std::shared_ptr<const Palette>& palette,
                                                          const std::shared_ptr<const Picture>& source,
                                                          const Progress& progress) {
    return soft_edges_.run(palette, [&] {
        std::vector<Rgb> entries;
        for (const PaletteEntry& entry : palette->entries) entries.push_back(entry.color);
        return ignore_soft_edges(
            *palette, count_inner(*source->image, source->colors, palette->entry_of, entries, progress),
            progress);
    });
}

std::shared_ptr<const Palette> Pipeline::join_entries(const std::shared_ptr<const Palette>& palette,
                                                      const std::shared_ptr<const Picture>& source,
                                                      std::uint32_t count, const Recipe& recipe,
                                                      const Progress& progress) {
    if (palette->entries.size() <= count) return palette;
    const JoinBy join_by = recipe.palette.join_by;
    const auto order = join_by == JoinBy::error ? order_of_joins(palette, source, count, progress) : nullptr;
    return join_.run({palette, count, join_by}, [&] {
        return order ? join_by_error(*palette, *order, count, progress)
                     : join_by_distance(*palette, count, recipe.shift.weighting, progress);
    });
}

std::shared_ptr<const Palette> Pipeline::select_entries(const std::shared_ptr<const Palette>& palette,
                                                        const std::shared_ptr<const Picture>& source,
                                                        const Recipe& recipe, const Progress& progress) {
    constexpr std::uint32_t least_reached = 256;
    const PaletteRecipe& steps = recipe.palette;
    const std::uint32_t count = *steps.colors;
    const bool is_given = steps.maps();
    const std::vector<Rgb> set = is_given ? target_palette(recipe, *document_) : grid_of(steps.levels);
    const Progress of_joins(progress, 0, 0.5), of_selection(progress, 0.5, 1);
    // A grid may have a colour for each of the picture's; joins leave those that are worth a choice.
    const auto reached =
        is_given ? palette
                 : join_entries(palette, source, std::max(4 * count, least_reached), recipe, of_joins);
    return select_.run({palette, reached, set, count, recipe.shift.pins}, [&] {
        Palette selected = select_colors(*palette, *reached, set, count, recipe.shift.pins, of_selection);
        if (!is_given) selected.colors_found = palette->colors_found; // candidates depend on the number
        return selected;
    });
}

std::shared_ptr<const std::vector<std::uint32_t>>
Pipeline::weights_of(const Palette& palette, const std::shared_ptr<const Picture>& source,
                     const Progress& progress) {
    constexpr std::uint64_t most_pixels = 1 << 26; // their weights fit in 32 bits
    if (palette.counted || !has_one_picture() || source->colors.pixels() > most_pixels)
        return palette.counted;
    return weights_.run(source, [&] { return weigh_smooth_areas(*source->image, source->colors, progress); });
}

std::shared_ptr<const JoinSequence> Pipeline::order_of_joins(const std::shared_ptr<const Palette>& palette,
                                                             const std::shared_ptr<const Picture>& source,
                                                             std::uint32_t count, const Progress& progress) {
    const std::size_t most = max_parts(count);
    return joins_.run({palette, most}, [&] {
        const auto weights = weights_of(*palette, source, progress);
        return order_joins(*palette, most, progress,
                           weights ? std::span(*weights) : std::span<const std::uint32_t>());
    });
}

Palette Pipeline::settled(const Palette& palette, const std::shared_ptr<const Picture>& source,
                          const Recipe& recipe, const Progress& progress) {
    const auto pinned = recipe.shift.pins.empty() ? nullptr : split_pins(source, recipe.shift, progress);
    const auto weights = weights_of(palette, source, progress);
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
    return settle(palette, colors, recipe.shift.assign, recipe.palette.settle, progress);
}

std::shared_ptr<const Palette> Pipeline::settle_entries(const std::shared_ptr<const Palette>& palette,
                                                        const std::shared_ptr<const Picture>& source,
                                                        const Recipe& recipe, const Progress& progress) {
    return settle_.run({palette, recipe.shift.assign, recipe.palette.settle},
                       [&] { return settled(*palette, source, recipe, progress); });
}

}
