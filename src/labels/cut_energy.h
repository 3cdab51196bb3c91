#pragma once

#include "color/position.h"
#include "labels/label_plane.h"

#include <array>

namespace huedrift {

/// The longest rims, in pixels, that energies of cuts may pass over.
inline constexpr int max_rim = 3;

/// The energy of the cut before each column, with rims of up to the index in pixels passed over. The first is
/// 0, as there is nothing to its left.
using CutEnergies = std::array<std::vector<std::uint64_t>, max_rim + 1>;

/// The energies of both directions.
struct PlaneEnergies {
    CutEnergies columns, rows;
};

/// "Pixel grid" of docs/definition.md: the energies of cuts between columns and between rows, summed over
/// frames that lie below each other. `palette` has the position of each label.
PlaneEnergies cut_energies(const LabelPlane& plane, std::span<const Position> palette,
                           std::size_t frames = 1);

/// The distance between two neighbouring colours as it counts in an energy: at most max_contrast, so that a
/// few strong borders do not outweigh all others. Transparency is that far from every colour.
inline constexpr std::uint32_t max_contrast = 1 << 21;
std::uint32_t contrast(const Position& one, const Position& other);

}
