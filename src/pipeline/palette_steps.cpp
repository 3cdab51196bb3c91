#include "pipeline/palette_steps.h"

#include "base/parallel.h"
#include "color/position.h"
#include "palette/nearest_entry.h"
#include "palette/remove_entries.h"
#include "reduction/settle.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <unordered_set>

namespace huedrift {
namespace {

/// Of `count` colours, those that exclusive entries leave to the others.
std::size_t joinable_count(std::size_t count, std::size_t exclusive) {
    assert(count > 0);
    return count > exclusive ? count - exclusive : 1;
}

/// Without exclusive entries.
std::vector<JoinedColor> weighed(std::span<const PaletteEntry> entries, Weighting weighting,
                                 const Progress& progress) {
    std::vector<JoinedColor> weighed;
    weighed.reserve(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        if (entry.exclusive) return;
        weighed.push_back(
            {entry.position, weighting == Weighting::palette ? entry.colors : entry.pixels, entry.pinned});
    });
    return weighed;
}

/// With the weights of their source colours for pixels.
std::vector<PaletteEntry> with_weights(const Palette& palette, std::span<const std::uint32_t> weights,
                                       const Progress& progress) {
    std::vector<PaletteEntry> entries = palette.entries;
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, weights, progress);
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].pixels = std::max(pixels[i], std::uint64_t{1}); // pins may have none
    return entries;
}

/// Finds entries by stretched positions.
NearestEntry nearest_of(std::span<const PaletteEntry> entries, const Progress& progress) {
    std::vector<Position> positions;
    positions.reserve(entries.size());
    each_index(entries.size(), progress,
               [&](std::size_t i) { positions.push_back(stretched(entries[i].position)); });
    return NearestEntry(positions, progress);
}

/// The entries that may join: exclusive ones stay as they are.
std::vector<PaletteEntry> joinable(std::vector<PaletteEntry> entries) {
    std::erase_if(entries, [](const PaletteEntry& entry) { return entry.exclusive; });
    return entries;
}

/// The colours that exclusive entries map to, ascending.
std::vector<Rgb> exclusive_targets(const Palette& palette, std::span<const PaletteEntry> targets,
                                   const NearestEntry& nearest) {
    std::vector<Rgb> exclusive_colors;
    for (const PaletteEntry& entry : palette.entries)
        if (entry.exclusive) exclusive_colors.push_back(targets[nearest(stretched(entry.position))].color);
    std::ranges::sort(exclusive_colors);
    return exclusive_colors;
}

Palette with_note_on(Palette palette, std::uint32_t count) {
    const auto pins = std::ranges::count(palette.entries, true, &PaletteEntry::pinned);
    if (palette.entries.size() > count)
        palette.notes.push_back("the " + std::to_string(pins) + " pinned colours are all kept");
    return palette;
}

