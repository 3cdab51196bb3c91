#include "palette/join_by_error.h"

#include "base/parallel.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace huedrift {
namespace {

/// From this number of entries on, a second thread is worth its cost.
constexpr std::size_t worth_a_thread = 2048;

constexpr double no_weight = std::numeric_limits<double>::infinity();

/// Two pins stay apart, and so do an opaque colour and transparency.
bool may_join(const JoinedPoint& one, const JoinedPoint& other) {
    const Opacity of_one = opacity_of(one.point), of_other = opacity_of(other.point);
    return one.kind == other.kind && !(one.pinned && other.pinned) &&
           (of_one == of_other || of_one == Opacity::soft || of_other == Opacity::soft);
}

/// Only the softer one moves where an opaque colour, or transparency, stays what it is.
JoinCost join_cost(const JoinedPoint& one, const JoinedPoint& other) {
    assert(one.weight > 0 && other.weight > 0 && one.weight + other.weight <= std::uint64_t{1} << 37);
    const auto squared = static_cast<std::uint64_t>(squared_distance(one.point, other.point));
    const Opacity of_one = opacity_of(one.point), of_other = opacity_of(other.point);
    if (of_one != of_other) return JoinCost(of_one == Opacity::soft ? one.weight : other.weight) * squared;
    return JoinCost(one.weight) * other.weight * squared / (one.weight + other.weight);
}

}

/// The least pair of an entry found so far.
struct PartnerTree::Search {
    const JoinedEntry& entry;
    double weight = double(entry.weight);
    std::optional<JoinablePair> best{};
    double limit = std::numeric_limits<double>::max(); ///< pairs that cost more are not the best

    /// A lower bound for the cost of a pair with an entry of this weight or more at this distance or more.
    /// Rounding errors are below 2^-40.
    double bound(double other_weight, std::int64_t squared) const {
        return weight * other_weight / (weight + other_weight) * double(squared) * (1 - 0x1p-40);
    }
    double bound(const Node& node) const {
        const double least = entry.pinned ? node.least_unpinned : node.least_weight;
        return least == no_weight ? no_weight
                                  : bound(least, node.box.squared_distance_to(entry.point.position));
    }
    /// Whether bound() is at most the limit, without a division.
    bool may_cost(double other_weight, std::int64_t squared) const {
        return weight * other_weight * double(squared) * (1 - 0x1p-40) <= limit * (weight + other_weight);
    }
    bool may_have(const Node& node) const {
        const double least = entry.pinned ? node.least_unpinned : node.least_weight;
        return least != no_weight && may_cost(least, node.box.squared_distance_to(entry.point.position));
    }
    void look_at(const JoinedEntry& other) {
        if (other.index == entry.index || !may_join(entry, other)) return;
        if (!may_cost(double(other.weight), squared_distance(entry.point, other.point))) return;
        const auto [first, second] = std::minmax(entry.index, other.index);
        const JoinablePair pair{join_cost(entry, other), first, second};
        if (best && *best < pair) return;
        best = pair;
        limit = double(pair.cost) + 1; // any larger cost exceeds this one before it is rounded down
    }
};

PartnerTree::PartnerTree(std::vector<JoinedEntry> entries, const Progress& progress) : progress_(progress) {
    std::uint32_t last = 0;
    for (const JoinedEntry& entry : entries) {
        assert(entry.weight > 0);
        last = std::max(last, entry.index);
    }
    leaf_of_.resize(std::size_t{last} + 1);
    build(std::move(entries));
}

void PartnerTree::build(std::vector<JoinedEntry> entries) {
    left_ = built_with_ = entries.size();
    leaves_.assign(std::bit_ceil(std::max<std::size_t>(1, (left_ + leaf_size - 1) / leaf_size)), {});
    nodes_.assign(2 * leaves_.size(), {});
    divide(1, entries);
}

void PartnerTree::divide(std::size_t node, std::span<JoinedEntry> entries) {
    if (node >= leaves_.size()) {
        Leaf& leaf = leaves_[node - leaves_.size()];
        assert(entries.size() <= leaf_size);
        for (const JoinedEntry& entry : entries) {
            leaf_of_[entry.index] = static_cast<std::uint32_t>(node - leaves_.size());
            leaf.entries[leaf.count++] = entry;
        }
        nodes_[node] = leaf_node(leaf);
        return;
    }
    if (entries.size() >= worth_a_thread) progress_.throw_if_cancelled();
    BoundingBox box;
    for (const JoinedEntry& entry : entries) box.add(entry.point.position);
    const std::size_t longest = entries.empty() ? 0 : box.longest_axis();
    const std::size_t half = (entries.size() + 1) / 2;
    std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(half), entries.end(),
                     [&](const JoinedEntry& x, const JoinedEntry& y) {
                         return coordinates(x.point.position)[longest] <
                                coordinates(y.point.position)[longest];
                     });
    const auto lower = [&] { divide(2 * node, entries.first(half)); };
    const auto upper = [&] { divide(2 * node + 1, entries.subspan(half)); };
    if (entries.size() < worth_a_thread)
        lower(), upper();
    else
        parallel_both(lower, upper);
    nodes_[node] = above(nodes_[2 * node], nodes_[2 * node + 1]);
}

