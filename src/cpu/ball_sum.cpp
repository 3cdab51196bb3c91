#include "cpu/ball_sum.h"

#include "color/position.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/ball_sum.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cpu/ball_sum_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {

/// Twice the relative error of a squared distance in float: closer to a threshold than this, integers decide.
constexpr double float_margin = 1.0 / (1 << 20);

/// The balls of `radius` around all states of a packet: the packet's centre and two squared radii. Points
/// nearer than `inner` are within the radius of all its states, points farther than `outer` of none.
struct PacketBall {
    Center center;
    float inner, outer;
};

PacketBall packet_ball(std::span<const Position> states, double radius) {
    assert(!states.empty());
    const Position center = bounding_box(states).middle();
    std::int64_t spread = 0;
    for (const Position& q : states) spread = std::max(spread, squared_distance(q, center));
    const double rho = std::sqrt(double(spread));
    const double inner = std::max(0.0, radius - rho), outer = radius + rho;
    return {coordinates(center), static_cast<float>(inner * inner * (1 - float_margin)),
            static_cast<float>(outer * outer * (1 + float_margin))};
}

template <class Sum>
class Walk {
public:
    explicit Walk(const BallSumJob& job)
        : job_(job), tree_(job.ball_sum.tree()), squared_radius_(job.ball_sum.squared_radius()),
          radius_(std::sqrt(double(squared_radius_))), max_vectors_(Sum::max_vectors(radius_)) {}

    /// Splits the states at octree cell boundaries into packets that are neither large nor wide.
    void evaluate(std::size_t begin, std::size_t end) {
        if (job_.progress.cancelled()) return;
        if (end - begin <= packet_states && (end - begin == 1 || extent(begin, end) <= widest * radius_)) {
            enter_tree(begin, end);
        } else {
            const std::size_t middle = split_point(begin, end);
            assert(begin < middle && middle < end);
            evaluate(begin, middle);
            evaluate(middle, end);
        }
    }

    /// h at one state.
    Height height(const Position& q) {
        const bool counted = job_.ball_sum.weighting() == Weighting::frequency;
        const auto pointers = tree_.pointers();
        Height height = walk_tree<MomentSum>(packet_ball({&q, 1}, radius_)).height_at(q, squared_radius_);
        for (const std::int32_t leaf : job_.lists.straddling.span()) {
            const std::size_t first = static_cast<std::size_t>(leaf) * leaf_numbers;
            for (std::size_t i = first; i < first + leaf_points; ++i) {
                const Position point{pointers.points[0][i], pointers.points[1][i], pointers.points[2][i]};
                const std::int64_t inside = squared_radius_ - squared_distance(point, q);
                if (inside > 0) height += Height(inside) * Height(counted ? pointers.counts[i] : 1);
            }
        }
        return height;
    }

private:
    // Measured on photographs at r = 0.005 to 0.3: packets of up to 128 states no wider than a quarter of the
    // radius, a filter for every quarter of a packet, single tests for 4 states or fewer.
    static constexpr std::size_t packet_states = 128;
    static constexpr double widest = 0.25; // radii
    static constexpr std::size_t filter_ratio = 4;
    static constexpr std::size_t single_states = 4;

    /// Where the highest bit in which the keys of [begin, end) differ changes: between octree cells. Keys are
    /// distinct because they end in the state's index.
    std::size_t split_point(std::size_t begin, std::size_t end) const {
        const std::uint64_t first = job_.keys[begin], last = job_.keys[end - 1];
        const std::uint64_t bit = std::bit_floor(first ^ last);
        const auto from = job_.keys.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = job_.keys.begin() + static_cast<std::ptrdiff_t>(end);
        return begin + static_cast<std::size_t>(std::lower_bound(from, to, last & ~(bit - 1)) - from);
    }

    double extent(std::size_t begin, std::size_t end) const {
        return double(bounding_box(job_.states.subspan(begin, end - begin)).longest_side());
    }

    PacketBall ball(std::size_t begin, std::size_t end) const {
        return packet_ball(job_.states.subspan(begin, end - begin), radius_);
    }

