#include "pipeline/palette_steps.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "palette/join_nearest.h"
#include "palette/nearest_entry.h"
#include "palette/palette.h"
#include "palette/remove_entries.h"
#include "palette/small_shares.h"
#include "reduction/settle.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_set>

namespace huedrift {
namespace {

std::vector<JoinedColor> weighed(std::span<const PaletteEntry> entries, Weighting weighting,
                                 const Progress& progress) {
    std::vector<JoinedColor> weighed;
    weighed.reserve(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        weighed.push_back(
            {entry.position, weighting == Weighting::palette ? entry.colors : entry.pixels, entry.pinned});
    });
    return weighed;
}

/// Weighted by the pixels that count.
std::vector<PaletteEntry> by_count(const Palette& palette, const Progress& progress) {
    std::vector<PaletteEntry> entries = palette.entries;
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, *palette.counted, progress);
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].pixels = std::max(pixels[i], std::uint64_t{1}); // pins may have none
    return entries;
}

std::span<const std::uint32_t> counts_of(const Palette& palette, const ColorSet& colors) {
    return palette.counted ? std::span(*palette.counted) : colors.counts();
}

std::vector<Position> positions_of(std::span<const PaletteEntry> entries, const Progress& progress) {
    std::vector<Position> positions;
    positions.reserve(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) { positions.push_back(entries[i].position); });
    return positions;
}

/// Finds entries by stretched positions.
NearestEntry nearest_of(std::span<const PaletteEntry> entries, const Progress& progress) {
    std::vector<Position> positions = positions_of(entries, progress);
    for (Position& position : positions) position = stretched(position);
    return NearestEntry(positions, progress);
}

Palette with_note_on(Palette palette, std::uint32_t count) {
    const std::size_t left = palette.entries.size();
    if (left > count) palette.notes.push_back("the " + std::to_string(left) + " pinned colours are all kept");
    return palette;
}

PaletteEntry entry_at(const Position& position, Transfer transfer, bool pinned) {
    return {.color = color_at(position, transfer), .position = position, .pinned = pinned};
}

/// The colours of a set that a mapped palette has, each once, in the order of the set.
std::vector<Rgb> used_of(std::span<const Rgb> set, const Palette& mapped) {
    std::unordered_set<std::uint32_t> used;
    for (const PaletteEntry& entry : mapped.entries) used.insert(entry.color.code());
    std::vector<Rgb> colors;
    colors.reserve(used.size());
    for (const Rgb color : set)
        if (used.erase(color.code()) != 0) colors.push_back(color);
    return colors;
}

/// Each colour's nearest of a set.
std::vector<Rgb> nearest_in(std::span<const Rgb> set, std::vector<Rgb> colors, Transfer transfer) {
    if (colors.empty()) return colors;
    const std::vector<PaletteEntry> entries = entries_of(set, transfer);
    const NearestEntry nearest = nearest_of(entries, {});
    const PositionTable position(transfer);
    for (Rgb& color : colors) color = entries[nearest(stretched(position(color)))].color;
    return colors;
}

/// What the costs of removals are computed for: entries, or boxes of them.
std::vector<JoinedColor> parts_of(const Palette& palette, std::uint32_t count, const Progress& progress) {
    const std::size_t most = std::min(max_parts(count), max_parts(max_colors_of_cells + 1));
    const JoinParts parts = palette.counted ? cell_parts(by_count(palette, progress), most, progress)
                                            : cell_parts(palette.entries, most, progress);
    std::vector<JoinedColor> whole;
    whole.reserve(parts.parts.size());
    for (const JoinPart& part : parts.parts) whole.push_back(part.whole());
    return whole;
}

/// The palette after its colours have been assigned to other entries.
Palette regrouped(const Palette& before, const ColorSet& colors, SettledPalette settled,
                  const Progress& progress) {
    std::vector<Position> pins;
    for (const PaletteEntry& entry : before.entries)
        if (entry.pinned) pins.push_back(entry.position);
    std::ranges::sort(pins);
    std::vector<PaletteEntry> entries;
    entries.reserve(settled.entries.size());
    each_index(settled.entries.size(), progress, [&](std::size_t i) {
        const Position& position = settled.entries[i];
        entries.push_back(entry_at(position, before.transfer, std::ranges::binary_search(pins, position)));
    });
    each_index(settled.entry_of.size(), progress, [&](std::size_t i) {
        PaletteEntry& entry = entries[settled.entry_of[i]];
        entry.pixels += colors.counts()[i];
        ++entry.colors;
    });
    std::vector<std::uint32_t> becomes(entries.size());
    each_index(becomes.size(), progress, [&](std::size_t i) { // drops those that no colour takes
        becomes[i] = entries[i].colors == 0 ? settled.entry_of.front() : static_cast<std::uint32_t>(i);
    });
    const Palette all{.transfer = before.transfer,
                      .entries = std::move(entries),
                      .entry_of = std::move(settled.entry_of),
                      .counted = before.counted,
                      .notes = before.notes,
                      .colors_found = before.colors_found};
    return replace_entries(all, all.entries, becomes, progress);
}

