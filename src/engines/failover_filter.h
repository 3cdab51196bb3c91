#pragma once

#include "engines/failover_engine.h"
#include "image/picture_filter.h"

namespace huedrift {

/// A PictureFilter on a device, and the CPU's where the device is lost, lacks memory for a picture or cannot
/// be opened: the bytes are the same, so nobody needs to be told.
class FailoverFilter final : public PictureFilter {
public:
    using Make = std::function<std::unique_ptr<PictureFilter>()>;

    /// `make` is called for each new device and throws Error(device) where there is none.
    FailoverFilter(Make make, std::shared_ptr<DeviceLosses> losses);

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    template <class Work>
    auto done(const Work& work);

    Make make_;
    std::shared_ptr<DeviceLosses> losses_;
    std::unique_ptr<PictureFilter> first_; ///< null where not made, or lost
    CpuPictureFilter second_;
};

}
