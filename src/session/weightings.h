#pragma once

#include "pipeline/look.h"

#include <string_view>
#include <vector>

namespace huedrift {

/// Which results of a recipe are computed: with one weighting, the other, or both.
enum class Weightings { palette, frequency, both };

/// "palette", "frequency" or "both".
std::string_view name_of(Weightings weightings);
Weightings only(Weighting weighting);
/// The single weightings, in the order in which they are computed.
std::vector<Weighting> each(Weightings weightings);
bool includes(Weightings weightings, Weighting weighting);

/// What the window is set to; its history and its settings hold this.
struct Wanted {
    Recipe recipe{}; ///< with the first of the weightings
    Weightings weightings = only(Recipe{}.shift.weighting);

    friend bool operator==(const Wanted&, const Wanted&) = default;
};

/// The result of a recipe alone.
Wanted wanted_of(const Recipe& recipe);

/// Clamps the recipe and sets its weighting to the first of the weightings.
Wanted clamped(Wanted wanted);

/// The radius slider ranges from here to max_radius; typed radii may be smaller.
inline constexpr double min_slider_radius = 0.001;

}
