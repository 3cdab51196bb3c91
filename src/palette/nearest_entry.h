#pragma once

#include "color/bounding_box.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to a position, the first of several, or all near a box, with a k-d tree.
class NearestEntry {
public:
    /// At least one entry.
    explicit NearestEntry(std::span<const Position> entries);

    /// An index into the entries.
    std::uint32_t operator()(const Position& position) const;
    /// Those whose squared distance from a box is at most that, in no order.
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
        std::int32_t at; ///< not above the entries after the middle, not below those before it
    };
    std::vector<Cut> cuts_; ///< of the range with this middle
};

}
