#include "palette/alpha_pairs.h"

#include "base/parallel.h"
#include "palette/joining.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t max_kinds = 512;
constexpr int max_settle_rounds = 8;
constexpr std::int32_t mean_ground = 8'947'849, opaque_alpha = 6'710'886; ///< 8/15 and 2/5 of 2^24

/// A position times alpha, and in place of a code alpha. The squared distance of two is about their mean
/// squared distance over white, middle grey and black, whose mean lightness is 8/15.
ColorPoint point_of(const AlphaPair& pair, const PositionTable& position) {
    const auto [l, a, b] = position(pair.color);
    const auto scaled = [&](std::int32_t coordinate) {
        return std::int32_t(round_half_up(std::int64_t{coordinate} * pair.alpha, 255));
    };
    return {{scaled(l - mean_ground), scaled(a), scaled(b)}, {scaled(opaque_alpha), 0, 0}};
}

/// The pair at a point, whose alpha is not 0.
AlphaPair pair_at(const ColorPoint& point, Transfer transfer) {
    const std::int32_t alpha = point.code[0];
    const auto whole = [&](std::int32_t coordinate) {
        return std::int32_t(round_half_up(std::int64_t{coordinate} * opaque_alpha, alpha));
    };
    const auto [l, a, b] = point.position;
    return {color_at({whole(l) + mean_ground, whole(a), whole(b)}, transfer),
            std::uint8_t(round_half_up(std::int64_t{alpha} * 255, opaque_alpha)), 0};
}

/// A pair, or several joined ones.
struct PairPart {
    std::uint32_t kind;
    ColorPointSum sum{};
    ColorPoint mean{};
};

/// The points of pairs, in their order. Only pairs of one kind join: opaque ones or soft ones, or those of
/// them that have one colour.
struct PairPoints {
    std::span<const AlphaPair> pairs;
    std::vector<ColorPoint> at;
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

/// "Cells" of the definition: the smallest cubes that are few enough; single pairs if there are few.
Boxes cubes_of(const PairPoints& points, std::size_t max_cells, const Progress& progress) {
    constexpr std::int32_t above_zero = 1 << 25;
    Boxes cubes{points.kind, std::size_t{std::ranges::max(points.kind)} + 1};
    for (int k = 25; k >= 0; --k) {
        const auto part_of = [&](std::size_t i) {
            const auto bit = [k](std::int32_t at) {
                return static_cast<std::uint32_t>((at + above_zero) >> k) & 1;
            };
            const auto& [position, code] = points.at[i];
            return bit(position.l) << 3 | bit(position.a) << 2 | bit(position.b) << 1 | bit(code[0]);
        };
        auto smaller = divided(cubes, 16, part_of, max_cells, progress);
        if (!smaller) break;
        cubes = std::move(*smaller);
    }
    return cubes;
}

std::vector<PairPart> parts_of(const PairPoints& points, std::size_t max_cells, const Progress& progress) {
    const bool is_single = points.at.size() <= max_cells;
    const Boxes cubes = is_single ? Boxes{} : cubes_of(points, max_cells, progress);
    std::vector<PairPart> parts;
    for (std::size_t i = 0; i < points.at.size(); ++i) {
        const std::size_t part = is_single ? i : cubes.of[i];
        if (part == parts.size()) parts.push_back({points.kind[i]});
        parts[part].sum.add(points.at[i], std::int64_t(points.pairs[i].pixels));
    }
    return parts;
}

std::vector<PairPart> joined_parts(std::vector<PairPart> parts, std::size_t count, const Progress& progress) {
    const auto entry_of = [&](std::uint32_t i) -> JoinedEntry {
        const auto& [kind, sum, mean] = parts[i];
        return {{.point = sum.mean(), .weight = static_cast<std::uint64_t>(sum.weight()), .kind = kind}, i};
    };
    std::vector<JoinedEntry> entries;
    for (std::uint32_t i = 0; i < parts.size(); ++i) entries.push_back(entry_of(i));
    std::vector<bool> is_left(parts.size(), true);
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) {
        parts[first.index].sum += parts[second.index].sum;
        is_left[second.index] = false;
        return entry_of(first.index);
    };
    Joining(std::move(entries), unite, progress).join_down_to(count);
    std::vector<PairPart> left;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (is_left[i]) left.push_back({parts[i].kind, parts[i].sum, parts[i].sum.mean()});
    return left;
}

/// The nearest of several points of the same kind, the first of equally near ones.
class NearestPair {
public:
    explicit NearestPair(const std::vector<PairPart>& parts) {
        std::vector<std::vector<ColorPoint>> points;
        for (std::uint16_t i = 0; i < parts.size(); ++i) {
            const auto& [kind, sum, mean] = parts[i];
            if (points.size() <= kind) {
                points.resize(kind + 1);
                indices_.resize(kind + 1);
            }
            points[kind].push_back(mean);
            indices_[kind].push_back(i);
        }
        for (const std::vector<ColorPoint>& of_kind : points) nearest_.emplace_back(of_kind);
    }
    std::uint16_t operator()(const ColorPoint& point, std::uint32_t kind) const {
        return indices_[kind][nearest_[kind](point)];
    }

private:
    std::vector<NearestEntry> nearest_; ///< by kind
    std::vector<std::vector<std::uint16_t>> indices_;
};

std::vector<std::uint16_t> take_parts(const std::vector<PairPart>& parts, const PairPoints& points,
                                      const Progress& progress) {
    const NearestPair nearest(parts);
    std::vector<std::uint16_t> taken(points.at.size());
    parallel_ranges(taken.size(), 1 << 10, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i) taken[i] = nearest(points.at[i], points.kind[i]);
    });
    return taken;
}

/// Moves parts to the means of the pairs that are nearest to them; returns whether any moved.
bool settle_parts(std::vector<PairPart>& parts, const PairPoints& points, const Progress& progress) {
    const std::vector<std::uint16_t> taken = take_parts(parts, points, progress);
    std::vector<ColorPointSum> sums(parts.size());
    for (std::size_t i = 0; i < taken.size(); ++i)
        sums[taken[i]].add(points.at[i], std::int64_t(points.pairs[i].pixels));
    bool moved = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (sums[i].weight() == 0) continue;
        const ColorPoint mean = sums[i].mean();
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
    PairPoints points{pairs, std::vector<ColorPoint>(pairs.size())};
    parallel_indices(pairs.size(), 1 << 12,
                     [&](std::size_t i) { points.at[i] = point_of(pairs[i], position); });
    divide(points, count);
    std::vector<PairPart> parts = joined_parts(parts_of(points, max_cells, progress), count, progress);
    for (int round = 0; round < max_settle_rounds; ++round)
        if (!settle_parts(parts, points, progress)) break;
    JoinedPairs joined{.pairs = values_of(parts, points, transfer, progress)};
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].mean = point_of(joined.pairs[i], position);
    joined.becomes = take_parts(parts, points, progress);
    for (std::size_t i = 0; i < pairs.size(); ++i) joined.pairs[joined.becomes[i]].pixels += pairs[i].pixels;
    return joined;
}

}
