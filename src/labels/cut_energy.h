#pragma once

#include "color/position.h"
#include "labels/label_plane.h"

#include <array>

namespace huedrift {

/// The longest rims that the energies of cuts may skip, in pixels.
inline constexpr int max_rim = 3;

/// The energy of the cut before each column. Item i skips rims of up to i pixels. The first column's energy
/// is 0, as it has no left neighbour.
using CutEnergies = std::array<std::vector<std::uint64_t>, max_rim + 1>;

/// The energies of both directions.
struct PlaneEnergies {
    CutEnergies columns, rows;
};

/// "Pixel grid" of docs/definition.md: the energies of cuts between columns and between rows, summed over
/// frames that lie below each other. `palette` has the position of each label.
PlaneEnergies cut_energies(const LabelPlane& plane, std::span<const Position> palette,
                           std::size_t frames = 1);

/// What a border between two colours adds to an energy: their distance, but at most max_contrast, so that a
/// few strong borders do not outweigh all others. Transparency has the contrast max_contrast to every colour.
inline constexpr std::uint32_t max_contrast = 1 << 21;
std::uint32_t contrast(const Position& one, const Position& other);

}
