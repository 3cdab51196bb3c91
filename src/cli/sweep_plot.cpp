#include "cli/sweep_plot.h"

#include "base/decimal.h"
#include "cli/figures.h"
#include "image/drawing.h"
#include "pipeline/suggested_radii.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace huedrift {
namespace {

// In pixels at 100 %.
constexpr double width = 720, height = 420, left = 64, right = 696, top = 48, bottom = 372;

std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

/// Both axes are logarithmic.
struct Axes {
    double from, to, max_colors;

    double x(double radius) const {
        return left + (right - left) * std::log(radius / from) / std::log(to / from);
    }
    double y(double colors) const {
        return bottom - (bottom - top) * std::log(std::max(colors, 1.0)) / std::log(max_colors);
    }
};

std::string line(double x1, double y1, double x2, double y2, const char* style) {
    return "<path d=\"M" + coordinate(x1) + " " + coordinate(y1) + "L" + coordinate(x2) + " " +
           coordinate(y2) + "\" " + style + "/>\n";
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
    return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor + "\">" +
           xml_text(text) + "</text>\n";
}

std::string grid(const Axes& axes) {
    constexpr const char* thin = "stroke=\"#ddd\"";
    std::string svg;
    for (double decade = 1e-8; decade < 10; decade *= 10)
        for (const int step : {1, 2, 5}) {
            const double radius = short_radius(step * decade);
            if (radius < axes.from || radius > axes.to) continue;
            svg += line(axes.x(radius), top, axes.x(radius), bottom, thin);
            svg += label(axes.x(radius), bottom + 18, "middle", shortest(radius));
        }
    for (double colors = 1; colors <= axes.max_colors; colors *= 10) {
        svg += line(left, axes.y(colors), right, axes.y(colors), thin);
        svg += label(left - 8, axes.y(colors) + 4, "end", shortest(colors));
    }
    return svg + label((left + right) / 2, height - 12, "middle", "radius");
}

}

std::string sweep_plot(const std::vector<SweepPoint>& points, const std::string& title) {
    std::size_t most = 2;
    for (const SweepPoint& point : points) most = std::max(most, point.colors);
    const Axes axes{points.front().radius, points.back().radius, double(most)};
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 420\" width=\"" +
                      shortest(width) + "\" height=\"" + shortest(height) +
                      "\" font-family=\"sans-serif\" font-size=\"12\">\n"
                      "<rect width=\"720\" height=\"420\" fill=\"#fff\"/>\n";
    svg += label(left, 24, "start", "Colours of " + title + " by radius") + grid(axes);
    for (const Plateau& plateau : suggested_radii(points)) {
        svg += line(axes.x(plateau.from), axes.y(double(plateau.colors)), axes.x(plateau.to),
                    axes.y(double(plateau.colors)),
                    "stroke=\"#e08a00\" stroke-width=\"8\" stroke-opacity=\"0.5\"");
        svg += label(axes.x(plateau.radius()), axes.y(double(plateau.colors)) - 10, "middle",
                     std::to_string(plateau.colors) + " at " + shortest(plateau.radius()));
    }
    std::string curve;
    for (const SweepPoint& point : points)
        curve += (curve.empty() ? "M" : "L") + coordinate(axes.x(point.radius)) + " " +
                 coordinate(axes.y(double(point.colors)));
    return svg + "<path d=\"" + curve + "\" fill=\"none\" stroke=\"#2458c4\" stroke-width=\"2\"/>\n</svg>\n";
}

}
