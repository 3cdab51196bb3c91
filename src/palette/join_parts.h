#pragma once

#include "base/progress.h"
#include "color/position_sum.h"
#include "palette/join_nearest.h"
#include "palette/palette.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// Entries that are one before the first join: a single entry or all of a cell.
struct JoinPart {
    PositionSum sum{};             ///< of its entries
    std::optional<Position> pin{}; ///< where it stays

    JoinPart& operator+=(const JoinPart& other) {
        sum += other.sum;
        if (!pin) pin = other.pin;
        return *this;
    }
    JoinedColor whole() const {
        return {pin.value_or(sum.mean()), static_cast<std::uint64_t>(sum.weight), pin.has_value()};
    }
};

/// All entries of a palette by parts. A part with a lower index has the entry with the lower index.
struct JoinParts {
    std::vector<JoinPart> parts{};
    std::vector<std::uint32_t> part_of{}; ///< per entry, an index into parts
};

/// Up to this many entries that are not pinned are joined one by one.
inline constexpr std::size_t max_join_cells = std::size_t{1} << 14;

/// Each entry by itself, weighted by its pixels.
JoinParts single_parts(std::span<const PaletteEntry> entries);

/// "Cells" of docs/definition.md: the entries in each box with sides of 2^k or 2^(k + 1), halved along l, a
/// and b in turn while that leaves at most `max_cells` boxes; each entry by itself if there are no more of
/// them than that. So there are more than half of max_cells boxes, unless positions are equal. Pinned entries
/// are parts of their own, and do not count. Coordinates lie within +-2^25. Throws Error(cancelled).
JoinParts cell_parts(std::span<const PaletteEntry> entries, std::size_t max_cells = max_join_cells,
                     const Progress& progress = {});

}
