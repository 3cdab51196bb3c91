#include "cpu/capture.h"

#include "base/parallel.h"
#include "cpu/component_tree.h"
#include "cpu/curve_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace huedrift {
namespace {

constexpr std::uint32_t mixed = ComponentTree::mixed;

// Measured on photographs at r = 0.05: bounds on cubes of this size are tight enough, and half of all crests
// remain undecided if cubes are not divided below 1/64.
constexpr double cells_per_radius = 6;
constexpr int max_divisions = 8;
/// The squared half diagonals of a cube and of a square with side 1.
constexpr double cube_half = 0.75, square_half = 0.5;

Position offset(const Position& low, std::int32_t side, int corner) {
    return {low.l + (corner >> 2) * side, low.a + (corner >> 1 & 1) * side, low.b + (corner & 1) * side};
}

}

Capture::Capture(const BallSum& ball_sum, std::span<const Position> states, std::span<const double> heights,
                 std::span<const std::uint64_t> weights, std::span<const Position> entries,
                 std::int64_t squared_distance, Progress& progress)
    : ball_sum_(ball_sum), entries_(entries), limit_(squared_distance), progress_(progress),
      side_(side_for(ball_sum)) {
    add_cells(states);
    bound_cells();
    // Photographs for which it pays take 1 to 4.5 evaluations per colour, and capture some colours half way.
    constexpr double max_evaluations = 5, half_way = 2.5, promising = 0.01;
    const auto made = [&] { return double(evaluations_) / double(states.size()); };
    bool promises = false;
    for (sweep(true); made() < max_evaluations && refine(); sweep(true)) {
        progress.throw_if_cancelled();
        progress.report(made() / max_evaluations);
        if (promises || made() < half_way) continue;
        sweep(false);
        promises = captured_share(states, heights, weights) >= promising;
        if (!promises) break;
    }
    sweep(false);
    boxes_ = {};
    faces_ = {};
}

/// The captured share, sampled at every 16th state.
double Capture::captured_share(std::span<const Position> states, std::span<const double> heights,
                               std::span<const std::uint64_t> weights) const {
    std::size_t captured = 0;
    for (std::size_t i = 0; i < states.size(); i += 16)
        captured += entry_of(states[i], heights[i], weights[i]) != none;
    return 16.0 * double(captured) / double(states.size());
}

/// A multiple of the smallest side that boxes are divided to.
std::int32_t Capture::side_for(const BallSum& ball_sum) {
    constexpr std::int32_t unit = 4 << max_divisions;
    const double side = std::sqrt(double(ball_sum.squared_radius())) / cells_per_radius;
    return std::max(unit, static_cast<std::int32_t>(side) / unit * unit);
}

bool Capture::suits(const BallSum& ball_sum, std::span<const Position> states) {
    if (ball_sum.squared_radius() < min_squared_radius) return false;
    constexpr std::size_t min_states = 200'000, states_per_cell = 12;
    if (states.size() < min_states) return false;
    const std::int32_t side = side_for(ball_sum);
    std::unordered_map<GridCell, bool, GridCell::Hash> cells;
    for (const Position& p : states) cells[{p.l / side, p.a / side, p.b / side}] = true;
    return cells.size() * states_per_cell < states.size();
}

GridCell Capture::cell_at(const Position& p) const {
    const auto down = [&](std::int32_t x) { return x >= 0 ? x / side_ : -((-x + side_ - 1) / side_); };
    return {down(p.l), down(p.a), down(p.b)};
}

