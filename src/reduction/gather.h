#pragma once

#include "base/progress.h"
#include "reduction/reduction.h"

namespace huedrift {

/// The same as in reduction/reduction.h. Throws Error(cancelled).
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states,
                       std::span<const std::uint32_t> index_of, const Progress& progress);
Reduction gather_modes(const ColorSet& colors, std::span<const Position> states, const Progress& progress);

}
