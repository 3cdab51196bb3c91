#include "pipeline/fewest_colors.h"

#include "base/decimal.h"

#include <cstdio>

namespace huedrift {
namespace {

std::string phrase_of(ErrorMeasure measure) {
    if (measure == ErrorMeasure::mean) return "the mean error";
    return measure == ErrorMeasure::p95 ? "the error of 95 % of the pixels" : "the largest error";
}

}

double ErrorBound::of(const Difference& difference) const {
    if (measure == ErrorMeasure::mean) return difference.mean;
    return measure == ErrorMeasure::p95 ? difference.percentile_95 : difference.maximum;
}

FewestColors fewest_colors(const DifferenceAt& difference_at, std::uint32_t least, std::uint32_t most,
                           const ErrorBound& bound) {
    FewestColors fewest{.count = most};
    for (std::uint32_t too_few = least - 1; fewest.count - too_few > 1;) {
        const std::uint32_t middle = too_few + (fewest.count - too_few) / 2;
        const Difference difference = difference_at(middle);
        if (bound.is_kept_by(difference))
            fewest = {middle, difference, true};
        else
            too_few = middle;
    }
    if (fewest.is_kept) return fewest;
    const Difference difference = difference_at(most);
    return {most, difference, bound.is_kept_by(difference)};
}

std::string excess(const FewestColors& fewest, const ErrorBound& bound) {
    if (fewest.is_kept) return {};
    char had[32];
    std::snprintf(had, sizeof had, "%.4g", bound.of(fewest.difference));
    const std::string count = std::to_string(fewest.count);
    return "no number of colours up to " + count + " keeps " + phrase_of(bound.measure) + " at " +
           shortest(bound.most) + "; with " + count + " it is " + had;
}

}
