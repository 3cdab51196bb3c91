#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "palette/join_parts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace huedrift {

/// A palette entry, or several joined ones.
struct JoinedEntry : JoinedPoint {
    std::uint32_t index = 0; ///< the lowest index among its members
};

/// The cost of a join: floor(w v |p - q|^2 / (w + v)), or w |p - q|^2 for a soft colour of the weight w and
/// another that is not. With w + v at most 2^37, w v is at most 2^72; with |p - q|^2 < 2^52, the product
/// stays below 2^124 and the cost below 2^89.
__extension__ using JoinCost = unsigned __int128;

/// The indices of two entries that may join.
struct JoinablePair {
    JoinCost cost;
    std::uint32_t first, second; ///< ascending

    friend auto operator<=>(const JoinablePair&, const JoinablePair&) = default;
};

/// Finds the entry that another joins at the least cost. Each node of the k-d tree over positions knows its
/// box and its least weight: an entry of weight w and one of weight v or more, at distance d or more, cost at
/// least w v d^2 / (w + v), which grows with v and is less than w d^2 and v d^2. No point is farther by its
/// position than by all coordinates.
class PartnerTree {
public:
    /// The weights are at least 1, their sum is at most 2^37. `progress` must outlive the tree; its members
    /// throw Error(cancelled).
    PartnerTree(std::vector<JoinedEntry> entries, const Progress& progress);

    /// The least pair that contains `entry`, which must be in the tree. Two pinned entries, two of different
    /// kinds, or an opaque one and transparency are no pair.
    std::optional<JoinablePair> cheapest(const JoinedEntry& entry) const;
    /// Replaces `one` and `other`, both in the tree, by `joined`.
    void join(const JoinedEntry& one, const JoinedEntry& other, const JoinedEntry& joined);

private:
    static constexpr std::size_t leaf_size = 32;
    struct Leaf {
        std::array<JoinedEntry, leaf_size> entries;
        std::size_t count = 0;
        JoinedEntry& at(std::uint32_t index) {
            const auto end = entries.begin() + std::ptrdiff_t(count);
            const auto entry = std::ranges::find(entries.begin(), end, index, &JoinedEntry::index);
            assert(entry != end && "the entry must be in the tree");
            return *entry;
        }
    };
    struct Node {
        BoundingBox box;
        double least_weight = 0, least_unpinned = 0; ///< infinite without such an entry
    };
    struct Search;

    void build(std::vector<JoinedEntry> entries);
    void divide(std::size_t node, std::span<JoinedEntry> entries);
    static Node leaf_node(const Leaf& leaf);
    static Node above(const Node& one, const Node& other);
    void rebuild();
    void refresh(std::size_t leaf);
    void search(std::size_t node, Search& search) const;

    const Progress& progress_;
    std::vector<Leaf> leaves_;           ///< their number is a power of two
    std::vector<Node> nodes_;            ///< node k has the children 2 k and 2 k + 1; the leaves come last
    std::vector<std::uint32_t> leaf_of_; ///< by index
    std::size_t left_ = 0, built_with_ = 0;
};

/// Joins the two entries of the least pair, again and again. Every entry has its least pair in a queue. A
/// pair is obsolete if one of its entries has changed or gone. It costs no more than the pairs that its entry
/// still has with entries that existed when it was found; pairs with entries made later are found from those.
/// So the first pair in the queue that still exists is the cheapest of all, even though rounding and pins
/// change costs. For an obsolete pair, its entry looks for another.
class Joining {
public:
    /// Returns the entry that two become, with the index of one of them. The index of `first` is lower.
    using Unite = std::function<JoinedEntry(const JoinedEntry& first, const JoinedEntry& second)>;

    /// The index of an entry is its place. Weights as for PartnerTree. `progress` must outlive this. Throws
    /// Error(cancelled).
    Joining(std::vector<JoinedEntry> entries, Unite unite, const Progress& progress);

    /// Joins until `count` entries are left, or only pinned ones. Throws Error(cancelled).
    void join_down_to(std::size_t count);

private:
    struct Candidate {
        JoinablePair pair;
        std::uint32_t finder, state_of_finder, state_of_partner;

        std::uint32_t partner() const { return finder == pair.first ? pair.second : pair.first; }
        friend bool operator>(const Candidate& x, const Candidate& y) { return x.pair > y.pair; }
    };
    using Queue = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

    Candidate candidate(const JoinablePair& pair, std::uint32_t finder) const;
    void look_for_partner(std::uint32_t entry);
    void join(const Candidate& cheapest);

    const Progress& progress_;
    Unite unite_;
    std::vector<JoinedEntry> entries_;
    std::size_t left_;
    std::vector<std::uint32_t> states_; ///< how often each entry has changed
    PartnerTree tree_;
    Queue queue_;
};

/// A palette after joins.
struct JoinedPalette {
    /// Ascending by their lowest entries. Each lies at its pinned entry, else at the weighted mean of its
    /// entries, rounded half up, and has the sum of their weights.
    std::vector<JoinedPoint> points;
    std::vector<std::uint32_t> becomes; ///< per entry, an index into points
};

/// The joins of a palette from all its parts down to one: every number of colours is a prefix.
class JoinSequence {
public:
    /// The part `gone` joins the part `survivor`, whose index is lower.
    struct Join {
        std::uint32_t survivor, gone;
    };

    JoinSequence(JoinParts parts, std::vector<Join> joins)
        : parts_(std::move(parts)), joins_(std::move(joins)) {
        assert(parts_.parts.empty() || joins_.size() < parts_.parts.size());
    }

    /// The palette after the joins to `count` colours, which is clamped to the possible numbers.
    JoinedPalette cut_to(std::size_t count) const;

private:
    JoinParts parts_;
    std::vector<Join> joins_;
};

/// "Number of colours" of docs/definition.md, by error: repeatedly joins the two parts whose joining costs
/// the least error (Ward, "Hierarchical grouping to optimize an objective function", 1963). The weights are
/// at least 1, and their sum is at most 2^37. Throws Error(cancelled).
JoinSequence order_joins(JoinParts parts, const Progress& progress);

/// A palette colour that may join another.
struct JoinedColor {
    Position position;
    std::uint64_t weight = 0;
    bool pinned = false; ///< never joins another
};

/// "Number of colours" by distance: joins the two nearest colours until `count` are left, or only pinned
/// ones. `colors` ascend by code. Returns for each colour the index of the one that it became. Throws
/// Error(cancelled).
std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress);

}
