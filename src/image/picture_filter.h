#pragma once

#include "image/luminance_histogram.h"
#include "image/smooth.h"

namespace huedrift {

/// Processes all pixels of a picture before its colours are reduced. Every implementation gives the same
/// bytes.
class PictureFilter {
public:
    virtual ~PictureFilter() = default;
    PictureFilter() = default;
    PictureFilter(const PictureFilter&) = delete;
    PictureFilter& operator=(const PictureFilter&) = delete;

    /// See smooth(); throws the same errors.
    virtual Image smoothed(const ImageView& image, int radius) = 0;
    /// See luminance_histogram().
    virtual LuminanceHistogram histogram(const ImageView& image) = 0;
};

/// On the CPU.
class CpuPictureFilter final : public PictureFilter {
public:
    Image smoothed(const ImageView& image, int radius) override { return smooth(image, radius); }
    LuminanceHistogram histogram(const ImageView& image) override { return luminance_histogram(image); }
};

}
