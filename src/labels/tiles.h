#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace huedrift {

/// The sides of a tile in pixels.
struct TileSize {
    int width = 8, height = 8; ///< 1 to max_tile_side

    friend bool operator==(const TileSize&, const TileSize&) = default;
};
/// Up to here, the squared error of a tile fits in 64 bits.
inline constexpr int max_tile_side = 64;
/// Up to here, joining them takes seconds.
inline constexpr std::size_t max_tiles = std::size_t{1} << 16;

/// A rectangle of pixels; right and bottom are exclusive.
struct PixelBox {
    std::size_t left, top, right, bottom;

    std::size_t width() const { return right - left; }
    std::size_t height() const { return bottom - top; }
};

/// The tiles of a picture, row by row from the top left. Those at its right and lower border may be smaller.
struct TileGrid {
    TileSize size{};
    int width = 0, height = 0; ///< of the picture

    int columns() const { return (width + size.width - 1) / size.width; }
    int rows() const { return (height + size.height - 1) / size.height; }
    std::size_t count() const { return std::size_t(columns()) * std::size_t(rows()); }
    /// The tile of a pixel.
    std::size_t at(std::size_t pixel) const {
        assert(pixel < std::size_t(width) * std::size_t(height));
        const std::size_t x = pixel % std::size_t(width), y = pixel / std::size_t(width);
        return y / std::size_t(size.height) * std::size_t(columns()) + x / std::size_t(size.width);
    }
    /// The pixels of a tile.
    PixelBox box(std::size_t tile) const {
        const std::size_t left = tile % std::size_t(columns()) * std::size_t(size.width),
                          top = tile / std::size_t(columns()) * std::size_t(size.height);
        return {left, top, std::min(left + std::size_t(size.width), std::size_t(width)),
                std::min(top + std::size_t(size.height), std::size_t(height))};
    }
};

/// The palettes that the tiles of a picture may have.
struct TileRules {
    TileSize size{};
    std::size_t palettes = 1; ///< at most, 1 to 256
    std::size_t colors = 1;   ///< of each at most, besides the shared one; 1 to 256
    std::optional<Rgb> shared{};
    std::vector<Rgb> set{}; ///< the colours that there are; empty: all
};

/// The palettes of a picture's tiles.
struct TilePalettes {
    /// In the order of the first tiles that have them. Each begins with the shared colour; the others ascend
    /// by code.
    std::vector<std::vector<Rgb>> palettes{};
    std::vector<std::uint8_t> palette_of{}; ///< of each tile; 0 where any would do
};

/// "Tiles" of docs/definition.md. `colors` is the analysis of `image`, which has at most max_tiles tiles.
/// Throws Error(cancelled).
TilePalettes find_tile_palettes(const ImageView& image, const ColorSet& colors, const TileRules& rules,
                                const Progress& progress = {});

}
