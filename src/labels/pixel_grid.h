#pragma once

#include "labels/grid_cuts.h"

#include <optional>

namespace huedrift {

/// The size of a cell in thousandths of a pixel.
struct CellSize {
    std::uint32_t width = 0, height = 0;

    friend bool operator==(const CellSize&, const CellSize&) = default;
};

/// A pixel of the source before which the grid has a border in both directions. 0: in that direction it may
/// lie anywhere.
struct GridAnchor {
    std::uint32_t x = 0, y = 0;

    friend bool operator==(const GridAnchor&, const GridAnchor&) = default;
};

/// The columns or the rows of a grid.
struct GridAxis {
    std::vector<int> borders{}; ///< where the cells begin, and where the last one ends
    std::uint32_t size = 0;     ///< the size of a cell, in thousandths of a pixel

    int cells() const { return int(borders.size()) - 1; }
    friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

/// The largest distance of a cut from its place in the even grid between the first cut and the last, in
/// thousandths of a pixel.
std::uint32_t drift(const GridAxis& axis);

/// The pixel at the centre of a cell of even size, on an axis that begins at 0.
int centre(const GridAxis& axis, int cell);

/// "Pixel grid" of docs/definition.md.
struct PixelGrid {
    GridAxis columns, rows;
    /// By how much cells of this grid are purer than cells shifted by half a cell, in thousandths: 1000 if
    /// the cells are pure, 0 if there is nothing to see.
    int confidence = 0;
    bool is_smooth = false; ///< cells blend into each other, and only their centres have their colours

    friend bool operator==(const PixelGrid&, const PixelGrid&) = default;
};

/// The least confidence at which a grid counts as found.
inline constexpr int min_confidence = 500;
/// The least confidence that leaves no doubt.
inline constexpr int sure_confidence = 950;

/// The grid with cells of this size, of the result's `labels` and the `source` of the same size. Throws
/// Error(cancelled).
PixelGrid grid_of(const PositionedPlane& labels, const PositionedPlane& source, CellSize size,
                  std::size_t frames = 1, GridAnchor anchor = {}, const Progress& progress = {});
/// How well the steps between the pixels of a picture fit cells of any size from `least` on, in thousandths
/// of all steps: a quick sign of enlarged pixel art, before there is a palette. Negative where nothing fits,
/// or hardly any neighbouring cuts are seen.
int step_fit(const PositionedPlane& source, std::uint32_t least);
/// The grid that fits best, at any confidence; none if hardly any neighbouring cuts are seen. Throws
/// Error(cancelled).
std::optional<PixelGrid> best_grid(const PositionedPlane& labels, const PositionedPlane& source,
                                   std::size_t frames = 1, const Progress& progress = {});

}
