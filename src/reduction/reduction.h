#pragma once

#include "base/stopwatch.h"
#include "palette/palette.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// How a result was computed; the only part of a Reduction in which engines may differ.
struct Statistics {
    std::uint64_t evaluations = 0; ///< of F
    std::uint32_t rounds = 0;      ///< the longest chain of evaluations
    std::vector<StageTime> stages;
};

/// The palette that an engine finds for a ColorSet. Its entries are modes, those that merging leaves, or
/// states at an iteration limit: distinct, ascending by position, each with the colour p^-1(position).
struct Reduction : Palette {
    Statistics statistics{};
};

/// Gathers final states into modes; colour i ends at states[index_of[i]]. States may repeat or be unused.
/// Every engine ends with it, so all of them number modes alike. Throws Error(cancelled).
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       std::span<const std::uint32_t> index_of, const Progress& progress = {});
/// The same, with one state for each colour.
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       const Progress& progress = {});

/// The palette that has each colour as an entry of its own. Throws Error(cancelled).
Palette own_palette(const ColorSet& colors, const Progress& progress = {});

/// Records the time of a named stage in Statistics::stages.
class StageTimer {
public:
    StageTimer(Statistics& statistics, std::string stage);
    ~StageTimer();
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    Statistics& statistics_;
    std::size_t index_; ///< into its stages; added at the start, as the destructor must not allocate
    Stopwatch watch_;
};

}
