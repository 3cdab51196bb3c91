#include "palette/alpha_pairs.h"

#include "base/error.h"
#include "color/position.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>

namespace huedrift {
namespace {

__extension__ using WideCost = __int128;
using Pairs = std::vector<AlphaPair>;
using Coordinates = std::array<std::int64_t, 4>;

std::int64_t floor_of(std::int64_t numerator, std::int64_t denominator) {
    return numerator / denominator - (numerator % denominator < 0);
}

// The definition word by word: every pair of groups is compared before every join.

/// Whether opaque, and the colour where only pairs of one colour join.
using Kind = std::pair<bool, std::optional<Rgb>>;

struct Group {
    Kind kind{};
    std::int64_t weight = 0;
    Coordinates sum{};

    Coordinates mean() const {
        Coordinates mean;
        for (std::size_t k = 0; k < 4; ++k) mean[k] = floor_of(2 * sum[k] + weight, 2 * weight);
        return mean;
    }
    void add(const Group& other) {
        weight += other.weight;
        for (std::size_t k = 0; k < 4; ++k) sum[k] += other.sum[k];
    }
};

std::int64_t squared_between(const Coordinates& p, const Coordinates& q) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += (p[k] - q[k]) * (p[k] - q[k]);
    return sum;
}

Coordinates coordinates_of(const AlphaPair& pair, Transfer transfer) {
    static const PositionTable of_srgb(Transfer::srgb), of_linear(Transfer::linear);
    const Position p = (transfer == Transfer::srgb ? of_srgb : of_linear)(pair.color);
    Coordinates at{p.l - 8947849, p.a, p.b, 6710886};
    for (std::int64_t& one : at) one = floor_of(2 * one * pair.alpha + 255, 510);
    return at;
}

Kind kind_of(const AlphaPair& pair, bool by_color) {
    return {pair.alpha == 255, by_color ? std::optional(pair.color) : std::nullopt};
}

bool suffices_by_color(const Pairs& pairs, std::size_t count) {
    std::set<Kind> kinds;
    for (const AlphaPair& pair : pairs) kinds.insert(kind_of(pair, true));
    return kinds.size() <= count;
}

Group group_of(const AlphaPair& pair, Transfer transfer, bool by_color) {
    Group group{kind_of(pair, by_color), std::int64_t(pair.pixels), coordinates_of(pair, transfer)};
    for (std::int64_t& one : group.sum) one *= group.weight;
    return group;
}

std::vector<Group> cell_groups(const Pairs& pairs, Transfer transfer, std::size_t max_cells, bool by_color) {
    std::vector<Group> groups;
    if (pairs.size() <= max_cells) {
        for (const AlphaPair& pair : pairs) groups.push_back(group_of(pair, transfer, by_color));
        return groups;
    }
    for (int k = 0;; ++k) {
        groups.clear();
        std::map<std::tuple<Kind, Coordinates>, std::size_t> cell_of;
        for (const AlphaPair& pair : pairs) {
            Coordinates cube = coordinates_of(pair, transfer);
            for (std::int64_t& one : cube) one = floor_of(one, std::int64_t{1} << k);
            const auto [cell, is_new] = cell_of.try_emplace({kind_of(pair, by_color), cube}, groups.size());
            const Group group = group_of(pair, transfer, by_color);
            is_new ? groups.push_back(group) : groups[cell->second].add(group);
        }
        if (groups.size() <= max_cells) return groups;
    }
}

bool join_cheapest_groups(std::vector<Group>& groups) {
    std::optional<std::tuple<WideCost, std::size_t, std::size_t>> least;
    std::vector<Coordinates> means;
    means.reserve(groups.size());
    for (const Group& group : groups) means.push_back(group.mean());
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t j = i + 1; j < groups.size(); ++j) {
            const Group &one = groups[i], &other = groups[j];
            if (one.kind != other.kind) continue;
            const WideCost cost = WideCost(one.weight) * other.weight * squared_between(means[i], means[j]) /
                                  (one.weight + other.weight);
            const std::tuple pair(cost, i, j);
            if (!least || pair < *least) least = pair;
        }
    if (!least) return false;
    const auto [cost, i, j] = *least;
    groups[i].add(groups[j]);
    groups.erase(groups.begin() + std::ptrdiff_t(j));
    return true;
}

