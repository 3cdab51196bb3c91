#include "cpu/point_tree.h"

#include "base/parallel.h"
#include "color/position.h"

#include <algorithm>

namespace huedrift {
namespace {

constexpr std::size_t leaf_points = PointTree::leaf_points, fan_out = PointTree::fan_out;

constexpr std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

/// Sorts indices of points so that every node of the hierarchy is a box of a k-d tree: halves along the
/// longest side, cut at a multiple of the largest nodes that fit. (Measured against Morton order, whose boxes
/// are larger: 1.3 times fewer nodes and leaves per evaluation.)
class KdOrder {
public:
    KdOrder(std::span<const Position> positions, const Progress& progress)
        : positions_(positions), progress_(progress), order_(indices_below(positions.size())) {
        divide(0, order_.size());
    }
    const std::vector<std::uint32_t>& order() const { return order_; }

private:
    void divide(std::size_t begin, std::size_t end) {
        if (end - begin <= leaf_points) return;
        std::size_t unit = leaf_points;
        while (unit * fan_out < end - begin) unit *= fan_out;
        const std::size_t middle = begin + (end - begin + unit) / (2 * unit) * unit;
        const std::size_t axis = longest_axis(begin, end);
        const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t i, std::uint32_t j) {
            return coordinates(positions_[i])[axis] < coordinates(positions_[j])[axis];
        });
        constexpr std::size_t worth_a_task = 1 << 13;
        if (end - begin < worth_a_task) {
            divide(begin, middle);
            divide(middle, end);
        } else {
            progress_.throw_if_cancelled();
            parallel_both([&] { divide(begin, middle); }, [&] { divide(middle, end); });
        }
    }

    std::size_t longest_axis(std::size_t begin, std::size_t end) const {
        BoundingBox box;
        for (std::size_t i = begin; i < end; ++i) box.add(positions_[order_[i]]);
        return box.longest_axis();
    }

    std::span<const Position> positions_;
    const Progress& progress_;
    std::vector<std::uint32_t> order_;
};

}

PointTree::PointTree(const ColorSet& colors, const Progress& progress) {
    const KdOrder kd(colors.positions(), progress);
    const std::size_t padded = round_up(colors.size(), leaf_points);
    for (auto& axis : points_) axis.assign(padded, far_away);
    counts_.assign(padded, 0);
    parallel_indices(colors.size(), 1 << 12, [&](std::size_t i) {
        const auto p = coordinates(colors.positions()[kd.order()[i]]);
        for (std::size_t axis = 0; axis < 3; ++axis) points_[axis][i] = p[axis];
        counts_[i] = static_cast<std::int32_t>(colors.counts()[kd.order()[i]]);
    });
    add_leaves();
    while (levels_.back().size() > fan_out) add_level_above();
}

namespace {

PointTree::Level empty_level(std::size_t size) {
    PointTree::Level level;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        level.low[axis].assign(round_up(size, fan_out), float(PointTree::far_away));
        level.high[axis].assign(round_up(size, fan_out), float(PointTree::far_away));
    }
    level.palette.resize(size);
    level.frequency.resize(size);
    return level;
}

}

void PointTree::add_leaves() {
    Level level = empty_level(counts_.size() / leaf_points);
    parallel_indices(level.size(), 1 << 8, [&](std::size_t leaf) {
        for (std::size_t i = leaf * leaf_points; i < (leaf + 1) * leaf_points && counts_[i] != 0; ++i) {
            const bool first = i == leaf * leaf_points;
            const Position point{points_[0][i], points_[1][i], points_[2][i]};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto x = static_cast<float>(points_[axis][i]);
                float& low = level.low[axis][leaf];
                float& high = level.high[axis][leaf];
                low = first ? x : std::min(low, x);
                high = first ? x : std::max(high, x);
            }
            level.palette[leaf].add(point, 1);
            level.frequency[leaf].add(point, counts_[i]);
        }
    });
    levels_.push_back(std::move(level));
}

void PointTree::add_level_above() {
    const Level& below = levels_.back();
    Level level = empty_level((below.size() + fan_out - 1) / fan_out);
    for (std::size_t node = 0; node < level.size(); ++node) {
        const std::size_t begin = node * fan_out, end = std::min(begin + fan_out, below.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto at = [](const AlignedVector<float>& v, std::size_t i) {
                return v.begin() + static_cast<std::ptrdiff_t>(i);
            };
            level.low[axis][node] = *std::min_element(at(below.low[axis], begin), at(below.low[axis], end));
            level.high[axis][node] =
                *std::max_element(at(below.high[axis], begin), at(below.high[axis], end));
        }
        for (std::size_t i = begin; i < end; ++i) {
            level.palette[node] += below.palette[i];
            level.frequency[node] += below.frequency[i];
        }
    }
    levels_.push_back(std::move(level));
}

}
