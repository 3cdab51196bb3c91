#include "pipeline/sweep.h"

#include "base/error.h"
#include "palette/palette.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace huedrift {
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
        points.push_back(
            {radius, reduced->palette->entries.size(), distinct_colors(*reduced->palette).size()});
    }
    progress.report(1);
    return points;
}

namespace {

double logarithm(std::size_t colors) { return std::log(double(std::max<std::size_t>(colors, 1))); }

/// The radius between two points, of which only one is within the bounds, at which the curve leaves the
/// bounds.
double leaving(const SweepPoint& within, const SweepPoint& beyond, double bound) {
    assert(within.radius > 0 && beyond.radius > 0 && within.colors != beyond.colors);
    const double from = logarithm(within.colors), to = logarithm(beyond.colors);
    const double share = std::clamp((bound - from) / (to - from), 0.0, 1.0);
    return within.radius * std::pow(beyond.radius / within.radius, share);
}

Plateau plateau_of(std::span<const SweepPoint> points, std::size_t i) {
    const auto colors = double(points[i].colors);
    const double near = std::max(0.1 * colors, 0.5);
    const double most = std::log(colors + near), least = std::log(colors - near);
    const auto is_within = [&](const SweepPoint& point) {
        const double at = logarithm(point.colors);
        return at <= most && at >= least;
    };
    const auto bound = [&](const SweepPoint& beyond) {
        return logarithm(beyond.colors) > most ? most : least;
    };
    std::size_t first = i, last = i;
    while (first > 0 && is_within(points[first - 1])) --first;
    while (last + 1 < points.size() && is_within(points[last + 1])) ++last;
    Plateau plateau{points[first].radius, points[last].radius, points[i].colors, 0};
    if (first > 0) plateau.from = leaving(points[first], points[first - 1], bound(points[first - 1]));
    if (last + 1 < points.size())
        plateau.to = leaving(points[last], points[last + 1], bound(points[last + 1]));
    const auto distance = [middle = std::sqrt(plateau.from * plateau.to)](const SweepPoint& point) {
        return std::abs(std::log(point.radius / middle));
    };
    std::size_t best = i;
    for (std::size_t at = first; at <= last; ++at)
        if (points[at].colors == plateau.colors && distance(points[at]) < distance(points[best])) best = at;
    plateau.radius = points[best].radius;
    return plateau;
}

}

bool is_natural_size(std::size_t colors) { return colors >= 4 && colors <= 256; }

std::vector<Plateau> suggested_radii(std::span<const SweepPoint> points, std::size_t max) {
    assert(std::ranges::is_sorted(points, {}, &SweepPoint::radius));
    std::vector<Plateau> plateaus;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (is_natural_size(points[i].colors)) plateaus.push_back(plateau_of(points, i));
    std::ranges::sort(plateaus, [](const Plateau& x, const Plateau& y) {
        const double one = x.to / x.from, other = y.to / y.from;
        return one != other ? one > other : x.colors != y.colors ? x.colors > y.colors : x.from < y.from;
    });
    std::vector<Plateau> suggested;
    for (const Plateau& plateau : plateaus) {
        const bool is_known = std::ranges::any_of(suggested, [&](const Plateau& other) {
            return other.colors == plateau.colors || (plateau.from < other.to && other.from < plateau.to);
        });
        if (!is_known && plateau.from < plateau.to && suggested.size() < max) suggested.push_back(plateau);
    }
    return suggested;
}

std::optional<double> next_count_change(const CountAt& count_at, double start, Direction direction,
                                        double precision, Progress& progress) {
    assert(start > 0 && precision > 1);
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