std::size_t nearest_part(const std::vector<std::pair<Coordinates, Kind>>& parts, const Coordinates& at,
                         const Kind& kind) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].second == kind &&
            (!best || squared_between(at, parts[i].first) < squared_between(at, parts[*best].first)))
            best = i;
    return *best;
}

JoinedPairs joined_by_definition(const Pairs& pairs, std::size_t count, Transfer transfer,
                                 std::size_t max_cells) {
    const bool by_color = suffices_by_color(pairs, count);
    std::vector<Group> groups = cell_groups(pairs, transfer, max_cells, by_color);
    std::vector<Coordinates> points;
    for (const AlphaPair& pair : pairs) points.push_back(coordinates_of(pair, transfer));
    while (groups.size() > count && join_cheapest_groups(groups)) {
    }
    std::vector<std::pair<Coordinates, Kind>> parts;
    parts.reserve(groups.size());
    for (const Group& group : groups) parts.emplace_back(group.mean(), group.kind);
    for (int step = 0; step < 8; ++step) {
        std::vector<Group> taken(parts.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
            taken[nearest_part(parts, points[i], kind_of(pairs[i], by_color))].add(
                group_of(pairs[i], transfer, by_color));
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (taken[i].weight > 0) parts[i].first = taken[i].mean();
    }
    JoinedPairs joined;
    std::vector<std::uint64_t> sums(parts.size());
    std::vector<std::optional<AlphaPair>> heaviest(parts.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t to = nearest_part(parts, points[i], kind_of(pairs[i], by_color));
        sums[to] += pairs[i].pixels;
        if (!heaviest[to] || pairs[i].pixels > heaviest[to]->pixels) heaviest[to] = pairs[i];
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto& [at, kind] = parts[i];
        const auto whole = [&, p = at](std::size_t k) {
            return std::int32_t(floor_of(2 * p[k] * 6710886 + p[3], 2 * p[3]));
        };
        joined.pairs.push_back({color_at({whole(0) + 8947849, whole(1), whole(2)}, transfer),
                                std::uint8_t(floor_of(2 * 255 * at[3] + 6710886, 2 * 6710886)), 0});
        if (heaviest[i] && 2 * heaviest[i]->pixels >= sums[i]) joined.pairs.back() = *heaviest[i];
        joined.pairs.back().pixels = 0;
        if (by_color) joined.pairs.back().color = *kind.second;
        at = coordinates_of(joined.pairs.back(), transfer);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t to = nearest_part(parts, points[i], kind_of(pairs[i], by_color));
        joined.becomes.push_back(std::uint16_t(to));
        joined.pairs[to].pixels += pairs[i].pixels;
    }
    return joined;
}

/// Distinct pairs of random colours, each channel and alpha a multiple of a step.
Pairs random_pairs(std::size_t count, int step, int least_alpha, std::uint64_t most_pixels, unsigned seed) {
    std::mt19937 random(seed);
    const auto channel = [&] {
        return std::uint8_t(std::min(255u, unsigned(random()) % 256 / unsigned(step) * unsigned(step)));
    };
    std::set<std::tuple<Rgb, std::uint8_t>> known;
    Pairs pairs;
    while (pairs.size() < count) {
        const Rgb color{channel(), channel(), channel()};
        const auto alpha = std::uint8_t(std::max<int>(least_alpha, channel() + step - 1));
        if (known.emplace(color, alpha).second) pairs.push_back({color, alpha, 1 + random() % most_pixels});
    }
    return pairs;
}

void expect_defined(const Pairs& pairs, std::size_t count, Transfer transfer = Transfer::srgb,
                    std::size_t max_cells = max_pair_cells) {
    const JoinedPairs expected = joined_by_definition(pairs, count, transfer, max_cells);
    const JoinedPairs joined = join_alpha_pairs(pairs, count, transfer, {}, max_cells);
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
    double sum = 0, pixels = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        for (const double ground : {1.0, 0.6, 0.0}) {
            const auto from = over(pairs[i], ground), to = over(joined.pairs[joined.becomes[i]], ground);
            for (std::size_t k = 0; k < 3; ++k)
                sum += double(pairs[i].pixels) * (from[k] - to[k]) * (from[k] - to[k]);
        }
        pixels += double(pairs[i].pixels);
    }
    return sum / pixels / 3;
}

