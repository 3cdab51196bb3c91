#pragma once

#include "color/rgb.h"
#include "labels/dither.h"
#include "labels/pixel_grid.h"

#include <optional>

namespace huedrift {

inline constexpr int max_defringe = 3, max_scale = 64;

/// The grid that a picture is said to have.
struct GridChoice {
    enum class Kind {
        off,
        automatic, ///< whatever is found, or none
        given,     ///< of cells about as large as `size`
    };
    Kind kind = Kind::off;
    CellSize size{};

    bool is_on() const { return kind != Kind::off; }
    friend bool operator==(const GridChoice&, const GridChoice&) = default;
};

/// A cell painted by hand, named by a pixel of the source, so that it stays where it is whatever becomes of
/// the colours and of the grid.
struct CellEdit {
    std::uint32_t x = 0, y = 0, frame = 0;
    std::optional<Rgb> color{}; ///< the nearest of the result; none: transparent

    friend bool operator==(const CellEdit&, const CellEdit&) = default;
};

/// The steps on the labels of a result.
struct LabelSteps {
    int defringe = 0;              ///< width of fringes in pixels, up to max_defringe; 0: off
    std::uint32_t min_region = 0;  ///< pixels of the smallest region that stays; 0 and 1: off
    GridChoice grid{};             ///< makes one pixel of each cell
    std::vector<CellEdit> cells{}; ///< later ones win
    int scale = 1;                 ///< pixels per cell and side, up to max_scale
    Dither dither = Dither::off;   ///< excludes the other steps
    double strength = 1;           ///< of dithering, 0 to 1

    bool any() const { return cleans() || grid.is_on() || dither != Dither::off; }
    bool cleans() const { return defringe != 0 || min_region > 1; }
    friend bool operator==(const LabelSteps&, const LabelSteps&) = default;
};

}
