#pragma once

#include "engines/failover_engine.h"

#include <functional>
#include <memory>

namespace huedrift {

/// A part that works on a device while the device lasts. The CPU then does the work with the same bytes, so
/// no message is needed.
template <class Part>
class OnDevice {
public:
    using Make = std::function<std::unique_ptr<Part>()>;

    /// `make` is called for each new device and throws Error(device) when there is none.
    OnDevice(Make make, std::shared_ptr<DeviceLosses> losses)
        : make_(std::move(make)), losses_(std::move(losses)) {}

    /// Calls `work` with the part. Returns false when the device rests, lacks memory or cannot be opened.
    template <class Work>
    bool run(const Work& work) {
        while (!losses_->rests()) {
            try {
                if (!part_) part_ = make_();
                work(*part_);
                return true;
            } catch (const TooLargeForDevice&) {
                return false;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::device) throw;
                if (!part_ && !dynamic_cast<const DeviceLost*>(&error)) return false;
                part_.reset();
                losses_->add();
            }
        }
        return false;
    }

private:
    Make make_;
    std::shared_ptr<DeviceLosses> losses_;
    std::unique_ptr<Part> part_; ///< null before it is made and after a loss
};

}
