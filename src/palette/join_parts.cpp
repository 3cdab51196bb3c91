#include "palette/join_parts.h"

#include "base/parallel.h"
#include "color/position.h"

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

}
