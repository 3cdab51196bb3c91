#pragma once

#include "decode/stored_colors.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The layout of the samples of a TIFF file.
struct TiffLayout {
    enum class Colors { white_is_zero, black_is_zero, rgb, palette };
    enum class Alpha { none, straight, multiplied };

    Colors colors = Colors::black_is_zero;
    Alpha alpha = Alpha::none; ///< in the first sample after the colours
    unsigned bits = 8;         ///< per sample: 1, 2, 4, 8 or 16
    unsigned samples = 1;      ///< per pixel
    bool planar = false;       ///< each sample has blocks of its own
    std::vector<Rgba8> palette{};

    unsigned color_samples() const { return colors == Colors::rgb ? 3 : 1; }
    /// The number of samples that are read.
    unsigned used_samples() const { return color_samples() + (alpha == Alpha::none ? 0 : 1); }
};

/// Rows of samples: one for all samples of a pixel, or one for each sample in turn.
using TiffRow = std::array<const std::byte*, 4>;

/// The palette of a colour map: the reds of 2^bits entries, the greens and the blues, each with 16 bits; some
/// writers store 8 here.
std::vector<Rgba8> tiff_palette(const std::array<std::uint16_t*, 3>& map, unsigned bits);

/// Converts the samples of a row to pixels.
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba8> pixels);
/// Converts samples of 16 bits.
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba16> pixels);

}
