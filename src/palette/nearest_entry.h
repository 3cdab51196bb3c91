#pragma once

#include "base/progress.h"
#include "color/position.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace huedrift {

/// Points of the code 0, whose distances are those of the positions.
std::vector<ColorPoint> without_codes(std::span<const Position> positions);

/// Finds the palette entry nearest to a position or a point of six coordinates (the first of equally near
/// ones) or all entries near a box, with a k-d tree of positions.
class NearestEntry {
public:
    /// At least one entry. Throws Error(cancelled).
    explicit NearestEntry(std::span<const Position> entries, const Progress& progress = {});
    /// For points, which have a code.
    explicit NearestEntry(std::span<const ColorPoint> entries, const Progress& progress = {});

    /// Returns the index of the entry nearest by position alone, or by all six coordinates.
    std::uint32_t operator()(const Position& position) const {
        return nearest_to(ColorPoint{position}, false).index;
    }
    std::uint32_t operator()(const ColorPoint& point) const { return nearest_to(point, true).index; }
    /// The entries at most this far from a box, unordered; if they are more than `max`, some of them, which
    /// are more than `max`, too.
    std::vector<std::uint32_t> within(const BoundingBox& box, std::int64_t squared_distance,
                                      std::size_t max = std::numeric_limits<std::size_t>::max()) const;

private:
    static constexpr std::size_t leaf_size = 8;
    struct Entry {
        ColorPoint point;
        std::uint32_t index;
    };
    struct Search {
        const ColorPoint& point;
        bool has_code;                      ///< which counts, too
        std::array<std::int64_t, 3> beyond; ///< from the position to the present cell along each axis
        std::int64_t least;                 ///< squared distance of the nearest entry so far
        const Entry* nearest = nullptr;     ///< the first so far

        std::int64_t distance(const Entry& entry) const {
            return has_code ? squared_distance(entry.point, point)
                            : squared_distance(entry.point.position, point.position);
        }
    };

    struct Within {
        const BoundingBox& box;
        std::int64_t limit; ///< squared distance
        std::size_t max;    ///< more than these are not looked for
        std::vector<std::uint32_t> found{};
    };

    void divide(std::size_t begin, std::size_t end, const Progress& progress);
    const Entry& nearest_to(const ColorPoint& point, bool has_code) const;
    void search(Search& search, std::size_t begin, std::size_t end, std::int64_t to_cell) const;
    void add_within(Within& within, std::size_t begin, std::size_t end) const;

    BoundingBox box_;
    std::vector<Entry> entries_;
    struct Cut {
        std::size_t axis;
        std::int32_t at; ///< at least the entries before the middle, at most those after it
    };
    std::vector<Cut> cuts_; ///< each cuts the range with this middle
};

}
