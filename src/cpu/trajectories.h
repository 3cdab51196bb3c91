#pragma once

#include "color/position.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// Where the trajectory of each colour stopped being followed: at a fixed point, at a state that another
/// trajectory visited before (they share their future from there on), or at the iteration limit.
class Trajectories {
public:
    explicit Trajectories(std::size_t count) : last_(count), joined_(count) {}

    /// `trajectory` stopped at `end`: F(end) = end, or the iteration limit was reached there.
    void settle(std::uint32_t trajectory, const Position& end) {
        last_[trajectory] = end;
        joined_[trajectory] = trajectory;
    }
    /// `trajectory` reached a state that `earlier` has visited.
    void join(std::uint32_t trajectory, std::uint32_t earlier) { joined_[trajectory] = earlier; }

    /// Follows joined trajectories to their end: afterwards last()[ends()[t]] is the mode of trajectory t.
    void resolve();

    const std::vector<Position>& last() const { return last_; }
    const std::vector<std::uint32_t>& ends() const { return joined_; }

private:
    std::vector<Position> last_;
    std::vector<std::uint32_t> joined_;
};

}
