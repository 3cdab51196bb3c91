#include "reduction/engine_cases.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace huedrift {
namespace {

constexpr double one_unit = 1.0 / units_per_one;

ColorSet points(std::vector<Position> positions) {
    std::vector<std::uint32_t> counts(positions.size());
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::uint32_t>(1 + i * 7 % 23);
    return ColorSet::from_points(std::move(positions), std::move(counts));
}

std::vector<Position> line(int count, int gap) {
    std::vector<Position> positions;
    for (int i = 0; i < count; ++i) positions.push_back({1 + i * gap, -5, 9});
    return positions;
}

std::vector<Position> plane(int side, int gap) {
    std::vector<Position> positions;
    for (int i = 0; i < side * side; ++i) positions.push_back({1 << 20, i / side * gap, i % side * gap});
    return positions;
}

/// All points whose squared distance to a centre is from `low` to `high`, and the centre.
std::vector<Position> shell(std::int64_t low, std::int64_t high) {
    const Position center{1 << 22, 100, -100};
    const auto reach = static_cast<std::int32_t>(std::sqrt(double(high)));
    std::vector<Position> positions{center};
    for (std::int32_t l = -reach; l <= reach; ++l)
        for (std::int32_t a = -reach; a <= reach; ++a)
            for (std::int32_t b = -reach; b <= reach; ++b) {
                const Position p{center.l + l, center.a + a, center.b + b};
                const std::int64_t d = squared_distance(p, center);
                if (d >= low && d <= high) positions.push_back(p);
            }
    return positions;
}

/// The shell with all offsets scaled up, so that a float cannot tell R2 from R2 + 1.
std::vector<Position> far_shell(std::int32_t scale) {
    std::vector<Position> positions = shell(65, 66);
    for (std::size_t i = 1; i < positions.size(); ++i) {
        const Position center = positions[0];
        Position& p = positions[i];
        p = {center.l + (p.l - center.l) * scale + (i % 3 == 0), center.a + (p.a - center.a) * scale,
             center.b + (p.b - center.b) * scale - (i % 5 == 0)};
    }
    return positions;
}

std::vector<Position> two_clusters() {
    std::mt19937 random(5);
    std::vector<Position> positions;
    for (int i = 0; i < 200; ++i) {
        const int offset = i % 2 == 0 ? 0 : 9'000'000;
        const auto jitter = [&] { return static_cast<int>(random() % 20000); };
        positions.push_back({offset + jitter(), jitter(), jitter()});
    }
    return positions;
}

}

ColorSet random_colors(std::size_t count, unsigned seed, Transfer transfer, std::uint32_t largest_count,
                       bool clustered) {
    std::mt19937 random(seed);
    std::set<Rgb> colors;
    while (colors.size() < count) {
        Rgb color = Rgb::from_code(static_cast<std::uint32_t>(random()) & (rgb_codes - 1));
        // A few dense hues with strays, as in a picture.
        if (clustered && random() % 16 != 0)
            color = {static_cast<std::uint8_t>(color.r % 48 + 60 * (color.r % 3)),
                     static_cast<std::uint8_t>(color.g % 32 + 90 * (color.r % 2)),
                     static_cast<std::uint8_t>(color.b % 64)};
        colors.insert(color);
    }
    std::vector<std::uint32_t> counts(count);
    for (auto& n : counts) n = 1 + static_cast<std::uint32_t>(random()) % largest_count;
    return ColorSet({colors.begin(), colors.end()}, std::move(counts), transfer);
}

