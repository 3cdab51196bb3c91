#pragma once

#include "dither/dithering.h"
#include "image/alpha_mode.h"
#include "image/color_profile.h"
#include "labels/pixel_grid.h"
#include "labels/tiles.h"
#include "palette/levels.h"
#include "palette/swatch.h"
#include "pipeline/mask.h"
#include "pipeline/setting_words.h"
#include "reduction/difference.h"
#include "reduction/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

// The settings by phase of the chain. A phase depends on its own settings and those before.

/// Changes to a file's pixels before their colours are counted.
struct SourceRecipe {
    ProfileUse profile = ProfileUse::convert; ///< applied when the picture is loaded
    AlphaMode alpha{};
    int smooth = 0; ///< pixels, 0 to largest_smooth_radius
    Transfer transfer = Options{}.transfer;
    std::optional<MaskId> importance{}; ///< how often pixels count when a palette is found; none: all once

    friend bool operator==(const SourceRecipe&, const SourceRecipe&) = default;
};

/// The mean shift and its merging.
struct ShiftRecipe {
    double radius = Options{}.radius; ///< [0, max_radius]; 0: nothing drifts
    Weighting weighting = Options{}.weighting;
    std::optional<std::uint32_t> max_iterations{}; ///< none: until nothing changes
    std::optional<double> merge{};                 ///< as in Options
    Assign assign = Options{}.assign;
    Refine refine = Options{}.refine;
    std::vector<Pin> pins{}; ///< colours that stay as they are and take those near them

    bool drifts() const { return radius > 0; }
    ShiftRecipe at(double other) const {
        ShiftRecipe recipe = *this;
        recipe.radius = other;
        return recipe;
    }
    friend bool operator==(const ShiftRecipe&, const ShiftRecipe&) = default;
};

/// The settings of the palette's size besides the radius.
struct SizeRecipe {
    /// Chooses the radius, the largest of a list that keeps the picture near its source
    /// (Pipeline::choose_radius()); the radius is then a result.
    bool chooses_radius = false;
    double min_share = 0; ///< the smallest share of the pixels that keeps a colour, per cent, 0 to 100

    friend bool operator==(const SizeRecipe&, const SizeRecipe&) = default;
};

/// The figure of a Difference that a palette is to keep.
enum class ErrorMeasure { mean, p95, maximum };

constexpr std::string_view name_of(ErrorMeasure measure) {
    if (measure == ErrorMeasure::mean) return "mean";
    return measure == ErrorMeasure::p95 ? "p95" : "max";
}

/// The greatest error that a palette may have.
struct ErrorBound {
    double most = 0; ///< in Oklab, at least 0
    ErrorMeasure measure = ErrorMeasure::p95;

    double of(const Difference& difference) const;
    bool is_kept_by(const Difference& difference) const { return of(difference) <= most; }
    friend bool operator==(const ErrorBound&, const ErrorBound&) = default;
};

/// Which two entries of a palette join first.
enum class JoinBy {
    error,    ///< those whose joining costs the least error
    distance, ///< the two nearest; the heavier stays where it is
};

constexpr std::string_view name_of(JoinBy by) { return by == JoinBy::error ? "error" : "distance"; }

/// Whether the mixed pixels of soft edges count as colours when a palette is found.
enum class SoftEdges {
    count,  ///< every pixel counts
    ignore, ///< only pixels inside areas and thin lines count, and others make no entries
};

constexpr std::string_view name_of(SoftEdges edges) { return edges == SoftEdges::count ? "count" : "ignore"; }

/// Whether entries of a palette become colours that the picture has.
enum class Snap {
    off, ///< entries stay where joining and settling left them
    on,  ///< an entry becomes its most frequent source colour, if that has enough of its pixels
};

constexpr std::string_view name_of(Snap snap) { return snap == Snap::off ? "off" : "on"; }

/// How entries join, settle and snap.
struct FitRecipe {
    SoftEdges soft_edges = SoftEdges::count;
    JoinBy join_by = JoinBy::error;
    std::uint32_t settle = 0; ///< steps, 0 to max_settle_steps
    Snap snap = Snap::off;

    /// Without the members by which looks fit colours to their pixels, which a given palette does not need.
    FitRecipe without_settling() const {
        FitRecipe fit = *this;
        fit.settle = 0;
        fit.snap = Snap::off;
        return fit;
    }
    friend bool operator==(const FitRecipe&, const FitRecipe&) = default;
};

