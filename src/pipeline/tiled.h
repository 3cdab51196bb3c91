#pragma once

#include "pipeline/labelled.h"

#include <string>

namespace huedrift {

// "Tiles" of docs/definition.md, of a result. The palette of the result itself does not matter.

/// Throws Error(usage) for settings that exclude tiles.
void check_tiles(const Recipe& recipe);
/// Throws Error(usage) for too many tiles.
void check_count(const TileGrid& grid);

/// The picture in the palettes of its tiles. Throws Error(usage) for pictures whose tiles cannot have them,
/// and Error(cancelled).
Labelled label_tiles(const Reduced& reduced, const Progress& progress);

/// "20 x 18 tiles with 4 palettes".
std::string text_of(const TileGrid& grid, std::size_t palettes);

}
