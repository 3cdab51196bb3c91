#pragma once

#include "engines/failover_engine.h"

#include <functional>
#include <memory>

namespace huedrift {

/// A part that works on a device as long as the device lasts. What the CPU does then has the same bytes, so
/// nobody needs to be told.
template <class Part>
class OnDevice {
public:
    using Make = std::function<std::unique_ptr<Part>()>;

    /// `make` is called for each new device and throws Error(device) where there is none.
    OnDevice(Make make, std::shared_ptr<DeviceLosses> losses)
        : make_(std::move(make)), losses_(std::move(losses)) {}

    /// Calls `work` with the part; false where the device is lost, lacks memory or cannot be opened.
    template <class Work>
    bool run(const Work& work) {
        while (*losses_ < max_losses) {
            try {
                if (!part_) part_ = make_();
                work(*part_);
                return true;
            } catch (const DeviceLost& loss) {
                if (loss.is_busy())
                    static_cast<void>(part_.release()); // the device may still be using its memory
                part_.reset();
                ++*losses_;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::device) throw;
                break;
            }
        }
        return false;
    }

private:
    Make make_;
    std::shared_ptr<DeviceLosses> losses_;
    std::unique_ptr<Part> part_; ///< null where not made, or lost
};

}
