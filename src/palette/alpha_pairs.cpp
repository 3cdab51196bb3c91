#include "palette/alpha_pairs.h"

#include "base/parallel.h"
#include "palette/join_by_error.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace huedrift {
namespace {

constexpr int settle_steps = 8;
/// Kinds of "Colours first" get about so many alphas each; with fewer, exact colours cost more than they
/// give.
constexpr std::size_t alphas_of_kind = 4;
/// A pair becomes the source's that has at least one in so many of its pixels, as a colour does by snapping.
constexpr std::uint64_t snapping_share = 4;
/// 8/15 of 2^24, the mean lightness of white, middle grey and black, and the middle of a code, twice.
constexpr std::int32_t mean_lightness = 8'947'849, twice_mean_code = 255;

/// The 8-bit pair near a mean that is not transparent: its alpha, then the colour nearest to it at that.
AlphaPair pair_near(const ColorPoint& mean, const PositionTable& position) {
    assert(mean.alpha > 0 && mean.alpha <= ColorPoint::opaque_alpha);
    const auto alpha = std::int32_t(round_half_up(std::int64_t{mean.alpha} * 255, ColorPoint::opaque_alpha));
    const auto whole = [&](std::int32_t coordinate) {
        return std::int32_t(round_half_up(std::int64_t{coordinate} * 255, alpha));
    };
    const auto [l, a, b] = mean.position;
    ColorPoint color{{whole(l) + mean_lightness, whole(a), whole(b)}};
    constexpr std::int32_t most = 255 * ColorPoint::code_step;
    for (std::size_t channel = 0; channel < 3; ++channel)
        color.code[channel] = std::clamp(
            whole(mean.code[channel]) + twice_mean_code * ColorPoint::code_step / 2, std::int32_t{0}, most);
    return {nearest_color(color, position), static_cast<std::uint8_t>(alpha), 0};
}

/// The mean of a sum: an opaque one stays opaque whatever has joined it, and a transparent one transparent.
ColorPoint mean_of(const ColorPointSum& sum, Opacity opacity) {
    if (opacity == Opacity::clear) return {};
    ColorPoint mean = sum.mean();
    if (opacity == Opacity::opaque) mean.alpha = ColorPoint::opaque_alpha;
    return mean;
}

/// The points of pairs, in their order.
struct PairPoints {
    std::span<const AlphaPair> pairs;
    std::vector<ColorPoint> at;
    std::vector<std::uint32_t> kind{}; ///< of "Colours first": only pairs of one kind join; empty: any do
    std::vector<AlphaPair> of_kind{};  ///< the first pair of each kind
};

/// Makes a kind of the opaque pairs of each colour, and one of its others, if so few kinds are left.
void divide(PairPoints& points, std::size_t count) {
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (const AlphaPair& pair : points.pairs) {
        const auto next = static_cast<std::uint32_t>(number.size());
        const std::uint32_t opacity = pair.alpha == 0 ? 0u : pair.alpha < 255 ? 1u : 2u;
        const auto [found, is_new] = number.try_emplace(pair.color.code() * 3 + opacity, next);
        points.kind.push_back(found->second);
        if (is_new) points.of_kind.push_back(pair);
        if (number.size() <= count / alphas_of_kind) continue;
        points.kind.clear();
        points.of_kind.clear();
        return;
    }
}

/// A pair, or several joined ones.
struct PairPart {
    Opacity opacity;
    std::uint32_t kind;
    ColorPointSum sum{};
    ColorPoint mean{};
};

/// "Cells" of the definition: the smallest boxes that are few enough, for each opacity or kind by itself.
Boxes pair_boxes(const PairPoints& points, std::size_t max_cells, const Progress& progress) {
    Boxes boxes{points.kind, points.of_kind.size()};
    if (points.kind.empty()) {
        std::array<std::uint32_t, 3> number{Boxes::none, Boxes::none, Boxes::none};
        for (const ColorPoint& point : points.at) {
            std::uint32_t& of_opacity = number[std::size_t(opacity_of(point))];
            if (of_opacity == Boxes::none) of_opacity = static_cast<std::uint32_t>(boxes.count++);
            boxes.of.push_back(of_opacity);
        }
    }
    const auto at = [&](std::size_t i) -> std::optional<BoxPoint> {
        const auto& [position, code, alpha] = points.at[i];
        return BoxPoint{position.l, position.a, position.b, alpha};
    };
    return smallest_boxes(std::move(boxes), at, max_cells, progress);
}

std::vector<PairPart> parts_of(const PairPoints& points, std::size_t max_cells, const Progress& progress) {
    const bool is_single = points.at.size() <= max_cells;
    const Boxes boxes = is_single ? Boxes{} : pair_boxes(points, max_cells, progress);
    std::vector<PairPart> parts;
    for (std::size_t i = 0; i < points.at.size(); ++i) {
        const std::size_t part = is_single ? i : boxes.of[i];
        if (part == parts.size())
            parts.push_back({opacity_of(points.at[i]), points.kind.empty() ? 0 : points.kind[i]});
        parts[part].sum.add(points.at[i], std::int64_t(points.pairs[i].weight));
    }
    return parts;
}

std::vector<PairPart> joined_parts(std::vector<PairPart> parts, std::size_t count, const Progress& progress) {
    const auto entry_of = [&](std::uint32_t i) -> JoinedEntry {
        const PairPart& part = parts[i];
        return {{.point = mean_of(part.sum, part.opacity),
                 .weight = static_cast<std::uint64_t>(part.sum.weight()),
                 .kind = part.kind},
                i};
    };
    std::vector<JoinedEntry> entries;
    for (std::uint32_t i = 0; i < parts.size(); ++i) entries.push_back(entry_of(i));
    std::vector<bool> is_left(parts.size(), true);
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) {
        PairPart& whole = parts[first.index];
        const PairPart& joining = parts[second.index];
        if (whole.opacity == Opacity::soft) whole.opacity = joining.opacity;
        whole.sum += joining.sum;
        is_left[second.index] = false;
        return entry_of(first.index);
    };
    Joining(std::move(entries), unite, progress).join_down_to(count);
    std::vector<PairPart> left;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!is_left[i]) continue;
        left.push_back(parts[i]);
        left.back().mean = mean_of(parts[i].sum, parts[i].opacity);
    }
    return left;
}

