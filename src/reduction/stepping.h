#pragma once

#include "reduction/follower.h"

namespace huedrift {

/// Moves some colours of a set by the steps of the mean shift (F of docs/definition.md), all at the same
/// time. States that have met are followed once.
class Stepping {
public:
    /// `starts` are indices into `colors`, which must outlive this object.
    Stepping(const ColorSet& colors, std::span<const std::uint32_t> starts);

    /// Takes one step. Returns false when no state moved, as none does at the radius 0, or the iteration
    /// limit is reached. Throws as Follower::follow() does.
    bool step(Follower& follower, const Options& options, Progress& progress);
    /// The number of steps taken so far.
    std::uint32_t steps() const { return steps_; }
    /// The state of each start.
    std::vector<Position> states() const;

private:
    void keep_distinct();

    const ColorSet& colors_;
    std::vector<Position> states_;        ///< distinct
    std::vector<std::uint32_t> index_of_; ///< per start, into states_
    std::uint32_t steps_ = 0;
};

}