PartnerTree::Node PartnerTree::leaf_node(const Leaf& leaf) {
    Node node{{}, no_weight, no_weight};
    for (const JoinedEntry& entry : std::span(leaf.entries).first(leaf.count)) {
        node.box.add(entry.point.position);
        node.least_weight = std::min(node.least_weight, double(entry.weight));
        if (!entry.pinned) node.least_unpinned = std::min(node.least_unpinned, double(entry.weight));
    }
    return node;
}

PartnerTree::Node PartnerTree::above(const Node& one, const Node& other) {
    Node node = one;
    node.box.join(other.box);
    node.least_weight = std::min(one.least_weight, other.least_weight);
    node.least_unpinned = std::min(one.least_unpinned, other.least_unpinned);
    return node;
}

void PartnerTree::refresh(std::size_t leaf) {
    std::size_t node = leaves_.size() + leaf;
    nodes_[node] = leaf_node(leaves_[leaf]);
    while (node /= 2) nodes_[node] = above(nodes_[2 * node], nodes_[2 * node + 1]);
}

void PartnerTree::join(const JoinedEntry& one, const JoinedEntry& other, const JoinedEntry& joined) {
    assert(one.index != other.index && may_join(one, other));
    assert(joined.index == one.index || joined.index == other.index);
    // The joined entry lies nearer to the heavier one.
    const auto& [light, heavy] = one.weight < other.weight ? std::tie(one, other) : std::tie(other, one);
    const std::uint32_t from = leaf_of_[light.index], to = leaf_of_[heavy.index];
    Leaf &shorter = leaves_[from], &longer = leaves_[to];
    shorter.at(light.index) = shorter.entries[shorter.count - 1];
    --shorter.count;
    longer.at(heavy.index) = joined;
    leaf_of_[joined.index] = to;
    refresh(from);
    if (to != from) refresh(to);
    assert(left_ > 1);
    --left_;
    if (leaves_.size() > 1 && left_ <= built_with_ / 2) rebuild();
}

void PartnerTree::rebuild() {
    std::vector<JoinedEntry> entries;
    entries.reserve(left_);
    for (Leaf& leaf : leaves_)
        entries.insert(entries.end(), leaf.entries.begin(),
                       leaf.entries.begin() + std::ptrdiff_t(leaf.count));
    build(std::move(entries));
}

std::optional<JoinablePair> PartnerTree::cheapest(const JoinedEntry& entry) const {
    assert(entry.index < leaf_of_.size() && leaf_of_[entry.index] < leaves_.size());
    // From its own leaf upwards: a near pair found first spares most of the rest.
    Search search{entry};
    std::size_t node = leaves_.size() + leaf_of_[entry.index];
    this->search(node, search);
    for (; node > 1; node /= 2)
        if (search.may_have(nodes_[node ^ 1])) this->search(node ^ 1, search);
    return search.best;
}

void PartnerTree::search(std::size_t node, Search& search) const {
    if (node >= leaves_.size()) {
        const Leaf& leaf = leaves_[node - leaves_.size()];
        for (std::size_t i = 0; i < leaf.count; ++i) search.look_at(leaf.entries[i]);
        return;
    }
    std::size_t nearer = 2 * node, farther = 2 * node + 1;
    double least = search.bound(nodes_[nearer]), beyond = search.bound(nodes_[farther]);
    if (beyond < least) {
        std::swap(nearer, farther);
        std::swap(least, beyond);
    }
    if (least <= search.limit) this->search(nearer, search);
    if (beyond <= search.limit) this->search(farther, search);
}

Joining::Joining(std::vector<JoinedEntry> entries, Unite unite, const Progress& progress)
    : progress_(progress), unite_(std::move(unite)), entries_(std::move(entries)), left_(entries_.size()),
      states_(entries_.size()), tree_(entries_, progress) {
    std::vector<std::optional<JoinablePair>> pairs(entries_.size());
    parallel_ranges(pairs.size(), 64, [&](std::size_t begin, std::size_t end) {
        progress_.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i) {
            assert(entries_[i].index == i);
            pairs[i] = tree_.cheapest(entries_[i]);
        }
    });
    std::vector<Candidate> found;
    found.reserve(pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
        if (pairs[i]) found.push_back(candidate(*pairs[i], i));
    queue_ = Queue(std::greater<>(), std::move(found));
}

