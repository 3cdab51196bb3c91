#pragma once

#include "image/picture_filter.h"
#include "vulkan/picture/luminance_histogram.h"
#include "vulkan/picture/smooth.h"

#include <memory>

namespace huedrift::gpu {

/// A PictureFilter on a Vulkan device. Throws TooLargeForDevice for pictures that do not fit.
class DevicePictureFilter final : public PictureFilter {
public:
    /// Throws Error(device) when the device cannot build the passes.
    explicit DevicePictureFilter(std::shared_ptr<Device> device);

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    std::shared_ptr<Device> device_;
    LuminanceHistogramPass histogram_;
};

}
