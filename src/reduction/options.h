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

/// Bandwidths are in (0, largest_radius]; sqrt 3 spans any two points of the unit cube.
inline constexpr double largest_radius = 1.7320508075688772;

/// What a reduction is asked for; filled by the window and the command line alike.
struct Options {
    double radius = 0.05; ///< bandwidth r in Oklab, (0, largest_radius]
    Weighting weighting = Weighting::palette;
    Transfer transfer = Transfer::srgb;
    std::optional<std::uint32_t> max_iterations{}; ///< steps per colour; none: until nothing changes
};

/// R2 = floor((r 2^24)^2), the squared radius in squared units; at most 3 * 2^48.
/// Throws Error(usage) when `radius` is not in (0, largest_radius].
std::int64_t squared_radius(double radius);

}