/// The values at some points, of balls that are larger than the radius by `farther`.
Capture::Values Capture::evaluate(std::span<const Position> points, double farther) {
    const std::size_t count = points.size();
    evaluations_ += count;
    const double radius = std::sqrt(double(ball_sum_.squared_radius())) + farther;
    const BallSum wide(ball_sum_.tree(), ball_sum_.weighting(),
                       static_cast<std::int64_t>(std::ceil(radius * radius)));
    const BallSum& sums = farther == 0 ? ball_sum_ : wide;
    std::vector<std::uint64_t> keys(count);
    for (std::size_t i = 0; i < count; ++i)
        keys[i] = curve_order::key(points[i], static_cast<std::uint32_t>(i));
    std::ranges::sort(keys);
    Values values{std::vector<double>(count), std::vector<double>(count), std::vector<Position>(count)};
    constexpr std::size_t chunk = 512;
    parallel_ranges((count + chunk - 1) / chunk, 1, [&](std::size_t first, std::size_t last) {
        BallSum::Scratch scratch;
        std::vector<Position> states, next;
        std::vector<std::uint64_t> weights;
        std::vector<double> heights;
        for (std::size_t begin = first * chunk; begin < std::min(last * chunk, count); begin += chunk) {
            const auto part =
                std::span<const std::uint64_t>(keys).subspan(begin, std::min(chunk, count - begin));
            states.clear();
            for (const std::uint64_t key : part) states.push_back(points[curve_order::number(key)]);
            next.resize(part.size());
            weights.resize(part.size());
            heights.resize(part.size());
            sums.evaluate(states, part, next, weights, heights, scratch, progress_);
            for (std::size_t i = 0; i < part.size(); ++i) {
                const std::uint32_t point = curve_order::number(part[i]);
                values.height[point] = heights[i];
                values.weight[point] = double(weights[i]);
                values.next[point] = next[i];
            }
        }
    });
    progress_.throw_if_cancelled();
    return values;
}

/// Adds the cells of the states and their neighbours.
void Capture::add_cells(std::span<const Position> states) {
    const auto add = [&](const GridCell& cell) {
        if (index_.emplace(cell, static_cast<std::uint32_t>(cells_.size())).second) cells_.push_back(cell);
    };
    for (const Position& state : states) add(cell_at(state));
    for (std::size_t i = 0, own = cells_.size(); i < own; ++i) {
        const GridCell c = cells_[i];
        for (const std::int32_t d : {-1, 1}) {
            add({c.l + d, c.a, c.b});
            add({c.l, c.a + d, c.b});
            add({c.l, c.a, c.b + d});
        }
    }
}

/// max(R2 - |q - x|^2, 0) + |q - c|^2 is convex in q for any c, and so is the sum over all points that any
/// ball around the cube reaches, of weight `reach`: f(q) + reach |q - c|^2 is at most its largest value at a
/// corner. With c the middle of a cube, or of a face, f exceeds its largest value at a corner by at most
/// reach times the squared half diagonal.
void Capture::bound_cells() {
    CellIndex corners;
    std::vector<Position> points, middles;
    std::vector<std::uint32_t> corners_of;
    for (const GridCell& cell : cells_) {
        for (int k = 0; k < 8; ++k) {
            const GridCell at{cell.l + (k >> 2), cell.a + (k >> 1 & 1), cell.b + (k & 1)};
            const auto [found, added] = corners.emplace(at, static_cast<std::uint32_t>(points.size()));
            if (added) points.push_back(low_of(at));
            corners_of.push_back(found->second);
        }
        const Position low = low_of(cell);
        middles.push_back({low.l + side_ / 2, low.a + side_ / 2, low.b + side_ / 2});
    }
    Values values = evaluate(points);
    const double r2 = double(ball_sum_.squared_radius());
    for (std::size_t i = 0; i < points.size(); ++i)
        values.height[i] += BallSum::height_error * r2 * values.weight[i];
    reach_ = evaluate(middles, side_ * std::sqrt(cube_half) + 1).weight;
    const double s = side_;
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
        double top = 0;
        for (std::size_t k = 0; k < 8; ++k) top = std::max(top, values.height[corners_of[8 * i + k]]);
        level_.push_back(top + reach_[i] * cube_half * s * s);
        const Position low = low_of(cells_[i]);
        const std::uint32_t label = label_of(low, side_);
        boxes_.push_back({i, low, side_, level_[i], reach_[i], label, label == none});
    }
    add_faces(values.height, corners_of);
}

