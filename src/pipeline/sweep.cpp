#include "pipeline/sweep.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace huedrift {
namespace {

// 2^-24 is the smallest radius that can join anything; sqrt 3 spans all colours. Both to six digits, rounded
// inwards.
constexpr double lowest_radius = 5.96047e-8, highest_radius = 1.73205;

std::size_t colors_of(const Reduced& reduced) { return output_colors(reduced.reduction).size(); }

/// A palette of which there may be a better one on the same side of a number.
struct Candidate {
    std::shared_ptr<const Reduced> reduced{};
    std::size_t count = 0;

    bool nearer_to(std::size_t limit, const Candidate& other) const {
        if (!other.reduced) return true;
        const auto off = [&](std::size_t n) { return n > limit ? n - limit : limit - n; };
        return off(count) < off(other.count) ||
               (count == other.count && reduced->recipe.radius < other.reduced->recipe.radius);
    }
};

}

double short_radius(double radius) {
    char digits[32];
    const auto written =
        std::to_chars(std::begin(digits), std::end(digits), radius, std::chars_format::general, 6);
    std::from_chars(digits, written.ptr, radius);
    return radius;
}

std::vector<double> radii_between(double from, double to, int count) {
    if (!(from > 0 && from <= to && to <= max_radius))
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

std::vector<SweepPoint> sweep(const ReduceAt& reduce_at, std::span<const double> radii, Progress& progress) {
    std::vector<SweepPoint> points;
    for (const double radius : radii) {
        const auto done = double(points.size());
        Progress part(progress, done / double(radii.size()), (done + 1) / double(radii.size()));
        const auto reduced = reduce_at(radius, part);
        points.push_back({radius, reduced->reduction.modes.size(), colors_of(*reduced)});
    }
    progress.report(1);
    return points;
}

std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, std::size_t limit,
                                                 Progress& progress, Bound bound) {
    if (limit == 0) throw Error(ErrorKind::usage, "a palette needs at least one colour");
    double low = lowest_radius, high = highest_radius;
    // Bisecting ratios halves the 17 natural logarithms between the bounds; six digits part after 24
    // halvings.
    constexpr int max_steps = 26;
    Candidate within, above;
    int steps = 0;
    // Counts at `radius`, keeping the best; whether there were too many.
    const auto too_many = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        Candidate now{reduce_at(radius, part)};
        now.count = colors_of(*now.reduced);
        const bool is_above = now.count > limit;
        Candidate& best = is_above ? above : within;
        if (now.nearer_to(limit, best)) best = std::move(now);
        return is_above;
    };
    if (too_many(low)) {
        if (too_many(high) && bound == Bound::at_most)
            throw Error(ErrorKind::failed,
                        "no radius leaves " + std::to_string(limit) +
                            " colours or fewer; allow more iterations or pin fewer colours");
        while (within.count < limit) {
            const double middle = short_radius(std::sqrt(low * high));
            if (middle <= low || middle >= high) break;
            (too_many(middle) ? low : high) = middle;
        }
    }
    progress.report(1);
    const bool takes_above = bound == Bound::at_least && above.reduced && within.count != limit;
    return takes_above ? above.reduced : within.reduced;
}

std::shared_ptr<const Reduced> next_count_change(const ReduceAt& reduce_at, double start, Direction direction,
                                                 Progress& progress) {
    // 2^14 steps of 1/1000 are more than there are between the bounds.
    constexpr double shortest_step = 1.001;
    constexpr int max_steps = 30;
    int steps = 0;
    const auto count_at = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        auto reduced = reduce_at(radius, part);
        return std::pair(reduced, colors_of(*reduced));
    };

    double same = start;
    const std::size_t start_count = count_at(same).second;
    std::shared_ptr<const Reduced> other;
    for (double step = shortest_step; !other; step *= step) {
        const double asked = direction == Direction::up ? same * step : same / step;
        const double radius = short_radius(std::clamp(asked, lowest_radius, highest_radius));
        if (radius == same) return nullptr;
        const auto [reduced, count] = count_at(radius);
        if (count != start_count)
            other = reduced;
        else
            same = radius;
    }
    const auto far_apart = [&] {
        const double radius = other->recipe.radius;
        return std::max(same, radius) > shortest_step * std::min(same, radius);
    };
    while (far_apart()) {
        const double middle = short_radius(std::sqrt(same * other->recipe.radius));
        if (middle == same || middle == other->recipe.radius) break;
        const auto [reduced, count] = count_at(middle);
        if (count != start_count)
            other = reduced;
        else
            same = middle;
    }
    progress.report(1);
    return other;
}

}
