#include "palette/join_by_error.h"

#include "base/parallel.h"
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
    JoiningByError(std::span<const JoinPart> parts, const Progress& progress)
        : progress_(progress), entries_(indexed(parts)), parts_(parts.begin(), parts.end()),
          states_(parts.size()), tree_(entries_, progress) {
        std::vector<std::optional<JoinablePair>> pairs(parts.size());
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
                if (joins.size() % 256 == 0) progress_.report(double(joins.size()) / double(entries_.size()));
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

    static std::vector<JoinedEntry> indexed(std::span<const JoinPart> parts) {
        std::vector<JoinedEntry> entries;
        entries.reserve(parts.size());
        for (std::uint32_t i = 0; i < parts.size(); ++i) entries.push_back({parts[i].whole(), i});
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
        parts_[kept] += parts_[gone];
        const JoinedEntry joined{parts_[kept].whole(), kept};
        tree_.join(entries_[kept], entries_[gone], joined);
        entries_[kept] = joined;
        ++states_[kept];
        ++states_[gone];
        look_for_partner(kept);
    }

    const Progress& progress_;
    std::vector<JoinedEntry> entries_;
    std::vector<JoinPart> parts_;
    std::vector<std::uint32_t> states_; ///< how often each entry has joined another
    PartnerTree tree_;
    Queue queue_;
};

}

JoinedPalette JoinSequence::left(std::size_t count) const {
    const std::size_t parts = parts_.parts.size();
    const std::size_t done = std::min(parts - std::min(count, parts), joins_.size());
    std::vector<std::uint32_t> becomes(parts), index_of(parts);
    std::iota(becomes.begin(), becomes.end(), 0u);
    for (const auto& [kept, gone] : std::span(joins_).first(done)) becomes[gone] = kept;
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
    parallel_ranges(left.becomes.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) left.becomes[i] = index_of[parts_.part_of[i]];
    });
    return left;
}

JoinSequence join_by_error(JoinParts parts, const Progress& progress) {
    std::vector<JoinSequence::Join> joins;
    if (parts.parts.size() > 1) joins = JoiningByError(parts.parts, progress).joins();
    return {std::move(parts), std::move(joins)};
}

}
