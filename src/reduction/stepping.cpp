#include "reduction/stepping.h"

#include "base/parallel_sort.h"

#include <numeric>

namespace huedrift {

Stepping::Stepping(const ColorSet& colors, std::span<const std::uint32_t> starts)
    : colors_(colors), index_of_(starts.size()) {
    states_.reserve(starts.size());
    for (const std::uint32_t start : starts) states_.push_back(colors.positions()[start]);
    std::iota(index_of_.begin(), index_of_.end(), 0u);
    keep_distinct();
}

void Stepping::keep_distinct() {
    std::vector<std::uint32_t> order(states_.size()), kept_as(states_.size());
    std::iota(order.begin(), order.end(), 0u);
    parallel_sort(order.begin(), order.end(),
                  [&](std::uint32_t i, std::uint32_t j) { return states_[i] < states_[j]; });
    std::vector<Position> distinct;
    for (const std::uint32_t i : order) {
        if (distinct.empty() || distinct.back() != states_[i]) distinct.push_back(states_[i]);
        kept_as[i] = static_cast<std::uint32_t>(distinct.size() - 1);
    }
    for (std::uint32_t& index : index_of_) index = kept_as[index];
    states_ = std::move(distinct);
}

bool Stepping::step(Follower& follower, const Options& options, Progress& progress) {
    if (options.radius == 0 || steps_ == options.max_iterations) return false;
    Options once = options;
    once.max_iterations = 1;
    std::vector<Position> next = follower.follow(colors_, states_, once, {}, progress).states;
    if (next == states_) return false;
    states_ = std::move(next);
    keep_distinct();
    ++steps_;
    return true;
}

std::vector<Position> Stepping::states() const {
    std::vector<Position> states;
    states.reserve(index_of_.size());
    for (const std::uint32_t index : index_of_) states.push_back(states_[index]);
    return states;
}

}
