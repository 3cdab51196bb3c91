#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Sizes of cells are in thousandths of a pixel.
inline constexpr std::uint32_t pixel_parts = 1000;
inline constexpr std::uint32_t min_cell = 2 * pixel_parts, max_cell = 64 * pixel_parts;

/// Energies and penalties of cuts are shares of all energy; this is the whole.
inline constexpr std::int64_t whole_share = std::int64_t{1} << 30;

/// Each energy as a share of the sum, rounded down; all 0 if the sum is 0.
std::vector<std::int64_t> shares_of(std::span<const std::uint64_t> energy);

/// A sequence of cuts, ascending. The picture's edges are no cuts.
struct Cuts {
    std::vector<int> at{};
    std::int64_t energy = 0;  ///< the shares that lie on cuts
    std::int64_t penalty = 0; ///< for spacings that differ from the size

    friend bool operator==(const Cuts&, const Cuts&) = default;
};

/// The penalty for a spacing between cuts, or to the picture's edge, where cells may be cut off. For a
/// picture of `length` pixels and cells of `size`.
std::int64_t spacing_penalty(int spacing, std::uint32_t size, int length);
std::int64_t edge_penalty(int spacing, std::uint32_t size, int length);

/// The spacings allowed in a grid of cells of `size`, in pixels.
struct Spacings {
    int least, most;
};
Spacings spacings_of(std::uint32_t size);

/// The cuts of "Pixel grid" in docs/definition.md: the allowed sequence with the most energy after penalties;
/// among equal ones, the sequence with the earlier cuts. `shares[x]` belongs to the cut before pixel x. If
/// `anchor` lies within the picture, it is one of the cuts.
Cuts best_cuts(std::span<const std::int64_t> shares, std::uint32_t size, int anchor = 0);

/// Where the cells begin, and where the last one ends. Pieces narrower than two fifths of a cell at the
/// picture's edges are no cells, unless there are no other pieces.
std::vector<int> cell_borders(const Cuts& cuts, std::uint32_t size, int length);

}