std::vector<EngineCase> engine_cases() {
    const std::vector<double> all_radii{one_unit, 0.001, 0.004, 0.011, 0.03, 0.1, 0.3, 1.0, max_radius};
    std::vector<EngineCase> cases;
    for (const std::size_t size : {1u, 2u, 3u, 15u, 16u, 17u, 31u, 257u, 509u})
        cases.push_back({"random" + std::to_string(size), random_colors(size, unsigned(size), Transfer::srgb),
                         all_radii});
    cases.push_back({"clustered997", random_colors(997, 1, Transfer::srgb, 50, true), all_radii});
    cases.push_back({"clustered997linear", random_colors(997, 2, Transfer::linear, 3, true), all_radii});
    cases.push_back(
        {"large_counts", random_colors(200, 3, Transfer::srgb, 1u << 29), {0.05, 0.2, max_radius}});
    cases.push_back(
        {"two_clusters", points(two_clusters()), {one_unit, 0.0005, 0.0012, 0.01, 0.9, max_radius}});
    cases.push_back(
        {"line", points(line(300, 1)), {one_unit, 2 * one_unit, 7 * one_unit, 150 * one_unit, 0.1}});
    cases.push_back(
        {"wide_line", points(line(300, 1000)), {999 * one_unit, 1000 * one_unit, 1001 * one_unit, 0.01}});
    cases.push_back(
        {"plane", points(plane(18, 500)), {500 * one_unit, 501 * one_unit, 710 * one_unit, 0.0002, 0.01}});
    // R2 = 65 and 66: sqrt(65), sqrt(66) units, a little more so that the square is not rounded below.
    const auto root = [](double r2) { return std::sqrt(r2 + 0.25) * one_unit; };
    cases.push_back({"shell", points(shell(64, 67)), {root(64), root(65), root(66), root(67), root(4 * 66)}});
    const double scaled = std::sqrt(66.0) * 30000 * one_unit;
    cases.push_back({"far_shell",
                     points(far_shell(30000)),
                     {scaled, scaled * (1 - 1e-9), scaled * (1 + 1e-9), scaled * 1.00001}});
    return cases;
}

