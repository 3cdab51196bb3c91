#include "reduction/merge.h"

#include "base/error.h"
#include "color/position_sum.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace huedrift {
namespace {

/// The components of the graph that links points at most a distance apart. A k-d tree is joined with itself:
/// pairs of boxes too far apart or already of one component are left out, pairs that are close as a whole are
/// linked unseen. So neither one dense heap nor two facing each other cost a quadratic number of tests.
class SingleLink {
public:
    SingleLink(std::span<const Mode> modes, std::int64_t limit)
        : modes_(modes), limit_(limit), parent_(modes.size()), order_(modes.size()) {
        std::iota(parent_.begin(), parent_.end(), 0u);
        std::iota(order_.begin(), order_.end(), 0u);
        join(build(0, order_.size()));
    }

    /// The mode that stands for the component of mode i.
    std::uint32_t component(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

private:
    using Corner = std::array<std::int64_t, 3>;
    struct Node {
        std::size_t begin, end;          ///< its points in order_
        std::size_t left = 0, right = 0; ///< 0: a leaf
        Corner low, high;
        bool joined = false; ///< known to be of one component
    };

    static Corner corner(const Position& p) { return {p.l, p.a, p.b}; }

    std::size_t build(std::size_t begin, std::size_t end) {
        Node node{.begin = begin, .end = end, .low = corner(at(begin)), .high = corner(at(begin))};
        for (std::size_t i = begin; i < end; ++i) {
            const Corner c = corner(at(i));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                node.low[axis] = std::min(node.low[axis], c[axis]);
                node.high[axis] = std::max(node.high[axis], c[axis]);
            }
        }
        const std::size_t index = nodes_.size();
        nodes_.push_back(node);
        if (end - begin <= leaf_size) return index;
        std::size_t widest = 0;
        for (std::size_t axis = 1; axis < 3; ++axis)
            if (node.high[axis] - node.low[axis] > node.high[widest] - node.low[widest]) widest = axis;
        const std::size_t middle = begin + (end - begin) / 2;
        const auto first = order_.begin();
        std::nth_element(first + std::ptrdiff_t(begin), first + std::ptrdiff_t(middle),
                         first + std::ptrdiff_t(end), [&](std::uint32_t i, std::uint32_t j) {
                             return corner(modes_[i].position)[widest] < corner(modes_[j].position)[widest];
                         });
        const std::size_t left = build(begin, middle), right = build(middle, end);
        nodes_[index].left = left;
        nodes_[index].right = right;
        return index;
    }

    const Position& at(std::size_t i) const { return modes_[order_[i]].position; }
    void link(std::size_t i, std::size_t j) { parent_[component(order_[i])] = component(order_[j]); }

    /// Links all points of a node that are known to belong together.
    void link_all(Node& node) {
        for (std::size_t i = node.begin + 1; i < node.end && !node.joined; ++i) link(i - 1, i);
        node.joined = true;
    }

    bool one_component(const Node& x, const Node& y) {
        return x.joined && y.joined && component(order_[x.begin]) == component(order_[y.begin]);
    }

    /// Takes what is known of the halves into the whole and back.
    void share_joined(Node& node) {
        if (node.left == 0) return;
        Node &left = nodes_[node.left], &right = nodes_[node.right];
        node.joined = node.joined || one_component(left, right);
        left.joined = left.joined || node.joined;
        right.joined = right.joined || node.joined;
    }

    /// Links the close pairs within a node.
    void join(std::size_t index) {
        Node& node = nodes_[index];
        std::int64_t diagonal = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t side = node.high[axis] - node.low[axis];
            diagonal += side * side;
        }
        if (diagonal <= limit_) return link_all(node);
        if (node.left == 0) return join_points(node, node);
        join(node.left);
        join(node.right);
        join(node.left, node.right);
    }

    /// Links the close pairs between two nodes.
    void join(std::size_t first, std::size_t second) {
        Node &x = nodes_[first], &y = nodes_[second];
        share_joined(x);
        share_joined(y);
        if (one_component(x, y)) return;
        std::int64_t nearest = 0, farthest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t gap =
                std::max({x.low[axis] - y.high[axis], y.low[axis] - x.high[axis], std::int64_t{0}});
            const std::int64_t span =
                std::max(x.high[axis], y.high[axis]) - std::min(x.low[axis], y.low[axis]);
            nearest += gap * gap;
            farthest += span * span;
        }
        if (nearest > limit_) return;
        if (farthest <= limit_) {
            link_all(x);
            link_all(y);
            link(x.begin, y.begin);
        } else if (x.left == 0 && y.left == 0) {
            join_points(x, y);
        } else if (x.left != 0 && (y.left == 0 || x.end - x.begin >= y.end - y.begin)) {
            join(x.left, second);
            join(x.right, second);
        } else {
            join(first, y.left);
            join(first, y.right);
        }
    }

    void join_points(const Node& x, const Node& y) {
        for (std::size_t i = x.begin; i < x.end; ++i)
            for (std::size_t j = y.begin; j < y.end; ++j)
                if (squared_distance(at(i), at(j)) <= limit_) link(i, j);
    }

    static constexpr std::size_t leaf_size = 8;

    std::span<const Mode> modes_;
    std::int64_t limit_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

}

Reduction merge_modes(Reduction reduction, const ColorSet& colors, Weighting weighting, double distance) {
    if (!(distance >= 0 && distance <= largest_radius))
        throw Error(ErrorKind::usage, "the merge distance must be at least 0 and at most sqrt 3 (1.7320508)");
    if (distance == 0 || reduction.modes.size() < 2) return reduction;
    SingleLink links(reduction.modes, squared_radius(distance));
    std::vector<PositionSum> sums(reduction.modes.size());
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
        const Mode& mode = reduction.modes[i];
        const std::uint64_t weight = weighting == Weighting::palette ? mode.colors : mode.pixels;
        sums[links.component(i)].add(mode.position, static_cast<std::int64_t>(weight));
    }
    std::vector<Position> ends(colors.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
        ends[i] = sums[links.component(reduction.mode_of[i])].mean();
    Reduction merged = gather_modes(colors, ends);
    merged.statistics = std::move(reduction.statistics);
    return merged;
}

Reduction reduce_and_merge(Engine& engine, const ColorSet& colors, const Options& options,
                           double merge_distance, Progress& progress) {
    return merge_modes(engine.reduce(colors, options, progress), colors, options.weighting, merge_distance);
}

}
