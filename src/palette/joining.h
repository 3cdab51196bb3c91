#pragma once

#include "palette/partner_tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace huedrift {

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

}
