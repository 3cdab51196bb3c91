#include "palette/alpha_pairs.h"

#include "base/parallel.h"
#include "color/position_sum.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace huedrift {
namespace {

constexpr std::size_t pair_axes = 4;
/// A position times alpha, and alpha. The squared distance of two is about their mean squared distance over
/// white, middle grey and black, whose mean lightness is 8/15.
using PairPoint = std::array<std::int32_t, pair_axes>;

constexpr std::size_t max_kinds = 512;
constexpr int max_settle_rounds = 8;
constexpr std::int32_t mean_ground = 8'947'849, opaque_alpha = 6'710'886; ///< 8/15 and 2/5 of 2^24

std::int64_t squared_distance(const PairPoint& p, const PairPoint& q) {
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < pair_axes; ++axis) {
        const std::int64_t difference = std::int64_t{p[axis]} - q[axis];
        sum += difference * difference;
    }
    return sum;
}

PairPoint point_of(const AlphaPair& pair, const PositionTable& position) {
    const auto [l, a, b] = position(pair.color);
    PairPoint point{l - mean_ground, a, b, opaque_alpha};
    for (std::int32_t& coordinate : point)
        coordinate = std::int32_t(round_half_up(std::int64_t{coordinate} * pair.alpha, 255));
    return point;
}

/// The pair at a point, whose last coordinate is not 0.
AlphaPair pair_at(const PairPoint& point, Transfer transfer) {
    const auto whole = [&](std::size_t axis) {
        return std::int32_t(round_half_up(std::int64_t{point[axis]} * opaque_alpha, point[3]));
    };
    return {color_at({whole(0) + mean_ground, whole(1), whole(2)}, transfer),
            std::uint8_t(round_half_up(std::int64_t{point[3]} * 255, opaque_alpha)), 0};
}

struct PointSum {
    std::int64_t weight = 0;
    std::array<std::int64_t, pair_axes> moment{};

    void add(const PairPoint& point, std::int64_t w) {
        weight += w;
        for (std::size_t axis = 0; axis < pair_axes; ++axis) moment[axis] += w * point[axis];
    }
    void operator+=(const PointSum& other) {
        weight += other.weight;
        for (std::size_t axis = 0; axis < pair_axes; ++axis) moment[axis] += other.moment[axis];
    }
    PairPoint mean() const {
        PairPoint point;
        for (std::size_t axis = 0; axis < pair_axes; ++axis)
            point[axis] = std::int32_t(round_half_up(moment[axis], weight));
        return point;
    }
};

/// A pair, or several joined ones.
struct PairPart {
    std::uint32_t kind;
    PointSum sum{};
    PairPoint mean{};
};

/// The points of pairs, in their order. Only pairs of one kind join: opaque ones or soft ones, or those of
/// them that have one colour.
struct PairPoints {
    std::span<const AlphaPair> pairs;
    std::vector<PairPoint> at;
    std::vector<std::uint32_t> kind{};
    std::vector<Rgb> color_of_kind{}; ///< empty: kinds have several
};

/// Makes pairs of one colour a kind if there are at most `count` such kinds.
void divide(PairPoints& points, std::size_t count) {
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (const AlphaPair& pair : points.pairs) {
        const bool opaque = pair.alpha == 255;
        const auto next = static_cast<std::uint32_t>(number.size());
        const auto [found, is_new] = number.try_emplace(pair.color.code() << 1 | opaque, next);
        points.kind.push_back(found->second);
        if (is_new) points.color_of_kind.push_back(pair.color);
        if (number.size() > std::min(count, max_kinds)) break;
    }
    if (number.size() <= std::min(count, max_kinds)) return;
    points.color_of_kind.clear();
    points.kind.clear();
    for (const AlphaPair& pair : points.pairs) points.kind.push_back(pair.alpha == 255);
}

/// Orders pairs by their kind and their cube of side 2^bits.
hwy::uint128_t cell_key(const PairPoints& points, std::size_t i, int bits) {
    constexpr std::int32_t above_zero = 1 << 25;
    const auto part = [&](std::size_t axis) {
        return std::uint64_t((points.at[i][axis] + above_zero) >> bits);
    };
    return {part(0) << 32 | part(1), std::uint64_t{points.kind[i]} << 54 | part(2) << 27 | part(3)};
}

