#pragma once

#include "palette/palette.h"
#include "pipeline/document.h"
#include "pipeline/labelled.h"
#include "pipeline/next_radius.h"
#include "pipeline/recipe.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"
#include "session/result_pixels.h"

#include <string>

namespace huedrift {

/// The discs of a cloud: more would hide each other.
inline constexpr std::size_t max_largest = 300;

/// The indices of the entries with most pixels, most first; at most `max`.
std::vector<std::size_t> largest_entries(const Palette& palette, std::size_t max);

/// A result for one weighting, with its figures. Immutable.
struct Result : Reduced {
    std::uint64_t id = 0;           ///< unique in this session, ascending
    bool exact = false;             ///< else a preview
    std::vector<Swatch> swatches{}; ///< the colours of the result, most pixels first
    /// The indices of the entries with most pixels, most first; at most max_largest.
    std::vector<std::size_t> largest{};
    LuminanceHistogram histogram{}; ///< of the result
    /// From the source; of a preview that steps on labels have changed, that of its palette.
    Difference difference{};
    /// The result's pixels, if steps on labels changed them.
    std::shared_ptr<const ResultPixels> pixels{};
    /// What fringe and small regions changed, and the number of regions left. None if neither step is on.
    struct Cleaned : LabelChanges {
        std::uint64_t regions = 0;
    };
    std::optional<Cleaned> cleaned{};
    /// The grid whose cells are the result's pixels; none: the result has the source's pixels.
    std::optional<PixelGrid> grid{};

    /// What a colour of the analysed picture became; none for other colours.
    std::optional<Rgb> result_of(Rgb source) const {
        const ColorIndex& index = picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return palette->color_of(index[source]);
    }
};

/// Output colours against radius, as far as known. Immutable.
struct Curve {
    std::shared_ptr<const Picture> picture;
    Recipe recipe;                    ///< except the radius
    std::vector<SweepPoint> points{}; ///< ascending by radius
    bool complete = false;            ///< all radii of CurveFiller have exact points
};

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
