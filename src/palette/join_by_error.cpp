#include "palette/join_by_error.h"

#include "base/parallel.h"
#include "palette/joining.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

/// The axes along which boxes are halved: a bit each.
enum Axes : std::uint32_t { only_l = 4, l_and_a = 6, all_axes = 7 };

/// Which part of a cube of side 2^(k + 1), halved along the axes, has the position.
constexpr std::uint32_t part_at(const Position& p, int k, Axes axes) {
    const auto bit = [k](std::int32_t coordinate) { return static_cast<std::uint32_t>(coordinate >> k) & 1; };
    return (bit(p.l) << 2 | bit(p.a) << 1 | bit(p.b)) & axes;
}

/// The smallest boxes of which there are at most `max`; pinned entries have none.
Boxes smallest_boxes(std::span<const PaletteEntry> entries, std::size_t max, const Progress& progress) {
    Boxes cubes{std::vector<std::uint32_t>(entries.size(), 0), 1};
    for (int k = 25; k >= 0; --k) {
        const auto along = [&](Axes axes) {
            const auto part_of = [&](std::size_t i) {
                return entries[i].pinned ? Boxes::none : part_at(entries[i].position, k, axes);
            };
            return divided(cubes, 8, part_of, max, progress);
        };
        if (auto smaller = along(all_axes)) {
            cubes = std::move(*smaller);
            continue;
        }
        auto slabs = along(only_l);
        auto columns = slabs ? along(l_and_a) : std::nullopt;
        return std::move(columns ? *columns : slabs ? *slabs : cubes);
    }
    return cubes;
}

void add_entry(const PaletteEntry& entry, JoinPart& part) {
    part.sum.add(color_point(entry.color, entry.position), static_cast<std::int64_t>(entry.pixels));
    part.pinned = entry.pinned;
}

}

JoinParts single_parts(std::span<const PaletteEntry> entries) {
    JoinParts single;
    single.parts.reserve(entries.size());
    single.part_of.reserve(entries.size());
    for (const PaletteEntry& entry : entries) {
        single.part_of.push_back(static_cast<std::uint32_t>(single.parts.size()));
        add_entry(entry, single.parts.emplace_back());
    }
    return single;
}

JoinParts cell_parts(std::span<const PaletteEntry> entries, std::size_t max_cells, const Progress& progress) {
    const auto pinned = std::ranges::count(entries, true, &PaletteEntry::pinned);
    if (entries.size() - static_cast<std::size_t>(pinned) <= max_cells) return single_parts(entries);
    const Boxes boxes = smallest_boxes(entries, max_cells, progress);
    JoinParts cells;
    cells.part_of.reserve(entries.size());
    std::vector<std::uint32_t> part_of_box(boxes.count, Boxes::none);
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        std::uint32_t own = Boxes::none;
        std::uint32_t& part = entry.pinned ? own : part_of_box[boxes.of[i]];
        if (part == Boxes::none) {
            part = static_cast<std::uint32_t>(cells.parts.size());
            cells.parts.emplace_back();
        }
        add_entry(entry, cells.parts[part]);
        cells.part_of.push_back(part);
    });
    return cells;
}

JoinedPalette JoinSequence::left(std::size_t count) const {
    const std::size_t parts = parts_.parts.size();
    const std::size_t joins = std::min(parts - std::min(count, parts), joins_.size());
    std::vector<std::uint32_t> becomes = indices_below(parts), index_of(parts);
    for (const auto& [survivor, gone] : std::span(joins_).first(joins)) becomes[gone] = survivor;
    JoinedPalette left;
    std::vector<JoinPart> whole;
    for (std::size_t i = 0; i < parts; ++i) {
        if (becomes[i] == i) {
            index_of[i] = static_cast<std::uint32_t>(whole.size());
            whole.push_back(parts_.parts[i]);
            continue;
        }
        becomes[i] = becomes[becomes[i]]; // lower ones are already resolved
        index_of[i] = index_of[becomes[i]];
        whole[index_of[i]] += parts_.parts[i];
    }
    for (const JoinPart& part : whole) left.points.push_back(part.whole());
    left.becomes.resize(parts_.part_of.size());
    parallel_indices(left.becomes.size(), 1 << 14,
                     [&](std::size_t i) { left.becomes[i] = index_of[parts_.part_of[i]]; });
    return left;
}

JoinSequence join_by_error(JoinParts parts, const Progress& progress) {
    std::vector<JoinPart> whole = parts.parts;
    std::vector<JoinedEntry> entries;
    entries.reserve(whole.size());
    for (const JoinPart& part : whole)
        entries.push_back({part.whole(), static_cast<std::uint32_t>(entries.size())});
    std::vector<JoinSequence::Join> joins;
    joins.reserve(whole.size());
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) -> JoinedEntry {
        whole[first.index] += whole[second.index];
        joins.push_back({first.index, second.index});
        return {whole[first.index].whole(), first.index};
    };
    if (entries.size() > 1) Joining(std::move(entries), unite, progress).join_down_to(1);
    return {std::move(parts), std::move(joins)};
}

std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress) {
    // Two such weights make the cost of a join the squared distance.
    constexpr std::uint64_t no_matter = 2;
    std::vector<std::uint32_t> becomes = indices_below(colors.size());
    if (colors.size() <= count) return becomes;
    std::vector<std::uint64_t> weights;
    std::vector<JoinedEntry> entries;
    weights.reserve(colors.size());
    entries.reserve(colors.size());
    for (const JoinedColor& color : colors) {
        entries.push_back({{ColorPoint{color.position}, no_matter, color.pinned},
                           static_cast<std::uint32_t>(entries.size())});
        weights.push_back(color.weight);
    }
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) {
        const bool first_stays =
            first.pinned != second.pinned ? first.pinned : weights[first.index] >= weights[second.index];
        const JoinedEntry &stays = first_stays ? first : second, &goes = first_stays ? second : first;
        weights[stays.index] += weights[goes.index];
        becomes[goes.index] = stays.index;
        return stays;
    };
    Joining(std::move(entries), unite, progress).join_down_to(count);
    for (std::uint32_t i = 0; i < becomes.size(); ++i) {
        std::uint32_t end = i;
        while (becomes[end] != end) {
            becomes[end] = becomes[becomes[end]]; // halves chains, which may be long
            end = becomes[end];
        }
        becomes[i] = end;
    }
    return becomes;
}

}
