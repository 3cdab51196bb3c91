#include "pipeline/sweep.h"

#include "base/error.h"
#include "palette/palette.h"

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

}