/// An entry that does not have the colour of an exclusive one.
PaletteEntry moved_entry(Rgb color, const PositionTable& position, bool pinned,
                         std::span<const Rgb> exclusive) {
    color = apart_from(exclusive, color);
    return {.color = color, .position = position(color), .pinned = pinned};
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

std::vector<Rgb> nearest_in(std::span<const Rgb> set, std::vector<Rgb> colors, Transfer transfer) {
    if (colors.empty()) return colors;
    const std::vector<PaletteEntry> entries = entries_of(set, transfer);
    const NearestEntry nearest = nearest_of(entries, {});
    const PositionTable position(transfer);
    for (Rgb& color : colors) color = entries[nearest(stretched(position(color)))].color;
    return colors;
}

/// The units whose removals have costs: entries, or boxes of them.
std::vector<JoinedColor> parts_of(const Palette& palette, std::uint32_t count, const Progress& progress) {
    const std::size_t max_parts = max_parts_for(count);
    const JoinParts parts =
        palette.counted ? cell_parts(with_weights(palette, *palette.counted, progress), max_parts, progress)
                        : cell_parts(palette.entries, max_parts, progress);
    std::vector<JoinedColor> whole;
    whole.reserve(parts.parts.size());
    for (const JoinPart& part : parts.parts) {
        const JoinedPoint joined = part.whole();
        whole.push_back({joined.point.position, joined.weight, joined.pinned});
    }
    return whole;
}

/// The palette after joins of its entries, except exclusive ones.
Palette with_joined(const Palette& palette, const JoinedPalette& left, const Progress& progress) {
    const std::vector<Rgb> exclusive = exclusive_colors(palette);
    const PositionTable position(palette.transfer);
    std::vector<PaletteEntry> joined(left.points.size());
    parallel_pieces(joined.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            joined[i] = moved_entry(nearest_color(left.points[i].point, position), position,
                                    left.points[i].pinned, exclusive);
    });
    joined.reserve(joined.size() + exclusive.size());
    std::vector<std::uint32_t> becomes;
    becomes.reserve(palette.entries.size());
    auto next = left.becomes.begin();
    for (const PaletteEntry& entry : palette.entries) {
        becomes.push_back(entry.exclusive ? static_cast<std::uint32_t>(joined.size()) : *next++);
        if (entry.exclusive) joined.push_back(entry);
    }
    assert(next == left.becomes.end());
    return replace_entries(palette, joined, becomes, progress);
}

PaletteEntry without_weights(PaletteEntry entry) {
    entry.pixels = 0;
    entry.colors = 0;
    return entry;
}

