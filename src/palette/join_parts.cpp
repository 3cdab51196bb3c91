#include "palette/join_parts.h"

#include "base/each_index.h"
#include "color/position.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace huedrift {
namespace {

constexpr std::uint32_t none = 0xffffffff;
/// Entries between two looks at whether the job is cancelled.
constexpr std::size_t looked_at_once = 1 << 16;

/// The box of each entry, numbered in the order of their first entries; pinned entries have none.
struct Boxes {
    std::vector<std::uint32_t> of;
    std::size_t count = 0;
};

/// The axes along which boxes are halved: a bit each.
enum Axes : std::uint32_t { only_l = 4, l_and_a = 6, all_axes = 7 };

/// Which part of a cube of side 2^(k + 1), halved along the axes, has the position.
constexpr std::uint32_t part_at(const Position& p, int k, Axes axes) {
    const auto bit = [k](std::int32_t coordinate) { return static_cast<std::uint32_t>(coordinate >> k) & 1; };
    return (bit(p.l) << 2 | bit(p.a) << 1 | bit(p.b)) & axes;
}

/// Halves cubes of side 2^(k + 1); none if that leaves more than `max` boxes.
std::optional<Boxes> halved(std::span<const PaletteEntry> entries, const Boxes& cubes, int k, Axes axes,
                            std::size_t max, const Progress& progress) {
    std::vector<std::uint32_t> number_of(8 * cubes.count, none);
    Boxes smaller{std::vector<std::uint32_t>(entries.size(), none)};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i % looked_at_once == 0) progress.throw_if_cancelled();
        if (entries[i].pinned) continue;
        std::uint32_t& number = number_of[8 * cubes.of[i] + part_at(entries[i].position, k, axes)];
        if (number == none) {
            if (smaller.count == max) return std::nullopt;
            number = static_cast<std::uint32_t>(smaller.count++);
        }
        smaller.of[i] = number;
    }
    return smaller;
}

/// The smallest boxes of which there are at most `max`.
Boxes smallest_boxes(std::span<const PaletteEntry> entries, std::size_t max, const Progress& progress) {
    Boxes cubes{std::vector<std::uint32_t>(entries.size(), 0), 1};
    for (int k = 25; k >= 0; --k) {
        const auto along = [&](Axes axes) { return halved(entries, cubes, k, axes, max, progress); };
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
    std::vector<std::uint32_t> part_of_box(boxes.count, none);
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        std::uint32_t own = none;
        std::uint32_t& part = entry.pinned ? own : part_of_box[boxes.of[i]];
        if (part == none) {
            part = static_cast<std::uint32_t>(cells.parts.size());
            cells.parts.emplace_back();
        }
        add_entry(entry, cells.parts[part]);
        cells.part_of.push_back(part);
    });
    return cells;
}

}
