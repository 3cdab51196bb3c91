#include "session/result.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace huedrift {

std::vector<std::size_t> largest_entries(const Palette& palette, std::size_t max) {
    std::vector<std::size_t> order(palette.entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t count = std::min(max, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              [&](std::size_t i) { return palette.entries[i].pixels; });
    order.resize(count);
    order.shrink_to_fit();
    return order;
}

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
