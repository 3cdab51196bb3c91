#pragma once

#include "labels/grid_cells.h"
#include "pipeline/labelled.h"
#include "reduction/remap.h"

#include <optional>
#include <variant>

namespace huedrift {

struct Result;

/// Where steps on labels made a result's pixels: an index into its colours for each, of 8 bits up to 256
/// colours. Immutable.
class ResultPixels {
public:
    /// `source` are the pixels that were labelled.
    ResultPixels(Labelled labelled, const ImageView& source);

    std::size_t bytes() const;
    /// Paints pixels of a row, counted through all frames, from column `x` on. `source` are those pixels of
    /// the source.
    void paint(std::size_t x, std::size_t y, std::span<const Rgba8> source, Rgba8* to) const;

private:
    std::size_t width_; ///< of the source
    std::vector<Rgb> colors_;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> labels_;
    std::optional<CellPlaces>
        places_{};                      ///< none: the labels are those of pixels, whose alpha is the source's
    std::vector<std::uint8_t> alpha_{}; ///< of the cells
};

/// Paints a result by looking up the colour of each pixel. The pixels are those of its source, for a preview
/// perhaps fewer.
class ResultPainter {
public:
    /// Paints a frame, or all below each other. The result must outlive it.
    explicit ResultPainter(const Result& result, std::optional<std::size_t> frame = {});

    int width() const { return source_.width; }
    int height() const { return source_.height; }
    /// Paints the rows from `first` to `last`. Can be called from several threads.
    void paint(std::size_t first, std::size_t last, Rgba8* to) const;
    Image whole() const;

private:
    const Result& result_;
    ImageView source_;
    std::size_t top_ = 0;                  ///< the first row, of all frames
    std::optional<Remapping> remapping_{}; ///< without steps on labels
};

/// The result's colour of a pixel of its source; none if it is transparent.
std::optional<Rgb> color_at(const Result& result, std::size_t frame, int x, int y);

}
