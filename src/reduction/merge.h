#pragma once

#include "reduction/options.h"
#include "reduction/reduction.h"

namespace huedrift {

/// Merges the modes of a mean shift into palette entries and assigns the colours to them, according to
/// `options`. `densities` is W(c) of docs/definition.md, per colour. The last step of every engine.
Reduction merge_and_assign(Reduction reduction, const ColorSet& colors,
                           std::span<const std::uint64_t> densities, const Options& options);

}
