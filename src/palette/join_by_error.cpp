#include "palette/join_by_error.h"

#include "base/parallel.h"
#include "color/position_sum.h"
#include "palette/partner_tree.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

namespace huedrift {
namespace {

/// Every entry has its cheapest pair in a queue. A pair is obsolete if one of its entries has joined another.
/// It costs no more than the pairs that its entry still has with entries that existed when it was found;
/// pairs with entries made later are found from those. So the first pair in the queue that still exists is
/// the cheapest of all, even though rounding and pins change costs. For an obsolete pair, its entry looks for
/// another.
class JoiningByError {
public:
    JoiningByError(std::span<const JoinedColor> colors, const Progress& progress)
        : progress_(progress), entries_(indexed(colors)), sums_(colors.size()), states_(colors.size()),
          tree_(entries_, progress) {
        for (std::size_t i = 0; i < colors.size(); ++i)
            sums_[i].add(colors[i].position, static_cast<std::int64_t>(colors[i].weight));
        std::vector<std::optional<JoinablePair>> pairs(colors.size());
        parallel_ranges(pairs.size(), 64, [&](std::size_t begin, std::size_t end) {
            progress_.throw_if_cancelled();
            for (std::size_t i = begin; i < end; ++i) pairs[i] = tree_.cheapest(entries_[i]);
        });
        std::vector<Candidate> found;
        found.reserve(pairs.size());
        for (std::uint32_t i = 0; i < pairs.size(); ++i)
            if (pairs[i]) found.push_back(candidate(*pairs[i], i));
        queue_ = Queue(std::greater<>(), std::move(found));
    }

    std::vector<JoinSequence::Join> joins() {
        std::vector<JoinSequence::Join> joins;
        joins.reserve(entries_.size());
        while (!queue_.empty()) {
            progress_.throw_if_cancelled();
            const Candidate next = queue_.top();
            queue_.pop();
            if (next.state_of_finder != states_[next.finder]) continue;
            if (next.state_of_partner != states_[next.partner()]) {
                look_for_partner(next.finder);
            } else {
                join(next.pair.first, next.pair.second);
                joins.push_back({next.pair.first, next.pair.second});
            }
        }
        return joins;
    }

private:
    struct Candidate {
        JoinablePair pair;
        std::uint32_t finder, state_of_finder, state_of_partner;

        std::uint32_t partner() const { return finder == pair.first ? pair.second : pair.first; }
        friend bool operator>(const Candidate& x, const Candidate& y) { return x.pair > y.pair; }
    };
    using Queue = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

    static std::vector<JoinedEntry> indexed(std::span<const JoinedColor> colors) {
        std::vector<JoinedEntry> entries;
        entries.reserve(colors.size());
        for (std::uint32_t i = 0; i < colors.size(); ++i) entries.push_back({colors[i], i});
        return entries;
    }

    Candidate candidate(const JoinablePair& pair, std::uint32_t finder) const {
        const std::uint32_t partner = finder == pair.first ? pair.second : pair.first;
        return {pair, finder, states_[finder], states_[partner]};
    }

    void look_for_partner(std::uint32_t entry) {
        if (const auto pair = tree_.cheapest(entries_[entry])) queue_.push(candidate(*pair, entry));
    }

    void join(std::uint32_t kept, std::uint32_t gone) {
        JoinedEntry joined = entries_[kept];
        sums_[kept] += sums_[gone];
        joined.weight += entries_[gone].weight;
        joined.pinned |= entries_[gone].pinned;
        joined.position = entries_[kept].pinned   ? entries_[kept].position
                          : entries_[gone].pinned ? entries_[gone].position
                                                  : sums_[kept].mean();
        tree_.join(entries_[kept], entries_[gone], joined);
        entries_[kept] = joined;
        ++states_[kept];
        ++states_[gone];
        look_for_partner(kept);
    }

    const Progress& progress_;
    std::vector<JoinedEntry> entries_;
    std::vector<PositionSum> sums_;
    std::vector<std::uint32_t> states_; ///< how often each entry has joined another
    PartnerTree tree_;
    Queue queue_;
};

}

std::vector<std::uint32_t> JoinSequence::becomes(std::size_t count) const {
    std::vector<std::uint32_t> becomes(entries_.size());
    std::iota(becomes.begin(), becomes.end(), 0u);
    const std::size_t done = std::min(entries_.size() - std::min(count, entries_.size()), joins_.size());
    for (const auto& [kept, gone] : std::span(joins_).first(done)) becomes[gone] = kept;
    for (std::uint32_t& entry : becomes) entry = becomes[entry]; // lower ones are already resolved
    return becomes;
}

std::vector<JoinedColor> JoinSequence::left(std::size_t count) const {
    const std::vector<std::uint32_t> becomes = this->becomes(count);
    std::vector<JoinedColor> colors = entries_;
    std::vector<PositionSum> sums(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const JoinedColor& entry = entries_[i];
        JoinedColor& whole = colors[becomes[i]];
        sums[becomes[i]].add(entry.position, static_cast<std::int64_t>(entry.weight));
        if (entry.pinned) whole.position = entry.position;
        whole.pinned |= entry.pinned;
    }
    std::vector<JoinedColor> left;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (becomes[i] != i) continue;
        const auto weight = static_cast<std::uint64_t>(sums[i].weight);
        left.push_back({colors[i].pinned ? colors[i].position : sums[i].mean(), weight, colors[i].pinned});
    }
    return left;
}

JoinSequence join_by_error(std::vector<JoinedColor> entries, const Progress& progress) {
    std::vector<JoinSequence::Join> joins;
    if (entries.size() > 1) joins = JoiningByError(entries, progress).joins();
    return {std::move(entries), std::move(joins)};
}

}
