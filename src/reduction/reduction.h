#pragma once

#include "base/stage_time.h"
#include "base/stopwatch.h"
#include "color/position.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A fixed point of the mean shift (or the state at the iteration limit), and the colours that reach it.
struct Mode {
    Position position;
    Rgb color;                ///< p^-1(position)
    std::uint32_t colors = 0; ///< distinct source colours
    std::uint64_t pixels = 0; ///< pixels of those colours
};

/// How a result was computed; the only part of a Reduction in which engines may differ.
struct Statistics {
    std::uint64_t evaluations = 0; ///< of F
    std::uint32_t rounds = 0;      ///< the longest chain of evaluations
    std::vector<StageTime> stages;
};

/// The result of a mean shift: the mode of every colour.
struct Reduction {
    std::vector<Mode> modes;            ///< distinct, ascending by position
    std::vector<std::uint32_t> mode_of; ///< per colour of the ColorSet, an index into modes
    Statistics statistics;
};

/// Gathers final states into modes; colour i ends at states[index_of[i]]. States may repeat or be unused.
/// Every engine ends with it, so all of them number modes alike.
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       std::span<const std::uint32_t> index_of);
/// The same, with one state for each colour.
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states);

/// The distinct 8-bit colours of the modes, ascending by code.
std::vector<Rgb> output_colors(const Reduction& reduction);

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