void Joining::join_down_to(std::size_t count) {
    while (left_ > count && !queue_.empty()) {
        progress_.throw_if_cancelled();
        const Candidate next = queue_.top();
        queue_.pop();
        if (next.state_of_finder != states_[next.finder]) continue;
        if (next.state_of_partner != states_[next.partner()]) {
            look_for_partner(next.finder);
            continue;
        }
        join(next);
        if (left_ % 256 == 0) progress_.report(1 - double(left_) / double(entries_.size()));
    }
}

Joining::Candidate Joining::candidate(const JoinablePair& pair, std::uint32_t finder) const {
    const std::uint32_t partner = finder == pair.first ? pair.second : pair.first;
    return {pair, finder, states_[finder], states_[partner]};
}

void Joining::look_for_partner(std::uint32_t entry) {
    if (const auto pair = tree_.cheapest(entries_[entry])) queue_.push(candidate(*pair, entry));
}

void Joining::join(const Candidate& cheapest) {
    const auto& [cost, first, second] = cheapest.pair;
    const JoinedEntry joined = unite_(entries_[first], entries_[second]);
    const std::uint32_t survivor = joined.index, gone = survivor == first ? second : first;
    assert(first < second && (survivor == first || survivor == second));
    tree_.join(entries_[survivor], entries_[gone], joined);
    const bool has_changed =
        joined.point != entries_[survivor].point || joined.weight != entries_[survivor].weight;
    entries_[survivor] = joined;
    --left_;
    ++states_[gone];
    if (has_changed) ++states_[survivor];
    // An entry that stays as it is has another pair in the queue unless this was its own.
    if (has_changed || cheapest.finder == survivor) look_for_partner(survivor);
}

JoinedPalette JoinSequence::cut_to(std::size_t count) const {
    const std::size_t parts = parts_.parts.size();
    const std::size_t joins = std::min(parts - std::min(count, parts), joins_.size());
    std::vector<std::uint32_t> becomes = indices_below(parts), index_of(parts);
    for (const auto& [survivor, gone] : std::span(joins_).first(joins)) {
        assert(survivor < gone && gone < parts);
        becomes[gone] = survivor;
    }
    JoinedPalette left;
    std::vector<JoinPart> whole;
    for (std::size_t i = 0; i < parts; ++i) {
        if (becomes[i] == i) {
            index_of[i] = static_cast<std::uint32_t>(whole.size());
            whole.push_back(parts_.parts[i]);
            continue;
        }
        becomes[i] = becomes[becomes[i]]; // lower ones are already resolved
        index_of[i] = index_of[becomes[i]];
        whole[index_of[i]] += parts_.parts[i];
    }
    for (const JoinPart& part : whole) left.points.push_back(part.whole());
    left.becomes.resize(parts_.part_of.size());
    parallel_indices(left.becomes.size(), 1 << 14,
                     [&](std::size_t i) { left.becomes[i] = index_of[parts_.part_of[i]]; });
    return left;
}

JoinSequence order_joins(JoinParts parts, const Progress& progress) {
    std::vector<JoinPart> whole = parts.parts;
    std::vector<JoinedEntry> entries;
    entries.reserve(whole.size());
    for (const JoinPart& part : whole)
        entries.push_back({part.whole(), static_cast<std::uint32_t>(entries.size())});
    std::vector<JoinSequence::Join> joins;
    joins.reserve(whole.size());
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) -> JoinedEntry {
        whole[first.index] += whole[second.index];
        joins.push_back({first.index, second.index});
        return {whole[first.index].whole(), first.index};
    };
    if (entries.size() > 1) Joining(std::move(entries), unite, progress).join_down_to(1);
    return {std::move(parts), std::move(joins)};
}

std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress) {
    // Two such weights make the cost of a join the squared distance.
    constexpr std::uint64_t no_matter = 2;
    std::vector<std::uint32_t> becomes = indices_below(colors.size());
    if (colors.size() <= count) return becomes;
    std::vector<std::uint64_t> weights;
    std::vector<JoinedEntry> entries;
    weights.reserve(colors.size());
    entries.reserve(colors.size());
    for (const JoinedColor& color : colors) {
        entries.push_back({{ColorPoint{color.position}, no_matter, color.pinned},
                           static_cast<std::uint32_t>(entries.size())});
        weights.push_back(color.weight);
    }
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) {
        const bool first_stays =
            first.pinned != second.pinned ? first.pinned : weights[first.index] >= weights[second.index];
        const JoinedEntry &stays = first_stays ? first : second, &goes = first_stays ? second : first;
        weights[stays.index] += weights[goes.index];
        becomes[goes.index] = stays.index;
        return stays;
    };
    Joining(std::move(entries), unite, progress).join_down_to(count);
    for (std::uint32_t i = 0; i < becomes.size(); ++i) {
        std::uint32_t end = i;
        while (becomes[end] != end) {
            becomes[end] = becomes[becomes[end]]; // halves chains, which may be long
            end = becomes[end];
        }
        becomes[i] = end;
    }
    return becomes;
}

}
