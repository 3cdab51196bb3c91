#include "validated_devices.h"

#include "engines/engine_list.h"

#include <cstdlib>

namespace huedrift {

void ValidatedDevices::open() {
    devices = std::make_shared<VulkanDevices>(gpu::ContextOptions{.validation = true});
    if (!devices->reason().empty() && std::getenv("CI") == nullptr)
        devices = std::make_shared<VulkanDevices>();
}

void ValidatedDevices::close() {
    if (devices->reason().empty())
        for (const std::string& message : devices->context().messages().take()) ADD_FAILURE() << message;
    devices.reset();
    EXPECT_EQ(gpu::VulkanFaults::live_objects(), left);
}

EngineEntry ValidatedDevices::entry() const { return engine_entries(devices).front(); }

void ValidatedDevices::SetUp() {
    open();
    const EngineEntry best = entry();
    if (best.usable()) return;
    if (std::getenv("CI") != nullptr) FAIL() << best.reason;
    GTEST_SKIP() << best.reason;
}

void ValidatedDevices::TearDown() { close(); }

}
