#pragma once

#include "dither/dither.h"
#include "labels/pixel_grid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

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
    int defringe = 0;             ///< width of fringes in pixels, up to max_defringe; 0: off
    std::uint32_t min_region = 0; ///< pixels of the smallest region that stays; 0 and 1: off
    GridChoice grid{};            ///< makes one pixel of each cell
    int scale = 1;                ///< side of a cell in the result, in pixels, up to max_scale
    Dither dither = Dither::off;  ///< excludes the other steps
    double strength = 1;          ///< of dithering, 0 to 1

    bool any() const { return cleans() || grid.is_on() || dither != Dither::off; }
    bool cleans() const { return defringe != 0 || min_region > 1; }
    friend bool operator==(const LabelSteps&, const LabelSteps&) = default;
};

// The words for the settings of the pixel grid in recipes and command lines. Readers return nothing for any
// other text and for numbers out of range.

/// "off", "auto", "7.3" or "7.3x8"; after a size, "@X:Y" is the anchor.
std::string grid_text(const GridChoice& choice);
std::optional<GridChoice> grid_in(std::string_view text);

/// "7.313": thousandths as a decimal without trailing zeros.
std::string thousandths_text(std::uint32_t thousandths);

}
