#pragma once

#include "image/color_profile.h"
#include "labels/label_steps.h"
#include "palette/swatch.h"
#include "pipeline/color_lists.h"
#include "reduction/options.h"

#include <span>
#include <string>
#include <variant>

namespace huedrift {

/// Every setting that affects a result besides the picture. A new one is a member here and a row of
/// recipe_rows().
struct Recipe {
    double radius = Options{}.radius; ///< (0, max_radius]
    /// Instead of the radius: the one that leaves as many colours as possible, at most this many.
    std::optional<std::uint32_t> colors{};
    ProfileUse profile = ProfileUse::convert; ///< when the picture is loaded
    Weighting weighting = Options{}.weighting;
    Transfer transfer = Options{}.transfer;
    int smooth = 0;                                ///< pixels, 0 to largest_smooth_radius
    std::optional<std::uint32_t> max_iterations{}; ///< none: until nothing changes
    std::optional<double> merge{};                 ///< as in Options
    Assign assign = Options{}.assign;
    Refine refine = Options{}.refine; ///< off or on
    /// The nearest colours of the palette join until this many are left; with `colors` the search then takes
    /// the smallest palette of that many or more.
    std::optional<std::uint32_t> join_to{};
    double min_share = 0;         ///< per cent of the pixels, 0 to 100, that a colour needs to stay
    std::vector<Pin> pins{};      ///< colours that stay as they are, and take those near them
    std::vector<Rgb> to{};        ///< a palette that the result is brought to; none: its own
    bool directly = false;        ///< the source's colours are mapped to it, without a mean shift
    std::vector<Edit> joins{};    ///< what the source became joins what the target became
    std::vector<Edit> recolors{}; ///< what the source became becomes the target
    AlphaMode alpha{};            ///< before all else
    LabelSteps labels{};          ///< what is done to the pixels once they have their colours
    /// The order of colours in files; none: most pixels first in palettes, by code in indexed pictures.
    std::optional<SwatchOrder> order{};
    /// Before the others in files: what these source colours became, in this order.
    std::vector<Rgb> arrange{};
    std::optional<std::uint32_t> transparent_index{}; ///< 0 to 255, of transparent pixels

    /// The engine's options.
    Options options() const { return {radius, weighting, transfer, max_iterations, merge, assign, refine}; }
    /// Without the steps after the palette is found.
    Recipe as_found() const {
        Recipe recipe = *this;
        recipe.join_to.reset();
        recipe.directly = directly && to.empty(); // without a palette it means nothing
        recipe.to.clear();
        recipe.joins.clear();
        recipe.recolors.clear();
        return recipe.unfinished();
    }
    /// The same at a given radius instead of its own or a number of colours.
    Recipe found_at(double at) const {
        Recipe recipe = as_found();
        recipe.colors.reset();
        recipe.radius = at;
        return recipe;
    }
    /// Without the steps after the colours of a result are known.
    Recipe unfinished() const {
        Recipe recipe = *this;
        recipe.labels = {};
        return recipe.unordered();
    }
    /// Without what only decides on indices in files.
    Recipe unordered() const {
        Recipe recipe = *this;
        recipe.order.reset();
        recipe.arrange.clear();
        recipe.transparent_index.reset();
        return recipe;
    }
    bool skips_mean_shift() const { return directly && !to.empty(); }
    Recipe with(Weighting other) const {
        Recipe recipe = *this;
        recipe.weighting = other;
        return recipe;
    }

    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// Whether a colour is one of the pins.
bool is_pinned(const Recipe& recipe, Rgb color);

/// The value of a setting, outside a Recipe; monostate if it has none.
using RecipeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

enum class OutOfRange { refuse, clamp };

/// A setting in text and JSON.
struct RecipeRow {
    const char* word; ///< of the command line's option, without its dashes
    const char* json; ///< the member's name; null: not stored in files
    bool always;      ///< written even if it is the default
    RecipeValue (*get)(const Recipe&);
    /// False, without a change, if that is not a value of the setting.
    bool (*set)(Recipe&, const RecipeValue&, OutOfRange);
    bool is_text = false; ///< even if it looks like a number
};

/// In the order in which they are written.
std::span<const RecipeRow> recipe_rows();

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
