#pragma once

#include "labels/label_steps.h"
#include "palette/swatch.h"
#include "pipeline/color_lists.h"
#include "reduction/options.h"

#include <span>
#include <string>
#include <variant>

namespace huedrift {

/// Every setting that decides on a result besides the picture. A new one is a member here and a row of
/// recipe_rows().
struct Recipe {
    double radius = Options{}.radius; ///< (0, max_radius]
    /// Instead of the radius: the one that leaves as many colours as possible, at most this many.
    std::optional<std::uint32_t> colors{};
    Weighting weighting = Options{}.weighting;
    Transfer transfer = Options{}.transfer;
    int smooth = 0;                                ///< pixels, 0 to largest_smooth_radius
    std::optional<std::uint32_t> max_iterations{}; ///< none: until nothing changes
    std::optional<double> merge{};                 ///< as in Options
    Assign assign = Options{}.assign;
    /// The nearest colours of the palette join until this many are left; with `colors` the search then takes
    /// the smallest palette of that many or more.
    std::optional<std::uint32_t> join_to{};
    double min_share = 0;         ///< per cent of the pixels, 0 to 100, that a colour needs to stay
    std::vector<Pin> pins{};      ///< colours that are taken out first and stay as they are
    std::vector<Rgb> to{};        ///< a palette that the result is brought to; none: its own
    bool directly = false;        ///< brought to it from the source's colours, without a mean shift
    std::vector<Edit> joins{};    ///< what the source became joins what the target became
    std::vector<Edit> recolors{}; ///< what the source became becomes the target
    AlphaMode alpha{};            ///< before all else
    LabelSteps labels{};          ///< what is done to the pixels once they have their colours
    /// Of the indices in files; none: most pixels first in palettes, by codes in indexed pictures.
    std::optional<SwatchOrder> order{};
    std::optional<std::uint32_t> transparent_index{}; ///< 0 to 255, of transparent pixels

    /// What the engine is asked for.
    Options options() const { return {radius, weighting, transfer, max_iterations, merge, assign}; }
    /// Without what is done once a palette is found.
    Recipe as_found() const {
        Recipe recipe = *this;
        recipe.join_to.reset();
        recipe.directly = directly && to.empty(); // where it says nothing
        recipe.to.clear();
        recipe.joins.clear();
        recipe.recolors.clear();
        return recipe.unfinished();
    }
    /// The same at a radius, whatever is asked for instead.
    Recipe found_at(double at) const {
        Recipe recipe = as_found();
        recipe.colors.reset();
        recipe.radius = at;
        return recipe;
    }
    /// Without what comes after the colours of a result.
    Recipe unfinished() const {
        Recipe recipe = *this;
        recipe.labels = {};
        recipe.order.reset();
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

/// The value of a setting, outside a Recipe; monostate where it has none.
using RecipeValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

enum class OutOfRange { refuse, clamp };

/// A setting as text and JSON know it.
struct RecipeRow {
    const char* word; ///< of the command line's option, without its dashes
    const char* json; ///< the member's name; null: for no file to keep
    bool always;      ///< written even where it is the default
    RecipeValue (*get)(const Recipe&);
    /// False, and nothing changed, where that is no value of the setting.
    bool (*set)(Recipe&, const RecipeValue&, OutOfRange);
    bool is_text = false; ///< also where it looks like a number
};

/// In the order in which they are written.
std::span<const RecipeRow> recipe_rows();

/// The recipe as the words that huedrift-cli reduce takes, those left out that say what it does anyway: a
/// person can repeat a picture from what is stored in its file.
std::string recipe_text(const Recipe& recipe);

/// Reads recipe_text() back, also of versions that merged only where the text says so; none when the text is
/// no recipe or asks for what is out of range.
std::optional<Recipe> parse_recipe(std::string_view text);

/// What whoever takes a parsed text should know: a sentence where it meant something else when it was
/// written, else "".
std::string recipe_note(std::string_view text);

/// The nearest recipe that is within all ranges; a number that is none becomes the default.
Recipe clamped(Recipe recipe);

}