/// Changes to the palette found.
struct PaletteRecipe {
    FitRecipe fit{};
    /// Joins entries until this many are left. None: keeps all.
    std::optional<std::uint32_t> colors{};
    /// Chooses the number of colours in place of `colors`: the fewest whose palette has at most this error,
    /// in Oklab, 0 to 1. None: `colors` counts.
    std::optional<double> max_error{};
    ErrorMeasure error = ErrorMeasure::p95; ///< what max_error limits
    Levels levels = Levels::off;            ///< of the palette, found or given
    std::vector<Rgb> to{};                  ///< the palette to map the result to; none: its own
    std::vector<SlotRange> reserve{}; ///< indices of `to` that are kept, but that no colour is mapped to
    std::vector<std::string> names{}; ///< of the colours of `to`, as many, or none; not in texts
    bool range = false;               ///< fits the picture's colours to the mixtures of `to`
    bool to_source = false;       ///< maps the result to the palette of the source's file in place of `to`
    bool directly = false;        ///< maps the source's colours to `to` without a mean shift
    bool strict = false;          ///< as `directly`, but refuses colours that `to` lacks
    std::vector<Edit> joins{};    ///< joins the source's entry with the target's
    std::vector<Edit> recolors{}; ///< recolours the source's entry to the target

    /// Whether the result is mapped to a given palette.
    bool maps() const { return to_source || !to.empty(); }
    bool skips_mean_shift() const { return (directly || strict) && maps(); }
    bool fits_range() const { return range && maps() && !strict; }
    /// Whether the result has the best `colors` of the given palette or of the grid of `levels`, in place of
    /// those that joining, settling and snapping leave ("Colours of a set" of docs/definition.md).
    bool selects_colors() const {
        if (!colors || max_error) return false;
        if (!maps()) return levels != Levels::off;
        if (strict) return false;
        return directly || fit == FitRecipe{.soft_edges = fit.soft_edges};
    }
    /// Asks for a number in place of an error; none: keeps all.
    void set_colors(std::optional<std::uint32_t> number) {
        colors = number;
        max_error.reset();
        error = ErrorMeasure::p95;
    }
    /// Whether the number of colours is that of max_error.
    bool chooses_colors() const { return max_error && !skips_mean_shift(); }
    ErrorBound bound() const { return {max_error.value_or(0), error}; }
    bool edits() const { return !joins.empty() || !recolors.empty(); }
    friend bool operator==(const PaletteRecipe&, const PaletteRecipe&) = default;
};

inline constexpr int max_defringe = 3, max_scale = 64;

/// Which grid to use for a picture.
struct GridChoice {
    enum class Kind {
        off,
        automatic, ///< the grid that is found, if any
        given,     ///< a grid with cells of about `size`
    };
    Kind kind = Kind::off;
    CellSize size{};
    GridAnchor anchor{}; ///< of a given grid

    bool is_on() const { return kind != Kind::off; }
    friend bool operator==(const GridChoice&, const GridChoice&) = default;
};

/// The steps on the labels of a result.
struct LabelSteps {
    int defringe = 0;                    ///< width of fringes in pixels, up to max_defringe; 0: off
    std::uint32_t min_region = 0;        ///< pixels of the smallest region that stays; 0 and 1: off
    GridChoice grid{};                   ///< makes one pixel of each cell
    int scale = 1;                       ///< side of a cell in the result, in pixels, up to max_scale
    Dithering dithering{};               ///< excludes the other steps
    std::optional<MaskId> dither_mask{}; ///< where dithering is allowed; none: everywhere
    /// Finds a palette for each tile, of as many colours as PaletteRecipe asks for; excludes all but
    /// dithering.
    std::optional<TileSize> tiles{};
    std::uint32_t palettes = 4;        ///< of tiles, at most, 1 to 256
    std::optional<Rgb> shared_color{}; ///< the first of each palette of tiles

    bool any() const { return cleans() || grid.is_on() || dithering.is_on() || tiles; }
    bool cleans() const { return defringe != 0 || min_region > 1; }
    /// Without the steps that join pixels, which dithering and tiles exclude.
    LabelSteps without_joins() const {
        LabelSteps steps = *this;
        steps.defringe = 0;
        steps.min_region = 0;
        steps.grid = {};
        steps.scale = 1;
        return steps;
    }
    friend bool operator==(const LabelSteps&, const LabelSteps&) = default;
};

