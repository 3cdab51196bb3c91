#pragma once

#include "base/progress.h"
#include "dither/dither.h"
#include "labels/label_plane.h"
#include "labels/pixel_grid.h"
#include "labels/tiles.h"
#include "pipeline/document.h"

namespace huedrift {

/// The changes by the steps on labels.
struct LabelChanges {
    std::uint64_t defringed = 0;      ///< fringe pixels
    std::uint32_t joined_regions = 0; ///< regions that were too small
    std::uint64_t joined_pixels = 0;  ///< their pixels
};

/// The palettes of a result's tiles. The labels of each, as many as it has colours, follow each other.
struct TiledLabels {
    TileGrid grid{};
    std::size_t colors = 0; ///< of each palette, unused ones too
    std::vector<std::uint8_t> palette_of{};
};

/// A result as a plane of labels, after the recipe's steps on labels.
struct Labelled {
    LabelPlane plane;
    std::vector<Swatch> colors{}; ///< of the labels, with their pixels in files
    LabelChanges changes{};
    std::size_t frames = 1;                 ///< frames below each other in the plane
    std::optional<PixelGrid> grid{};        ///< the best; none: not searched, or nothing looks like a grid
    bool has_cells = false;                 ///< whether the plane has the cells of `grid` instead of pixels
    std::vector<std::uint8_t> alpha{};      ///< of the plane's pixels if it has cells
    int scale = 1;                          ///< the side of one of the plane's pixels in files, in pixels
    std::optional<Resolution> resolution{}; ///< of its print; cells are as large as in the source's
    std::optional<TiledLabels> tiles{};     ///< so that colours are in the order of files and may repeat
};

/// The colours that labels may stand for: those of the result and, with dithering, those of a given palette
/// that no edit concerns. Pixels are counted before the steps on labels. Throws Error(cancelled).
std::vector<Swatch> label_colors(const Reduced& reduced, const Progress& progress = {});

/// "Steps on pixels" of docs/definition.md. Throws Error(usage) for steps that exclude each other, and
/// Error(cancelled).
Labelled label(const Reduced& reduced, const Progress& progress = {});

/// The colours that occur in the plane; with tiles all.
std::vector<Swatch> used_colors(const Labelled& labelled);

std::uint64_t visible_pixels(const Labelled& labelled);

/// The labels at the size that they have in files, without `alpha`. Throws as huedrift::enlarged() does.
Labelled enlarged(const Labelled& labelled, const Progress& progress);

/// "32 x 24 cells of 7.3 x 7.3 pixels, confidence 0.97, drift 0.5 pixels", or that no grid was found; of
/// tiles "20 x 18 tiles with 4 palettes".
std::string text_of(const Labelled& labelled);

/// Whether every colour of the picture is an entry of its own, so that dithering has no errors to mix.
bool keeps_own_colors(const Reduced& reduced);
/// Marks the pixels that are not dithered with 1: those where the mask is black, and those of flat areas, of
/// which soft ones are dithered if alpha `is_mixed`. Empty: none is marked. Throws Error(cancelled).
std::vector<std::uint8_t> undithered_pixels(const Reduced& reduced, bool is_mixed, const Progress& progress);

/// Dithers by the method of `source`, which is not off. Throws Error(cancelled).
LabelPlane dither(const DitherSource& source, bool is_animation, const Progress& progress);

/// Throws Error(usage) for settings that exclude steps on labels.
void check(const Recipe& recipe);

// "Tiles" of docs/definition.md, of a result. The palette of the result itself does not matter.

/// Throws Error(usage) for settings that exclude tiles.
void check_tiles(const Recipe& recipe);
/// Throws Error(usage) for too many tiles.
void check_count(const TileGrid& grid);
/// The picture in the palettes of its tiles. Throws Error(usage) for pictures whose tiles cannot have them,
/// and Error(cancelled).
Labelled label_tiles(const Reduced& reduced, const Progress& progress);

}