    /// Sums nodes wholly within the radius and lists the leaves that straddle it, level by level. Lists are
    /// packed by vectors: branches on single nodes would be mispredicted.
    template <class NodeSum>
    NodeSum walk_tree(const PacketBall& ball) {
        NodeSum sum;
        BallSumLists& lists = job_.lists;
        lists.straddling.reserve(1);
        lists.straddling.nodes[lists.straddling.size++] = 0;
        for (std::size_t level = tree_.levels().size(); level-- > 0;) {
            std::swap(lists.straddling, lists.parents);
            divide_nodes(tree_.levels()[level], ball);
            const auto& sums = job_.ball_sum.weighting() == Weighting::palette
                                   ? tree_.levels()[level].palette
                                   : tree_.levels()[level].frequency;
            for (const std::int32_t node : lists.within.span()) sum += sums[static_cast<std::size_t>(node)];
        }
        return sum;
    }

    /// Lists the nodes of a level that are within the radius and those that straddle it.
    void divide_nodes(const PointTree::Level& level, const PacketBall& ball) {
        const std::span<const std::int32_t> parents = job_.lists.parents.span();
        NodeList &within = job_.lists.within, &straddling = job_.lists.straddling;
        within.reserve(parents.size() * fan_out);
        straddling.reserve(parents.size() * fan_out);
        std::array<VecF, 3> center;
        for (std::size_t axis = 0; axis < 3; ++axis)
            center[axis] = hn::ConvertTo(df, hn::Set(di, ball.center[axis]));
        const VecF inner = hn::Set(df, ball.inner), outer = hn::Set(df, ball.outer);
        for (const std::int32_t parent : parents) {
            const std::size_t first = static_cast<std::size_t>(parent) * fan_out;
            for (std::size_t i = first; i < first + fan_out; i += hn::Lanes(df)) {
                VecF nearest = hn::Zero(df), farthest = hn::Zero(df);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const float* const low = level.boxes.data() + PointTree::Level::place(i, axis);
                    const VecF below = hn::Sub(hn::Load(df, low), center[axis]);
                    const VecF above = hn::Sub(center[axis], hn::Load(df, low + 3 * fan_out));
                    const VecF near = hn::Max(hn::Max(below, above), hn::Zero(df));
                    const VecF far = hn::Min(below, above);
                    nearest = hn::MulAdd(near, near, nearest);
                    farthest = hn::MulAdd(far, far, farthest);
                }
                const VecI nodes = hn::Iota(di, static_cast<std::int32_t>(i));
                const MaskF is_within = hn::Lt(farthest, inner);
                append(within, nodes, is_within);
                append(straddling, nodes, hn::AndNot(is_within, hn::Le(nearest, outer)));
            }
        }
    }

    HWY_INLINE static void append(NodeList& list, VecI nodes, MaskF chosen) {
        const Packing packing(chosen);
        hn::StoreU(packing.pack(nodes), di, list.nodes.data() + list.size);
        list.size += packing.count();
    }

    /// Splits vectors of points into those within the radius of all states of a packet (summed), of none
    /// (dropped) and the undecided, which are appended to a list.
    class Filter {
    public:
        Filter(const PacketBall& ball, PointList& rest)
            : center_(broadcast(ball.center)), inner_(hn::Set(df, ball.inner)),
              outer_(hn::Set(df, ball.outer)), rest_(rest.pointers()),
              capacity_(rest.counts.size() - PointList::slack) {}
        HWY_INLINE void take(const PointPointers<const std::int32_t>& from, std::size_t i) {
            const std::array<VecI, 3> points = load(from, i);
            const Offsets o = offsets(points, center_);
            const MaskF within = hn::Lt(o.squared, inner_);
            sum_.add(o, within, from.counts + i);
            // Stores whole vectors, since masked stores are slow on some processors. The next store
            // overwrites the lanes that are not undecided.
            const Packing undecided(hn::AndNot(within, hn::Le(o.squared, outer_)));
            for (std::size_t axis = 0; axis < 3; ++axis)
                hn::StoreU(undecided.pack(points[axis]), di, rest_.points[axis] + size_);
            if constexpr (std::is_same_v<Sum, FrequencySum>)
                hn::StoreU(undecided.pack(hn::LoadU(di, from.counts + i)), di, rest_.counts + size_);
            size_ += undecided.count();
            assert(size_ <= capacity_);
        }
        HWY_INLINE void empty_into(PositionSum& sum, const Center& center) { sum_.empty_into(sum, center); }
        /// Pads the list to whole vectors; returns its size.
        std::size_t finish() {
            for (std::int32_t* const axis : rest_.points)
                hn::StoreU(hn::Set(di, PointTree::far_away), di, axis + size_);
            hn::StoreU(hn::Zero(di), di, rest_.counts + size_);
            return size_;
        }

    private:
        std::array<VecI, 3> center_;
        VecF inner_, outer_;
        PointPointers<std::int32_t> rest_;
        [[maybe_unused]] std::size_t capacity_;
        std::size_t size_ = 0;
        Sum sum_;
    };

    void enter_tree(std::size_t begin, std::size_t end) {
        const PacketBall reach = ball(begin, end);
        auto sum = walk_tree<PositionSum>(reach);
        if (end - begin == 1) {
            Test reached(*this, reach.center);
            take_leaves(reached, sum, reach.center);
            job_.next[begin] = sum.mean_or(job_.states[begin]);
            return;
        }
        PointList& rest = job_.lists.undecided[0];
        rest.reserve(job_.lists.straddling.size * leaf_points);
        Filter filter(reach, rest);
        take_leaves(filter, sum, reach.center);
        rest.size = filter.finish();
        narrow(rest, sum, begin, end, 1);
    }

    /// Lets a Filter or a Test take the points of the straddling leaves.
    template <class Taker>
    HWY_INLINE void take_leaves(Taker& taker, PositionSum& sum, const Center& center) {
        const std::span<const std::int32_t> leaves = job_.lists.straddling.span();
        const std::size_t block = std::max<std::size_t>(1, max_vectors_ * hn::Lanes(df) / leaf_points);
        for (std::size_t first = 0; first < leaves.size(); first += block) {
            for (const std::int32_t leaf : leaves.subspan(first, std::min(block, leaves.size() - first)))
                for (std::size_t i = 0; i < leaf_points; i += hn::Lanes(df))
                    taker.take(tree_.pointers(), static_cast<std::size_t>(leaf) * leaf_numbers + i);
            taker.empty_into(sum, center);
        }
    }

    /// Calls `body` with the index of the first point of each vector of a list, and `pause` before a sum
    /// could overflow and at the end.
    template <class Body, class Pause>
    HWY_INLINE void for_each_vector(std::size_t size, const Body& body, const Pause& pause) const {
        const std::size_t block = max_vectors_ * hn::Lanes(df);
        for (std::size_t first = 0; first < size; first += block) {
            const std::size_t last = std::min(first + block, size);
            for (std::size_t i = first; i < last; i += hn::Lanes(df)) body(i);
            pause();
        }
    }

    /// Tests a few states one by one, or filters the list again for each part of a packet.
    void narrow(const PointList& list, const PositionSum& sum, std::size_t begin, std::size_t end,
                std::size_t depth) {
        if (end - begin <= single_states || depth > BallSumLists::max_filters) {
            for (std::size_t i = begin; i < end; ++i) test(list, sum, i);
        } else {
            divide(list, sum, begin, end, std::max(single_states, (end - begin) / filter_ratio), depth);
        }
    }

    void divide(const PointList& list, const PositionSum& sum, std::size_t begin, std::size_t end,
                std::size_t part, std::size_t depth) {
        if (job_.progress.cancelled()) return;
        if (end - begin > part) {
            const std::size_t middle = split_point(begin, end);
            divide(list, sum, begin, middle, part, depth);
            divide(list, sum, middle, end, part, depth);
        } else if (end - begin == 1) {
            test(list, sum, begin);
        } else {
            PositionSum part_sum = sum;
            PointList& rest = job_.lists.undecided[depth];
            rest.reserve(list.size);
            const PacketBall reach = ball(begin, end);
            Filter filter(reach, rest);
            for_each_vector(
                list.size, [&](std::size_t i) { filter.take(list.pointers(), i); },
                [&] { filter.empty_into(part_sum, reach.center); });
            rest.size = filter.finish();
            narrow(rest, part_sum, begin, end, depth + 1);
        }
    }

    /// Sums the points within r of one state.
    class Test {
    public:
        Test(const Walk& walk, const Center& center)
            : walk_(walk), center_(broadcast(center)),
              squared_radius_(hn::Set(df, static_cast<float>(walk.squared_radius_))),
              margin_(
                  hn::Set(df, static_cast<float>(walk.squared_radius_) * static_cast<float>(float_margin))) {}
        HWY_INLINE void take(const PointPointers<const std::int32_t>& from, std::size_t i) {
            const Offsets o = offsets(load(from, i), center_);
            const VecF beyond = hn::Sub(o.squared, squared_radius_);
            MaskF within = hn::Lt(beyond, hn::Zero(df));
            if (HWY_UNLIKELY(!hn::AllFalse(df, hn::Le(hn::Abs(beyond), margin_))))
                within = walk_.exactly_within(o.d);
            sum_.add(o, within, from.counts + i);
        }
        HWY_INLINE void empty_into(PositionSum& sum, const Center& center) { sum_.empty_into(sum, center); }

    private:
        const Walk& walk_;
        std::array<VecI, 3> center_;
        VecF squared_radius_, margin_;
        Sum sum_;
    };

    /// Adds the listed points within r of one state to `sum` and takes the mean.
    void test(const PointList& list, PositionSum sum, std::size_t state) {
        const Position& q = job_.states[state];
        const Center center = coordinates(q);
        const auto from = list.pointers();
        Test reached(*this, center);
        for_each_vector(
            list.size, [&](std::size_t i) { reached.take(from, i); },
            [&] { reached.empty_into(sum, center); });
        job_.next[state] = sum.mean_or(q);
    }

    /// Membership in integers, for a vector that float cannot decide.
    HWY_NOINLINE MaskF exactly_within(const std::array<VecI, 3>& offsets) const {
        HWY_ALIGN std::int32_t d[3][hn::MaxLanes(di)];
        HWY_ALIGN float within[hn::MaxLanes(df)];
        for (std::size_t axis = 0; axis < 3; ++axis) hn::Store(offsets[axis], di, d[axis]);
        for (std::size_t lane = 0; lane < hn::Lanes(df); ++lane) {
            const std::int64_t l = d[0][lane], a = d[1][lane], b = d[2][lane];
            within[lane] = l * l + a * a + b * b <= squared_radius_ ? -1.0f : 1.0f;
        }
        return hn::Lt(hn::Load(df, within), hn::Zero(df));
    }

    static constexpr std::size_t leaf_points = PointTree::leaf_points, fan_out = PointTree::fan_out,
                                 leaf_numbers = PointTree::leaf_numbers;

    const BallSumJob& job_;
    const PointTree& tree_;
    const std::int64_t squared_radius_;
    const double radius_;
    const std::size_t max_vectors_;
};

