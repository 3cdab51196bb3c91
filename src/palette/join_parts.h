#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "palette/palette.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace huedrift {

/// A palette colour that joins by error.
struct JoinedPoint {
    ColorPoint point;
    std::uint64_t weight = 0;
    bool pinned = false;    ///< stays where it is
    std::uint32_t kind = 0; ///< joins only others of its kind
};

/// Entries that are one before the first join: a single entry or all of a cell.
struct JoinPart {
    ColorPointSum sum{}; ///< of its entries; with a pin all their weight lies at the pin
    bool pinned = false;

    /// At most one of the two is pinned.
    JoinPart& operator+=(const JoinPart& other) {
        assert(!(pinned && other.pinned));
        if (!pinned && !other.pinned) {
            sum += other.sum;
            return *this;
        }
        const std::int64_t moved = pinned ? other.sum.weight() : sum.weight();
        if (other.pinned) *this = other;
        sum.add(sum.mean(), moved);
        return *this;
    }
    JoinedPoint whole() const { return {sum.mean(), static_cast<std::uint64_t>(sum.weight()), pinned}; }
};

/// All entries of a palette by parts. A part with a lower index has the entry with the lower index.
struct JoinParts {
    std::vector<JoinPart> parts{};
    std::vector<std::uint32_t> part_of{}; ///< per entry, an index into parts
};

/// Up to this many entries that are not pinned are joined one by one to few colours.
inline constexpr std::size_t max_join_cells = std::size_t{1} << 14;
/// At most this many entries that are not pinned are joined at all.
inline constexpr std::size_t max_united_entries = std::size_t{1} << 16;

/// The box of each of some points.
struct Boxes {
    static constexpr std::uint32_t none = 0xffffffff;

    std::vector<std::uint32_t> of{}; ///< numbered in the order of their first points, or none
    std::size_t count = 0;
};

/// Divides boxes into `parts` each: a point i of a box lies in the part part_of(i) of it, or, if that is
/// Boxes::none, in none. No result if that makes more than `max` boxes. Throws Error(cancelled).
template <class PartOf>
std::optional<Boxes> divided(const Boxes& boxes, std::size_t parts, const PartOf& part_of, std::size_t max,
                             const Progress& progress) {
    constexpr std::size_t looked_at_once = 1 << 16;
    assert(parts > 0);
    std::vector<std::uint32_t> number_of(parts * boxes.count, Boxes::none);
    Boxes smaller{std::vector<std::uint32_t>(boxes.of.size(), Boxes::none)};
    for (std::size_t i = 0; i < boxes.of.size(); ++i) {
        if (i % looked_at_once == 0) progress.throw_if_cancelled();
        const std::uint32_t part = part_of(i);
        if (part == Boxes::none) continue;
        assert(part < parts && boxes.of[i] < boxes.count);
        std::uint32_t& number = number_of[parts * boxes.of[i] + part];
        if (number == Boxes::none) {
            if (smaller.count == max) return std::nullopt;
            number = static_cast<std::uint32_t>(smaller.count++);
        }
        smaller.of[i] = number;
    }
    return smaller;
}

/// The coordinates along which boxes are halved: l, a, b and, of colours with alpha, alpha.
using BoxPoint = std::array<std::int32_t, 4>;

/// The smallest boxes of which there are at most `max`, from `boxes` on, whose points are at(i): cubes of
/// side 2^k, halved along l, a, b and alpha in turn. Coordinates lie within +-2^25; none for a point without
/// a box. Throws Error(cancelled).
template <class At>
Boxes smallest_boxes(Boxes boxes, const At& at, std::size_t max, const Progress& progress) {
    constexpr std::array<std::uint32_t, 4> axes{8, 12, 14, 15}; // a bit each: l, l and a, ...
    assert(max > 0 && boxes.count <= max);
    for (int k = 25; k >= 0; --k) {
        const auto along = [&](std::uint32_t chosen) {
            const auto part_of = [&](std::size_t i) {
                const std::optional<BoxPoint> point = at(i);
                if (!point) return Boxes::none;
                std::uint32_t part = 0;
                for (const std::int32_t coordinate : *point)
                    part = 2 * part + (static_cast<std::uint32_t>(coordinate >> k) & 1);
                return part & chosen;
            };
            return divided(boxes, 16, part_of, max, progress);
        };
        if (auto smaller = along(axes.back())) {
            boxes = std::move(*smaller);
            continue;
        }
        auto smallest = boxes;
        for (const std::uint32_t some : std::span(axes).first(3)) {
            auto smaller = along(some);
            if (!smaller) break;
            smallest = std::move(*smaller);
        }
        return smallest;
    }
    return boxes;
}

/// Each entry by itself, weighted by its pixels.
JoinParts single_parts(std::span<const PaletteEntry> entries);

/// "Cells" of docs/definition.md: the entries in each box with sides of 2^k or 2^(k + 1), halved along l, a
/// and b in turn while that leaves at most `max_cells` boxes; each entry by itself if there are no more of
/// them than that. So there are more than half of max_cells boxes, unless positions are equal. Pinned entries
/// are parts of their own, and do not count. Coordinates lie within +-2^25. Throws Error(cancelled).
JoinParts cell_parts(std::span<const PaletteEntry> entries, std::size_t max_cells = max_join_cells,
                     const Progress& progress = {});

}
