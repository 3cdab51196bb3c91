#pragma once

#include "engines/on_device.h"
#include "image/picture_filter.h"

namespace huedrift {

/// A PictureFilter on a device; the CPU takes over when it fails.
class FailoverFilter final : public PictureFilter {
public:
    /// See OnDevice.
    FailoverFilter(OnDevice<PictureFilter>::Make make, std::shared_ptr<DeviceLosses> losses)
        : first_(std::move(make), std::move(losses)) {}

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    OnDevice<PictureFilter> first_;
    CpuPictureFilter second_;
};

}
