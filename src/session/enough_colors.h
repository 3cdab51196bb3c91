#pragma once

#include "pipeline/document.h"
#include "pipeline/recipe.h"

namespace huedrift {

/// The error below which hardly anybody sees a difference, in Oklab.
inline constexpr double unseen_error = 0.02;

/// The fewest colours with which 95 % of a picture's pixels are at most unseen_error from their source.
/// Immutable.
struct EnoughColors {
    std::shared_ptr<const Picture> picture;
    Recipe recipe; ///< that of enough_recipe()
    FewestColors fewest;

    /// Whether it is that of this picture and recipe, whatever the recipe's number of colours.
    bool is_of(const std::shared_ptr<const Picture>& other, const Recipe& asked) const;
};

/// The recipe that chooses such a number of colours in place of the recipe's own, without the later steps.
Recipe enough_recipe(const Recipe& recipe);

}
