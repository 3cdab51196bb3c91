#include "palette/alpha_pairs.h"

#include "base/error.h"
#include "color/position.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

namespace huedrift {
namespace {

__extension__ using WideCost = __int128;
using Pairs = std::vector<AlphaPair>;
using Coordinates = std::array<std::int64_t, 7>;

constexpr std::int64_t opaque = 7331525;

std::int64_t floor_of(std::int64_t numerator, std::int64_t denominator) {
    return numerator / denominator - (numerator % denominator < 0);
}

// The definition word by word: every pair of groups is compared before every join.

enum class Sort { opaque, soft, clear };
Sort sort_of(const AlphaPair& pair) {
    if (pair.alpha == 0) return Sort::clear;
    return pair.alpha == 255 ? Sort::opaque : Sort::soft;
}

/// The sort, and the colour where only pairs of one colour join.
using Kind = std::pair<Sort, std::optional<Rgb>>;

struct Group {
    Kind kind{};
    std::int64_t weight = 0;
    Coordinates sum{};

    Coordinates mean() const {
        Coordinates mean{};
        if (kind.first == Sort::clear) return mean;
        for (std::size_t k = 0; k < 7; ++k) mean[k] = floor_of(2 * sum[k] + weight, 2 * weight);
        if (kind.first == Sort::opaque) mean[6] = opaque;
        return mean;
    }
    void add(const Group& other) {
        if (weight == 0) kind = other.kind;
        if (kind.first == Sort::soft) kind.first = other.kind.first;
        weight += other.weight;
        for (std::size_t k = 0; k < 7; ++k) sum[k] += other.sum[k];
    }
};

std::int64_t squared_between(const Coordinates& p, const Coordinates& q) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < 7; ++k) sum += (p[k] - q[k]) * (p[k] - q[k]);
    return sum;
}

const PositionTable& positions_by(Transfer transfer) {
    static const PositionTable of_srgb(Transfer::srgb), of_linear(Transfer::linear);
    return transfer == Transfer::srgb ? of_srgb : of_linear;
}

Coordinates coordinates_of(const AlphaPair& pair, Transfer transfer) {
    const Position p = positions_by(transfer)(pair.color);
    const auto [r, g, b] = pair.color;
    Coordinates at{p.l - 8947849,       p.a,   p.b, r * 16384 - 2088960, g * 16384 - 2088960,
                   b * 16384 - 2088960, opaque};
    for (std::int64_t& one : at) one = floor_of(2 * one * pair.alpha + 255, 510);
    return at;
}

Kind kind_of(const AlphaPair& pair, bool by_color) {
    return {sort_of(pair), by_color ? std::optional(pair.color) : std::nullopt};
}

bool suffices_by_color(const Pairs& pairs, std::size_t count) {
    std::set<Kind> kinds;
    for (const AlphaPair& pair : pairs) kinds.insert(kind_of(pair, true));
    return kinds.size() <= count / 4;
}

Group group_of(const AlphaPair& pair, Transfer transfer, bool by_color) {
    Group group{kind_of(pair, by_color), std::int64_t(pair.weight), coordinates_of(pair, transfer)};
    for (std::int64_t& one : group.sum) one *= group.weight;
    return group;
}

/// Those in the same box, which is a cube of side 2^k, or of 2^(k + 1) along all but the first `halved` axes.
std::vector<Group> groups_in_boxes(const Pairs& pairs, Transfer transfer, bool by_color, int k,
                                   std::size_t halved) {
    std::vector<Group> groups;
    std::map<std::tuple<Kind, std::array<std::int64_t, 4>>, std::size_t> box_of;
    for (const AlphaPair& pair : pairs) {
        const Coordinates at = coordinates_of(pair, transfer);
        std::array<std::int64_t, 4> box{at[0], at[1], at[2], at[6]};
        for (std::size_t axis = 0; axis < 4; ++axis)
            box[axis] = floor_of(box[axis], std::int64_t{1} << (axis < halved ? k : k + 1));
        const auto [found, is_new] = box_of.try_emplace({kind_of(pair, by_color), box}, groups.size());
        const Group group = group_of(pair, transfer, by_color);
        is_new ? groups.push_back(group) : groups[found->second].add(group);
    }
    return groups;
}

std::vector<Group> first_groups(const Pairs& pairs, Transfer transfer, std::size_t max_cells, bool by_color) {
    if (pairs.size() <= max_cells) {
        std::vector<Group> single;
        for (const AlphaPair& pair : pairs) single.push_back(group_of(pair, transfer, by_color));
        return single;
    }
    for (int k = 0;; ++k)
        for (std::size_t halved = 4; halved > 0; --halved) {
            auto groups = groups_in_boxes(pairs, transfer, by_color, k, halved);
            if (groups.size() <= max_cells) return groups;
        }
}

