#pragma once

#include "labels/grid_cells.h"
#include "palette/palette.h"
#include "pipeline/document.h"
#include "pipeline/indexed_pixels.h"
#include "pipeline/labelled.h"
#include "pipeline/palette_chain.h"
#include "pipeline/recipe.h"
#include "pipeline/sweep.h"
#include "reduction/difference.h"
#include "reduction/remap.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace huedrift {

class Pipeline;

/// The weightings to compute: either one or both.
enum class Weightings { palette, frequency, both };

/// "palette", "frequency" or "both".
std::string_view name_of(Weightings weightings);
Weightings only(Weighting weighting);
/// The single weightings, in the order in which they are computed.
std::vector<Weighting> each(Weightings weightings);
bool includes(Weightings weightings, Weighting weighting);
Weighting other_than(Weighting weighting);

struct Result;

/// Where steps on labels made a result's pixels: an index into its colours for each, of 8 bits up to 256
/// colours. Immutable.
class ResultPixels {
public:
    /// `source` are the pixels that were labelled.
    ResultPixels(Labelled labelled, const ImageView& source);
    /// Of colours with alpha, one for each of the source's pixels.
    explicit ResultPixels(IndexedPixels indexed);

    std::size_t bytes() const;
    /// Paints pixels of a row, counted through all frames, from column `x` on. `source` are those pixels of
    /// the source.
    void paint(std::size_t x, std::size_t y, std::span<const Rgba8> source, Rgba8* to) const;

private:
    void take_labels(LabelPlane plane);

    std::size_t width_; ///< of the source
    std::vector<Rgba8> values_;
    bool has_alpha_ = false; ///< whether that of the values counts, in place of the pixels'
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> labels_;
    std::optional<CellPlaces>
        places_{};                      ///< none: the labels are those of pixels, whose alpha is the source's
    std::vector<std::uint8_t> alpha_{}; ///< of the cells
};

/// Paints a result by looking up the colour of each pixel. The pixels are those of its source, for a preview
/// perhaps fewer.
class ResultPainter {
public:
    /// Paints a frame, or all below each other. The result must outlive it.
    explicit ResultPainter(const Result& result, std::optional<std::size_t> frame = {});

    int width() const { return source_.width; }
    int height() const { return source_.height; }
    /// Paints the rows from `first` to `last`. Can be called from several threads.
    void paint(std::size_t first, std::size_t last, Rgba8* to) const;
    Image whole() const;

private:
    const Result& result_;
    ImageView source_;
    std::size_t top_ = 0;                  ///< the first row, of all frames
    std::optional<Remapping> remapping_{}; ///< without steps on labels
};

/// The result's colour of a pixel of its source; none if it is transparent.
std::optional<Rgb> color_at(const Result& result, std::size_t frame, int x, int y);

/// The discs of a cloud: more would hide each other.
inline constexpr std::size_t max_largest = 300;

/// The indices of the entries with most pixels, most first; at most `max`.
std::vector<std::size_t> largest_entries(const Palette& palette, std::size_t max);

/// A preview follows a few thousand cells of colours. With more colours than this, it has so few cells for
/// each that the exact result may have many times as many.
inline constexpr std::size_t max_estimated_colors = 256;

/// The colours of a result in the order of its files, with colours of a given palette that it does not use.
struct Layers {
    std::vector<Swatch> list{};
    std::vector<std::uint64_t> ends{}; ///< the pixels of each and of all before it

    std::uint64_t pixels() const { return ends.empty() ? 0 : ends.back(); }
};

/// A result for one weighting, with its figures. Immutable.
struct Result : Reduced {
    std::uint64_t id = 0;           ///< unique in this session, ascending
    bool exact = false;             ///< else a preview
    std::vector<Swatch> swatches{}; ///< the colours of the result, most pixels first
    Layers layers{};                ///< layers_of() the result, as there may be millions
    /// The indices of the entries with most pixels, most first; at most max_largest.
    std::vector<std::size_t> largest{};
    LuminanceHistogram histogram{}; ///< of the result
    /// From the source; of a preview that steps on labels have changed, that of its palette.
    Difference difference{};
    /// The result's pixels, if steps on labels changed them.
    std::shared_ptr<const ResultPixels> pixels{};
    bool has_entries = false; ///< whether swatches are colours with alpha, as levels of alpha leave them
    /// The changes by fringe and small regions, and the number of regions left. None if neither step is on.
    struct Cleaned : LabelChanges {
        std::uint64_t regions = 0;
    };
    std::optional<Cleaned> cleaned{};
    /// The grid whose cells are the result's pixels; none: the result has the source's pixels.
    std::optional<PixelGrid> grid{};

    /// The result's colour for a colour of the analysed picture; none for other colours.
    std::optional<Rgb> result_of(Rgb source) const {
        const ColorIndex& index = picture->colors.index();
        if (!index.contains(source)) return std::nullopt;
        return palette->color_of(index[source]);
    }
};

/// The result of a reduction with its figures, but without its id and layers. Throws Error(cancelled).
Result measure_result(Reduced reduced, bool exact, const Progress& progress);
/// Shows the entries of colour and alpha that levels of alpha make, in an exact result without a grid. Throws
/// Error(cancelled).
void show_levels(Result& result, Pipeline& pipeline, const Progress& progress);

/// The radius slider has 0 at its left end, then ranges from here to max_radius; typed radii may be smaller.
inline constexpr double min_slider_radius = 0.001;
/// The radius after one press of a key that multiplies it by `factor`: 0 and the smallest of the slider are
/// neighbours.
double multiplied_radius(double radius, double factor);

/// Output colours against radius, as far as known. Immutable.
struct Curve {
    /// Enough for a point near every slider position.
    static constexpr int radii = 33;

    std::shared_ptr<const Picture> picture;
    Recipe recipe;                    ///< except the radius
    std::vector<SweepPoint> points{}; ///< ascending by radius
    std::vector<SweepPoint>
        first{};           ///< the same, without what came later: the first count at each of its radii
    bool complete = false; ///< all radii have exact points
};

/// The longest plateaus of a curve with the numbers of colours that results have there, since the curve
/// leaves out later steps and begins with estimates. Immutable.
struct NaturalSizes {
    std::shared_ptr<const Picture> picture;
    Recipe recipe; ///< that of natural_recipe()
    std::vector<Plateau> sizes{};
    std::size_t areas = 0; ///< count_area_colors() of the picture; 0 for an animation
};

/// The recipe that leaves a palette its natural size at this radius: all colours.
Recipe at_natural_size(const Recipe& recipe, double radius);
/// The recipe that leaves a drawing the colours of its areas.
Recipe at_areas(const Recipe& recipe, std::size_t areas);
/// The part of a recipe on which the natural sizes depend.
Recipe natural_recipe(const Recipe& recipe);

/// The error below which hardly anybody sees a difference, in Oklab.
inline constexpr double unseen_error = 0.02;

/// The fewest colours with which 95 % of a picture's pixels are at most unseen_error from their source.
/// Immutable.
struct EnoughColors {
    std::shared_ptr<const Picture> picture;
    Recipe recipe; ///< that of enough_recipe()
    FewestColors fewest;

    /// Whether it is that of this picture and recipe, whatever the recipe's number of colours.
    bool is_of(const std::shared_ptr<const Picture>& other, const Recipe& settings) const;
};

/// The recipe with the error that chooses such a number of colours in place of the recipe's own.
Recipe enough_recipe(const Recipe& recipe);

}
