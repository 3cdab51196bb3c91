#pragma once

#include "vulkan/analysis.h"
#include "vulkan/runs.h"

namespace huedrift::vulkan {

/// Stage 7: the end of every run by pointer jumping, then per end how many colours and pixels it has.
class ResolveModes {
public:
    explicit ResolveModes(const Device& device);

    static std::vector<PassDescription> descriptions();
    /// Afterwards LoopState::ends is their number and LoopState::unresolved is RESOLVE_MODES_PASSES when runs
    /// form a ring.
    void record(Recorder& recorder, const Analysis& analysis, const Runs& runs) const;

private:
    Pass resolve_, list_, count_;
};

/// The ends of all runs, as the device lists them: in no order, and positions may repeat.
struct Ends {
    std::vector<Position> positions;
    std::vector<std::uint32_t> colors;
    std::vector<std::uint64_t> pixels;
    std::vector<std::uint32_t> end_of; ///< per colour
};

/// The distinct modes in ascending order, as gather_modes would give them.
Reduction gather_ends(const Ends& ends, Transfer transfer);

}
