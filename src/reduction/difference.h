#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "palette/palette.h"
#include "reduction/color_set.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace huedrift {

/// The difference between a result and its source: distances in Oklab (black to white is 1) over all visible
/// pixels.
struct Difference {
    double mean = 0;
    double percentile_95 = 0; ///< the smallest distance that 95 % of the pixels do not exceed
    double maximum = 0;
};

/// The sum of the distances between all visible pixels and their results, each in whole units,
/// rounded down.
std::uint64_t total_distance(const ColorSet& colors, const Palette& result);

/// The distances between the 8-bit colours of picture and result. Takes both as sRGB, whatever transfer the
/// analysis used, since the eye sees them as sRGB. `result` must be one for `colors`. All distances are 0
/// without pixels. Throws Error(cancelled).
Difference difference(const ColorSet& colors, const Palette& result, const Progress& progress = {});

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
