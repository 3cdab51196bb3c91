#pragma once

#include "gpu/picture/luminance_histogram.h"
#include "gpu/picture/smooth.h"
#include "image/picture_filter.h"

#include <memory>

namespace huedrift::gpu {

/// A PictureFilter on a Vulkan device. Throws TooLargeForDevice for pictures that do not fit.
class DevicePictureFilter final : public PictureFilter {
public:
    /// Throws Error(device) when the device cannot build the passes.
    explicit DevicePictureFilter(std::shared_ptr<vulkan::Device> device);

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    std::shared_ptr<vulkan::Device> device_;
    LuminanceHistogramPass histogram_;
};

}
