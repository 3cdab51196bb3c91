#include "session/cell_edits.h"

#include <algorithm>

namespace huedrift {
namespace {

/// Whether an edit paints the cell that holds `pixel`.
auto shares_cell(const Result& result, const CellEdit& pixel) {
    return [&result, &pixel](const CellEdit& edit) {
        const auto is_same = [](const GridAxis& axis, std::uint32_t a, std::uint32_t b) {
            const auto cell = cell_at(axis, a);
            return cell && cell == cell_at(axis, b);
        };
        return result.grid && edit.frame == pixel.frame && is_same(result.grid->columns, edit.x, pixel.x) &&
               is_same(result.grid->rows, edit.y, pixel.y);
    };
}

}

bool has_cell(const Result& result, std::uint32_t x, std::uint32_t y) {
    return result.grid && cell_at(result.grid->columns, x) && cell_at(result.grid->rows, y);
}

const CellEdit* edit_of_cell(const Recipe& recipe, const Result& result, const CellEdit& pixel) {
    const auto& cells = recipe.labels.cells;
    const auto last = std::find_if(cells.rbegin(), cells.rend(), shares_cell(result, pixel));
    return last == cells.rend() ? nullptr : &*last;
}

Recipe painted(Recipe recipe, const Result& result, const CellEdit& edit) {
    if (!has_cell(result, edit.x, edit.y)) return recipe;
    recipe = unpainted(std::move(recipe), result, edit);
    recipe.labels.cells.push_back(edit);
    return recipe;
}

Recipe unpainted(Recipe recipe, const Result& result, const CellEdit& pixel) {
    std::erase_if(recipe.labels.cells, shares_cell(result, pixel));
    return recipe;
}

}