/// None: the two may not join.
std::optional<WideCost> cost_of(const Group& one, const Group& other) {
    const auto [sort, color] = one.kind;
    const auto [of_other, other_color] = other.kind;
    const bool is_by_color = color.has_value();
    if (is_by_color && one.kind != other.kind) return std::nullopt;
    const WideCost squared = squared_between(one.mean(), other.mean());
    if (sort == of_other) return WideCost(one.weight) * other.weight * squared / (one.weight + other.weight);
    if (sort == Sort::soft) return one.weight * squared;
    return of_other == Sort::soft ? std::optional(other.weight * squared) : std::nullopt;
}

bool join_cheapest_groups(std::vector<Group>& groups) {
    std::optional<std::tuple<WideCost, std::size_t, std::size_t>> least;
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t j = i + 1; j < groups.size(); ++j) {
            const auto cost = cost_of(groups[i], groups[j]);
            if (!cost) continue;
            const std::tuple pair(*cost, i, j);
            if (!least || pair < *least) least = pair;
        }
    if (!least) return false;
    const auto [cost, i, j] = *least;
    groups[i].add(groups[j]);
    groups.erase(groups.begin() + std::ptrdiff_t(j));
    return true;
}

struct PairEntry {
    Coordinates at{};
    Kind kind{};
};

std::size_t nearest_pair_entry(const std::vector<PairEntry>& entries, const Coordinates& at,
                               const Kind& kind) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool is_any = kind.first == Sort::soft && !kind.second;
        if (!is_any && entries[i].kind != kind) continue;
        if (!best || squared_between(at, entries[i].at) < squared_between(at, entries[*best].at)) best = i;
    }
    return *best;
}

AlphaPair pair_near(const Coordinates& mean, Transfer transfer) {
    const std::int64_t alpha = floor_of(2 * 255 * mean[6] + opaque, 2 * opaque);
    const auto whole = [&](std::size_t k) {
        return std::int32_t(floor_of(2 * mean[k] * 255 + alpha, 2 * alpha));
    };
    const auto code = [&](std::size_t k) { return std::clamp(whole(k) + 2088960, 0, 255 * 16384); };
    const ColorPoint color{{whole(0) + 8947849, whole(1), whole(2)}, {code(3), code(4), code(5)}};
    return {nearest_color(color, positions_by(transfer)), std::uint8_t(alpha), 0};
}

JoinedPairs joined_by_definition(const Pairs& pairs, const PairJoins& joins) {
    const auto& [count, transfer, keeps_colors, max_cells] = joins;
    const bool by_color = suffices_by_color(pairs, count);
    std::vector<Group> groups = first_groups(pairs, transfer, max_cells, by_color);
    std::vector<Coordinates> points;
    for (const AlphaPair& pair : pairs) points.push_back(coordinates_of(pair, transfer));
    while (groups.size() > count && join_cheapest_groups(groups)) {
    }
    std::vector<PairEntry> entries;
    for (const Group& group : groups) entries.push_back({group.mean(), group.kind});
    const auto taken_by = [&](std::size_t i) {
        return nearest_pair_entry(entries, points[i], kind_of(pairs[i], by_color));
    };
    for (int step = 0; step < 8; ++step) {
        std::vector<Group> takers(entries.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
            takers[taken_by(i)].add(group_of(pairs[i], transfer, by_color));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            takers[i].kind = entries[i].kind;
            if (takers[i].weight > 0) entries[i].at = takers[i].mean();
        }
    }
    std::vector<std::size_t> entry_of;
    for (std::size_t i = 0; i < pairs.size(); ++i) entry_of.push_back(taken_by(i));
    JoinedPairs joined;
    std::vector<PairEntry> left;
    for (std::size_t entry = 0; entry < entries.size(); ++entry) {
        const auto& [at, kind] = entries[entry];
        std::uint64_t sum = 0;
        std::optional<AlphaPair> heaviest;
        std::optional<std::pair<std::int64_t, Rgb>> nearest;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (entry_of[i] != entry) continue;
            sum += pairs[i].weight;
            const std::int64_t squared = squared_between(points[i], at);
            if (!nearest || squared < nearest->first) nearest = {squared, pairs[i].color};
            if (sort_of(pairs[i]) != kind.first) continue;
            if (!heaviest || pairs[i].weight > heaviest->weight) heaviest = pairs[i];
        }
        if (sum == 0) continue;
        left.push_back(entries[entry]);
        AlphaPair& pair = joined.pairs.emplace_back(AlphaPair{{}, 0});
        if (kind.first != Sort::clear) {
            const bool snaps = heaviest && 4 * heaviest->weight >= sum;
            pair = snaps ? *heaviest : pair_near(at, transfer);
            if (!snaps && keeps_colors) pair.color = nearest->second;
        }
        pair.weight = 0;
        if (by_color) pair.color = *kind.second;
    }
    entries = left;
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].at = coordinates_of(joined.pairs[i], transfer);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t to = taken_by(i);
        joined.becomes.push_back(std::uint16_t(to));
        joined.pairs[to].weight += pairs[i].weight;
    }
    return joined;
}

