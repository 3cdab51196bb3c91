#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"

#include <cstdint>
#include <vector>

namespace huedrift {

// "Weights" of docs/definition.md: the weights of colours when entries join by error and settle.

/// Every colour weighs so much where each counts once.
inline constexpr std::uint32_t plain_weight = 16;

/// floor(weight f / 64) for each colour of the set, with its f(c) of 64ths, at most 2^32 - 1: vivid colours
/// are rare, and among grey ones their means would lose the chroma that the eye sees first. `weights` is per
/// colour. Throws Error(cancelled).
std::vector<std::uint32_t> with_chroma(std::vector<std::uint32_t> weights, const ColorSet& colors,
                                       const Progress& progress);

/// The weights of colours by their pixels alone, of a table or of several pictures. Their sum is at most
/// 2^36. Throws Error(cancelled).
std::vector<std::uint32_t> weigh_pixels(const ColorSet& colors, const Progress& progress);

}
