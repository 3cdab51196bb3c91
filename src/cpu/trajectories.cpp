#include "cpu/trajectories.h"

#include <cassert>
#include <numeric>

namespace huedrift {

Trajectories::Trajectories(std::size_t count) : states_(count), joined_(count) {
    std::iota(joined_.begin(), joined_.end(), 0u);
}

std::uint32_t Trajectories::root_of(std::uint32_t trajectory) const {
    while (joined_[trajectory] != trajectory) trajectory = joined_[trajectory];
    return trajectory;
}

void Trajectories::resolve() {
    for (std::uint32_t start = 0; start < joined_.size(); ++start) {
        std::uint32_t root = start;
        [[maybe_unused]] std::size_t steps = 0;
        while (joined_[root] != root) {
            assert(++steps <= joined_.size() && "F has no cycles, so chains of joined trajectories end");
            root = joined_[root];
        }
        for (std::uint32_t t = start; t != root;) {
            const std::uint32_t next = joined_[t];
            joined_[t] = root;
            t = next;
        }
    }
}

}
