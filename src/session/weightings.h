#pragma once

#include "pipeline/document.h"
#include "pipeline/look.h"

#include <string_view>
#include <vector>

namespace huedrift {

/// The weightings to compute: either one or both.
enum class Weightings { palette, frequency, both };

/// "palette", "frequency" or "both".
std::string_view name_of(Weightings weightings);
Weightings only(Weighting weighting);
/// The single weightings, in the order in which they are computed.
std::vector<Weighting> each(Weightings weightings);
bool includes(Weightings weightings, Weighting weighting);

/// The window's settings, as its history and its settings file hold them.
struct SessionSettings {
    Recipe recipe{}; ///< with the first of the weightings
    Weightings weightings = only(Recipe{}.shift.weighting);

    friend bool operator==(const SessionSettings&, const SessionSettings&) = default;
};

/// Only the result of this recipe.
SessionSettings settings_of(const Recipe& recipe);

/// The settings with the edits of a picture in place of their own.
SessionSettings of_picture(SessionSettings settings, const RecipeEdits& edits);

/// Clamps the recipe and sets its weighting to the first of the weightings.
SessionSettings clamped(SessionSettings settings);

/// The radius slider has 0 at its left end, then ranges from here to max_radius; typed radii may be smaller.
inline constexpr double min_slider_radius = 0.001;
/// The radius after one press of a key that multiplies it by `factor`: 0 and the smallest of the slider are
/// neighbours.
double multiplied_radius(double radius, double factor);

}
