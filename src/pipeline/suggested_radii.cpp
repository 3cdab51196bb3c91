#include "pipeline/suggested_radii.h"

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

double logarithm(std::size_t colors) { return std::log(double(std::max<std::size_t>(colors, 1))); }

/// The radius between two points, of which only one is within the bounds, at which the curve leaves the
/// bounds.
double leaving(const SweepPoint& within, const SweepPoint& beyond, double bound) {
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
    Plateau plateau{points[first].radius, points[last].radius, points[i].colors};
    if (first > 0) plateau.from = leaving(points[first], points[first - 1], bound(points[first - 1]));
    if (last + 1 < points.size())
        plateau.to = leaving(points[last], points[last + 1], bound(points[last + 1]));
    return plateau;
}

}

double Plateau::radius() const { return short_radius(std::sqrt(from * to)); }

std::vector<Plateau> suggested_radii(std::span<const SweepPoint> points, std::size_t max) {
    constexpr std::size_t min_colors = 2, max_colors = 256;
    std::vector<Plateau> plateaus;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].colors >= min_colors && points[i].colors <= max_colors)
            plateaus.push_back(plateau_of(points, i));
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

}
