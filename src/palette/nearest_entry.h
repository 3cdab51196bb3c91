#pragma once

#include "color/bounding_box.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to a position (the first of equally near ones) or all entries near a box,
/// with a k-d tree.
class NearestEntry {
public:
    /// At least one entry.
    explicit NearestEntry(std::span<const Position> entries);

    /// Returns the index of the nearest entry.
    std::uint32_t operator()(const Position& position) const;
    /// The entries at most this far from a box, unordered.
    std::vector<std::uint32_t> within(const BoundingBox& box, std::int64_t squared_distance) const;

private:
    static constexpr std::size_t leaf_size = 8;
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    struct Best {
        std::int64_t distance;
        std::uint32_t index;
    };

    void divide(std::size_t begin, std::size_t end);
    void search(const Position& position, std::size_t begin, std::size_t end, Best& best) const;
    void add_within(const BoundingBox& box, std::int64_t limit, std::size_t begin, std::size_t end,
                    std::vector<std::uint32_t>& found) const;

    std::vector<Entry> entries_;
    struct Cut {
        std::size_t axis;
        std::int32_t at; ///< at least the entries before the middle, at most those after it
    };
    std::vector<Cut> cuts_; ///< each cuts the range with this middle
};

}