/// Finds the part that each pair becomes. With kinds there are few parts, and few of a kind.
class NearestPart {
public:
    NearestPart(const std::vector<PairPart>& parts, const PairPoints& points)
        : points_(points), parts_(parts), nearest_(means_of(parts)) {}

    std::uint16_t operator()(std::size_t i) const {
        if (points_.kind.empty()) return static_cast<std::uint16_t>(nearest_(points_.at[i]));
        std::uint16_t nearest = 0;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::uint16_t part = 0; part < parts_.size(); ++part) {
            if (parts_[part].kind != points_.kind[i]) continue;
            const std::int64_t squared = squared_distance(parts_[part].mean, points_.at[i]);
            if (squared < least) std::tie(least, nearest) = std::pair(squared, part);
        }
        return nearest;
    }

private:
    static std::vector<ColorPoint> means_of(const std::vector<PairPart>& parts) {
        std::vector<ColorPoint> means;
        means.reserve(parts.size());
        for (const PairPart& part : parts) means.push_back(part.mean);
        return means;
    }

    const PairPoints& points_;
    const std::vector<PairPart>& parts_;
    NearestPair nearest_;
};

std::vector<std::uint16_t> take_parts(const std::vector<PairPart>& parts, const PairPoints& points,
                                      const Progress& progress) {
    const NearestPart nearest(parts, points);
    std::vector<std::uint16_t> part_of(points.at.size());
    parallel_pieces(part_of.size(), 1 << 10, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) part_of[i] = nearest(i);
    });
    return part_of;
}

/// Moves parts to the means of the pairs that are nearest to them; returns whether any moved.
bool settle_parts(std::vector<PairPart>& parts, const PairPoints& points, const Progress& progress) {
    const std::vector<std::uint16_t> part_of = take_parts(parts, points, progress);
    std::vector<ColorPointSum> sums(parts.size());
    for (std::size_t i = 0; i < part_of.size(); ++i)
        sums[part_of[i]].add(points.at[i], std::int64_t(points.pairs[i].weight));
    bool moved = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (sums[i].weight() == 0) continue;
        const ColorPoint mean = mean_of(sums[i], parts[i].opacity);
        moved = moved || mean != parts[i].mean;
        parts[i].mean = mean;
    }
    return moved;
}

