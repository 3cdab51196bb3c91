#pragma once

#include "pipeline/document.h"
#include "pipeline/look.h"
#include "pipeline/recipe_rows.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

class Pipeline;

/// A picture of at most this many colours stays as it is where nothing is asked for. No suiting look leaves
/// more.
inline constexpr std::uint32_t few_colors = 32;

/// A recipe, and the recipes that some pictures get in its place ("Few colours" and "Exact cells" of
/// docs/definition.md). Pipeline::resolve() decides it.
struct ConditionalRecipe {
    Recipe recipe;
    /// Pictures of at most so many colours get `of_few`; none: no picture does.
    std::optional<std::uint32_t> most_few{};
    Recipe of_few{};
    /// Pictures with a grid whose cells are exact without a drift get this, in which nothing drifts.
    std::optional<Recipe> of_exact{};
};

/// The recipe of a document.
struct ResolvedRecipe {
    Recipe recipe;
    std::optional<std::size_t> few{}; ///< the document's number of colours if they all stay
};

/// The most colours that a picture may have if they are to stay. None: the recipe has no number of colours.
std::optional<std::uint32_t> colors_to_keep(const Recipe& recipe, const Recipe& look);
/// The recipe for a picture of no more colours. Nothing drifts, and the look's own settings that
/// make fewer colours are left out.
Recipe keeping_colors(const Recipe& recipe, const Recipe& look);

/// Whether a recipe has the dithering of looks. Any other was asked for.
bool dithers_as_looks(const Recipe& recipe);
/// The recipe for files that hold areas, such as vectors: without that dithering, which would dissolve them.
Recipe for_areas(Recipe recipe);

/// Whether settings decide the colours of a result, so that levels of alpha join only what they leave: a
/// drift, pins, edits, a given palette, cleaned pixels and others, but not a number of colours.
bool decides_colors(const Recipe& recipe);
/// Whether the pairs of the picture's colours and alphas join, as nothing decides its colours before.
bool joins_pairs(const Recipe& recipe);
/// "Entries" of docs/definition.md: the recipe whose pixels have at most `most` values, colour and alpha
/// together, for a picture with these kinds of alpha. The colours are found with their alphas unless they
/// come first or other settings decide them.
Recipe with_entries(Recipe recipe, std::uint32_t most, const AlphaKinds& kinds, bool colors_first);

/// The same for an indexed file: a number of colours is that of its entries, except beside areas, which have
/// the colours.
Recipe for_indexed(const Recipe& recipe, const AlphaKinds& kinds, bool has_areas);

/// Settings without names ask for a look if they find the palette as it does. The number of colours, its
/// error, the edits, the preparation of the source and the steps on pixels may be others.
ConditionalRecipe conditional(const Recipe& settings);

/// The recipe of a look that suits a picture. It has few_colors where the look itself has no number.
Recipe suiting_recipe(Look look);
/// Such a recipe in place of settings, as with_look() applies it. A pixel grid stays even if colours are few.
ConditionalRecipe suiting(const Recipe& settings, Look look);
/// Pipeline::suggest_look(), but flat in place of photo for files that hold areas.
Look suggest_look(bool wants_areas, Pipeline& pipeline, Progress& progress);

/// The settings with the changes that were made to the recipe of a picture, which may have another in their
/// place. Changed steps on pixels that exclude unchanged ones bring theirs along.
Recipe with_changes(Recipe settings, const Recipe& before, const Recipe& after);

/// The settings that a user gives for a picture; the rest of its recipe is chosen.
struct RecipeRequest {
    GivenSettings given{};
    std::vector<std::string> names{}; ///< as in PaletteRecipe
    Recipe recipe{};                  ///< of `given` alone, without a look
    std::optional<Look> look{}; ///< none: pixel-art with a grid, else suggested unless has_own_palette()
    bool wants_areas = false;   ///< for files that hold areas: flat takes the place of photo, nothing dithers
    bool shares = false;        ///< several pictures get one palette
    bool indexed = false;       ///< for files that must have a palette, with soft entries
    /// The marks that sentences put around the word of a setting.
    const char *before_word = "\"", *after_word = "\"";

    /// Whether the setting with this word is given.
    bool gives(std::string_view word) const;
    /// Whether the request says where the palette comes from; then no look is chosen, except to dither.
    bool has_own_palette() const { return gives("radius") || gives("to"); }
    /// The name of a setting in sentences.
    std::string called(std::string_view word) const;
};

/// The recipe of a picture: its look, if any, with the request's settings.
struct ChosenRecipe {
    Recipe recipe;
    /// None: settings alone, or colours so few that they stay. With a palette alone, the look that dithers.
    std::optional<Look> look{};
    std::string note{}; ///< a sentence if all colours stay unasked, or flat was chosen for areas; else empty
};

/// The most entries of the palette of an indexed file without areas.
std::uint32_t most_entries(const Recipe& recipe);

/// Throws Error(usage) for settings that exclude each other or that lack one which they need.
void check_settings(const RecipeRequest& request);

/// For the open document. Prepares its picture where the number of its colours matters.
ChosenRecipe choose_recipe(const RecipeRequest& request, Pipeline& pipeline, Progress& progress);

/// The palette's notes and, if the request asks for a number of colours, a note on missing ones.
std::vector<std::string> palette_notes(const RecipeRequest& request, const Reduced& reduced);

/// A sentence if there were fewer colours than the recipe asks for; else empty.
std::string shortage(const Reduced& reduced);

}
