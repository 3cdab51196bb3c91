#include "session/result.h"

namespace huedrift {

bool EnoughColors::is_of(const std::shared_ptr<const Picture>& other, const Recipe& asked) const {
    return picture == other && !asked.palette.skips_mean_shift() && recipe == enough_recipe(asked);
}

Recipe enough_recipe(const Recipe& recipe) {
    Recipe enough = recipe.at(recipe.shift.radius).as_found(); // at a chosen radius, too
    enough.palette = {.soft_edges = recipe.palette.soft_edges,
                      .max_error = unseen_error,
                      .error = ErrorMeasure::p95,
                      .settle = recipe.palette.settle,
                      .snap = recipe.palette.snap};
    return enough;
}

}