/// The 8-bit pairs of parts, without weights, in their order. Parts that no pair takes go.
std::vector<AlphaPair> values_of(std::vector<PairPart>& parts, const PairPoints& points,
                                 const PositionTable& position, bool keeps_colors, const Progress& progress) {
    const std::vector<std::uint16_t> part_of = take_parts(parts, points, progress);
    struct Takers {
        std::uint64_t weight = 0;
        AlphaPair heaviest{.weight = 0}; ///< of the part's opacity
        Rgb nearest{};                   ///< the colour of the taker nearest to the mean
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
    };
    std::vector<Takers> takers(parts.size());
    for (std::size_t i = 0; i < part_of.size(); ++i) {
        Takers& all = takers[part_of[i]];
        const PairPart& part = parts[part_of[i]];
        const AlphaPair& pair = points.pairs[i];
        all.weight += pair.weight;
        const bool is_alike = opacity_of(points.at[i]) == part.opacity;
        if (is_alike && pair.weight > all.heaviest.weight) all.heaviest = pair;
        const std::int64_t squared = squared_distance(points.at[i], part.mean);
        if (squared < all.least) std::tie(all.least, all.nearest) = std::pair(squared, pair.color);
    }
    std::vector<AlphaPair> values;
    std::vector<PairPart> used;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& [weight, heaviest, nearest, least] = takers[i];
        if (weight == 0) continue;
        if (parts[i].opacity == Opacity::clear) {
            values.push_back({{}, 0});
        } else if (heaviest.weight > 0 && snapping_share * heaviest.weight >= weight) {
            values.push_back(heaviest);
        } else {
            values.push_back(pair_near(parts[i].mean, position));
            if (keeps_colors) values.back().color = nearest;
        }
        values.back().weight = 0;
        if (!points.kind.empty()) values.back().color = points.of_kind[parts[i].kind].color;
        used.push_back(parts[i]);
    }
    parts = std::move(used);
    return values;
}

}

ColorPoint pair_point(Rgb color, std::uint8_t alpha, const PositionTable& position) {
    const auto scaled = [&](std::int32_t coordinate, std::int32_t whole = 255) {
        return std::int32_t(round_half_up(std::int64_t{coordinate} * alpha, whole));
    };
    const auto [l, a, b] = position(color);
    constexpr std::int32_t half_step = ColorPoint::code_step / 2;
    return {{scaled(l - mean_lightness), scaled(a), scaled(b)},
            {scaled((2 * color.r - twice_mean_code) * half_step),
             scaled((2 * color.g - twice_mean_code) * half_step),
             scaled((2 * color.b - twice_mean_code) * half_step)},
            scaled(ColorPoint::opaque_alpha)};
}

/// The entries that points of an opacity may take.
struct NearestPair::Entries {
    std::vector<std::uint32_t> indices;
    NearestEntry nearest;
};

NearestPair::NearestPair(std::span<const ColorPoint> entries) {
    for (const Opacity opacity : {Opacity::clear, Opacity::soft, Opacity::opaque}) {
        std::vector<std::uint32_t> indices;
        std::vector<ColorPoint> points;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (opacity != Opacity::soft && opacity_of(entries[i]) != opacity) continue;
            indices.push_back(static_cast<std::uint32_t>(i));
            points.push_back(entries[i]);
        }
        if (points.empty()) points.emplace_back(); // a search needs one; nobody looks for it
        of_opacity_.push_back({std::move(indices), NearestEntry(points)});
    }
}

NearestPair::~NearestPair() = default;

std::uint32_t NearestPair::operator()(const ColorPoint& point) const {
    const auto& [indices, nearest] = of_opacity_[std::size_t(opacity_of(point))];
    assert(!indices.empty());
    return indices[nearest(point)];
}

JoinedPairs join_alpha_pairs(std::span<const AlphaPair> pairs, const PairJoins& joins,
                             const Progress& progress) {
    const auto& [count, transfer, keeps_colors, max_cells] = joins;
    assert(count >= 1 && count <= 65535 && max_cells >= 48);
    assert(std::ranges::all_of(pairs, [](const AlphaPair& pair) { return pair.weight > 0; }));
    if (pairs.empty()) return {};
    const PositionTable position(transfer);
    PairPoints points{pairs, std::vector<ColorPoint>(pairs.size())};
    parallel_indices(pairs.size(), 1 << 12, progress, [&](std::size_t i) {
        points.at[i] = pair_point(pairs[i].color, pairs[i].alpha, position);
    });
    divide(points, count);
    std::vector<PairPart> parts = joined_parts(parts_of(points, max_cells, progress), count, progress);
    for (int step = 0; step < settle_steps; ++step)
        if (!settle_parts(parts, points, progress)) break;
    JoinedPairs joined{.pairs = values_of(parts, points, position, keeps_colors, progress)};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i].mean = pair_point(joined.pairs[i].color, joined.pairs[i].alpha, position);
    joined.becomes = take_parts(parts, points, progress);
    for (std::size_t i = 0; i < pairs.size(); ++i) joined.pairs[joined.becomes[i]].weight += pairs[i].weight;
    return joined;
}

}
