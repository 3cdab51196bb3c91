#include "cpu/ball_sum.h"

#include "color/position.h"

#include <algorithm>
#include <cmath>
#include <deque>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/ball_sum.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cpu/ball_sum-inl.h"

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(evaluate_palette);
HWY_EXPORT(evaluate_frequency);
HWY_EXPORT(target_name);

void BallSum::evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                       std::span<Position> next, BallSumLists& lists, const Progress& progress) const {
    const BallSumJob job{*this, states, keys, next, lists, progress};
    if (weighting_ == Weighting::palette) {
        HWY_DYNAMIC_DISPATCH(evaluate_palette)(job);
    } else {
        HWY_DYNAMIC_DISPATCH(evaluate_frequency)(job);
    }
}

/// A separate walk, as it is needed for few states: the tree's boxes hold integers, so integers decide at
/// once.
Height BallSum::height(const Position& q) const {
    const auto center = coordinates(q);
    const auto pointers = tree_.pointers();
    MomentSum sum;
    const auto add_leaf = [&](std::size_t leaf) {
        for (std::size_t i = leaf * PointTree::leaf_points; i < (leaf + 1) * PointTree::leaf_points; ++i) {
            const Position point{pointers.points[0][i], pointers.points[1][i], pointers.points[2][i]};
            if (squared_distance(point, q) > squared_radius_) continue;
            sum.add(point, weighting_ == Weighting::palette ? 1 : pointers.counts[i]);
        }
    };
    std::vector<BallSumLists::Node> stack{{static_cast<std::uint32_t>(tree_.levels().size() - 1), 0}};
    while (!stack.empty()) {
        const auto [level_index, group] = stack.back();
        stack.pop_back();
        const PointTree::Level& level = tree_.levels()[level_index];
        const std::size_t begin = group * PointTree::fan_out,
                          end = std::min(begin + PointTree::fan_out, level.size());
        for (std::size_t node = begin; node < end; ++node) {
            std::int64_t nearest = 0, farthest = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto below = static_cast<std::int64_t>(level.low[axis][node]) - center[axis],
                           above = center[axis] - static_cast<std::int64_t>(level.high[axis][node]);
                const std::int64_t near = std::max({below, above, std::int64_t{0}}),
                                   far = std::min(below, above);
                nearest += near * near;
                farthest += far * far;
            }
            if (nearest > squared_radius_) continue;
            if (farthest <= squared_radius_) {
                sum += weighting_ == Weighting::palette ? level.palette[node] : level.frequency[node];
            } else if (level_index == 0) {
                add_leaf(node);
            } else {
                stack.push_back({level_index - 1, static_cast<std::uint32_t>(node)});
            }
        }
    }
    return sum.height_at(q, squared_radius_);
}

std::string simd_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}
#endif
