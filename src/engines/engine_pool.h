#pragma once

#include "engines/engine_choice.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// Whether a reduction waits until a device is ready. Compiling a device's pipelines and checking its results
/// takes seconds the first time.
enum class DeviceStart { awaited, in_background };

/// Whether a device still starts in the background, perhaps for a pool that no longer exists. End the process
/// by std::_Exit() then: std::exit() destroys static objects of the driver, which the start uses.
bool is_device_starting();
/// Blocks until no device starts in the background.
void await_starting_devices();

/// Engines and filters for jobs, perhaps at the same time. Each device is opened when it is first needed, and
/// works for one job at a time, on any thread.
///
/// A reduction whose device is lost or fails starts again with a new engine on it, until the device rests
/// (DeviceLosses). The job's second engine takes over, with the same bytes, where no device can be opened,
/// all rest or still start, and for a ColorSet that is too large for the device (TooLargeForDevice). Without
/// a device each job has its own engine.
class EnginePool {
public:
    /// Receives one sentence for the user, on the thread that reduces.
    using Tell = std::function<void(const std::string&)>;

    /// The entries that chosen_entries() selects. Looking for devices takes longer than reducing a small
    /// picture: if the choice is automatic and `devices` are empty, the first work does. Otherwise throws as
    /// chosen_entries().
    explicit EnginePool(const EngineChoice& choice, std::span<const std::string> devices = {});
    /// These entries, at least one. An engine on a device throws Error(device) when there is none. With
    /// `in_background` the devices start at once, on threads that nobody has to wait for: they may outlive
    /// the pool and its engines.
    explicit EnginePool(std::vector<EngineEntry> entries, const EngineSettings& settings = {},
                        DeviceStart start = DeviceStart::awaited, MakeEngine make_second = make_cpu_engine);

    /// An engine for one job, which takes any idle device, first its last one. It names the engine that
    /// computed last, nothing before. Throws all errors of the engine on the device but those of the device,
    /// and all errors of the second engine and of looking for devices.
    std::unique_ptr<Engine> engine(Tell tell) const;

    /// A filter for one job; null: the CPU. Looks for devices. It waits for none: where no device is idle or
    /// can do the work, the CPU does it, with the same bytes and without a message.
    std::unique_ptr<PictureFilter> filter() const;

private:
    class Devices;
    class Turn;
    class JobEngine;
    class JobFilter;

    std::shared_ptr<Devices> devices_; ///< also held by the engines and filters
};

}