void evaluate_palette(const BallSumJob& job) { Walk<PaletteSum>(job).evaluate(0, job.states.size()); }
void evaluate_frequency(const BallSumJob& job) { Walk<FrequencySum>(job).evaluate(0, job.states.size()); }
void measure_heights(const BallSumJob& job, std::span<Height> heights) {
    Walk<PaletteSum> walk(job); // walks alike for both weightings
    for (std::size_t i = 0; i < heights.size() && !job.progress.cancelled(); ++i)
        heights[i] = walk.height(job.states[i]);
}
const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(evaluate_palette);
HWY_EXPORT(evaluate_frequency);
HWY_EXPORT(measure_heights);
HWY_EXPORT(target_name);

void BallSum::evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                       std::span<Position> next, BallSumLists& lists, const Progress& progress) const {
    assert(!states.empty() && keys.size() == states.size() && next.size() == states.size());
    assert(std::ranges::is_sorted(keys, std::less_equal<>()) && "ascending, without equal ones");
    const BallSumJob job{*this, states, keys, next, lists, progress};
    if (weighting_ == Weighting::palette) {
        HWY_DYNAMIC_DISPATCH(evaluate_palette)(job);
    } else {
        HWY_DYNAMIC_DISPATCH(evaluate_frequency)(job);
    }
}

void BallSum::heights(std::span<const Position> states, std::span<Height> heights, BallSumLists& lists,
                      const Progress& progress) const {
    assert(heights.size() == states.size());
    HWY_DYNAMIC_DISPATCH(measure_heights)(BallSumJob{*this, states, {}, {}, lists, progress}, heights);
}

std::string simd_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}
#endif
