#pragma once

#include "color/position.h"
#include "color/transfer.h"

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

/// Which palette entry a colour takes.
enum class Assign {
    basin,   ///< the one that its mode belongs to
    nearest, ///< the one nearest to its own position
};

/// "basin" or "nearest".
constexpr std::string_view name_of(Assign assign) { return assign == Assign::basin ? "basin" : "nearest"; }

/// Bandwidths are in (0, max_radius]; sqrt 3 spans any two points of the unit cube.
inline constexpr double max_radius = 1.7320508075688772;

/// What a reduction is asked for; filled by the window and the command line alike.
struct Options {
    double radius = 0.05; ///< bandwidth r in Oklab, (0, max_radius]
    Weighting weighting = Weighting::frequency;
    Transfer transfer = Transfer::srgb;
    std::optional<std::uint32_t> max_iterations{}; ///< steps per colour; none: until nothing changes
    /// The distance within which modes become one palette entry, up to max_radius; 0: modes stay as they
    /// are; none: the radius, or 0 with an iteration limit, for states on their way are no modes.
    std::optional<double> merge{};
    Assign assign = Assign::basin;
};

/// R2 = floor((r 2^24)^2), the squared radius in squared units; at most 3 * 2^48.
/// Throws Error(usage) when `radius` is not in (0, max_radius].
std::int64_t squared_radius(double radius);

/// The distance that `options` merge within; 0 where they do not.
double merge_distance(const Options& options);

/// D2 = floor((d 2^24)^2) of the distance d that `options` merge within; 0 where they do not.
/// Throws Error(usage) when d is not in [0, max_radius].
std::int64_t squared_merge_distance(const Options& options);

/// Whether modes are merged or colours assigned anew, for which an engine has to know W(c) of every colour.
bool needs_densities(const Options& options);

}