/// Finds the entries of a palette by the source colours of edits. Groups are trees of entries, as each of
/// many joins may concern a large group (Galler and Fischer, "An improved equivalence algorithm", 1964).
class EditedEntries {
public:
    EditedEntries(const Palette& palette, const ColorIndex& index)
        : palette_(palette), index_(index), joined_to_(palette.entries.size()), edited_(palette.entries) {
        std::iota(joined_to_.begin(), joined_to_.end(), 0u);
    }

    /// False if the picture lacks one of the colours.
    bool join(const Edit& edit) {
        const auto from = group(edit.source), to = group(edit.target);
        if (!from || !to) return false;
        joined_to_[*from] = *to;
        return true;
    }
    bool recolor(const Edit& edit) {
        const auto of = group(edit.source);
        if (of) edited_[*of] = entries_of(std::span(&edit.target, 1), palette_.transfer).front();
        return of.has_value();
    }
    Palette edited(const Progress& progress) {
        std::vector<std::uint32_t> groups(joined_to_.size());
        each_index(groups.size(), progress,
                   [&](std::size_t entry) { groups[entry] = group_of(static_cast<std::uint32_t>(entry)); });
        return replace_entries(palette_, edited_, groups, progress);
    }

private:
    std::optional<std::uint32_t> group(Rgb source) {
        if (!index_.contains(source)) return std::nullopt;
        return group_of(palette_.entry_of[index_[source]]);
    }
    /// The entry that names the group. Shortens the way to it.
    std::uint32_t group_of(std::uint32_t entry) {
        while (joined_to_[entry] != entry) entry = joined_to_[entry] = joined_to_[joined_to_[entry]];
        return entry;
    }

    const Palette& palette_;
    const ColorIndex& index_;
    std::vector<std::uint32_t> joined_to_; ///< for each entry, one of its group; the name's is itself
    std::vector<PaletteEntry> edited_;     ///< of each group
};

std::string nothing_to_edit(const Edit& edit) {
    return "the picture does not have both " + hex_code(edit.source) + " and " + hex_code(edit.target) +
           ", so they were not joined";
}

}

std::vector<EditedColor> edited_colors(const Palette& before, const Palette& after) {
    std::vector<std::uint32_t> becomes(before.entries.size());
    for (std::size_t i = 0; i < before.entry_of.size(); ++i) becomes[before.entry_of[i]] = after.entry_of[i];
    std::vector<std::uint32_t> order(becomes.size());
    std::iota(order.begin(), order.end(), 0u);
    // Entries ascend by code, which decides among equal ones, as in lists of swatches.
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::uint32_t i) { return before.entries[i].pixels; });
    std::vector<EditedColor> colors;
    colors.reserve(order.size());
    for (const std::uint32_t i : order)
        colors.push_back({before.entries[i].color, after.entries[becomes[i]].color});
    return colors;
}

Palette join_small(const Palette& palette, double per_cent, const Progress& progress) {
    return replace_entries(palette, palette.entries,
                           join_small_shares(palette.entries, per_cent / 100, progress), progress);
}

Palette ignore_soft_edges(const Palette& palette, std::vector<std::uint32_t> inner,
                          const Progress& progress) {
    constexpr std::uint64_t enough = 4; // the least that an area of core pixels has
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, inner, progress);
    if (std::ranges::none_of(pixels, [](std::uint64_t count) { return count >= enough; })) return palette;
    Palette joined = replace_entries(palette, palette.entries,
                                     join_rare(palette.entries, pixels, enough, progress), progress);
    joined.counted = std::make_shared<const std::vector<std::uint32_t>>(std::move(inner));
    return joined;
}

JoinSequence order_joins(const Palette& palette, std::size_t max_parts, const Progress& progress) {
    return huedrift::join_by_error(palette.counted
                                       ? cell_parts(by_count(palette, progress), max_parts, progress)
                                       : cell_parts(palette.entries, max_parts, progress),
                                   progress);
}

Palette join_by_error(const Palette& palette, const JoinSequence& joins, std::uint32_t count,
                      const Progress& progress) {
    if (palette.entries.size() <= count) return palette;
    const JoinedPalette left = joins.left(count);
    std::vector<PaletteEntry> joined;
    joined.reserve(left.colors.size());
    for (const JoinedColor& color : left.colors)
        joined.push_back(entry_at(color.position, palette.transfer, color.pinned));
    return with_note_on(replace_entries(palette, joined, left.becomes, progress), count);
}

Palette join_by_distance(const Palette& palette, std::uint32_t count, Weighting weighting,
                         const Progress& progress) {
    if (palette.entries.size() <= count) return palette;
    return with_note_on(
        replace_entries(palette, palette.entries,
                        join_nearest(weighed(palette.entries, weighting, progress), count, progress),
                        progress),
        count);
}

