#include "session/parameters.h"

#include "image/smooth.h"

#include <algorithm>
#include <cmath>

namespace huedrift {

std::string_view name_of(Weightings weightings) {
    if (weightings == Weightings::both) return "both";
    return name_of(weightings == Weightings::palette ? Weighting::palette : Weighting::frequency);
}

std::vector<Weighting> each(Weightings weightings) {
    std::vector<Weighting> single;
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
        if (includes(weightings, weighting)) single.push_back(weighting);
    return single;
}

bool includes(Weightings weightings, Weighting weighting) {
    if (weightings == Weightings::both) return true;
    return (weightings == Weightings::palette) == (weighting == Weighting::palette);
}

Parameters Parameters::from(const Recipe& recipe) {
    const Options& options = recipe.options;
    return {.radius = options.radius,
            .weightings =
                options.weighting == Weighting::palette ? Weightings::palette : Weightings::frequency,
            .transfer = options.transfer,
            .smooth = recipe.smooth,
            .max_iterations = options.max_iterations,
            .merge_distance = recipe.merge_distance};
}

bool same_picture(const Parameters& x, const Parameters& y) {
    return x.transfer == y.transfer && x.smooth == y.smooth;
}

bool same_result(const Parameters& x, const Parameters& y) {
    Parameters z = y;
    z.weightings = x.weightings;
    return x == z;
}

Parameters clamped(Parameters parameters) {
    constexpr double smallest_radius = 1.0 / units_per_one;
    const auto within = [](double number, double low, double high, double otherwise) {
        return std::isfinite(number) ? std::clamp(number, low, high) : otherwise;
    };
    parameters.radius = within(parameters.radius, smallest_radius, largest_radius, Parameters{}.radius);
    parameters.merge_distance = within(parameters.merge_distance, 0, largest_radius, 0);
    parameters.smooth = std::clamp(parameters.smooth, 0, largest_smooth_radius);
    return parameters;
}

}
