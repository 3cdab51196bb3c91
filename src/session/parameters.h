#pragma once

#include "pipeline/recipe.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace huedrift {

/// Which results are computed.
enum class Weightings { palette, frequency, both };

/// "palette", "frequency" or "both".
std::string_view name_of(Weightings weightings);
/// The single ones, in the order in which they are computed.
std::vector<Weighting> each(Weightings weightings);
bool includes(Weightings weightings, Weighting weighting);

/// All that a result depends on besides its picture: what is set in the window, undone, and kept in files.
struct Parameters {
    double radius = Options{}.radius; ///< (0, largest_radius]
    Weightings weightings = Weightings::palette;
    Transfer transfer = Transfer::srgb;
    int smooth = 0;                                ///< pixels, 0 to largest_smooth_radius
    std::optional<std::uint32_t> max_iterations{}; ///< none: until nothing changes
    double merge_distance = 0;                     ///< 0 to largest_radius

    Options options(Weighting weighting) const { return {radius, weighting, transfer, max_iterations}; }
    Recipe recipe(Weighting weighting) const { return {options(weighting), smooth, merge_distance}; }
    static Parameters from(const Recipe& recipe);

    friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// The radius slider goes from here to largest_radius; typed radii may be smaller.
inline constexpr double min_slider_radius = 0.001;

/// Whether they ask for the same picture to be analysed.
bool same_picture(const Parameters& x, const Parameters& y);
/// Whether they ask for the same result of a weighting that both include or not.
bool same_result(const Parameters& x, const Parameters& y);
/// The nearest parameters that are within the ranges above.
Parameters clamped(Parameters parameters);

}
