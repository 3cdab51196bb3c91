#pragma once

#include "color/position.h"
#include "labels/label_plane.h"

#include <array>

namespace huedrift {

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

/// What a border between two colours adds to an energy: their distance, but at most max_contrast, so that a
/// few strong borders do not outweigh all others. Transparency has the contrast max_contrast to every colour.
inline constexpr std::uint32_t max_contrast = 1 << 21;
std::uint32_t contrast(const Position& one, const Position& other);

/// What two neighbouring pixels of the source add: their distance between these bounds, less the lower one,
/// so that noise adds nothing. Transparency is max_step from every colour.
inline constexpr std::uint32_t min_step = 1 << 20, max_step = 1 << 22;
std::uint32_t step(const Position& one, const Position& other);

}
