#pragma once

#include "pipeline/recipe.h"

#include <string_view>
#include <vector>

namespace huedrift {

/// Which results are computed: of a recipe with one weighting, the other, or each.
enum class Weightings { palette, frequency, both };

/// "palette", "frequency" or "both".
std::string_view name_of(Weightings weightings);
Weightings only(Weighting weighting);
/// The single ones, in the order in which they are computed.
std::vector<Weighting> each(Weightings weightings);
bool includes(Weightings weightings, Weighting weighting);

/// What the window is set to: this is what its history goes through and its settings keep.
struct Wanted {
    Recipe recipe{}; ///< with the first of the weightings
    Weightings weightings = only(Recipe{}.weighting);

    friend bool operator==(const Wanted&, const Wanted&) = default;
};

/// The nearest within the ranges of a recipe, whose weighting is set by the others.
Wanted clamped(Wanted wanted);

/// The radius slider goes from here to max_radius; typed radii may be smaller.
inline constexpr double min_slider_radius = 0.001;

}
