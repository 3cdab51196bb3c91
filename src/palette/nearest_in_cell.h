#pragma once

#include "palette/nearest_entry.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to each of millions of positions or points of six coordinates, the first
/// of equally near ones. Few entries are all measured, for many points at the same time. Of more, each cell
/// of a grid lists the entries nearest to it as soon as a position lies in it; where a list is too short, a
/// k-d tree finds the nearest. Not thread-safe.
class NearestInCell {
public:
    /// At least one entry. Throws Error(cancelled).
    explicit NearestInCell(std::span<const Position> entries, const Progress& progress = {});
    /// For points, which have a code.
    explicit NearestInCell(std::span<const ColorPoint> entries, const Progress& progress = {});

    /// `l` is in [-2^23, 3 * 2^23], `a` and `b` within +-2^24: Oklab's box and half its size beyond. Codes
    /// are those of ColorPoint.
    std::uint32_t operator()(const ColorPoint& point) {
        const auto& [position, code, alpha] = point;
        assert(is_inside(position) && alpha == 0);
        std::uint32_t index = 0;
        find_(*this, {{&position.l, &position.a, &position.b}, {&code[0], &code[1], &code[2]}, 1}, &index);
        return index;
    }
    std::uint32_t operator()(const Position& position) { return (*this)(ColorPoint{position}); }
    /// Points, one array a coordinate.
    struct Points {
        std::array<const std::int32_t*, 3> position;
        std::array<const std::int32_t*, 3> code; ///< not read where the entries are positions
        std::size_t count;
    };
    /// Writes the index for each point; many points at once take a fraction of the time of single ones.
    void operator()(const Points& points, std::uint32_t* indices) { find_(*this, points, indices); }

    /// Some entries of a list, side by side; unused places are infinitely far away. Positions are relative to
    /// the middle of the cube around all positions, so floats hold them exactly.
    struct alignas(32) Chunk {
        static constexpr std::size_t size = 8;
        std::array<float, size> l, a, b;
        std::array<std::uint32_t, size> index;
        float next; ///< squared distance from the cell to the entries that follow this chunk, or less
        std::uint32_t following; ///< the chunks of the list after this
    };
    /// The codes of a chunk's entries.
    struct alignas(32) Codes {
        std::array<float, Chunk::size> red, green, blue;
    };
    static constexpr std::size_t max_listed = 128; ///< entries

    /// A point whose position is relative to the middle, like those of chunks.
    struct Place {
        float l, a, b, red, green, blue;
    };
    /// Up to so many entries, measuring all is faster than a list of those around a cell: codes of near
    /// positions differ, which makes lists long.
    static constexpr std::size_t few_positions = 32, few_points = 256;
    struct Few {
        Place place;
        std::uint32_t index;
    };
    /// All entries, ascending by index; empty: there are more.
    std::span<const Few> few() const { return few_; }

    /// The first chunk of a cell's list, by the cell's number.
    std::uint32_t list(std::uint32_t cell) {
        assert(cell < lists_.size() && "the position lies in the cube");
        if (lists_[cell] == 0) build(cell);
        return lists_[cell];
    }
    /// Both are valid until the next list().
    const Chunk* chunks() const { return chunks_.data(); }
    const Codes* codes() const { return codes_.data(); }
    /// Finds the nearest entry without a list.
    std::uint32_t search(const ColorPoint& point) const { return entries_[tree_(point)].index; }
    /// Forgets lists that take too much memory.
    void limit_memory();

    /// The bits of each index in a cell's number, which holds the indices along l, then a, then b.
    static constexpr int levels = 7;
    /// The bits of a cell's side.
    static constexpr int cell_bits = 25 - levels;
    static constexpr std::array<std::int32_t, 3> origin{-(1 << 23), -(1 << 24), -(1 << 24)};
    static constexpr std::int32_t half_side = 1 << 24; ///< of the cube, whose lowest corner is the origin
    static constexpr Place place_of(const ColorPoint& point) {
        const auto [red, green, blue] = point.code;
        const auto from_middle = [&](std::size_t axis) {
            return static_cast<float>(coordinates(point.position)[axis] - origin[axis] - half_side);
        };
        return {from_middle(0),
                from_middle(1),
                from_middle(2),
                static_cast<float>(red),
                static_cast<float>(green),
                static_cast<float>(blue)};
    }
    static constexpr bool is_inside(const Position& position) {
        const auto fits = [&](std::size_t axis) {
            const std::int64_t from = std::int64_t{coordinates(position)[axis]} - origin[axis];
            return from >= 0 && from <= 2 * std::int64_t{half_side};
        };
        return fits(0) && fits(1) && fits(2);
    }

private:
    struct Entry {
        ColorPoint point;
        std::uint32_t index;
    };
    struct Listed {
        std::int64_t distance; ///< from the cell, squared
        std::uint32_t entry;
    };
    using Find = void (*)(NearestInCell&, const Points&, std::uint32_t*);

    NearestInCell(std::span<const ColorPoint> entries, bool has_codes, const Progress& progress);
    static std::vector<Entry> distinct(std::span<const ColorPoint> points, const Progress& progress);
    static std::vector<ColorPoint> points_of(std::span<const Entry> entries);
    void build(std::uint32_t cell);
    std::uint32_t add_list(std::span<const Listed> list, std::int64_t next);

    std::vector<Entry> entries_; ///< without equal ones
    NearestEntry tree_;
    bool has_codes_;
    Find find_ = nullptr;
    std::vector<Few> few_{};
    std::vector<std::uint32_t> lists_{}; ///< of each cell; 0: not built yet
    std::vector<Chunk> chunks_;          ///< the first is unused, the second a list of none
    std::vector<Codes> codes_;           ///< of each chunk, if entries have codes
};

/// Points side by side: l, a, b, red, green and blue of each.
template <std::size_t size>
using PointLanes = std::array<std::array<std::int32_t, size>, 6>;

template <std::size_t size>
void put(const ColorPoint& point, std::size_t i, PointLanes<size>& lanes) {
    assert(i < size);
    const auto position = coordinates(point.position);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        lanes[axis][i] = position[axis];
        lanes[3 + axis][i] = point.code[axis];
    }
}

/// The first of these.
template <std::size_t size>
NearestInCell::Points points_of(const PointLanes<size>& lanes, std::size_t count = size) {
    const auto& [l, a, b, red, green, blue] = lanes;
    return {{l.data(), a.data(), b.data()}, {red.data(), green.data(), blue.data()}, count};
}

}
