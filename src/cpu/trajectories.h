#pragma once

#include "color/position.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// Where the trajectory of each colour stopped being followed: at a fixed point, at a state that another
/// trajectory visited before (they share their future from there on), or at the iteration limit.
class Trajectories {
public:
    explicit Trajectories(std::size_t count);

    /// `trajectory` stopped at `mode`: F(mode) = mode, or the iteration limit was reached there.
    void settle(std::uint32_t trajectory, const Position& mode) {
        states_[trajectory] = mode;
        joined_[trajectory] = trajectory;
    }
    /// `trajectory` reached a state that `earlier` has visited.
    void join(std::uint32_t trajectory, std::uint32_t earlier) { joined_[trajectory] = earlier; }
    /// The one that `trajectory` continues as so far.
    std::uint32_t root_of(std::uint32_t trajectory) const;

    /// Follows joined trajectories to their root, the one that all of them end in: afterwards
    /// states()[roots()[t]] is the mode of trajectory t.
    void resolve();

    const std::vector<Position>& states() const { return states_; }
    const std::vector<std::uint32_t>& roots() const { return joined_; }

private:
    std::vector<Position> states_;
    std::vector<std::uint32_t> joined_;
};

}
