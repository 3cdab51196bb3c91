#include "dusk.h"

#include "base/parallel.h"
#include "color/oklab.h"

#include <algorithm>
#include <array>
#include <cmath>

// Everything is drawn in Oklab from +, -, *, / and sqrt, which are the same on every machine; noise comes
// from an integer hash. Lengths are in pixels, y grows downwards.
namespace huedrift {
namespace {

constexpr int width = 1280, height = 800;
constexpr double horizon = 548, sun_x = 812, sun_y = 446;

double clamped(double v) { return std::clamp(v, 0.0, 1.0); }
double smooth(double from, double to, double v) {
    const double t = clamped((v - from) / (to - from));
    return t * t * (3 - 2 * t);
}
double mix(double p, double q, double t) { return p + (q - p) * t; }
Oklab mix(const Oklab& p, const Oklab& q, double t) {
    return {mix(p.l, q.l, t), mix(p.a, q.a, t), mix(p.b, q.b, t)};
}
/// The share of a pixel that lies within an edge at signed distance `d` (negative inside).
double coverage(double d) { return clamped(0.5 - d); }
double length(double x, double y) { return std::sqrt(x * x + y * y); }

/// A number in [0, 1) for each lattice point.
double lattice(int x, int y, std::uint32_t seed) {
    std::uint32_t h = seed * 0x9E3779B9u ^ static_cast<std::uint32_t>(x) * 0x85EBCA6Bu ^
                      static_cast<std::uint32_t>(y) * 0xC2B2AE35u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (h ^ h >> 15) / 4294967296.0;
}

/// Smooth noise in [0, 1] with features of size 1.
double noise(double x, double y, std::uint32_t seed) {
    const double fx = std::floor(x), fy = std::floor(y);
    const int ix = static_cast<int>(fx), iy = static_cast<int>(fy);
    const double u = smooth(0, 1, x - fx), v = smooth(0, 1, y - fy);
    return mix(mix(lattice(ix, iy, seed), lattice(ix + 1, iy, seed), u),
               mix(lattice(ix, iy + 1, seed), lattice(ix + 1, iy + 1, seed), u), v);
}

/// Noise with finer and finer detail, about [0, 1].
double fractal(double x, double y, int octaves, std::uint32_t seed) {
    double sum = 0, weight = 0.5;
    for (int i = 0; i < octaves; ++i, weight /= 2) {
        sum += weight * noise(x, y, seed + static_cast<std::uint32_t>(i));
        x *= 2.03;
        y *= 2.03;
    }
    return sum / (1 - 2 * weight);
}

/// A sheet of coloured paper: soft in itself, about as wide as the default radius, and further than that from
/// every other sheet, so that a reduction makes each one flat. `shade` lightens it.
Oklab paper(const Oklab& color, double x, double y, double shade, std::uint32_t seed) {
    const double fibre = fractal(x / 190, y / 110, 4, seed) - 0.5;
    const double warmth = noise(x / 260, y / 170, seed + 40) - 0.5,
                 tint = noise(x / 210, y / 150, seed + 80) - 0.5;
    return {color.l + shade + 0.045 * fibre, color.a + 0.030 * warmth, color.b + 0.030 * tint};
}

/// A sheet and where it begins: its radius around the sun, or its height.
struct Sheet {
    double at;
    Oklab color;
};

// From the rim of the sky to the sun: each is seen through a hole in the one before, which shades its edge.
constexpr std::array<Sheet, 8> rings{{{1e6, {0.27, 0.030, -0.105}},
                                      {668, {0.37, 0.088, -0.112}},
                                      {540, {0.48, 0.140, -0.062}},
                                      {424, {0.60, 0.160, 0.012}},
                                      {318, {0.72, 0.128, 0.085}},
                                      {226, {0.82, 0.062, 0.125}},
                                      {142, {0.91, 0.008, 0.100}},
                                      {70, {0.985, -0.008, 0.045}}}};

Oklab sky(double x, double y) {
    const double dx = x - sun_x, dy = 1.12 * (y - sun_y), far = length(dx, dy);
    Oklab color = paper(rings[0].color, x, y, 0, 1);
    for (std::size_t i = 1; i < rings.size(); ++i) {
        // The sun stays round; the further out, the wavier.
        const double wave =
            0.30 * (rings[i].at - 70) * (fractal(dx / 210 + 9.0 * double(i), dy / 170, 3, 17) - 0.5);
        const double depth = rings[i].at + wave - far;
        if (depth < -1) break;
        const double shadow = i + 1 == rings.size() ? 0 : -0.045 * (1 - smooth(0, 34, depth));
        color =
            mix(color, paper(rings[i].color, x, y, shadow, static_cast<std::uint32_t>(i)), coverage(-depth));
    }
    return color;
}

void draw_stars(Oklab& color, double x, double y) {
    const int cell_x = static_cast<int>(x / 26), cell_y = static_cast<int>(y / 26);
    if (lattice(cell_x, cell_y, 71) > 0.34) return;
    const double star_x = 26 * (cell_x + 0.15 + 0.7 * lattice(cell_x, cell_y, 72));
    const double star_y = 26 * (cell_y + 0.15 + 0.7 * lattice(cell_x, cell_y, 73));
    const double size = 0.4 + 1.3 * lattice(cell_x, cell_y, 74) * lattice(cell_x, cell_y, 75);
    const double shine = coverage(length(x - star_x, y - star_y) - size) * (1 - smooth(150, 330, y));
    color = mix(color, rings.back().color, shine);
}

struct Ridge {
    double top, roughness, scale;
    Oklab color;
    std::uint32_t seed;
};

constexpr std::array<Ridge, 4> ridges{{{438, 130, 260, {0.64, 0.040, 0.010}, 21},
                                       {472, 140, 200, {0.52, 0.016, -0.028}, 37},
                                       {508, 110, 150, {0.43, 0.000, -0.062}, 53},
                                       {534, 60, 70, {0.30, -0.030, -0.034}, 69}}};

void draw_ridges(Oklab& color, double x, double y) {
    for (const Ridge& ridge : ridges) {
        const double crest =
            ridge.top + ridge.roughness * (0.5 - fractal(x / ridge.scale, 0.5, 5, ridge.seed));
        const double shade = 0.035 - 0.060 * smooth(crest, crest + 80, y);
        color = mix(color, paper(ridge.color, x, y, shade, ridge.seed), coverage(crest - y));
    }
}

void draw_lake(Oklab& color, double x, double y) {
    static constexpr std::array<Sheet, 3> waters{
        {{horizon, {0.60, -0.052, -0.050}}, {606, {0.505, -0.083, -0.022}}, {678, {0.400, -0.075, 0.004}}}};
    for (std::size_t i = 0; i < waters.size(); ++i) {
        const double swell = i == 0 ? 0 : 34 * (fractal(x / 240 + 5.0 * double(i), 0.5, 3, 101) - 0.5);
        const double depth = y - waters[i].at - swell;
        const double shade = 0.030 - 0.055 * smooth(0, 70, depth);
        color = mix(color, paper(waters[i].color, x, y, shade, 111 + static_cast<std::uint32_t>(i)),
                    coverage(-depth));
    }
    const double depth = y - horizon;
    if (depth < 3) return;
    // The sun's path: streaks that widen towards the shore and part at its sides.
    const double streak = fractal(x / (60 + depth), y / (3.2 + depth / 26), 2, 91);
    const double aside = std::abs(x - sun_x) / (34 + 0.55 * depth);
    const double gleam = streak - 0.40 - 0.42 * aside;
    const Oklab gold = paper(gleam > 0.12 ? rings[6].color : rings[5].color, x, y, 0, 121);
    color = mix(color, gold, clamped(0.5 + gleam * (40 + depth / 4)));
}

/// A crisp conifer standing on `ground` with its axis at `x0`.
double conifer(double x, double y, double x0, double ground, double tall) {
    const double up = ground - y;
    if (up < 0 || up > tall) return 0;
    const double tier = up / tall * 6, within = tier - std::floor(tier);
    const double half = 0.19 * tall * (1 - up / tall) * (1.12 - 0.45 * within) + 0.6;
    return coverage(std::abs(x - x0) - half);
}

void draw_shore(Oklab& color, double x, double y) {
    const double ground = 742 - 92 * smooth(520, 40, x) - 40 * smooth(1020, 1240, x) +
                          16 * (fractal(x / 90, 0.5, 4, 131) - 0.5);
    double wood = coverage(ground - y);
    const int here = static_cast<int>(std::floor(x / 22));
    for (int i = here - 2; i <= here + 2; ++i) {
        const double x0 = 22 * (i + lattice(i, 0, 141)), tall = 46 + 110 * lattice(i, 1, 143);
        const bool stands = x0 < 360 || x0 > 1110;
        if (stands) wood = std::max(wood, conifer(x, y, x0, ground + 60, tall + 50));
    }
    const Oklab soil = paper({0.165, 0.006, -0.030}, x, y, 0.020 - 0.035 * smooth(620, 760, y), 151);
    color = mix(color, soil, wood);
}

struct Balloon {
    double x, y, radius;
    Oklab first, second, third;
};

constexpr std::array<Balloon, 4> balloons{{
    {300, 148, 130, {0.64, 0.205, 0.120}, {0.90, 0.000, 0.010}, {0.85, -0.005, 0.172}},
    {584, 306, 56, {0.72, -0.120, 0.010}, {0.88, -0.010, 0.165}, {0.45, -0.020, -0.170}},
    {1042, 196, 78, {0.50, -0.010, -0.200}, {0.90, 0.000, 0.010}, {0.72, 0.160, 0.020}},
    {716, 156, 31, {0.86, -0.020, 0.175}, {0.60, 0.190, 0.060}, {0.90, 0.000, 0.010}},
}};

/// Draws a balloon and tells how much of the pixel it covers.
double draw_balloon(Oklab& color, const Balloon& balloon, double px, double py) {
    const double x = (px - balloon.x) / balloon.radius, y = (py - balloon.y) / balloon.radius;
    if (std::abs(x) > 1.1 || y < -1.1 || y > 1.95) return 0;
    // A sphere above, running out along its tangents into the mouth.
    const double half = y < 0.5 ? std::sqrt(std::max(0.0, 1 - y * y)) : 0.8660254 - 0.57735027 * (y - 0.5);
    const double above = y < 0.5 ? length(x, y) - 1 : (std::abs(x) - half) * 0.8660254;
    const double envelope = coverage(balloon.radius * std::max(above, y - 1.38));
    const double across = clamped(0.5 + 0.5 * x / std::max(half, 1e-6));
    const double gore = 9 * across * (0.65 + across * (1.05 - 0.7 * across));
    const double seam = std::floor(gore + 0.5), pixels_per_gore = balloon.radius * half / 6.2;
    const bool odd = static_cast<int>(seam) % 2 != 0;
    Oklab cloth = mix(odd ? balloon.first : balloon.second, odd ? balloon.second : balloon.first,
                      coverage((seam - gore) * pixels_per_gore));
    const double belt = std::abs(y - 0.12 + 0.05 * x * x) - 0.13;
    cloth = mix(cloth, balloon.third, coverage(balloon.radius * belt));
    const double light = 0.86 + 0.14 * clamped(0.55 + 0.55 * x * (sun_x > balloon.x ? 1 : -1) - 0.25 * y);
    const double fold = 0.95 + 0.05 * smooth(0.0, 0.5, std::abs(gore - seam) * 2);
    const double round = 0.91 + 0.09 * std::sqrt(std::max(0.0, 1 - x * x / std::max(half * half, 1e-6)));
    const double shade = light * fold * round;
    color =
        mix(color, {cloth.l * shade, cloth.a * (0.4 + 0.6 * shade), cloth.b * (0.4 + 0.6 * shade)}, envelope);
    const double rope_x = 0.10 + 0.085 * (1.66 - y) / 0.28;
    const double rope =
        y > 1.38 && y < 1.66 ? coverage(balloon.radius * std::abs(std::abs(x) - rope_x) - 0.2) : 0;
    const double basket = coverage(balloon.radius * std::max(std::abs(x) - 0.15, std::abs(y - 1.77) - 0.12));
    color = mix(color, {0.36, 0.035, 0.050}, std::max(0.8 * rope, basket));
    return std::max({envelope, 0.8 * rope, basket});
}

/// Signed distance to the card, a rectangle with round corners.
double card(double x, double y) {
    const double radius = 56;
    const double dx = std::abs(x - width / 2.0) - (width / 2.0 - 44 - radius);
    const double dy = std::abs(y - height / 2.0) - (height / 2.0 - 44 - radius);
    return length(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0) - radius;
}

Rgba8 pixel(int column, int row) {
    const double x = column + 0.5, y = row + 0.5;
    const double shadow = 0.42 * (1 - smooth(-24, 30, card(x, y - 12)));
    const double on_card = coverage(card(x, y));
    Oklab color = sky(x, y);
    draw_stars(color, x, y);
    draw_ridges(color, x, y);
    draw_lake(color, x, y);
    draw_shore(color, x, y);
    color = mix({0, 0, 0}, color, on_card);
    double alpha = std::max(on_card, shadow);
    for (const Balloon& balloon : balloons) alpha = std::max(alpha, draw_balloon(color, balloon, x, y));
    // Grain as of film: gradients without bands, and colours by the ten thousand.
    color.l += 0.008 * (lattice(column, row, 161) - 0.5);
    color.a += 0.002 * (lattice(column, row, 162) - 0.5);
    color.b += 0.002 * (lattice(column, row, 163) - 0.5);
    const LinearRgb linear = linear_from_oklab(color);
    const auto a = static_cast<std::uint8_t>(std::floor(255 * alpha + 0.5));
    if (a == 0) return {};
    return {encode(linear.r, Transfer::srgb), encode(linear.g, Transfer::srgb),
            encode(linear.b, Transfer::srgb), a};
}

}

Image draw_dusk() {
    Image image(width, height);
    parallel_ranges(height, 8, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            for (int column = 0; column < width; ++column)
                image.pixels()[row * width + static_cast<std::size_t>(column)] =
                    pixel(column, static_cast<int>(row));
    });
    return image;
}

}
