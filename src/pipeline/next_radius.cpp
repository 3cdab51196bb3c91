#include "pipeline/next_radius.h"

#include "pipeline/sweep.h"

#include <algorithm>
#include <cmath>

namespace huedrift {

std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress) {
    // More steps than fit between the bounds at a precision of 1/1000.
    constexpr int max_steps = 30;
    int steps = 0;
    const auto count = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        return count_at(radius, part);
    };

    double same = start;
    const std::size_t start_count = count(start);
    std::optional<double> other;
    for (double step = precision; !other; step *= step) {
        const double asked = direction == Direction::up ? same * step : same / step;
        const double radius = short_radius(std::clamp(asked, lowest_radius, highest_radius));
        if (radius == same) return std::nullopt;
        if (count(radius) == start_count)
            same = radius;
        else
            other = radius;
    }
    while (std::max(same, *other) > precision * std::min(same, *other)) {
        const double middle = short_radius(std::sqrt(same * *other));
        if (middle == same || middle == *other) break;
        (count(middle) == start_count ? same : *other) = middle;
    }
    progress.report(1);
    return other;
}

}