/// The distinct cell keys, ascending.
std::vector<hwy::uint128_t> cells_of(const PairPoints& points, int bits, const Progress& progress) {
    std::vector<hwy::uint128_t> keys(points.at.size());
    parallel_ranges(keys.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) keys[i] = cell_key(points, i, bits);
    });
    sort_keys(keys, progress);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

/// "Cells" of the definition; single pairs if there are few.
std::vector<PairPart> parts_of(const PairPoints& points, std::size_t max_cells, const Progress& progress) {
    std::vector<hwy::uint128_t> cells;
    int bits = 0;
    if (points.at.size() > max_cells)
        for (int low = 0, high = 26; low < high;) {
            const int middle = (low + high) / 2;
            auto found = cells_of(points, middle, progress);
            const bool few = found.size() <= max_cells;
            if (few) cells = std::move(found), bits = middle;
            (few ? high : low) = few ? middle : middle + 1;
        }
    std::vector<PairPart> parts;
    std::vector<std::size_t> part_of(cells.size(), points.at.size());
    for (std::size_t i = 0; i < points.at.size(); ++i) {
        std::size_t part = parts.size();
        if (!cells.empty()) {
            const auto cell = std::lower_bound(cells.begin(), cells.end(), cell_key(points, i, bits));
            std::size_t& known = part_of[std::size_t(cell - cells.begin())];
            part = known = std::min(known, part);
        }
        if (part == parts.size()) parts.push_back({points.kind[i]});
        parts[part].sum.add(points.at[i], std::int64_t(points.pairs[i].pixels));
    }
    for (PairPart& part : parts) part.mean = part.sum.mean();
    return parts;
}

/// As JoinCost: at most 2^37 * 2^50.
__extension__ using PairCost = unsigned __int128;

/// Joins the cheapest two parts again and again. Each part knows its cheapest partner among those after it.
class JoiningPairs {
public:
    JoiningPairs(std::vector<PairPart> parts, const Progress& progress)
        : progress_(progress), parts_(std::move(parts)), partners_(parts_.size()), left_(parts_.size()) {
        std::iota(left_.begin(), left_.end(), std::size_t{0});
        parallel_ranges(parts_.size(), 64, [&](std::size_t begin, std::size_t end) {
            progress_.throw_if_cancelled();
            for (std::size_t i = begin; i < end; ++i) partners_[i] = cheapest(i);
        });
    }

    std::vector<PairPart> down_to(std::size_t count) {
        while (left_.size() > count) {
            progress_.throw_if_cancelled();
            const std::size_t kept = *std::ranges::min_element(
                left_, {}, [&](std::size_t i) { return std::tuple(partners_[i].cost, i); });
            if (partners_[kept].index == none) break;
            join(kept, partners_[kept].index);
        }
        std::vector<PairPart> rest;
        for (const std::size_t i : left_) rest.push_back(parts_[i]);
        return rest;
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};
    struct Partner {
        PairCost cost = ~PairCost{0};
        std::size_t index = none;
        double limit = 0x1p100; ///< costs above are greater
    };

    /// Makes `other`, after `i`, its partner if it is cheaper, or as cheap and before the present one.
    void try_partner(Partner& partner, std::size_t i, std::size_t other) const {
        const PairPart &one = parts_[i], &two = parts_[other];
        if (one.kind != two.kind) return;
        const auto squared = std::uint64_t(squared_distance(one.mean, two.mean));
        const double v = double(one.sum.weight), w = double(two.sum.weight);
        if (v * w * double(squared) * (1 - 0x1p-40) > partner.limit * (v + w)) return;
        const PairCost cost = PairCost(one.sum.weight) * PairCost(two.sum.weight) * squared /
                              PairCost(one.sum.weight + two.sum.weight);
        if (std::tuple(cost, other) < std::tuple(partner.cost, partner.index))
            partner = {cost, other, double(cost) + 1};
    }

    Partner cheapest(std::size_t i) const {
        Partner partner;
        for (auto other = std::ranges::upper_bound(left_, i); other != left_.end(); ++other)
            try_partner(partner, i, *other);
        return partner;
    }

    void join(std::size_t kept, std::size_t gone) {
        parts_[kept].sum += parts_[gone].sum;
        parts_[kept].mean = parts_[kept].sum.mean();
        left_.erase(std::ranges::lower_bound(left_, gone));
        for (const std::size_t i : left_) {
            Partner& partner = partners_[i];
            if (i == kept || partner.index == kept || partner.index == gone)
                partner = cheapest(i);
            else if (i < kept)
                try_partner(partner, i, kept);
        }
    }

