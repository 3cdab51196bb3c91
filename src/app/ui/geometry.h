#pragma once

namespace huedrift::app {

struct Extent {
    int width = 0, height = 0;

    bool empty() const { return width <= 0 || height <= 0; }
    friend bool operator==(const Extent&, const Extent&) = default;
};

/// A point of a picture (pixels from its top left corner) or of a pane (window pixels, likewise).
struct Point {
    double x = 0, y = 0;

    friend Point operator+(Point p, Point q) { return {p.x + q.x, p.y + q.y}; }
    friend Point operator-(Point p, Point q) { return {p.x - q.x, p.y - q.y}; }
    friend Point operator*(Point p, double factor) { return {p.x * factor, p.y * factor}; }
    friend bool operator==(const Point&, const Point&) = default;
};

/// A rectangle of the window, pixels.
struct Area {
    int x = 0, y = 0;
    Extent extent;

    friend bool operator==(const Area&, const Area&) = default;
};

}