/// The palette after its colours have been assigned to other entries. From `first_kept` on, these are those
/// of the palette before, and exclusive ones are only among them.
Palette regrouped(const Palette& before, const ColorSet& colors, SettledPalette settled,
                  std::size_t first_kept, const Progress& progress) {
    assert(settled.entries.size() == first_kept + before.entries.size());
    assert(settled.entry_of.size() == colors.size());
    std::vector<Rgb> pins;
    for (const PaletteEntry& entry : before.entries)
        if (entry.pinned && !entry.exclusive) pins.push_back(entry.color);
    std::ranges::sort(pins);
    const std::vector<Rgb> exclusive = exclusive_colors(before);
    const PositionTable position(before.transfer);
    std::vector<PaletteEntry> entries;
    entries.reserve(settled.entries.size());
    each_index(settled.entries.size(), progress, [&](std::size_t i) {
        const Rgb color = settled.entries[i];
        const bool pinned = std::ranges::binary_search(pins, color);
        entries.push_back(i < first_kept ? moved_entry(color, position, pinned, exclusive)
                                         : without_weights(before.entries[i - first_kept]));
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
    assert(before.entry_of.size() == after.entry_of.size());
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

Palette unite(const Palette& palette, const Progress& progress) {
    const JoinSequence none(cell_parts(joinable(palette.entries), max_united_entries, progress), {});
    return with_joined(palette, none.cut_to(max_united_entries), progress);
}

Palette join_small(const Palette& palette, double per_cent, const Progress& progress) {
    assert(per_cent >= 0 && per_cent <= 100);
    return replace_entries(palette, palette.entries,
                           join_small_shares(palette.entries, per_cent / 100, progress), progress);
}

Palette ignore_soft_edges(const Palette& palette, std::vector<std::uint32_t> inner,
                          const Progress& progress) {
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, inner, progress);
    if (std::ranges::none_of(pixels, [](std::uint64_t count) { return count >= enough_inner_pixels; }))
        return palette;
    Palette joined =
        replace_entries(palette, palette.entries,
                        join_rare(palette.entries, pixels, enough_inner_pixels, progress), progress);
    joined.counted = std::make_shared<const std::vector<std::uint32_t>>(std::move(inner));
    return joined;
}

JoinSequence order_joins(const Palette& palette, std::span<const std::uint32_t> weights,
                         std::size_t max_parts, const Progress& progress) {
    assert(max_parts > 0 && weights.size() == palette.entry_of.size());
    const std::vector<PaletteEntry> entries = joinable(with_weights(palette, weights, progress));
    return huedrift::order_joins(cell_parts(entries, max_parts, progress), progress);
}

Palette join_by_error(const Palette& palette, const JoinSequence& joins, std::uint32_t count,
                      const Progress& progress) {
    if (palette.entries.size() <= count) return palette;
    const auto exclusive =
        static_cast<std::size_t>(std::ranges::count(palette.entries, true, &PaletteEntry::exclusive));
    return with_note_on(with_joined(palette, joins.cut_to(joinable_count(count, exclusive)), progress),
                        count);
}

Palette join_by_distance(const Palette& palette, std::uint32_t count, Weighting weighting,
                         const Progress& progress) {
    if (palette.entries.size() <= count) return palette;
    std::vector<std::uint32_t> becomes(palette.entries.size()), number;
    std::iota(becomes.begin(), becomes.end(), 0u);
    for (std::uint32_t i = 0; i < becomes.size(); ++i)
        if (!palette.entries[i].exclusive) number.push_back(i);
    const std::vector<std::uint32_t> joined =
        join_nearest(weighed(palette.entries, weighting, progress),
                     joinable_count(count, becomes.size() - number.size()), progress);
    for (std::size_t i = 0; i < joined.size(); ++i) becomes[number[i]] = number[joined[i]];
    return with_note_on(replace_entries(palette, palette.entries, becomes, progress), count);
}

Palette settle(const Palette& palette, const SettledColors& colors, Assign assign, std::uint32_t steps,
               const Progress& progress) {
    assert(palette.entry_of.size() == colors.all.size() && colors.weights.size() == colors.all.size());
    const bool is_basin = assign == Assign::basin;
    std::vector<Rgb> entries;
    std::vector<bool> pinned;
    each_index(palette.entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = palette.entries[i];
        if (!is_basin && entry.exclusive) return;
        entries.push_back(entry.color);
        pinned.push_back(entry.pinned);
    });
    SettledPalette settled;
    if (is_basin)
        settled =
            settle_basin(colors.all, colors.weights, entries, pinned, palette.entry_of, steps, progress);
    else
        settled = settle_nearest(colors.free, entries, pinned, steps, progress);
    // The colours of pins keep their entries, which follow the settled ones.
    const std::size_t moved = settled.entries.size();
    SettledPalette whole{std::move(settled.entries), palette.entry_of};
    each_index(palette.entries.size(), progress,
               [&](std::size_t i) { whole.entries.push_back(palette.entries[i].color); });
    for (std::size_t i = 0, free = 0; i < whole.entry_of.size(); ++i) {
        const bool stays = is_basin ? palette.entries[whole.entry_of[i]].exclusive
                                    : colors.pinned && colors.pinned->takes(i);
        const std::size_t next = is_basin ? i : free;
        if (!stays) ++free;
        whole.entry_of[i] =
            stays ? static_cast<std::uint32_t>(moved + whole.entry_of[i]) : settled.entry_of[next];
    }
    return regrouped(palette, colors.all, std::move(whole), moved, progress);
}

Palette snap(const Palette& palette, const ColorSet& colors, const Progress& progress) {
    return snapped(palette, colors.colors(), palette.counted ? std::span(*palette.counted) : colors.counts(),
                   progress);
}

Palette within_range(Palette palette, const InkRange& range, const Progress& progress) {
    reported_pieces(palette.entries.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
        for (PaletteEntry& entry : std::span(palette.entries).subspan(begin, end - begin))
            entry.position = range.position_of(entry.color);
    });
    return palette;
}