void Capture::add_faces(std::span<const double> corners, std::span<const std::uint32_t> corners_of) {
    const double s = side_;
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const int direction : {0, 1}) {
                GridCell beside = cells_[i];
                (axis == 0 ? beside.l : axis == 1 ? beside.a : beside.b) += 2 * direction - 1;
                const auto found = index_.find(beside);
                const bool inside = found != index_.end();
                if (inside && direction == 0) continue; // the neighbour adds this face
                double top = 0;
                for (int k = 0; k < 8; ++k)
                    if ((k >> (2 - axis) & 1) == direction)
                        top = std::max(top, corners[corners_of[8 * i + std::size_t(k)]]);
                double level = std::min(level_[i], top + reach_[i] * square_half * s * s);
                if (inside) level = std::min(level, level_[found->second]);
                faces_.push_back({level, i, inside ? found->second : none});
            }
        }
    }
    std::ranges::sort(faces_, std::greater<>(), &Face::level);
}

/// The entry that takes every mode in a cube, or none if that depends on the mode.
std::uint32_t Capture::label_of(const Position& low, std::int32_t side) const {
    for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) {
        std::int64_t nearest = 0, farthest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t above =
                                   std::int64_t{coordinates(entries_[entry])[axis]} - coordinates(low)[axis],
                               below = side - above;
            const std::int64_t gap = std::max({std::int64_t{0}, -above, -below}),
                               span = std::max(std::abs(above), std::abs(below));
            nearest += gap * gap;
            farthest += span * span;
        }
        if (nearest <= limit_) return farthest <= limit_ ? entry : none;
    }
    return none;
}

/// Tries to exclude fixed points from the highest boxes that still matter, and divides those it cannot. False
/// when none matters.
bool Capture::refine() {
    std::vector<std::uint32_t> tried;
    for (std::uint32_t i = 0; i < boxes_.size(); ++i)
        if (boxes_[i].open && boxes_[i].level > threshold_[boxes_[i].cell]) tried.push_back(i);
    if (tried.empty()) return false;
    std::ranges::sort(tried, std::greater<>(), [&](std::uint32_t i) { return boxes_[i].level; });
    // Lower boxes no longer matter where a higher one turns out to hold fixed points.
    constexpr std::size_t enough = 20'000;
    if (tried.size() > enough) tried.resize(std::max(enough, tried.size() / 2));

    std::vector<Position> middles;
    for (const std::uint32_t i : tried) {
        const std::int32_t half = boxes_[i].side / 2;
        const Position& low = boxes_[i].low;
        middles.push_back({low.l + half, low.a + half, low.b + half});
    }
    const Values at = evaluate(middles);
    tighten_reach(tried, middles);
    std::vector<std::size_t> steep;
    std::vector<Position> behind;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        const Box& box = boxes_[tried[i]];
        const Position& from = middles[i];
        const Position& to = at.next[i];
        if (double(squared_distance(from, to)) < cube_half * 1.2 * box.side * box.side) continue;
        const double share = std::min(1.0, at.weight[i] / box.reach);
        const auto back = [&](std::int32_t x, std::int32_t y) {
            return x - static_cast<std::int32_t>(share * (y - x));
        };
        steep.push_back(i);
        behind.push_back({back(from.l, to.l), back(from.a, to.a), back(from.b, to.b)});
    }
    const Values below = evaluate(behind);
    std::vector<bool> empty(tried.size(), false);
    const double r2 = double(ball_sum_.squared_radius());
    for (std::size_t j = 0; j < steep.size(); ++j) {
        const std::size_t i = steep[j];
        const double height = below.height[j] + BallSum::height_error * r2 * below.weight[j];
        empty[i] = excluded(boxes_[tried[i]], middles[i], at, i, behind[j], height);
    }
    std::vector<Box> parts;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        Box& box = boxes_[tried[i]];
        box.open = false;
        box.label = mixed;
        // A fixed point q has f(c) >= f(q) - reach |q - c|^2, up to rounding.
        const double s = box.side, half = std::sqrt(cube_half) * s;
        box.level = std::min(box.level, at.height[i] + BallSum::height_error * r2 * at.weight[i] +
                                            box.reach * (half * half + 2 * half));
        const bool divided = !empty[i] && box.side > side_ >> max_divisions;
        if (divided) divide(box, parts);
        if (divided || empty[i]) box.label = none;
    }
    std::erase_if(boxes_, [](const Box& box) { return !box.open && box.label == none; });
    boxes_.insert(boxes_.end(), parts.begin(), parts.end());
    return true;
}

