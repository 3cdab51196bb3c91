#pragma once

#include "base/progress.h"
#include "color/bounding_box.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to a position (the first of equally near ones) or all entries near a box,
/// with a k-d tree.
class NearestEntry {
public:
    /// At least one entry. Throws Error(cancelled).
    explicit NearestEntry(std::span<const Position> entries, const Progress& progress = {});

    /// Returns the index of the nearest entry.
    std::uint32_t operator()(const Position& position) const;
    /// The entries at most this far from a box, unordered.
    std::vector<std::uint32_t> within(const BoundingBox& box, std::int64_t squared_distance) const;
    /// Entries among which is the nearest to any point of the box, unordered; none if they are more than
    /// `max`.
    std::optional<std::vector<std::uint32_t>> nearest_of_some(const BoundingBox& box, std::size_t max) const;

private:
    static constexpr std::size_t leaf_size = 8;
    struct Entry {
        Position position;
        std::uint32_t index;
    };
    struct Search {
        const Position& position;
        std::array<std::int64_t, 3> beyond; ///< from the position to the present cell along each axis
        std::int64_t least;                 ///< squared distance of the nearest entry so far
        const Entry* nearest = nullptr;     ///< the first so far
    };

    void divide(std::size_t begin, std::size_t end, const Progress& progress);
    const Entry& nearest_to(const Position& position) const;
    void search(Search& search, std::size_t begin, std::size_t end, std::int64_t to_cell) const;
    void add_within(const BoundingBox& box, std::int64_t limit, std::size_t begin, std::size_t end,
                    std::vector<std::uint32_t>& found) const;
    struct Some {
        const BoundingBox& box;
        Position nearest; ///< to its middle
        std::size_t max;  ///< more than these are not looked for
        std::vector<std::uint32_t> found{};
    };
    void add_some(Some& some, std::size_t begin, std::size_t end, const BoundingBox& cell) const;

    BoundingBox box_;
    std::vector<Entry> entries_;
    struct Cut {
        std::size_t axis;
        std::int32_t at; ///< at least the entries before the middle, at most those after it
    };
    std::vector<Cut> cuts_; ///< each cuts the range with this middle
};

}
