#pragma once

#include "color/oklab.h"
#include "color/position.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace huedrift {

enum class Weighting {
    palette,   ///< every distinct colour counts once
    frequency, ///< every distinct colour counts as often as it occurs
};

/// "palette" or "frequency".
constexpr std::string_view name_of(Weighting weighting) {
    return weighting == Weighting::palette ? "palette" : "frequency";
}

/// The palette entry that a colour takes.
enum class Assign {
    basin,   ///< the entry of its mode
    nearest, ///< the entry nearest to its own position
};

/// "basin" or "nearest".
constexpr std::string_view name_of(Assign assign) { return assign == Assign::basin ? "basin" : "nearest"; }

/// The colours that are followed if modes are merged ("Refinement" of docs/definition.md).
enum class Refine {
    off,    ///< every colour
    on,     ///< cells of colours first, single colours only between basins
    coarse, ///< only cells, as a preview
};

/// "off", "on" or "coarse".
constexpr std::string_view name_of(Refine refine) {
    return refine == Refine::off ? "off" : refine == Refine::on ? "on" : "coarse";
}

/// Bandwidths are in (0, max_radius]; no two points of the unit cube are farther apart than sqrt 3.
inline constexpr double max_radius = 1.7320508075688772;

/// The most cells that Refine::coarse follows in a result.
inline constexpr std::size_t max_coarse_cells = 8192;

/// The options of a mean shift and its merging.
struct Options {
    double radius = 0.05; ///< bandwidth r in Oklab, (0, max_radius]; 0 is for no engine: nothing drifts
    Weighting weighting = Weighting::frequency;
    Transfer transfer = Transfer::srgb;
    std::optional<std::uint32_t> max_iterations{}; ///< steps per colour; none: until no colour moves
    /// The distance within which modes become one palette entry, up to max_radius. 0: no merging. None: the
    /// radius, or 0 with an iteration limit, as states before the fixed point are not modes.
    std::optional<double> merge{};
    Assign assign = Assign::basin;
    Refine refine = Refine::on;
    std::size_t coarse_cells = max_coarse_cells; ///< the most that Refine::coarse follows, at least 1
};

/// R2 = floor((r 2^24)^2), the squared radius in squared units; at most 3 * 2^48.
/// Throws Error(usage) when `radius` is not in (0, max_radius].
std::int64_t squared_radius(double radius);

/// The merge distance of `options`, defaults resolved; 0: no merging.
double merge_distance(const Options& options);

/// D2 = floor((d 2^24)^2) of the merge distance d of `options`; 0: no merging. Throws Error(usage) when d is
/// not in [0, max_radius].
std::int64_t squared_merge_distance(const Options& options);

/// Whether modes are merged or colours assigned anew; both need the modes' heights.
bool needs_heights(const Options& options);

/// Whether cells of colours are followed: for a preview, or if modes are merged without an iteration limit.
bool is_refined(const Options& options);

}
