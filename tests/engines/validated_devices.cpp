#include "validated_devices.h"

#include "engines/engine_choice.h"
#include "engines/self_check.h"
#include "vulkan/pipeline_cache.h"

#include <algorithm>
#include <cstdlib>

namespace huedrift {

std::size_t index_of(const VulkanDevices& devices, const EngineEntry& entry) {
    const auto all = devices.facts();
    return std::size_t(std::ranges::find(all, entry.device, &vulkan::DeviceFacts::name) - all.begin());
}

void ValidatedDevices::open() {
    devices = std::make_shared<VulkanDevices>(vulkan::ContextOptions{.validation = true});
    if (!devices->reason().empty() && std::getenv("CI") == nullptr)
        devices = std::make_shared<VulkanDevices>();
}

void ValidatedDevices::close() {
    if (devices->reason().empty())
        for (const std::string& message : devices->context().messages().take()) ADD_FAILURE() << message;
    devices.reset();
    EXPECT_EQ(vulkan::VulkanFaults::live_objects(), left);
}

EngineEntry ValidatedDevices::entry() const { return engine_entries(devices).front(); }

void ValidatedDevices::SetUp() {
    open();
    if (const std::string reason = entry().reason; !reason.empty()) {
        if (std::getenv("CI") != nullptr) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    // The self-check at the first use must not count towards a test.
    if (stored_check(vulkan::user_cache_folder(), devices->facts()[index_of(*devices, entry())])) return;
    entry().make({});
    close();
    open();
}

void ValidatedDevices::TearDown() { close(); }

}
