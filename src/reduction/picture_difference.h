#pragma once

#include "image/image.h"
#include "reduction/difference.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace huedrift {

/// The difference of two pictures of the same size, over the pixels visible in both. Ignores alpha otherwise.
struct PictureDifference {
    std::uint64_t pixels = 0;    ///< visible in both
    std::uint64_t unmatched = 0; ///< visible in only one
    double mse = 0;              ///< mean squared error of the 8-bit channels
    Difference oklab{}, ciede2000{};

    /// 10 log10(255^2 / mse) in decibels; infinite for equal pictures.
    double psnr() const;
};

/// Throws Error(failed) for pictures of different sizes.
PictureDifference picture_difference(const ImageView& x, const ImageView& y);
/// PictureDifference::oklab alone, which takes less time. Throws Error(cancelled), too.
Difference oklab_difference(const ImageView& x, const ImageView& y, const Progress& progress = {});

/// For each of `entries` entries, the mean distance in Oklab between its pixels in `source` and in `result`,
/// of the same size, over the pixels visible in both; 0 without any. Each distance is a whole number of
/// units, so that the order of the pixels makes no difference. Throws Error(cancelled).
std::vector<double> entry_distances(const ImageView& source, const ImageView& result, std::size_t entries,
                                    const std::function<std::uint32_t(std::size_t pixel)>& entry_of,
                                    const Progress& progress);

}