std::vector<EngineCase> refinement_cases() {
    std::vector<EngineCase> cases;
    std::mt19937 random(23);
    const auto within = [&](std::int32_t side) { return static_cast<std::int32_t>(random()) % side; };
    const auto cloud = [&](int count, const Position& middle, std::int32_t side) {
        std::vector<Position> positions;
        for (int i = 0; i < count; ++i)
            positions.push_back({middle.l + (within(side) + within(side)) / 2,
                                 middle.a + (within(side) + within(side)) / 2,
                                 middle.b + (within(side) + within(side)) / 2});
        return positions;
    };
    const auto joined = [](std::vector<Position> x, const std::vector<Position>& y) {
        x.insert(x.end(), y.begin(), y.end());
        return x;
    };
    const Position grey{1 << 23, 0, 0};
    cases.push_back({"one_cloud", points(cloud(700, grey, 900'000)), {0.02, 0.05, 0.1, 0.4, max_radius}});
    cases.push_back({"two_clouds",
                     points(joined(cloud(500, grey, 700'000), cloud(400, {1 << 23, 1'300'000, 0}, 700'000))),
                     {0.03, 0.05, 0.08, 0.12}});
    // Black, white and the ends of a and b lie in cells without neighbours beyond them.
    cases.push_back(
        {"edges",
         points(joined(joined(cloud(300, {0, 0, 0}, 1), cloud(200, {units_per_one - 90'000, 0, 0}, 90'000)),
                       cloud(200, {90'000, 90'000 - units_per_one / 2, units_per_one / 2 - 90'000}, 90'000))),
         {0.01, 0.04, 0.7}});
    cases.push_back({"lattice", points(plane(25, 40'000)), {0.008, 0.02, 0.06, 0.1}});
    std::vector<Position> plateau;
    for (int i = 0; i < 600; ++i)
        plateau.push_back({1 << 22, i / 200 * 700'000 + i % 20 * 9'000, i % 200 / 20 * 9'000});
    cases.push_back({"plateaus", points(plateau), {0.015, 0.04, 0.06}});
    // A bent ridge that rises slowly to white, where steps would lead out of the space.
    std::vector<Position> ridge;
    std::vector<std::uint32_t> heights;
    for (int i = 0; i < 800; ++i) {
        ridge.push_back({units_per_one - 6000 * i, i * i * 2 + within(60'000), i % 3 * 20'000});
        heights.push_back(static_cast<std::uint32_t>(1000 - i));
    }
    cases.push_back({"ridge", ColorSet::from_points(ridge, heights), {0.012, 0.02, 0.05}});
    // Pairs of peaks at distances around an eighth of r = 0.05.
    std::vector<Position> peaks;
    for (int i = 0; i < 5; ++i)
        for (const int gap : {0, 70'000 + 17'000 * i})
            peaks = joined(peaks, cloud(80, {(1 << 20) + 3'000'000 * i, gap, 0}, 50'000));
    cases.push_back({"near_peaks", points(peaks), {0.006, 0.02, 0.05}});
    // A thread of many colours across the border of two basins, which four levels of cells divide.
    std::vector<Position> thread = cloud(300, {0, 0, 0}, 500'000);
    for (Position& p : thread) p = {grey.l + p.l / 16, p.a, p.b / 16};
    cases.push_back({"border",
                     points(joined(joined(cloud(200, {1 << 23, -2'600'000, 0}, 500'000),
                                          cloud(220, {1 << 23, 2'600'000, 0}, 500'000)),
                                   thread)),
                     {0.145, 0.15, 0.155, 0.16}});
    // Level 1 has sides of 2^4, and 2^5 units: there is no second one, and just one.
    cases.push_back(
        {"smallest", points(cloud(500, grey, 90)), {33 * one_unit, 65 * one_unit, 31 * one_unit}});
    std::vector<std::uint32_t> counts(600);
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = (1u << 27) + static_cast<std::uint32_t>(i % 7);
    cases.push_back({"heavy",
                     ColorSet::from_points(
                         joined(cloud(300, grey, 800'000), cloud(300, {1 << 22, 0, 0}, 800'000)), counts),
                     {0.04, 0.1}});
    // The same cloud twice: its modes have equal heights with the weighting palette.
    std::vector<Position> twin = cloud(300, grey, 500'000);
    for (std::size_t i = 0; i < 300; ++i) twin.push_back({twin[i].l, twin[i].a + (1 << 21), twin[i].b});
    cases.push_back({"twins",
                     ColorSet::from_points(twin, std::vector<std::uint32_t>(600, 1)),
                     {0.03, 0.06, double(1 << 21) * one_unit, double((1 << 21) - 1) * one_unit}});
    cases.push_back({"colours", random_colors(600, 9, Transfer::srgb, 40, true), {0.05, 0.2, 0.5}});
    return cases;
}

std::vector<EngineCase> merge_cases() {
    std::vector<EngineCase> cases;
    // Two colours and their rims, each a mode, 3000 units apart; weights alike, so the order decides.
    std::vector<Position> peaks;
    for (const std::int32_t l : {0, 3000})
        for (const std::int32_t a : {-1, 0, 1})
            for (const std::int32_t b : {-1, 0, 1}) peaks.push_back({1000 + l, a, b});
    cases.push_back({"two_peaks",
                     ColorSet::from_points(peaks, std::vector<std::uint32_t>(peaks.size(), 1)),
                     {100 * one_unit, 2999 * one_unit, 3000 * one_unit, 3001 * one_unit}});
    // Every point is a mode of the same density: the first takes its neighbours.
    cases.push_back({"lattice",
                     ColorSet::from_points(plane(12, 500), std::vector<std::uint32_t>(144, 1)),
                     {100 * one_unit, 499 * one_unit, 500 * one_unit, 708 * one_unit, 1200 * one_unit}});
    cases.push_back({"ridge",
                     points(line(400, 900)),
                     {1000 * one_unit, 899 * one_unit, 900 * one_unit, 5000 * one_unit, 0.02}});
    std::mt19937 random(17);
    const auto within = [&](std::int32_t side) { return static_cast<std::int32_t>(random()) % side; };
    std::vector<Position> ball, clouds;
    for (int i = 0; i < 700; ++i) {
        ball.push_back({1 << 23, within(400'000), within(400'000)});
        clouds.push_back({(1 << 23) + i % 3 * 900'000 + within(500'000), within(500'000), within(500'000)});
    }
    cases.push_back({"ball", points(ball), {0.02, 0.004, 0.05}});
    cases.push_back({"clouds", points(clouds), {0.02, 0.003, 0.01, 0.06}});
    cases.push_back({"colours", random_colors(600, 9, Transfer::srgb, 40, true), {0.03, 0.01, 0.1, 1.0}});
    return cases;
}

int reports_of(Engine& engine, const ColorSet& colors, const Options& options) {
    int reports = 0;
    Progress progress([&](double) { ++reports; });
    engine.reduce(colors, options, progress);
    return reports;
}

bool ends_when_cancelled_at(Engine& engine, const ColorSet& colors, const Options& options, int report) {
    Progress progress([&](double) {
        if (report-- == 0) progress.cancel();
    });
    try {
        engine.reduce(colors, options, progress);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::cancelled) throw;
        return true;
    }
    return false;
}

}
