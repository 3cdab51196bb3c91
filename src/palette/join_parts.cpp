#include "palette/join_parts.h"

#include "base/each_index.h"
#include "color/position.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

constexpr std::uint32_t none = 0xffffffff;
/// Entries between two looks at whether the job is cancelled.
constexpr std::size_t looked_at_once = 1 << 16;

/// The cube of each entry, numbered in the order of their first entries; pinned entries have none.
struct Cubes {
    std::vector<std::uint32_t> of;
    std::size_t count = 0;
};

/// Which of the eight cubes of side 2^k in a cube of twice that side has the position.
constexpr std::uint32_t octant(const Position& p, int k) {
    const auto bit = [k](std::int32_t coordinate) { return static_cast<std::uint32_t>(coordinate >> k) & 1; };
    return bit(p.l) << 2 | bit(p.a) << 1 | bit(p.b);
}

/// Halves the sides of the cubes, to 2^k; none if that leaves more than `max` cubes.
std::optional<Cubes> halved(std::span<const PaletteEntry> entries, const Cubes& cubes, int k, std::size_t max,
                            const Progress& progress) {
    std::vector<std::uint32_t> number_of(8 * cubes.count, none);
    Cubes smaller{std::vector<std::uint32_t>(entries.size(), none)};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i % looked_at_once == 0) progress.throw_if_cancelled();
        if (entries[i].pinned) continue;
        std::uint32_t& number = number_of[8 * cubes.of[i] + octant(entries[i].position, k)];
        if (number == none) {
            if (smaller.count == max) return std::nullopt;
            number = static_cast<std::uint32_t>(smaller.count++);
        }
        smaller.of[i] = number;
    }
    return smaller;
}

}

JoinParts single_parts(std::span<const PaletteEntry> entries) {
    JoinParts single;
    single.parts.reserve(entries.size());
    single.part_of.reserve(entries.size());
    for (const PaletteEntry& entry : entries) {
        single.part_of.push_back(static_cast<std::uint32_t>(single.parts.size()));
        JoinPart& part = single.parts.emplace_back();
        part.sum.add(entry.position, static_cast<std::int64_t>(entry.pixels));
        if (entry.pinned) part.pin = entry.position;
    }
    return single;
}

JoinParts cell_parts(std::span<const PaletteEntry> entries, std::size_t max_cells, const Progress& progress) {
    const auto pinned = std::ranges::count(entries, true, &PaletteEntry::pinned);
    if (entries.size() - static_cast<std::size_t>(pinned) <= max_cells) return single_parts(entries);
    Cubes cubes{std::vector<std::uint32_t>(entries.size(), 0), 1};
    for (int k = 25; k >= 0; --k) {
        auto smaller = halved(entries, cubes, k, max_cells, progress);
        if (!smaller) break;
        cubes = std::move(*smaller);
    }
    JoinParts cells;
    cells.part_of.reserve(entries.size());
    std::vector<std::uint32_t> part_of_cube(cubes.count, none);
    each_index(entries.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = entries[i];
        std::uint32_t own = none;
        std::uint32_t& part = entry.pinned ? own : part_of_cube[cubes.of[i]];
        if (part == none) {
            part = static_cast<std::uint32_t>(cells.parts.size());
            cells.parts.emplace_back();
        }
        cells.parts[part].sum.add(entry.position, static_cast<std::int64_t>(entry.pixels));
        if (entry.pinned) cells.parts[part].pin = entry.position;
        cells.part_of.push_back(part);
    });
    return cells;
}

}
