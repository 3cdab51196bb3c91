#pragma once

#include "palette/palette.h"

namespace huedrift {

/// "Snapping" of docs/definition.md: each entry that is no pin becomes the source colour with the most pixels
/// among those that take it, if that colour has at least a quarter of the entry's pixels. `colors` are the
/// source colours, ascending by code, `counts` the pixels of each that count; an entry without any stays.
/// Throws Error(cancelled).
Palette snapped(const Palette& palette, std::span<const Rgb> colors, std::span<const std::uint32_t> counts,
                const Progress& progress = {});

}
