#pragma once

#include "base/device_error.h"
#include "reduction/engine.h"

#include <atomic>
#include <functional>
#include <memory>

namespace huedrift {

/// The losses of a device since the program began, shared by all engines on it.
using DeviceLosses = std::atomic<int>;

/// Losses after which a device is no longer used.
constexpr int max_losses = 3;

/// An engine on a device that may fail, and a second engine that takes over with the same bytes. A reduction
/// that loses its device (DeviceLost) starts again on a new one, up to max_losses times. One that is too
/// large for the device (TooLargeForDevice) goes to the second engine, and so do later reductions of the same
/// ColorSet.
class FailoverEngine final : public Engine {
public:
    using Make = std::function<std::unique_ptr<Engine>()>;
    /// Receives one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// `make` is called for each new device and throws Error(device) when there is none; `make_second` is
    /// called when the second engine is first needed.
    FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell);

    /// The statistics of the engine used last.
    std::string name() const override { return current_->name(); }
    std::string device() const override { return current_->device(); }
    /// Throws all other errors of the first engine and all errors of the second.
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    bool opened();
    void note(const DeviceLost& loss);
    Engine& second();

    Make make_, make_second_;
    std::shared_ptr<DeviceLosses> losses_;
    Tell tell_;
    std::unique_ptr<Engine> first_, second_; ///< null before they are made and after a loss
    Engine* current_ = nullptr;
    std::uint64_t too_large_ = 0; ///< the id of the last ColorSet that was too large
};

}