Palette map_entries(const Palette& palette, std::span<const Rgb> given, const Progress& progress) {
    assert(!given.empty());
    std::vector<PaletteEntry> targets = entries_of(given, palette.transfer), left;
    const NearestEntry nearest = nearest_of(targets, progress);
    std::vector<std::uint32_t> becomes(palette.entries.size()), number(targets.size());
    std::iota(number.begin(), number.end(), 0u);
    const auto map = [&](const NearestEntry& among, bool exclusive) {
        // Far from entries that are close together, a search takes a hundred times as long.
        reported_pieces(becomes.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (const PaletteEntry& entry = palette.entries[i]; entry.exclusive == exclusive)
                    becomes[i] = number[among(stretched(entry.position))];
        });
    };
    const std::vector<Rgb> exclusive_colors = exclusive_targets(palette, targets, nearest);
    for (PaletteEntry& target : targets)
        target.exclusive = std::ranges::binary_search(exclusive_colors, target.color);
    if (!exclusive_colors.empty()) map(nearest, true);
    left = joinable(targets);
    if (exclusive_colors.empty() || left.empty()) {
        map(nearest, false);
    } else {
        std::erase_if(number, [&](std::uint32_t i) { return targets[i].exclusive; });
        map(nearest_of(left, progress), false);
    }
    return replace_entries(palette, targets, becomes, progress);
}

Palette select_colors(const Palette& palette, const Palette& reached, std::span<const Rgb> set,
                      std::uint32_t count, std::span<const Pin> pins, const Progress& progress) {
    assert(count > 0 && !set.empty());
    const Progress of_candidates(progress, 0, 0.4), of_removals(progress, 0.4, 0.6),
        of_mapping(progress, 0.6, 1);
    Palette mapped = map_entries(reached, set, of_candidates);
    std::vector<Rgb> colors = used_of(set, mapped);
    const std::size_t found = colors.size();
    if (found > count) {
        std::vector<PaletteEntry> candidates = entries_of(colors, palette.transfer);
        std::vector<Rgb> kept = nearest_in(set, colors_of(pins), palette.transfer);
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

std::vector<Rgb> at_levels(std::vector<Rgb> colors, Levels levels, Transfer transfer) {
    return levels == Levels::off ? colors : nearest_in(grid_of(levels), std::move(colors), transfer);
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

Palette map_colors(const ColorSet& colors, std::span<const Rgb> given, const std::optional<InkRange>& range,
                   const Progress& progress) {
    Palette source_palette = own_palette(colors, progress);
    if (range) source_palette = within_range(std::move(source_palette), *range, progress);
    Palette mapped = map_entries(source_palette, given, progress);
    mapped.colors_found = 0; // it is itself the palette found
    return mapped;
}

Palette with_uncounted(const Palette& palette, const ColorSet& counted, const ColorSet& whole, bool is_set,
                       const std::optional<InkRange>& range, const Progress& progress) {
    assert(palette.entry_of.size() == counted.size());
    Palette all{.transfer = palette.transfer, .notes = palette.notes, .colors_found = palette.colors_found};
    std::vector<std::uint32_t> free; // entries that any colour may take
    std::vector<ColorPoint> points;
    const auto point = [&](Rgb color, const Position& position) {
        return is_set ? ColorPoint{stretched(position)} : color_point(color, position);
    };
    const bool has_free = !std::ranges::all_of(palette.entries, &PaletteEntry::exclusive);
    for (std::uint32_t i = 0; i < palette.entries.size(); ++i) {
        const PaletteEntry& entry = all.entries.emplace_back(without_weights(palette.entries[i]));
        if (entry.exclusive && has_free) continue;
        free.push_back(i);
        points.push_back(point(entry.color, entry.position));
    }
    const NearestEntry nearest(points, progress);
    all.entry_of.resize(whole.size());
    reported_pieces(whole.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Rgb color = whole.colors()[i];
            const Position position = range ? range->position_of(color) : whole.positions()[i];
            all.entry_of[i] = counted.index().contains(color) ? palette.entry_of[counted.index()[color]]
                                                              : free[nearest(point(color, position))];
        }
    });
    each_index(whole.size(), progress, [&](std::size_t i) {
        PaletteEntry& entry = all.entries[all.entry_of[i]];
        entry.pixels += whole.counts()[i];
        ++entry.colors;
    });
    return all;
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