Palette settle(const Palette& palette, const SettledColors& colors, Assign assign, std::uint32_t steps,
               const Progress& progress) {
    const std::vector<Position> entries = positions_of(palette.entries, progress);
    std::vector<bool> pinned(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) { pinned[i] = palette.entries[i].pinned; });
    std::vector<std::uint32_t> entry_of = palette.entry_of;
    if (assign == Assign::basin)
        return regrouped(palette, colors.all,
                         settle_basin(colors.all, counts_of(palette, colors.all), entries, pinned,
                                      std::move(entry_of), steps, progress),
                         progress);

    const SettledPalette settled = settle_nearest(colors.free, entries, pinned, steps, progress);
    // Pins keep their colours; their entries follow the settled ones.
    SettledPalette whole{settled.entries, std::move(entry_of)};
    whole.entries.insert(whole.entries.end(), entries.begin(), entries.end());
    for (std::size_t i = 0, free = 0; i < whole.entry_of.size(); ++i)
        whole.entry_of[i] = colors.pinned && colors.pinned->takes(i)
                                ? static_cast<std::uint32_t>(settled.entries.size() + whole.entry_of[i])
                                : settled.entry_of[free++];
    return regrouped(palette, colors.all, std::move(whole), progress);
}

Palette snap(const Palette& palette, const ColorSet& colors, const Progress& progress) {
    return snapped(palette, colors.colors(), counts_of(palette, colors), progress);
}

Palette map_entries(const Palette& palette, std::span<const Rgb> given, const Progress& progress) {
    const std::vector<PaletteEntry> targets = entries_of(given, palette.transfer);
    const NearestEntry nearest = nearest_of(targets, progress);
    std::vector<std::uint32_t> becomes(palette.entries.size());
    // Far from entries that are close together, a search takes a hundred times as long.
    reported_pieces(becomes.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            becomes[i] = nearest(stretched(palette.entries[i].position));
    });
    return replace_entries(palette, targets, becomes, progress);
}

Palette select_colors(const Palette& palette, const Palette& reached, std::span<const Rgb> set,
                      std::uint32_t count, std::span<const Pin> pins, const Progress& progress) {
    const Progress of_candidates(progress, 0, 0.4), of_removals(progress, 0.4, 0.6),
        of_mapping(progress, 0.6, 1);
    Palette mapped = map_entries(reached, set, of_candidates);
    std::vector<Rgb> colors = used_of(set, mapped);
    const std::size_t found = colors.size();
    if (found > count) {
        std::vector<PaletteEntry> candidates = entries_of(colors, palette.transfer);
        std::vector<Rgb> kept;
        for (const Pin& pin : pins) kept.push_back(pin.color);
        kept = nearest_in(set, std::move(kept), palette.transfer);
        std::ranges::sort(kept);
        for (PaletteEntry& entry : candidates) entry.pinned = std::ranges::binary_search(kept, entry.color);
        colors.clear();
        for (const std::uint32_t left :
             remove_entries(candidates, parts_of(palette, count, of_removals), count, of_removals))
            colors.push_back(candidates[left].color);
    }
    if (found > count || (&reached != &palette && found != 0))
        mapped = with_note_on(map_entries(palette, colors, of_mapping), count);
    mapped.colors_found = found;
    return mapped;
}

std::vector<Rgb> at_levels(std::vector<Rgb> colors, const Recipe& recipe) {
    const Levels levels = recipe.palette.levels;
    return levels == Levels::off ? colors
                                 : nearest_in(grid_of(levels), std::move(colors), recipe.source.transfer);
}

std::string colors_beyond(const ColorSet& colors, std::span<const Rgb> given) {
    constexpr std::size_t most_named = 8;
    std::unordered_set<std::uint32_t> known;
    for (const Rgb color : given) known.insert(color.code());
    std::size_t count = 0;
    std::string named;
    for (const Rgb color : colors.colors()) {
        if (known.contains(color.code()) || ++count > most_named) continue;
        named += (named.empty() ? "" : ", ") + hex_code(color);
    }
    if (count == 0) return {};
    return (count == 1 ? "1 colour of the picture is"
                       : std::to_string(count) + " colours of the picture are") +
           " not in the palette: " + named +
           (count > most_named ? " and " + std::to_string(count - most_named) + " more" : "");
}

Palette map_colors(const ColorSet& colors, std::span<const Rgb> given, const Progress& progress) {
    Palette mapped = map_entries(own_palette(colors, progress), given, progress);
    mapped.colors_found = 0; // it is itself the palette found
    return mapped;
}

Palette edit(const Palette& palette, const ColorIndex& index, std::span<const Edit> joins,
             std::span<const Edit> recolors, const Progress& progress) {
    EditedEntries entries(palette, index);
    std::vector<std::string> notes;
    for (const Edit& edit : joins)
        if (!entries.join(edit)) notes.push_back(nothing_to_edit(edit));
    for (const Edit& edit : recolors)
        if (!entries.recolor(edit))
            notes.push_back("the picture does not have " + hex_code(edit.source) +
                            ", so nothing was recoloured");
    Palette edited = entries.edited(progress);
    std::ranges::move(notes, std::back_inserter(edited.notes));
    return edited;
}

}
