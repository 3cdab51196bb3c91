#pragma once

#include "base/device_error.h"
#include "reduction/engine.h"

#include <atomic>
#include <functional>
#include <future>
#include <memory>

namespace huedrift {

/// The losses of a device since the program began, shared by all engines on it.
using DeviceLosses = std::atomic<int>;

/// Losses after which a device is no longer used.
constexpr int max_losses = 3;

/// Whether an engine's constructor waits until its device is ready. Compiling a device's pipelines and
/// checking its results takes seconds the first time.
enum class DeviceStart { awaited, in_background };

/// Whether a device still starts in the background, perhaps for an engine that no longer exists. End the
/// process by std::_Exit() then: std::exit() destroys static objects of the driver, which the start uses.
bool is_device_starting();
/// Blocks until no device starts in the background.
void await_starting_devices();

/// An engine on a device that may fail, and a second engine that takes over with the same bytes. A reduction
/// that loses its device (DeviceLost) starts again on a new one, up to max_losses times. A device that cannot
/// be opened is not tried again. A reduction that is too large for the device (TooLargeForDevice) goes to the
/// second engine, and so do later reductions of the same ColorSet. The second engine also works while the
/// device starts in the background.
class FailoverEngine final : public Engine {
public:
    using Make = std::function<std::unique_ptr<Engine>()>;
    /// Receives one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// `make` is called for each new device and throws Error(device) when there is none; `make_second` is
    /// called when the second engine is first needed. `start` decides which thread makes the first engine: in
    /// the background, a copy of `make` may outlive this object, whose destructor does not wait.
    FailoverEngine(Make make, Make make_second, std::shared_ptr<DeviceLosses> losses, Tell tell,
                   DeviceStart start = DeviceStart::awaited);

    /// The statistics of the engine used last.
    std::string name() const override { return current_->name(); }
    std::string device() const override { return current_->device(); }
    /// Throws all other errors of the first engine and all errors of the second.
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;

private:
    bool opened();
    bool is_starting() const;
    void start_in_background();
    void note(const DeviceLost& loss);
    Engine& second();

    Make make_, make_second_;
    std::shared_ptr<DeviceLosses> losses_;
    Tell tell_;
    std::unique_ptr<Engine> first_, second_; ///< null before they are made and after a loss
    std::future<std::unique_ptr<Engine>>
        starting_{}; ///< the first engine, made by another thread; else invalid
    Engine* current_ = nullptr;
    bool cannot_open_ = false;    ///< making the first engine failed
    std::uint64_t too_large_ = 0; ///< the id of the last ColorSet that was too large
};

}
