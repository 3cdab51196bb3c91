#include "pipeline/sweep.h"

#include "base/error.h"
#include "reduction/merge.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace huedrift {
namespace {

// 2^-24 is the smallest radius that can join anything; sqrt 3 spans all colours. Both to six digits, rounded
// inwards.
constexpr double lowest_radius = 5.96047e-8, highest_radius = 1.73205;

}

double short_radius(double radius) {
    char digits[32];
    const auto written =
        std::to_chars(std::begin(digits), std::end(digits), radius, std::chars_format::general, 6);
    std::from_chars(digits, written.ptr, radius);
    return radius;
}

std::vector<double> radii_between(double from, double to, int count) {
    if (!(from > 0 && from <= to && to <= largest_radius))
        throw Error(ErrorKind::usage, "radii must ascend and lie between 0 and sqrt 3 (1.7320508)");
    if (count < 2) throw Error(ErrorKind::usage, "a range of radii needs at least two steps");
    if (from == to) return {from};
    std::vector<double> radii{from};
    for (int i = 1; i + 1 < count; ++i) {
        const double radius = short_radius(from * std::pow(to / from, double(i) / (count - 1)));
        if (radius > radii.back() && radius < to) radii.push_back(radius);
    }
    radii.push_back(to);
    return radii;
}

std::vector<SweepPoint> sweep(Engine& engine, const ColorSet& colors, Options options,
                              std::span<const double> radii, Progress& progress) {
    std::vector<SweepPoint> points;
    for (const double radius : radii) {
        const auto done = double(points.size());
        Progress part(progress, done / double(radii.size()), (done + 1) / double(radii.size()));
        options.radius = radius;
        const Reduction reduction = engine.reduce(colors, options, part);
        points.push_back({radius, reduction.modes.size(), output_colors(reduction).size()});
    }
    progress.report(1);
    return points;
}

FoundRadius radius_for_colors(Engine& engine, const ColorSet& colors, Options options, double merge_distance,
                              std::size_t limit, Progress& progress) {
    if (limit == 0) throw Error(ErrorKind::usage, "a palette needs at least one colour");
    double low = lowest_radius, high = highest_radius;
    // Bisecting ratios halves the 17 natural logarithms between the bounds; six digits part after 24
    // halvings.
    constexpr int max_steps = 26;
    std::optional<FoundRadius> best;
    std::size_t best_count = 0;
    int steps = 0;
    // Counts at `radius`, keeping the best; whether there were too many.
    const auto too_many = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        options.radius = radius;
        Reduction reduction = reduce_and_merge(engine, colors, options, merge_distance, part);
        const std::size_t count = output_colors(reduction).size();
        if (count > limit) return true;
        if (!best || count > best_count || (count == best_count && radius < best->radius)) {
            best = FoundRadius{radius, std::move(reduction)};
            best_count = count;
        }
        return false;
    };
    if (too_many(low)) {
        if (too_many(high))
            throw Error(ErrorKind::failed, "no radius leaves " + std::to_string(limit) +
                                               " colours or fewer; allow more iterations");
        while (best_count < limit) {
            const double middle = short_radius(std::sqrt(low * high));
            if (middle <= low || middle >= high) break;
            (too_many(middle) ? low : high) = middle;
        }
    }
    progress.report(1);
    return std::move(*best);
}

std::optional<FoundRadius> next_count_change(Engine& engine, const ColorSet& colors, Options options,
                                             double merge_distance, Direction direction, Progress& progress) {
    // 2^14 steps of 1/1000 are more than there are between the bounds.
    constexpr double shortest_step = 1.001;
    constexpr int max_steps = 30;
    int steps = 0;
    const auto reduce_at = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        options.radius = radius;
        return FoundRadius{radius, reduce_and_merge(engine, colors, options, merge_distance, part)};
    };
    const auto count = [](const FoundRadius& found) { return output_colors(found.reduction).size(); };

    double same = options.radius;
    const std::size_t start_count = count(reduce_at(same));
    std::optional<FoundRadius> other;
    for (double step = shortest_step; !other; step *= step) {
        const double asked = direction == Direction::up ? same * step : same / step;
        const double radius = short_radius(std::clamp(asked, lowest_radius, highest_radius));
        if (radius == same) return std::nullopt;
        FoundRadius found = reduce_at(radius);
        if (count(found) != start_count)
            other = std::move(found);
        else
            same = radius;
    }
    while (std::max(same, other->radius) > shortest_step * std::min(same, other->radius)) {
        const double middle = short_radius(std::sqrt(same * other->radius));
        if (middle == same || middle == other->radius) break;
        FoundRadius found = reduce_at(middle);
        if (count(found) != start_count)
            other = std::move(found);
        else
            same = middle;
    }
    progress.report(1);
    return other;
}

}
