#include "pipeline/radius_search.h"

#include "base/error.h"
#include "palette/palette.h"
#include "pipeline/sweep.h"

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

// Sqrt 3, which spans all colours, rounded inwards to six digits.
constexpr double highest_radius = 1.73205;

double middle_of(double low, double high) { return short_radius(std::sqrt(low * high)); }

/// The best palette so far on one side of the limit.
struct Candidate {
    std::shared_ptr<const Reduced> reduced{};
    std::size_t count = 0;

    std::size_t off(std::size_t limit) const { return count > limit ? count - limit : limit - count; }
    bool nearer_to(std::size_t limit, const Candidate& other) const {
        if (!other.reduced) return true;
        return off(limit) < other.off(limit) ||
               (count == other.count && reduced->recipe.shift.radius < other.reduced->recipe.shift.radius);
    }
};

/// Reduces at one radius after another and tracks the bracket.
class Search {
public:
    Search(const ReduceAt& reduce_at, ColorLimit limit) : reduce_at_(reduce_at), limit_(limit) {
        if (limit.count == 0) throw Error(ErrorKind::usage, "a palette needs at least one colour");
    }

    /// Counts the colours at `radius` and keeps the best result.
    std::size_t try_at(double radius, Progress& progress) {
        Candidate now{reduce_at_(radius, progress)};
        now.count = distinct_colors(*now.reduced->palette).size();
        const bool too_many = now.count > limit_.count;
        (too_many ? at_low_ : at_high_) = now;
        Candidate& best = too_many ? above_ : within_;
        if (now.nearer_to(limit_.count, best)) best = now;
        return now.count;
    }

    /// The last radii tried on either side of the limit, which is met between them; the bounds before any
    /// try.
    const Candidate& at_low() const { return at_low_; }
    const Candidate& at_high() const { return at_high_; }
    bool low_is_tried() const { return at_low_.reduced != nullptr; }
    bool high_is_tried() const { return at_high_.reduced != nullptr; }
    double low() const { return low_is_tried() ? at_low_.reduced->recipe.shift.radius : lowest_radius; }
    double high() const { return high_is_tried() ? at_high_.reduced->recipe.shift.radius : highest_radius; }
    /// The most colours within the limit, and the fewest above it.
    const Candidate& within() const { return within_; }
    const Candidate& above() const { return above_; }

    /// The result of the search.
    std::shared_ptr<const Reduced> best() const {
        if (!within_.reduced && limit_.bound == Bound::at_most)
            throw Error(ErrorKind::failed,
                        "no radius leaves " + std::to_string(limit_.count) +
                            " colours or fewer; allow more iterations or pin fewer colours");
        const bool takes_above =
            limit_.bound == Bound::at_least && above_.reduced && within_.count != limit_.count;
        return takes_above || !within_.reduced ? above_.reduced : within_.reduced;
    }

private:
    const ReduceAt& reduce_at_;
    ColorLimit limit_;
    Candidate at_low_, at_high_, within_, above_;
};

/// Estimates at radii that were not tried.
class Estimates {
public:
    Estimates(const CountAt& count_at, Progress& progress) : count_at_(count_at), progress_(progress, 0, 0) {}

    double count_at(double radius) { return double(std::max<std::size_t>(count_at_(radius, progress_), 1)); }

    /// The smallest radius between two that leaves at most `count` colours, to 1 %; the larger one if none
    /// does.
    double radius_for(double count, double low = lowest_radius, double high = highest_radius) {
        constexpr double precision = 1.01;
        while (high > precision * low) {
            const double middle = middle_of(low, high);
            (count_at(middle) > count ? low : high) = middle;
        }
        return high;
    }

private:
    const CountAt& count_at_;
    Progress progress_; // estimates are too fast for a progress bar
};

/// The radius at which the count falls to `wanted`, interpolated as a power of the radius, and far enough
/// from both ends to narrow the bracket.
double interpolated(const Candidate& low, const Candidate& high, double wanted) {
    const double from = std::log(low.reduced->recipe.shift.radius),
                 to = std::log(high.reduced->recipe.shift.radius);
    const double above = std::log(double(low.count)), below = std::log(std::max(double(high.count), 1.0));
    const double share = std::clamp((above - std::log(wanted)) / (above - below), 0.2, 0.8);
    return short_radius(std::exp(from + share * (to - from)));
}

}

std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, ColorLimit limit,
                                                 Progress& progress) {
    Search search(reduce_at, limit);
    // The bounds are 17 natural logarithms apart; after 24 halvings neighbours agree in six digits.
    constexpr int max_steps = 26;
    int steps = 0;
    const auto too_many = [&](double radius) {
        Progress part(progress, double(steps) / max_steps, double(steps + 1) / max_steps);
        ++steps;
        return search.try_at(radius, part) > limit.count;
    };
    if (too_many(lowest_radius) && !too_many(highest_radius)) {
        while (search.within().count < limit.count) {
            const double middle = middle_of(search.low(), search.high());
            if (middle <= search.low() || middle >= search.high()) break;
            too_many(middle);
        }
    }
    progress.report(1);
    return search.best();
}

std::shared_ptr<const Reduced> radius_for_colors(const ReduceAt& reduce_at, const CountAt& estimate_at,
                                                 ColorLimit limit, Progress& progress) {
    Search search(reduce_at, limit);
    Estimates estimates(estimate_at, progress);
    constexpr double precision = 1.01;
    const std::size_t tolerance = (limit.count + 8) / 16;
    // Aims at the middle of the accepted range.
    const double wanted =
        double(limit.count) + (limit.bound == Bound::at_most ? -0.5 : 0.5) * double(tolerance);
    constexpr int max_tries = 4; // after the first usable result
    int tries = 0;
    double done = 0;
    // Takes half of the remaining progress each time, as the number of tries is unknown.
    const auto try_at = [&](double radius) {
        Progress part(progress, done, (1 + done) / 2);
        done = (1 + done) / 2;
        ++tries;
        return search.try_at(radius, part);
    };
    const auto is_found = [&] {
        const Candidate& found = limit.bound == Bound::at_most ? search.within() : search.above();
        return search.within().count == limit.count || (found.reduced && found.off(limit.count) <= tolerance);
    };
    double radius = estimates.radius_for(double(limit.count));
    std::size_t count = try_at(radius);
    // Stops at the bounds if no radius leaves so few or so many colours.
    while (!is_found() && !(search.low_is_tried() && search.high_is_tried()) &&
           radius != (count > limit.count ? highest_radius : lowest_radius)) {
        // Estimates err by about the same factor at neighbouring radii.
        const double factor = double(std::max<std::size_t>(count, 1)) / estimates.count_at(radius);
        radius = count > limit.count
                     ? std::max(estimates.radius_for(wanted / factor, radius, 4 * radius), 1.02 * radius)
                     : std::min(estimates.radius_for(wanted / factor, radius / 4, radius), radius / 1.02);
        radius = short_radius(std::clamp(radius, lowest_radius, highest_radius));
        count = try_at(radius);
    }
    while (!is_found() && tries < max_tries && search.low_is_tried() && search.high_is_tried() &&
           search.high() > precision * search.low())
        try_at(interpolated(search.at_low(), search.at_high(), wanted));
    progress.report(1);
    return search.best();
}

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
        const double middle = middle_of(same, *other);
        if (middle == same || middle == *other) break;
        (count(middle) == start_count ? same : *other) = middle;
    }
    progress.report(1);
    return other;
}

}
