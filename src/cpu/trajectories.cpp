#include "cpu/trajectories.h"

#include <algorithm>

namespace huedrift {
namespace {

Position smallest_of_cycle(const Position& on_cycle, const BallSum& ball_sum, BallSum::Scratch& scratch) {
    Position smallest = on_cycle, state = on_cycle;
    do {
        const std::uint64_t key = 0;
        const Position from = state;
        ball_sum.evaluate({&from, 1}, {&key, 1}, {&state, 1}, scratch, Progress());
        smallest = std::min(smallest, state);
    } while (state != on_cycle);
    return smallest;
}

}

void Trajectories::resolve(const BallSum& ball_sum, BallSum::Scratch& scratch) {
    // The number of the walk that came by last; a walk that meets itself went round a ring of trajectories,
    // each of which joined the next: a cycle of F.
    constexpr std::uint32_t none = 0xffffffff;
    std::vector<std::uint32_t> walk(joined_.size(), none);
    for (std::uint32_t start = 0; start < joined_.size(); ++start) {
        std::uint32_t t = start;
        while (joined_[t] != t && joined_[t] != on_cycle && walk[t] != start) {
            walk[t] = start;
            t = joined_[t];
        }
        if (joined_[t] != t) {
            last_[t] = smallest_of_cycle(last_[t], ball_sum, scratch);
            joined_[t] = t;
        }
        for (std::uint32_t u = start; u != t;) {
            const std::uint32_t next = joined_[u];
            joined_[u] = t;
            u = next;
        }
    }
}

}
