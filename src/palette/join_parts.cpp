#include "palette/join_parts.h"

#include "base/parallel.h"

#include <algorithm>
#include <cassert>

namespace huedrift {
namespace {

/// The smallest boxes of which there are at most `max`; pinned entries have none.
Boxes boxes_of(std::span<const PaletteEntry> entries, std::size_t max, const Progress& progress) {
    const auto at = [&](std::size_t i) -> std::optional<BoxPoint> {
        const auto& [l, a, b] = entries[i].position;
        return entries[i].pinned ? std::nullopt : std::optional(BoxPoint{l, a, b, 0});
    };
    return smallest_boxes({std::vector<std::uint32_t>(entries.size(), 0), 1}, at, max, progress);
}

void add_entry(const PaletteEntry& entry, JoinPart& part) {
    assert(!entry.pinned || part.sum.weight() == 0);
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
    const Boxes boxes = boxes_of(entries, max_cells, progress);
    JoinParts cells;
    cells.part_of.reserve(entries.size());
    std::vector<std::uint32_t> part_of_box(boxes.count, Boxes::none);
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        std::uint32_t part_of_pin = Boxes::none;
        std::uint32_t& part = entry.pinned ? part_of_pin : part_of_box[boxes.of[i]];
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
