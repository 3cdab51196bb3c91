#pragma once

#include "image/image.h"
#include "reduction/difference.h"

namespace huedrift {

/// How far two pictures of one size are apart, over the pixels that are visible in both; their alpha does not
/// matter.
struct PictureDifference {
    std::uint64_t pixels = 0;    ///< visible in both
    std::uint64_t unmatched = 0; ///< visible in one alone
    double mse = 0;              ///< mean squared error of the 8-bit channels
    Difference oklab{}, ciede2000{};

    /// 10 log10(255^2 / mse) in decibels; infinite where they are equal.
    double psnr() const;
};

/// Throws Error(failed) for pictures of two sizes.
PictureDifference difference(const ImageView& x, const ImageView& y);

}