/// Measures `reach` again at every other division.
void Capture::tighten_reach(std::span<const std::uint32_t> boxes, std::span<const Position> middles) {
    for (int division = 2; division < max_divisions; division += 2) {
        const std::int32_t side = side_ >> division;
        std::vector<std::uint32_t> of_side;
        std::vector<Position> points;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes_[boxes[i]].side != side) continue;
            of_side.push_back(boxes[i]);
            points.push_back(middles[i]);
        }
        if (points.empty()) continue;
        const Values wide = evaluate(points, side * std::sqrt(cube_half) + 1);
        for (std::size_t i = 0; i < points.size(); ++i) boxes_[of_side[i]].reach = wide.weight[i];
    }
}

/// A fixed point q has f(b) >= f(q) - reach |q - b|^2 for every b. But f(q) >= f(c) + 2 W (q - c).(M - c) - W
/// |q - c|^2 with the weight W and the mean M of the ball around c. Where the second bound of f(q) minus the
/// first is above 0 there is none; the difference is concave, so the corners tell. Both the step at c and the
/// one at a fixed point are known to within one unit.
bool Capture::excluded(const Box& box, const Position& middle, const Values& at, std::size_t i,
                       const Position& behind, double behind_height) const {
    const double r2 = double(ball_sum_.squared_radius()), weight = at.weight[i];
    const double height = at.height[i] - BallSum::height_error * r2 * weight;
    for (int corner = 0; corner < 8; ++corner) {
        const Position q = offset(box.low, box.side, corner);
        double along = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double m = coordinates(middle)[axis];
            along += (coordinates(q)[axis] - m) * (coordinates(at.next[i])[axis] - m);
        }
        const double near2 = double(squared_distance(q, middle)), far2 = double(squared_distance(q, behind));
        const double lower = height + weight * (2 * along - 2 * std::sqrt(near2) - near2),
                     upper = behind_height + box.reach * (far2 + 2 * std::sqrt(far2));
        if (lower <= upper) return false;
    }
    return true;
}

void Capture::divide(const Box& box, std::vector<Box>& parts) const {
    const std::int32_t half = box.side / 2;
    for (int part = 0; part < 8; ++part) {
        const Position low = offset(box.low, half, part);
        const std::uint32_t label = label_of(low, half);
        parts.push_back({box.cell, low, half, box.level, box.reach, label, label == none});
    }
}

/// Computes the thresholds. Open boxes count as holding no fixed points if `optimistic`, else as holding any.
void Capture::sweep(bool optimistic) {
    std::vector<const Box*> boxes;
    for (const Box& box : boxes_)
        if (!box.open || !optimistic) boxes.push_back(&box);
    std::ranges::sort(boxes, std::greater<>(), &Box::level);
    ComponentTree components(static_cast<std::uint32_t>(cells_.size()));
    auto box = boxes.begin();
    const auto mark_down_to = [&](double level) {
        for (; box != boxes.end() && (*box)->level >= level; ++box)
            components.mark((*box)->level, (*box)->cell, (*box)->open ? mixed : (*box)->label);
    };
    for (const Face& face : faces_) {
        mark_down_to(face.level);
        if (face.other == none) {
            components.mark(face.level, face.cell, mixed);
        } else {
            components.join(face.level, face.cell, face.other);
        }
    }
    mark_down_to(-std::numeric_limits<double>::infinity());
    components.thresholds(threshold_, label_);
}

std::uint32_t Capture::entry_of(const Position& state, double height, std::uint64_t weight) const {
    const auto found = index_.find(cell_at(state));
    if (found == index_.end()) return none;
    const double lower = height - BallSum::height_error * double(ball_sum_.squared_radius()) * double(weight);
    return lower > threshold_[found->second] ? label_[found->second] : none;
}

}
