#include "pipeline/palette_steps.h"

#include "base/parallel.h"
#include "palette/join_nearest.h"
#include "palette/nearest_entry.h"
#include "palette/small_shares.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

std::string few_colors(const Palette& palette) {
    const std::size_t count = palette.entries.size();
    const bool all = count == palette.group_of->size();
    return (all ? "the picture has only " : "the palette has only ") + std::to_string(count) +
           (count == 1 ? " colour" : " colours");
}

std::vector<JoinedColor> weighed(std::span<const PaletteEntry> entries, Weighting weighting) {
    std::vector<JoinedColor> weighed;
    weighed.reserve(entries.size());
    for (const PaletteEntry& entry : entries)
        weighed.push_back(
            {entry.position, weighting == Weighting::palette ? entry.colors : entry.pixels, entry.pinned});
    return weighed;
}

std::vector<Position> positions_of(std::span<const PaletteEntry> entries) {
    std::vector<Position> positions;
    positions.reserve(entries.size());
    for (const PaletteEntry& entry : entries) positions.push_back(entry.position);
    return positions;
}

/// The entries of a palette, found by the source colours that edits name.
class EditedEntries {
public:
    EditedEntries(const Palette& palette, const ColorIndex& index)
        : palette_(palette), index_(index), group_of_(palette.entries.size()), edited_(palette.entries) {
        std::iota(group_of_.begin(), group_of_.end(), 0u);
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
        if (of) edited_[*of] = entries_of(std::span(&edit.target, 1), palette_.transfer).front();
        return of.has_value();
    }
    Palette edited() const { return replaced(palette_, edited_, group_of_); }

private:
    std::optional<std::uint32_t> group(Rgb source) const {
        if (!index_.contains(source)) return std::nullopt;
        return group_of_[palette_.entry_of(index_[source])];
    }

    const Palette& palette_;
    const ColorIndex& index_;
    std::vector<std::uint32_t> group_of_; ///< per entry, the one that its group is named after
    std::vector<PaletteEntry> edited_;    ///< of each group
};

std::string nothing_to_edit(const Edit& edit) {
    return "the picture does not have both " + hex_code(edit.source) + " and " + hex_code(edit.target) +
           ", so they were not joined";
}

}

Palette join_small(const Palette& palette, double per_cent) {
    return replaced(palette, palette.entries, join_small_shares(palette.entries, per_cent / 100));
}

Palette join_colors(const Palette& palette, std::uint32_t count, Weighting weighting) {
    if (palette.entries.size() <= count) {
        Palette same = palette;
        if (same.entries.size() < count) same.notes.push_back(few_colors(same));
        return same;
    }
    Palette joined =
        replaced(palette, palette.entries, join_nearest(weighed(palette.entries, weighting), count));
    if (const std::size_t left = joined.entries.size(); left > count)
        joined.notes.push_back("the " + std::to_string(left) + " pinned colours are all kept");
    return joined;
}

Palette bring(const Palette& palette, std::span<const Rgb> given) {
    const std::vector<PaletteEntry> targets = entries_of(given, palette.transfer);
    const NearestEntry nearest(positions_of(targets));
    std::vector<std::uint32_t> becomes(palette.entries.size());
    parallel_ranges(becomes.size(), 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) becomes[i] = nearest(palette.entries[i].position);
    });
    return replaced(palette, targets, becomes);
}

Palette send(const ColorSet& colors, std::span<const Rgb> given) {
    std::vector<PaletteEntry> singles(colors.size());
    std::vector<std::uint32_t> own(colors.size());
    std::iota(own.begin(), own.end(), 0u);
    for (std::size_t i = 0; i < singles.size(); ++i)
        singles[i] = {colors.colors()[i], colors.positions()[i], colors.counts()[i], 1};
    auto groups = std::make_shared<const std::vector<std::uint32_t>>(own);
    return bring({colors.transfer(), std::move(singles), std::move(groups), std::move(own)}, given);
}

Palette edit(const Palette& palette, const ColorIndex& index, std::span<const Edit> joins,
             std::span<const Edit> recolors) {
    EditedEntries entries(palette, index);
    std::vector<std::string> notes;
    for (const Edit& edit : joins)
        if (!entries.join(edit)) notes.push_back(nothing_to_edit(edit));
    for (const Edit& edit : recolors)
        if (!entries.recolor(edit))
            notes.push_back("the picture does not have " + hex_code(edit.source) +
                            ", so nothing was recoloured");
    Palette edited = entries.edited();
    std::ranges::move(notes, std::back_inserter(edited.notes));
    return edited;
}

}
