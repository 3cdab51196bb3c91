#include "engines/engine_pool.h"

namespace huedrift {

// The pool of a build on one thread, in place of engine_pool.cpp: it has no devices, and nothing starts in
// the background.

class EnginePool::Devices {
public:
    Devices(EngineEntry entry, EngineSettings settings)
        : entry_(std::move(entry)), settings_(std::move(settings)) {}

    std::unique_ptr<Engine> make() const { return entry_.make(settings_); }

private:
    EngineEntry entry_;
    EngineSettings settings_;
};

bool is_device_starting() { return false; }

void await_starting_devices() {}

EnginePool::EnginePool(const EngineChoice& choice, std::span<const std::string> devices)
    : devices_(std::make_shared<Devices>(chosen_entries(choice, devices).front(), choice.settings)) {}

EnginePool::EnginePool(std::vector<EngineEntry> entries, const EngineSettings& settings, DeviceStart,
                       MakeEngine)
    : devices_(std::make_shared<Devices>(std::move(entries.front()), settings)) {}

std::unique_ptr<Engine> EnginePool::engine(Tell) const { return devices_->make(); }

std::unique_ptr<PictureFilter> EnginePool::filter() const { return nullptr; }

}