/// Distinct pairs of random colours, each channel and alpha a multiple of a step, and a transparent one.
Pairs random_pairs(std::size_t count, int step, int least_alpha, std::uint64_t most_weight, unsigned seed,
                   bool has_clear = true) {
    std::mt19937 random(seed);
    const auto channel = [&] {
        return std::uint8_t(std::min(255u, unsigned(random()) % 256 / unsigned(step) * unsigned(step)));
    };
    std::map<std::tuple<Rgb, std::uint8_t>, std::uint64_t> known;
    if (has_clear) known[{Rgb{}, std::uint8_t{0}}] = 1 + random() % most_weight;
    while (known.size() < count) {
        const Rgb color{channel(), channel(), channel()};
        const auto alpha = std::uint8_t(std::max<int>(least_alpha, channel() + step - 1));
        known.try_emplace({color, alpha}, 1 + random() % most_weight);
    }
    Pairs pairs;
    for (const auto& [pair, weight] : known) pairs.push_back({std::get<0>(pair), std::get<1>(pair), weight});
    return pairs;
}

void expect_defined(const Pairs& pairs, const PairJoins& joins) {
    const JoinedPairs expected = joined_by_definition(pairs, joins);
    const JoinedPairs joined = join_alpha_pairs(pairs, joins);
    EXPECT_EQ(joined.pairs, expected.pairs);
    EXPECT_EQ(joined.becomes, expected.becomes);
}

/// The mean squared distance of pairs from their results over white, grey and black, in floating point.
double error_of(const Pairs& pairs, const JoinedPairs& joined) {
    const auto over = [](const AlphaPair& pair, double ground) {
        const Oklab color = oklab_from_position(PositionTable(Transfer::srgb)(pair.color));
        const double alpha = pair.alpha / 255.0;
        return std::array{color.l * alpha + ground * (1 - alpha), color.a * alpha, color.b * alpha};
    };
    double sum = 0, weight = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (const double ground : {1.0, 0.6, 0.0}) {
            const auto from = over(pairs[i], ground), to = over(joined.pairs[joined.becomes[i]], ground);
            for (std::size_t k = 0; k < 3; ++k)
                sum += double(pairs[i].weight) * (from[k] - to[k]) * (from[k] - to[k]);
        }
        weight += double(pairs[i].weight);
    }
    return sum / weight / 3;
}

TEST(AlphaPairs, JoinAsDefined) {
    for (unsigned seed = 0; seed < 12; ++seed)
        for (const std::size_t count : {3, 4, 7, 31})
            expect_defined(random_pairs(61, 1, 1, 1000, seed, seed % 3 != 0),
                           {.count = count, .transfer = seed % 2 ? Transfer::linear : Transfer::srgb});
}

TEST(AlphaPairs, JoinAsDefinedWhereManyCostTheSame) {
    for (unsigned seed = 0; seed < 12; ++seed)
        for (const std::size_t count : {3, 5, 20})
            expect_defined(random_pairs(67, 64, 1, 2, seed), {.count = count});
}

TEST(AlphaPairs, JoinAsDefinedWhereMostAreOpaque) {
    for (unsigned seed = 0; seed < 6; ++seed)
        expect_defined(random_pairs(67, 64, 190, 9, seed), {.count = 11});
}

TEST(AlphaPairs, JoinAsDefinedWithGreatWeights) {
    for (unsigned seed = 0; seed < 6; ++seed)
        expect_defined(random_pairs(31, 1, 1, std::uint64_t{1} << 31, seed), {.count = 5});
}

TEST(AlphaPairs, OfOneKindJoinAsDefined) {
    for (unsigned seed = 0; seed < 4; ++seed)
        expect_defined(random_pairs(53, 16, 255, 9, seed, false), {.count = 4});
    Pairs soft = random_pairs(53, 1, 1, 9, 5, false);
    std::erase_if(soft, [](const AlphaPair& pair) { return pair.alpha == 255; });
    expect_defined(soft, {.count = 3});
}

TEST(AlphaPairs, BeginWithCellsWhereThereAreMany) {
    for (unsigned seed = 0; seed < 6; ++seed)
        for (const std::size_t max_cells : {48, 59, 108, 109})
            expect_defined(random_pairs(109, seed < 3 ? 1 : 16, 1, 50, seed),
                           {.count = 11, .max_cells = max_cells});
}

