#pragma once

#include "cpu/ball_sum.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// Where the trajectory of each colour stopped being followed: at a fixed point, at a state that another
/// trajectory visited before (they share their future from there on), or at the iteration limit.
class Trajectories {
public:
    explicit Trajectories(std::size_t count) : last_(count), joined_(count) {}

    /// `trajectory` came to rest: F(end) = end, or the iteration limit was reached there.
    void settle(std::uint32_t trajectory, const Position& end) { stop(trajectory, trajectory, end); }
    /// `trajectory` came to `state`, where `earlier` has been before. `earlier` may be `trajectory` itself:
    /// then the state lies on a cycle.
    void join(std::uint32_t trajectory, std::uint32_t earlier, const Position& state) {
        stop(trajectory, earlier == trajectory ? on_cycle : earlier, state);
    }

    /// Follows every trajectory to its end: afterwards last()[ends()[t]] is the mode of trajectory t. Cycles
    /// of F are walked with `ball_sum`; their smallest state stands for them.
    void resolve(const BallSum& ball_sum, BallSum::Scratch& scratch);

    const std::vector<Position>& last() const { return last_; }
    const std::vector<std::uint32_t>& ends() const { return joined_; }

private:
    static constexpr std::uint32_t on_cycle = 0xffffffff;

    void stop(std::uint32_t trajectory, std::uint32_t joined, const Position& state) {
        last_[trajectory] = state;
        joined_[trajectory] = joined;
    }

    std::vector<Position> last_;
    std::vector<std::uint32_t> joined_;
};

}
