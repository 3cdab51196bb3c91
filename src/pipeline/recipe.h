#pragma once

#include "image/color_profile.h"
#include "labels/label_steps.h"
#include "palette/swatch.h"
#include "pipeline/color_lists.h"
#include "reduction/options.h"

#include <string>

namespace huedrift {

// The settings of a result by phase of the chain: what a phase computes depends on its own and those before.

/// What is done to a file's pixels before their colours are counted.
struct SourceRecipe {
    ProfileUse profile = ProfileUse::convert; ///< when the picture is loaded
    AlphaMode alpha{};
    int smooth = 0; ///< pixels, 0 to largest_smooth_radius
    Transfer transfer = Options{}.transfer;

    friend bool operator==(const SourceRecipe&, const SourceRecipe&) = default;
};

/// The mean shift and its merging.
struct ShiftRecipe {
    double radius = Options{}.radius; ///< (0, max_radius]
    Weighting weighting = Options{}.weighting;
    std::optional<std::uint32_t> max_iterations{}; ///< none: until nothing changes
    std::optional<double> merge{};                 ///< as in Options
    Assign assign = Options{}.assign;
    Refine refine = Options{}.refine; ///< off or on
    std::vector<Pin> pins{};          ///< colours that stay as they are, and take those near them

    friend bool operator==(const ShiftRecipe&, const ShiftRecipe&) = default;
};

/// How many colours the palette that is found has.
struct SizeRecipe {
    /// A search for the radius that leaves as many colours as possible, at most this many. None: the radius
    /// stands.
    std::optional<std::uint32_t> aim{};
    double min_share = 0; ///< per cent of the pixels, 0 to 100, that a colour needs to stay

    friend bool operator==(const SizeRecipe&, const SizeRecipe&) = default;
};

/// Which two entries of a palette join first.
enum class JoinBy {
    error,    ///< those whose joining costs the least error
    distance, ///< the two nearest; the heavier stays where it is
};

/// "error" or "distance".
constexpr std::string_view name_of(JoinBy by) { return by == JoinBy::error ? "error" : "distance"; }

/// What is done to the palette once it is found.
struct PaletteRecipe {
    /// Entries join until this many are left. A search for a radius then takes the smallest palette of that
    /// many or more. None: all stay.
    std::optional<std::uint32_t> colors{};
    JoinBy join_by = JoinBy::error;
    std::uint32_t settle = 0;     ///< steps, 0 to max_settle_steps
    std::vector<Rgb> to{};        ///< a palette that the result is brought to; none: its own
    bool directly = false;        ///< the source's colours are mapped to it, without a mean shift
    std::vector<Edit> joins{};    ///< what the source became joins what the target became
    std::vector<Edit> recolors{}; ///< what the source became becomes the target

    bool skips_mean_shift() const { return directly && !to.empty(); }
    bool edits() const { return !joins.empty() || !recolors.empty(); }
    friend bool operator==(const PaletteRecipe&, const PaletteRecipe&) = default;
};

/// Which index a colour has in files.
struct OutputRecipe {
    /// None: most pixels first in palettes, by code in indexed pictures.
    std::optional<SwatchOrder> order{};
    /// Before the others: what these source colours became, in this order.
    std::vector<Rgb> arrange{};
    std::optional<std::uint32_t> transparent_index{}; ///< 0 to 255, of transparent pixels

    friend bool operator==(const OutputRecipe&, const OutputRecipe&) = default;
};

/// Every setting that affects a result besides the picture. A new one is a member of its phase and a row of
/// recipe_rows().
struct Recipe {
    SourceRecipe source{};
    ShiftRecipe shift{};
    SizeRecipe size{};
    PaletteRecipe palette{};
    LabelSteps labels{}; ///< what is done to the pixels once they have their colours
    OutputRecipe output{};

    /// The engine's options.
    Options options() const {
        return {shift.radius, shift.weighting, source.transfer, shift.max_iterations,
                shift.merge,  shift.assign,    shift.refine};
    }
    /// Without the phases after the palette is found.
    Recipe as_found() const { return {.source = source, .shift = shift, .size = size}; }
    /// The same at a given radius, without a search.
    Recipe at(double radius) const {
        Recipe recipe = *this;
        recipe.shift.radius = radius;
        recipe.size.aim.reset();
        return recipe;
    }
    Recipe with(Weighting other) const {
        Recipe recipe = *this;
        recipe.shift.weighting = other;
        return recipe;
    }

    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// What was done to single colours of a picture, by hand.
struct RecipeEdits {
    std::vector<Pin> pins{};
    std::vector<Edit> joins{}, recolors{};

    bool empty() const { return pins.empty() && joins.empty() && recolors.empty(); }
    friend bool operator==(const RecipeEdits&, const RecipeEdits&) = default;
};

RecipeEdits edits_of(const Recipe& recipe);
/// The recipe with these in place of its own.
Recipe with_edits(Recipe recipe, const RecipeEdits& edits);

/// Whether a colour is one of the pins.
bool is_pinned(const Recipe& recipe, Rgb color);

/// The recipe as arguments of huedrift-cli reduce, without most defaults: the text stored in a picture file
/// can be used to repeat it.
std::string recipe_text(const Recipe& recipe);

/// Reads recipe_text() back, including that of versions that did not merge by default; none if the text is
/// not a recipe or a value is out of range.
std::optional<Recipe> parse_recipe(std::string_view text);

/// A caveat about a parsed text: a sentence if it meant something else when it was written, else "".
std::string recipe_note(std::string_view text);

/// The recipe with all values clamped to their ranges; NaN becomes the default.
Recipe clamped(Recipe recipe);

}