TEST(AlphaPairs, JoinAsDefined) {
    for (unsigned seed = 0; seed < 12; ++seed)
        for (const std::size_t count : {2, 3, 7, 31})
            expect_defined(random_pairs(61, 1, 1, 1000, seed), count,
                           seed % 2 ? Transfer::linear : Transfer::srgb);
}

TEST(AlphaPairs, JoinAsDefinedWhereManyCostTheSame) {
    for (unsigned seed = 0; seed < 12; ++seed)
        for (const std::size_t count : {2, 5, 20}) expect_defined(random_pairs(67, 64, 1, 2, seed), count);
}

TEST(AlphaPairs, JoinAsDefinedWithGreatWeights) {
    for (unsigned seed = 0; seed < 6; ++seed)
        expect_defined(random_pairs(31, 1, 1, std::uint64_t{1} << 31, seed), 5);
}

TEST(AlphaPairs, OfOneKindJoinAsDefined) {
    for (unsigned seed = 0; seed < 4; ++seed) expect_defined(random_pairs(53, 16, 255, 9, seed), 4);
    Pairs soft = random_pairs(53, 1, 1, 9, 5);
    std::erase_if(soft, [](const AlphaPair& pair) { return pair.alpha == 255; });
    expect_defined(soft, 2);
}

TEST(AlphaPairs, BeginWithCellsWhereThereAreMany) {
    for (unsigned seed = 0; seed < 6; ++seed)
        for (const std::size_t max_cells : {23, 59, 108, 109})
            expect_defined(random_pairs(109, seed < 3 ? 1 : 16, 1, 50, seed), 11, Transfer::srgb, max_cells);
}

TEST(AlphaPairs, KeepTheColoursWherePairsOfOneColourSuffice) {
    std::mt19937 random(3);
    for (const std::size_t colors : {1, 2, 7, 11})
        for (const std::size_t max_cells : {std::size_t{64}, max_pair_cells}) {
            std::set<Rgb> kept;
            while (kept.size() < colors) kept.insert(Rgb::from_code(unsigned(random()) % rgb_codes));
            Pairs pairs;
            for (const Rgb color : kept)
                for (int a = 1 + int(random() % 5); a < 255; a += 1 + int(random() % 40))
                    pairs.push_back({color, std::uint8_t(a), 1 + random() % 99});
            pairs.push_back({*kept.begin(), 255, 3});
            expect_defined(pairs, 12, Transfer::srgb, max_cells);
            for (const AlphaPair& pair : join_alpha_pairs(pairs, 12, Transfer::srgb, {}, max_cells).pairs)
                EXPECT_TRUE(kept.contains(pair.color));
        }
}

TEST(AlphaPairs, FewStayAsTheyAre) {
    for (const std::size_t count : {1, 2, 100, 256}) {
        const Pairs pairs = random_pairs(count, 1, 1, 1000, unsigned(count));
        const JoinedPairs joined = join_alpha_pairs(pairs, 256, Transfer::srgb, {});
        ASSERT_EQ(joined.becomes.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_EQ(joined.pairs[joined.becomes[i]], pairs[i]);
    }
    EXPECT_TRUE(join_alpha_pairs({}, 256, Transfer::srgb, {}).pairs.empty());
}

TEST(AlphaPairs, OpaqueAndSoftOnesStayApart) {
    const Pairs pairs{{{9, 9, 9}, 254, 5}, {{9, 9, 9}, 255, 5}, {{10, 9, 9}, 255, 1}, {{9, 9, 10}, 254, 1}};
    const JoinedPairs joined = join_alpha_pairs(pairs, 2, Transfer::srgb, {});
    EXPECT_EQ(joined.becomes, (std::vector<std::uint16_t>{0, 1, 1, 0}));
    EXPECT_EQ(joined.pairs, (Pairs{{{9, 9, 9}, 254, 6}, {{9, 9, 9}, 255, 6}}));
}

// A rival in floating point: k-means from evenly spread pairs, with as many steps.
TEST(AlphaPairs, AreNearerThanSpreadOnesInAFloatingPointModel) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        const Pairs pairs = random_pairs(997, 1, 1, 100, seed);
        const JoinedPairs joined = join_alpha_pairs(pairs, 64, Transfer::srgb, {});
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
    expect_error([&] { join_alpha_pairs(pairs, 9, Transfer::srgb, cancelled); }, ErrorKind::cancelled);
}

}
}