/// The index of each colour in files.
struct OutputRecipe {
    /// None: palettes begin with the most pixels, and indexed pictures go by code.
    std::optional<SwatchOrder> order{};
    /// Source colours whose colours in the result come first, in this order.
    std::vector<Rgb> arrange{};
    std::optional<std::uint32_t> transparent_index{}; ///< of transparent pixels, 0 to 255
    /// The colours that files have in place of PaletteRecipe::to, as many; none: the result's own.
    std::vector<Rgb> palette{};
    HiddenColors hidden = HiddenColors::clear; ///< below full transparency
    // Of indexed pictures:
    std::optional<std::uint32_t> bits{}; ///< of an index: 1, 2, 4 or 8; none: the fewest
    std::optional<std::uint32_t> pad{};  ///< entries, 1 to 256, black if unused; none: only what is needed

    friend bool operator==(const OutputRecipe&, const OutputRecipe&) = default;
};

/// Every setting that affects a result. A new one is a member of its phase and a row of recipe_rows().
struct Recipe {
    SourceRecipe source{};
    ShiftRecipe shift{};
    SizeRecipe size{};
    PaletteRecipe palette{};
    LabelSteps labels{}; ///< changes to the pixels once they have their colours
    OutputRecipe output{};

    /// Whether a colour of the palette to map to, by its place there, is not used.
    bool reserves(std::size_t place) const;
    /// The order of colours in files, if there is one.
    std::optional<SwatchOrder> order() const {
        return output.order || !palette.to_source ? output.order : std::optional(SwatchOrder::given);
    }
    /// The engine's options.
    Options options() const {
        return {shift.radius, shift.weighting, source.transfer, shift.max_iterations,
                shift.merge,  shift.assign,    shift.refine};
    }
    /// Without the phases after the palette is found.
    Recipe as_found() const { return {.source = source, .shift = shift, .size = size}; }
    /// At a given radius, without a choice.
    Recipe at(double radius) const {
        Recipe recipe = *this;
        recipe.shift.radius = radius;
        recipe.size.chooses_radius = false;
        return recipe;
    }
    Recipe with(Weighting other) const {
        Recipe recipe = *this;
        recipe.shift.weighting = other;
        return recipe;
    }

    /// A chosen radius is a result, so that it makes no difference.
    friend bool operator==(const Recipe& x, const Recipe& y) {
        const bool is_chosen = x.size.chooses_radius && y.size.chooses_radius;
        return x.source == y.source && (is_chosen ? x.shift.at(y.shift.radius) : x.shift) == y.shift &&
               x.size == y.size && x.palette == y.palette && x.labels == y.labels && x.output == y.output;
    }
};

/// Edits of single colours of a picture.
struct RecipeEdits {
    std::vector<Pin> pins{};
    std::vector<Edit> joins{}, recolors{};
    std::vector<Rgb> arrange{};
    std::optional<MaskId> importance{}, dither_mask{}; ///< of this picture, as all edits

    bool empty() const { return *this == RecipeEdits{}; }
    friend bool operator==(const RecipeEdits&, const RecipeEdits&) = default;
};

RecipeEdits edits_of(const Recipe& recipe);
/// Whether the recipe has any. Copies none, as there may be thousands.
bool has_edits(const Recipe& recipe);
/// Replaces the recipe's edits.
Recipe with_edits(Recipe recipe, const RecipeEdits& edits);

/// Whether a colour is a pin.
bool is_pinned(const Recipe& recipe, Rgb color);

/// The recipe as arguments of huedrift-cli reduce, without most defaults. Picture files store this text, so
/// that a result can be repeated.
std::string recipe_text(const Recipe& recipe);

/// Reads recipe_text(); none if the text is not a recipe or a value is out of range.
std::optional<Recipe> parse_recipe(std::string_view text);

/// Clamps all numbers to their ranges; NaN becomes the default, and so does a pin's impossible distance.
Recipe clamped(Recipe recipe);

/// A sentence on a list that is longer than parse_recipe() reads, by its name; empty if there is none.
std::string too_long_list(const Recipe& recipe);

}
