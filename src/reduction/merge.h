#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// Merges the modes of a mean shift into palette entries and assigns the colours to them, as `options` say.
/// `densities` is W(c) of docs/definition.md, per colour. The last step of every engine.
Reduction merge_and_assign(Reduction reduction, const ColorSet& colors,
                           std::span<const std::uint64_t> densities, const Options& options);

/// What `engine` makes of `colors`, merged within `merge_distance`; 0: not merged.
inline Reduction reduce_and_merge(Engine& engine, const ColorSet& colors, Options options,
                                  double merge_distance, Progress& progress) {
    options.merge = merge_distance;
    return engine.reduce(colors, options, progress);
}

}
