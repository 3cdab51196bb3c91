#include "pipeline/palette_steps.h"

#include "base/parallel.h"
#include "palette/join_nearest.h"
#include "palette/nearest_entry.h"
#include "palette/small_shares.h"
#include "reduction/recolor.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

std::string few_colors(const Reduced& found, std::size_t count) {
    const bool all = count == found.picture->colors.size();
    return (all ? "the picture has only " : "the palette has only ") + std::to_string(count) +
           (count == 1 ? " colour" : " colours");
}

/// The colours with their positions, and their weights by the recipe's weighting.
std::vector<JoinedColor> weighed(const ResultColors& of, const Recipe& recipe) {
    const PositionTable position(recipe.transfer);
    std::vector<JoinedColor> weighed(of.colors.size());
    parallel_ranges(weighed.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Swatch& swatch = of.colors[i];
            weighed[i] = {position(swatch.color),
                          recipe.weighting == Weighting::palette ? swatch.colors : swatch.pixels,
                          is_pinned(recipe, swatch.color)};
        }
    });
    return weighed;
}

std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<Position> positions(colors.size());
    parallel_ranges(positions.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) positions[i] = position(colors[i]);
    });
    return positions;
}

/// The reduction in which each colour is replaced by that of another index.
Reduction with_becomes(const Reduced& found, const ResultColors& of, std::span<const std::uint32_t> becomes) {
    std::vector<Rgb> colors;
    for (const std::uint32_t other : becomes) colors.push_back(of.colors[other].color);
    return recolor(found.reduction, found.picture->colors, of, colors);
}

/// The colours of a result, found by the source colours that edits name.
class EditedColors {
public:
    explicit EditedColors(const Reduced& found)
        : found_(found), of_(result_colors(found.reduction)), group_of_(of_.colors.size()) {
        std::iota(group_of_.begin(), group_of_.end(), 0u);
        for (const Swatch& swatch : of_.colors) colors_.push_back(swatch.color);
    }

    /// False if the picture lacks one of the colours.
    bool join(const Edit& edit) {
        const auto from = group(edit.source), to = group(edit.target);
        if (!from || !to) return false;
        std::ranges::replace(group_of_, *from, *to);
        return true;
    }
    bool recolor(const Edit& edit) {
        const auto of = group(edit.source);
        if (of) colors_[*of] = edit.target;
        return of.has_value();
    }
    Reduction reduction() const {
        std::vector<Rgb> becomes;
        for (const std::uint32_t group : group_of_) becomes.push_back(colors_[group]);
        return huedrift::recolor(found_.reduction, found_.picture->colors, of_, becomes);
    }

private:
    std::optional<std::uint32_t> group(Rgb source) const {
        const ColorIndex& index = found_.picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return group_of_[of_.of_modes[found_.reduction.mode_of[index[source]]]];
    }

    const Reduced& found_;
    ResultColors of_;
    std::vector<std::uint32_t> group_of_; ///< per colour, the one that its group is named after
    std::vector<Rgb> colors_;             ///< of each group
};

std::string nothing_to_edit(const Edit& edit) {
    return "the picture does not have both " + hex_code(edit.source) + " and " + hex_code(edit.target) +
           ", so they were not joined";
}

}

Reduced join_small(const Reduced& found, double per_cent) {
    Reduced result = found;
    result.recipe.min_share = per_cent;
    const ResultColors of = result_colors(found.reduction);
    std::vector<Rgb> colors;
    std::vector<bool> pinned;
    for (const Swatch& swatch : of.colors) {
        colors.push_back(swatch.color);
        pinned.push_back(is_pinned(found.recipe, swatch.color));
    }
    result.reduction = with_becomes(
        found, of,
        join_small_shares(of.colors, positions_of(colors, found.recipe.transfer), pinned, per_cent / 100));
    return result;
}

Reduced join_colors(const Reduced& found, std::uint32_t count) {
    Reduced result = found;
    result.recipe.join_to = count;
    const ResultColors of = result_colors(found.reduction);
    if (of.colors.size() < count) result.notes.push_back(few_colors(found, of.colors.size()));
    if (of.colors.size() <= count) return result;
    const std::vector<std::uint32_t> becomes = join_nearest(weighed(of, found.recipe), count);
    result.reduction = with_becomes(found, of, becomes);
    if (const std::size_t left = result_colors(result.reduction).colors.size(); left > count)
        result.notes.push_back("the " + std::to_string(left) + " pinned colours are all kept");
    return result;
}

Reduced bring(const Reduced& found, std::span<const Rgb> palette) {
    Reduced result = found;
    result.recipe.to.assign(palette.begin(), palette.end());
    const ResultColors of = result_colors(found.reduction);
    const PositionTable position(found.recipe.transfer);
    const NearestEntry nearest(positions_of(palette, found.recipe.transfer));
    std::vector<Rgb> becomes(of.colors.size());
    parallel_ranges(becomes.size(), 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) becomes[i] = palette[nearest(position(of.colors[i].color))];
    });
    result.reduction = recolor(found.reduction, found.picture->colors, of, becomes);
    return result;
}

Reduced send(const std::shared_ptr<const Picture>& source, const Recipe& recipe) {
    const ColorSet& colors = source->colors;
    const std::vector<Position> palette = positions_of(recipe.to, recipe.transfer);
    const NearestEntry nearest(palette);
    std::vector<std::uint32_t> entry_of(colors.size());
    parallel_ranges(entry_of.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) entry_of[i] = nearest(colors.positions()[i]);
    });
    return {source, recipe, gather_modes(colors, palette, entry_of), 0, "nearest", "CPU"};
}

Reduced edit(const Reduced& found, std::span<const Edit> joins, std::span<const Edit> recolors) {
    Reduced result = found;
    result.recipe.joins.assign(joins.begin(), joins.end());
    result.recipe.recolors.assign(recolors.begin(), recolors.end());
    EditedColors colors(found);
    for (const Edit& edit : joins)
        if (!colors.join(edit)) result.notes.push_back(nothing_to_edit(edit));
    for (const Edit& edit : recolors)
        if (!colors.recolor(edit))
            result.notes.push_back("the picture does not have " + hex_code(edit.source) +
                                   ", so nothing was recoloured");
    result.reduction = colors.reduction();
    return result;
}

}
