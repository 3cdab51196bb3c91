#include "palette/joining.h"

#include "base/parallel.h"

#include <optional>
#include <utility>

namespace huedrift {

Joining::Joining(std::vector<JoinedEntry> entries, Unite unite, const Progress& progress)
    : progress_(progress), unite_(std::move(unite)), entries_(std::move(entries)), left_(entries_.size()),
      states_(entries_.size()), tree_(entries_, progress) {
    std::vector<std::optional<JoinablePair>> pairs(entries_.size());
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

}
