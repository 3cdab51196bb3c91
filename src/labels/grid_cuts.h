#pragma once

#include "color/position.h"
#include "labels/label_plane.h"

#include <array>
#include <cstdint>
#include <optional>
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
/// among equal ones, the sequence with the earlier cuts. `shares[x]` belongs to the cut before pixel x.
Cuts best_cuts(std::span<const std::int64_t> shares, std::uint32_t size);
/// The same for a size that the cells must keep: the cuts stay near an even grid. If `anchor` lies within the
/// picture, it is one of the cuts.
Cuts even_cuts(std::span<const std::int64_t> shares, std::uint32_t size, int anchor = 0);

/// The even grids that are tried for a size.
inline constexpr std::uint32_t grid_phases = 40;
/// For each cut before a pixel of a side, the number of the place in an even grid to which it is near; none:
/// it is no cut. `phase` is the first place, in thousandths of a pixel.
std::vector<std::optional<std::int32_t>> places_near(int length, std::uint32_t size, std::uint32_t phase);

/// Where the cells begin, and where the last one ends. Pieces narrower than two fifths of a cell at the
/// picture's edges are no cells, unless there are no other pieces.
std::vector<int> cell_borders(const Cuts& cuts, std::uint32_t size, int length);

/// A picture as labels and the position of each label.
struct PositionedPlane {
    const LabelPlane& plane;
    std::span<const Position> positions;
};

/// The longest rims that the energies of cuts may skip, in pixels.
inline constexpr int max_rim = 3;

/// The energy of the cut before each column. Item 0 sums the steps between neighbouring pixels of the source,
/// for small cells. Item i sums the borders between labels without rims of up to i pixels. The first column's
/// energy is 0, as it has no left neighbour.
using CutEnergies = std::array<std::vector<std::uint64_t>, max_rim + 1>;

/// The energies of both directions.
struct PlaneEnergies {
    CutEnergies columns, rows;
};

/// "Pixel grid" of docs/definition.md: the energies of cuts between columns and between rows, summed over
/// frames that lie below each other. `labels` is the result, `source` the source of the same size.
/// Throws Error(cancelled).
PlaneEnergies cut_energies(const PositionedPlane& labels, const PositionedPlane& source,
                           std::size_t frames = 1, const Progress& progress = {});

/// Only item 0 of cut_energies(), which needs no labels; the other items are empty.
PlaneEnergies step_energies(const PositionedPlane& source, std::size_t frames = 1);

/// The part of an energy for a border between two colours: their distance, but at most max_contrast, so that
/// a few strong borders do not outweigh all others. Transparency has the contrast max_contrast to every
/// colour.
inline constexpr std::uint32_t max_contrast = 1 << 21;
std::uint32_t contrast(const Position& one, const Position& other);

/// The part for two neighbouring pixels of the source: their distance between these bounds, less the lower
/// one, so that noise adds nothing. Transparency is max_step from every colour.
inline constexpr std::uint32_t min_step = 1 << 20, max_step = 1 << 22;
std::uint32_t step(const Position& one, const Position& other);

}
