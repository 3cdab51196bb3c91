#pragma once

#include "session/result.h"

namespace huedrift {

// Cells of a result's pixel grid painted by hand, as changes to its recipe. A cell is named by any of its
// pixels.

/// Whether a cell of the result's grid has the pixel. False without a grid.
bool has_cell(const Result& result, std::uint32_t x, std::uint32_t y);

/// The edit in force for the cell that has a pixel; null if there is none.
const CellEdit* edit_of_cell(const Recipe& recipe, const Result& result, const CellEdit& pixel);

/// Paints the cell that has the edit's pixel; replaces earlier edits of that cell.
Recipe painted(Recipe recipe, const Result& result, const CellEdit& edit);
/// Removes the edits of the cell that has a pixel.
Recipe unpainted(Recipe recipe, const Result& result, const CellEdit& pixel);

}
