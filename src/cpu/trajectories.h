#pragma once

#include "color/position.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// The state at which each colour's trajectory stopped: a fixed point, a state that another trajectory
/// visited before (from there on they are equal), or the iteration limit.
class Trajectories {
public:
    explicit Trajectories(std::size_t count);

    /// Records that `trajectory` stopped at `mode`, where F(mode) = mode or the iteration limit was reached.
    void settle(std::uint32_t trajectory, const Position& mode) {
        states_[trajectory] = mode;
        joined_[trajectory] = trajectory;
    }
    /// Records that `trajectory` reached a state that `earlier` has visited.
    void join(std::uint32_t trajectory, std::uint32_t earlier) { joined_[trajectory] = earlier; }
    /// The trajectory that `trajectory` continues as so far.
    std::uint32_t root_of(std::uint32_t trajectory) const;

    /// Follows joined trajectories to their root, the trajectory in which all of them end. Afterwards
    /// states()[roots()[t]] is the mode of trajectory t.
    void resolve();

    const std::vector<Position>& states() const { return states_; }
    const std::vector<std::uint32_t>& roots() const { return joined_; }

private:
    std::vector<Position> states_;
    std::vector<std::uint32_t> joined_;
};

}
