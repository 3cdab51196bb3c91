#pragma once

#include "decode/stored_colors.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// What the samples of a TIFF file mean.
struct TiffLayout {
    enum class Colors { white_is_zero, black_is_zero, rgb, palette };
    enum class Alpha { none, straight, multiplied };

    Colors colors = Colors::black_is_zero;
    Alpha alpha = Alpha::none; ///< of the first sample after the colours
    unsigned bits = 8;         ///< a sample: 1, 2, 4, 8 or 16
    unsigned samples = 1;      ///< a pixel
    bool planar = false;       ///< each sample in blocks of its own
    std::vector<Rgba8> palette{};

    unsigned color_samples() const { return colors == Colors::rgb ? 3 : 1; }
    /// The samples that are needed.
    unsigned used_samples() const { return color_samples() + (alpha == Alpha::none ? 0 : 1); }
};

/// Rows of samples: one for all samples of a pixel, or one for each sample in turn.
using TiffRow = std::array<const std::byte*, 4>;

/// The pixels of a row.
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba8> pixels);
/// The same where samples have 16 bits.
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Rgba16> pixels);

}