    const Progress& progress_;
    std::vector<PairPart> parts_;
    std::vector<Partner> partners_;
    std::vector<std::size_t> left_; ///< ascending
};

/// The nearest of several points of the same kind, the first of equally near ones.
class NearestPair {
public:
    void add(const PairPoint& point, std::uint32_t kind) {
        if (of_.size() <= kind) of_.resize(kind + 1);
        of_[kind].push_back({point, count_++});
    }
    std::uint16_t operator()(const PairPoint& point, std::uint32_t kind) const {
        std::uint16_t best = 0;
        std::int64_t least = INT64_MAX;
        for (const auto& [other, index] : of_[kind]) {
            const std::int64_t squared = squared_distance(point, other);
            if (squared < least) least = squared, best = index;
        }
        return best;
    }

private:
    struct Numbered {
        PairPoint point;
        std::uint16_t index;
    };
    std::vector<std::vector<Numbered>> of_; ///< by kind
    std::uint16_t count_ = 0;
};

std::vector<std::uint16_t> take_nearest(const PairPoints& points, const NearestPair& nearest,
                                        const Progress& progress) {
    std::vector<std::uint16_t> taken(points.at.size());
    parallel_ranges(taken.size(), 1 << 10, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i) taken[i] = nearest(points.at[i], points.kind[i]);
    });
    return taken;
}

std::vector<std::uint16_t> take_parts(const std::vector<PairPart>& parts, const PairPoints& points,
                                      const Progress& progress) {
    NearestPair nearest;
    for (const PairPart& part : parts) nearest.add(part.mean, part.kind);
    return take_nearest(points, nearest, progress);
}

/// Moves parts to the means of the pairs that are nearest to them; returns whether any moved.
bool settle_parts(std::vector<PairPart>& parts, const PairPoints& points, const Progress& progress) {
    const std::vector<std::uint16_t> taken = take_parts(parts, points, progress);
    std::vector<PointSum> sums(parts.size());
    for (std::size_t i = 0; i < taken.size(); ++i)
        sums[taken[i]].add(points.at[i], std::int64_t(points.pairs[i].pixels));
    bool moved = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (sums[i].weight == 0) continue;
        const PairPoint mean = sums[i].mean();
        moved = moved || mean != parts[i].mean;
        parts[i].mean = mean;
    }
    return moved;
}

/// The pairs at the parts' means; a pair that has half of its part's pixels stays as it is.
std::vector<AlphaPair> values_of(const std::vector<PairPart>& parts, const PairPoints& points,
                                 Transfer transfer, const Progress& progress) {
    const std::vector<std::uint16_t> taken = take_parts(parts, points, progress);
    std::vector<AlphaPair> values, heaviest(parts.size(), {.pixels = 0});
    std::vector<std::uint64_t> pixels(parts.size());
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const AlphaPair& pair = points.pairs[i];
        pixels[taken[i]] += pair.pixels;
        if (pair.pixels > heaviest[taken[i]].pixels) heaviest[taken[i]] = pair;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool stays = pixels[i] > 0 && 2 * heaviest[i].pixels >= pixels[i];
        values.push_back(stays ? heaviest[i] : pair_at(parts[i].mean, transfer));
        values.back().pixels = 0;
        if (!points.color_of_kind.empty()) values.back().color = points.color_of_kind[parts[i].kind];
    }
    return values;
}

}

JoinedPairs join_alpha_pairs(std::span<const AlphaPair> pairs, std::size_t count, Transfer transfer,
                             const Progress& progress, std::size_t max_cells) {
    const PositionTable position(transfer);
    PairPoints points{pairs, std::vector<PairPoint>(pairs.size())};
    parallel_ranges(pairs.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) points.at[i] = point_of(pairs[i], position);
    });
    divide(points, count);
    std::vector<PairPart> parts =
        JoiningPairs(parts_of(points, max_cells, progress), progress).down_to(count);
    for (int round = 0; round < max_settle_rounds; ++round)
        if (!settle_parts(parts, points, progress)) break;
    JoinedPairs joined{.pairs = values_of(parts, points, transfer, progress)};
    NearestPair nearest;
    for (std::size_t i = 0; i < parts.size(); ++i)
        nearest.add(point_of(joined.pairs[i], position), parts[i].kind);
    joined.becomes = take_nearest(points, nearest, progress);
    for (std::size_t i = 0; i < pairs.size(); ++i) joined.pairs[joined.becomes[i]].pixels += pairs[i].pixels;
    return joined;
}

}
