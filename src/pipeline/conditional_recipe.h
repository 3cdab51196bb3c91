#pragma once

#include "pipeline/look.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace huedrift {

/// A picture of at most this many colours stays as it is where nothing is asked for. No suiting look leaves
/// more.
inline constexpr std::uint32_t few_colors = 32;

/// A recipe, and what some pictures get in its place ("Few colours" and "Drift in vain" of
/// docs/definition.md). Pipeline::resolve() decides it.
struct ConditionalRecipe {
    Recipe recipe;
    /// Pictures of at most so many colours get `of_few`; none: no picture does.
    std::optional<std::uint32_t> most_few{};
    Recipe of_few{};
    std::optional<Look> drift{}; ///< the look that leaves out its drift where that is in vain; none: no look
};

/// The recipe of a document.
struct ResolvedRecipe {
    Recipe recipe;
    std::optional<std::size_t> few{}; ///< the document's number of colours if they all stay
};

/// The most colours that a picture may have if they are to stay. None: the recipe has no number of colours.
std::optional<std::uint32_t> colors_to_keep(const Recipe& recipe, const Recipe& look);
/// The recipe for a picture of no more colours. Nothing drifts, and what makes fewer colours is left out
/// where it is the look's.
Recipe keeping_colors(const Recipe& recipe, const Recipe& look);

/// Settings without names ask for a look if they find the palette as it does. The number of colours, its
/// error, the edits, what happens to the source and the steps on pixels may be others.
ConditionalRecipe conditional(const Recipe& settings);

/// The recipe of a look that suits a picture. It has few_colors where the look itself has no number.
Recipe suiting_recipe(Look look);
/// Such a recipe in place of settings, as with_look() applies it. A pixel grid stays even if colours are few.
ConditionalRecipe suiting(const Recipe& settings, Look look);

}
