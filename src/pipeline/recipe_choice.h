#pragma once

#include "pipeline/look.h"
#include "pipeline/recipe_rows.h"
#include "pipeline/reduced.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

class Pipeline;

/// The settings that a user gives for a picture; the rest of its recipe is chosen.
struct RecipeRequest {
    GivenSettings given{};
    std::vector<std::string> names{}; ///< as in PaletteRecipe
    Recipe recipe{};                  ///< of `given` alone, without a look
    std::optional<Look> look{}; ///< none: pixel-art with a grid, else suggested unless has_own_palette()
    bool wants_areas = false;   ///< dithering would dissolve the areas that are written
    bool shares = false;        ///< several pictures get one palette
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
    std::string note{}; ///< a sentence if all colours stay unasked; else empty
};

/// Throws Error(usage) for settings that exclude each other or that lack one which they need.
void check_settings(const RecipeRequest& request);

/// For the open document. Prepares its picture where the number of its colours matters.
ChosenRecipe choose_recipe(const RecipeRequest& request, Pipeline& pipeline, Progress& progress);

/// The palette's notes and, if the request asks for a number of colours, a note on missing ones.
std::vector<std::string> palette_notes(const RecipeRequest& request, const Reduced& reduced);

}
