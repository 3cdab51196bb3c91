#pragma once

#include "color/position.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Finds the palette entry nearest to a position, the first of several, with a k-d tree.
class NearestEntry {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    explicit NearestEntry(std::span<const Position> entries);

    /// An index into the entries, never `except`; `none` where there is no other.
    std::uint32_t operator()(const Position& position, std::uint32_t except = none) const;
    /// Leaves an entry out of later searches. Only for an entry not yet removed.
    void remove(std::uint32_t entry);

private:
    static constexpr std::size_t leaf_size = 8;
    struct Entry {
        Position position;
        std::uint32_t index; ///< none: removed
    };
    struct Best {
        std::int64_t distance;
        std::uint32_t index, except;
    };

    void divide(std::size_t begin, std::size_t end);
    void search(const Position& position, std::size_t begin, std::size_t end, Best& best) const;

    std::vector<Entry> entries_;
    struct Cut {
        std::size_t axis;
        std::int32_t at;    ///< not above the entries after the middle, not below those before it
        std::uint32_t left; ///< entries of the range that are not removed
    };
    std::vector<Cut> cuts_;          ///< of the range with this middle
    std::vector<std::size_t> slots_; ///< of each entry in entries_, once one was removed
};

}
