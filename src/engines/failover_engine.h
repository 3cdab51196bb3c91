#pragma once

#include "base/device_error.h"
#include "reduction/engine.h"

#include <atomic>
#include <functional>
#include <memory>

namespace huedrift {

/// How often a device was lost since the program began, counted for all engines on it.
using DeviceLosses = std::atomic<int>;

/// A device that was lost this often is no longer used.
constexpr int max_losses = 3;

/// An engine on a device that may fail, and a second one that takes over: both give the same bytes. A
/// reduction during which the device is lost (DeviceLost) starts again on a new one, until max_losses is
/// reached. One that is too large for the device (TooLargeForDevice) goes to the second engine, as do later
/// ones of the same ColorSet.
class FailoverEngine final : public Engine {
public:
    using Make = std::function<std::unique_ptr<Engine>()>;
    /// Called with one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// `make` is called for each new device and throws Error(device) where there is none; `make_second` when
    /// the second engine is first needed.
    FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell);

    /// Of the engine used last.
    std::string name() const override { return current_->name(); }
    std::string device() const override { return current_->device(); }
    /// Throws whatever else the first engine throws, and everything that the second does.
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    bool opened();
    void note(const DeviceLost& loss);
    Engine& second();

    Make make_, make_second_;
    std::shared_ptr<DeviceLosses> losses_;
    Tell tell_;
    std::unique_ptr<Engine> first_, second_; ///< null where not made, or lost
    Engine* current_ = nullptr;
    std::uint64_t too_large_ = 0; ///< id of the last ColorSet that was
};

}