TEST(AlphaPairs, KeepTheColoursWherePairsOfOneColourSuffice) {
    std::mt19937 random(3);
    for (const std::size_t colors : {1, 2, 7, 10})
        for (const std::size_t max_cells : {std::size_t{64}, max_pair_cells}) {
            std::set<Rgb> kept;
            while (kept.size() < colors) kept.insert(Rgb::from_code(unsigned(random()) % rgb_codes));
            Pairs pairs{{{}, 0, 5}};
            for (const Rgb color : kept) {
                for (int a = 1 + int(random() % 5); a < 255; a += 1 + int(random() % 40))
                    pairs.push_back({color, std::uint8_t(a), 1 + random() % 99});
                if (color == *kept.begin()) pairs.push_back({color, 255, 3});
            }
            kept.insert(Rgb{}); // of the transparent one
            expect_defined(pairs, {.count = 48, .max_cells = max_cells});
            for (const AlphaPair& pair : join_alpha_pairs(pairs, {.count = 48, .max_cells = max_cells}).pairs)
                EXPECT_TRUE(kept.contains(pair.color));
        }
}

TEST(AlphaPairs, FewStayAsTheyAre) {
    for (const std::size_t count : {1, 2, 100, 256}) {
        const Pairs pairs = random_pairs(count, 1, 1, 1000, unsigned(count));
        const JoinedPairs joined = join_alpha_pairs(pairs, {.count = 256});
        ASSERT_EQ(joined.becomes.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_EQ(joined.pairs[joined.becomes[i]], pairs[i]);
    }
    EXPECT_TRUE(join_alpha_pairs({}, {.count = 256}).pairs.empty());
}

TEST(AlphaPairs, SoftOnesJoinOpaqueOrTransparentOnes) {
    const Pairs pairs{
        {{}, 0, 1}, {{9, 9, 9}, 1, 1}, {{9, 9, 9}, 254, 1}, {{9, 9, 10}, 255, 1}, {{250, 9, 9}, 255, 1}};
    const JoinedPairs joined = join_alpha_pairs(pairs, {.count = 3});
    EXPECT_EQ(joined.becomes, (std::vector<std::uint16_t>{0, 0, 1, 1, 2}));
    EXPECT_EQ(joined.pairs, (Pairs{{{}, 0, 2}, {{9, 9, 10}, 255, 2}, {{250, 9, 9}, 255, 1}}));
}

TEST(AlphaPairs, KeepOnlyColoursOfThePairsWhereTheyAreGiven) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        const Pairs pairs = random_pairs(83, 32, 1, 20, seed);
        expect_defined(pairs, {.count = 7, .keeps_colors = true});
        std::set<Rgb> given;
        for (const AlphaPair& pair : pairs) given.insert(pair.color);
        for (const AlphaPair& pair : join_alpha_pairs(pairs, {.count = 7, .keeps_colors = true}).pairs)
            EXPECT_TRUE(given.contains(pair.color));
    }
}

TEST(AlphaPairs, OpaqueAndTransparentOnesStayWhatTheyAre) {
    const Pairs pairs = random_pairs(509, 16, 1, 50, 8);
    const JoinedPairs joined = join_alpha_pairs(pairs, {.count = 9});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::uint8_t alpha = joined.pairs[joined.becomes[i]].alpha;
        EXPECT_TRUE(pairs[i].alpha != 255 || alpha == 255);
        EXPECT_TRUE(pairs[i].alpha != 0 || alpha == 0);
    }
}

// A rival in floating point: k-means from evenly spread pairs, with as many steps.
TEST(AlphaPairs, AreNearerThanSpreadOnesInAFloatingPointModel) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        const Pairs pairs = random_pairs(997, 1, 1, 100, seed);
        const JoinedPairs joined = join_alpha_pairs(pairs, {.count = 64});
        JoinedPairs spread;
        for (std::size_t i = 0; i < 64; ++i) spread.pairs.push_back(pairs[i * pairs.size() / 64]);
        for (const AlphaPair& pair : pairs) {
            const auto distance = [&](const AlphaPair& other) {
                return squared_between(coordinates_of(pair, Transfer::srgb),
                                       coordinates_of(other, Transfer::srgb));
            };
            const auto best = std::ranges::min_element(spread.pairs, {}, distance);
            spread.becomes.push_back(std::uint16_t(best - spread.pairs.begin()));
        }
        EXPECT_LT(error_of(pairs, joined), 0.7 * error_of(pairs, spread));
    }
}

TEST(AlphaPairs, CanBeCancelled) {
    Progress cancelled;
    cancelled.cancel();
    const Pairs pairs = random_pairs(5000, 1, 1, 3, 1);
    expect_error([&] { join_alpha_pairs(pairs, {.count = 9}, cancelled); }, ErrorKind::cancelled);
}

}
}
