#pragma once

#include "reduction/follower.h"

namespace huedrift {

/// Some colours of a set that take the steps of the mean shift (F of docs/definition.md) together. States
/// that have met are followed once.
class Stepping {
public:
    /// `starts` are indices into `colors`, which must outlive it.
    Stepping(const ColorSet& colors, std::span<const std::uint32_t> starts);

    /// Takes one step; false: no state moved, or the iteration limit is reached. Throws as
    /// Follower::follow() does.
    bool step(Follower& follower, const Options& options, Progress& progress);
    /// Taken so far.
    std::uint32_t steps() const { return steps_; }
    /// Of each start.
    std::vector<Position> states() const;

private:
    void keep_distinct();

    const ColorSet& colors_;
    std::vector<Position> states_;        ///< distinct
    std::vector<std::uint32_t> index_of_; ///< per start, into states_
    std::uint32_t steps_ = 0;
};

}
