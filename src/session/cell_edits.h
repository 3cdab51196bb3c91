#pragma once

#include "session/result.h"

namespace huedrift {

// Edits of the cells of a result's pixel grid, as changes to its recipe. Any pixel of a cell names the cell.

/// Whether a cell of the result's grid holds the pixel. False without a grid.
bool has_cell(const Result& result, std::uint32_t x, std::uint32_t y);

/// The edit in force for the cell that holds a pixel; null if there is none.
const CellEdit* edit_of_cell(const Recipe& recipe, const Result& result, const CellEdit& pixel);

/// Paints the cell that holds the edit's pixel. Replaces earlier edits of that cell.
Recipe painted(Recipe recipe, const Result& result, const CellEdit& edit);
/// Removes the edits of the cell that holds a pixel.
Recipe unpainted(Recipe recipe, const Result& result, const CellEdit& pixel);

}
