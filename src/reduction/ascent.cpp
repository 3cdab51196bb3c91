#include "reduction/ascent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace huedrift {
namespace {

// Measured on photographs of 85,000 to 480,000 colours. Fewer rounds stop on long ridges, with a third of the
// pixels in one case; longer steps miss modes.
constexpr int max_rounds = 200;
constexpr std::size_t max_evaluations = 40'000;
constexpr double max_relaxation = 10;
/// In radii: the length below which a step counts as none, and the distance within which two trajectories are
/// joined, in the first rounds and later.
constexpr double still = 1e-4, near_at_first = 1.0 / 8, near_later = 1.0 / 4;
constexpr int first_rounds = 12;

using Vector = std::array<double, 3>;

double dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

Vector offset(const Position& to, const Position& from) {
    return {double(to.l) - from.l, double(to.a) - from.a, double(to.b) - from.b};
}

/// Clamped to the box that holds all colours.
Position moved(const Position& from, const Vector& step, double times) {
    constexpr std::int32_t half = units_per_one / 2;
    const auto coordinate = [&](std::int32_t at, double along, std::int32_t low, std::int32_t high) {
        return static_cast<std::int32_t>(std::clamp(at + along * times, double(low), double(high)));
    };
    return {coordinate(from.l, step[0], 0, units_per_one), coordinate(from.a, step[1], -half, half),
            coordinate(from.b, step[2], -half, half)};
}

struct Climber {
    Position at;
    Vector last_step{};
    double relaxation = 0;
    std::uint64_t density = 0;
    std::uint32_t joined; ///< another one, or itself
    bool rests = false;

    void take(const Position& next, double radius) {
        const Vector step = offset(next, at);
        const double length = std::sqrt(dot(step, step)), before = std::sqrt(dot(last_step, last_step));
        rests = length < still * radius;
        const double agreement = before > 0 && length > 0 ? dot(step, last_step) / (length * before) : 0;
        if (agreement > 0.7)
            relaxation = std::min(1.7 * relaxation + 0.7, max_relaxation);
        else
            relaxation = agreement < 0 ? 0 : relaxation / 2;
        last_step = step;
        at = rests ? next : moved(at, step, std::max(1.0, std::min(1 + relaxation, radius / length)));
    }
};

class Climb {
public:
    Climb(std::span<const Position> starts, double radius) : radius_(radius) {
        for (std::uint32_t i = 0; i < starts.size(); ++i) climbers_.push_back({.at = starts[i], .joined = i});
        alone_.resize(starts.size());
        std::iota(alone_.begin(), alone_.end(), 0u);
    }

    /// Those in one cell of a grid continue as the first of them.
    void join(double side) {
        using Cell = std::array<std::int64_t, 4>;
        std::vector<Cell> cells;
        for (const std::uint32_t i : alone_) {
            const auto number = [&](std::int32_t x) {
                return static_cast<std::int64_t>(std::floor(x / side));
            };
            const Position& at = climbers_[i].at;
            cells.push_back({number(at.l), number(at.a), number(at.b), i});
        }
        std::ranges::sort(cells);
        alone_.clear();
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const auto climber = static_cast<std::uint32_t>(cells[k][3]);
            if (k > 0 && std::equal(cells[k].begin(), cells[k].begin() + 3, cells[k - 1].begin()))
                climbers_[climber].joined = alone_.back();
            else
                alone_.push_back(climber);
        }
    }
    /// Evaluates F once for each that still moves; returns how many these were.
    std::size_t step(Follower& follower, const ColorSet& colors, const Options& options, Progress& progress) {
        std::vector<std::uint32_t> moving;
        std::ranges::copy_if(alone_, std::back_inserter(moving), [&](auto i) { return !climbers_[i].rests; });
        std::vector<Position> states;
        states.reserve(moving.size());
        for (const std::uint32_t i : moving) states.push_back(climbers_[i].at);
        if (states.empty()) return 0;
        const Follower::Modes next = follower.follow(colors, states, options, progress);
        for (std::size_t k = 0; k < moving.size(); ++k) {
            climbers_[moving[k]].density = next.densities[k];
            climbers_[moving[k]].take(next.states[k], radius_);
        }
        return moving.size();
    }
    Ascent end() {
        Ascent ascent;
        std::vector<std::uint32_t> mode_of(climbers_.size());
        for (const std::uint32_t i : alone_) {
            mode_of[i] = static_cast<std::uint32_t>(ascent.modes.size());
            ascent.modes.push_back(climbers_[i].at);
            ascent.densities.push_back(climbers_[i].density);
        }
        for (std::uint32_t i = 0; i < climbers_.size(); ++i) {
            std::uint32_t last = i;
            while (climbers_[last].joined != last) last = climbers_[last].joined;
            ascent.mode_of.push_back(mode_of[last]);
        }
        return ascent;
    }

private:
    double radius_; ///< in units
    std::vector<Climber> climbers_;
    std::vector<std::uint32_t> alone_; ///< those not joined to another
};

}

Ascent ascend(Follower& follower, const ColorSet& colors, std::span<const Position> starts,
              const Options& options, Progress& progress) {
    const double radius = std::sqrt(double(squared_radius(options.radius)));
    Options one_step = options;
    one_step.max_iterations = 1;
    Climb climb(starts, radius);
    std::size_t evaluations = 0;
    for (int round = 0; round < max_rounds && evaluations < max_evaluations; ++round) {
        const double near = round < first_rounds ? near_at_first : near_later;
        climb.join(std::max(1.0, near * radius));
        const std::size_t made = climb.step(follower, colors, one_step, progress);
        if (made == 0) break;
        evaluations += made;
    }
    climb.join(std::max(1.0, near_later * radius));
    return climb.end();
}

}
