#pragma once

#include "reduction/difference.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace huedrift {

/// The figure of a Difference that a palette is to keep.
enum class ErrorMeasure { mean, p95, maximum };

/// "mean", "p95" or "max".
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
};

/// A number of colours with the errors of its palette.
struct FewestColors {
    std::uint32_t count = 0;
    Difference difference{};
    bool is_kept = false; ///< the bound
};

/// The errors of the palette of so many colours.
using DifferenceAt = std::function<Difference(std::uint32_t colors)>;

/// "By an error" of docs/definition.md: bisects the numbers of colours from `least` to `most`, 1 <= least <=
/// most, for the fewest that keep the bound. If none of those tried does, the result is `most`.
FewestColors fewest_colors(const DifferenceAt& difference_at, std::uint32_t least, std::uint32_t most,
                           const ErrorBound& bound);

/// A sentence if no number of colours kept the bound; else empty.
std::string excess(const FewestColors& fewest, const ErrorBound& bound);

}
