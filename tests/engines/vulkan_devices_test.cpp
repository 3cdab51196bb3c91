#include "engines/vulkan_devices.h"

#include "engines/engine_list.h"
#include "expect_error.h"
#include "gpu/engine/vulkan_engine.h"

#include <cstdlib>

namespace huedrift {
namespace {

/// Hides every driver from Vulkan's loader while it lives.
class NoDrivers {
public:
    NoDrivers() { ::setenv("VK_DRIVER_FILES", "/dev/null", 1); }
    ~NoDrivers() { ::unsetenv("VK_DRIVER_FILES"); }
};

TEST(VulkanDevices, HaveAReasonWithoutADriver) {
    const NoDrivers no_drivers;
    EXPECT_NE(VulkanDevices().reason(), "");
    EXPECT_TRUE(VulkanDevices().facts().empty());
    const std::vector<EngineEntry> entries = engine_entries();
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[0].engine, "vulkan");
    EXPECT_EQ(entries[0].reason, VulkanDevices().reason());
    EXPECT_EQ(choose_entry(entries, {}).engine, "cpu");
    expect_error([] { make_engine({.engine = "vulkan"}, [](const std::string&) {}); }, ErrorKind::device,
                 {entries[0].reason});
}

TEST(VulkanDevices, AreSharedByTheirEntries) {
    const auto devices = std::make_shared<VulkanDevices>();
    if (!devices->reason().empty()) GTEST_SKIP() << devices->reason();
    for (const EngineEntry& entry : engine_entries(devices)) {
        if (entry.engine != "vulkan" || !entry.usable()) continue;
        const std::shared_ptr<vulkan::Device> device = devices->open(*entry.vulkan_device);
        EXPECT_EQ(device->facts().name, entry.device);
        const long users = device.use_count();
        const std::unique_ptr<Engine> engine = entry.make({});
        EXPECT_EQ(device.use_count(), users + 1);
    }
}

TEST(VulkanDevices, ThatDrawAlsoCompute) {
    const auto devices =
        std::make_shared<VulkanDevices>(vulkan::ContextOptions{.extensions = {"VK_KHR_surface"}});
    if (!devices->reason().empty()) GTEST_SKIP() << devices->reason();
    const std::vector<EngineEntry> entries = engine_entries(devices);
    if (!entries[0].usable()) GTEST_SKIP() << entries[0].reason;
    const std::shared_ptr<vulkan::Device> device =
        devices->open(*entries[0].vulkan_device, {"VK_KHR_swapchain"});
    EXPECT_EQ(devices->open(*entries[0].vulkan_device), device);
}

TEST(VulkanDevices, OutliveTheirOpener) {
    std::shared_ptr<vulkan::Device> device;
    {
        VulkanDevices devices;
        if (!devices.reason().empty()) GTEST_SKIP() << devices.reason();
        for (std::size_t i = 0; i < devices.facts().size() && !device; ++i)
            if (!vulkan::refusal(devices.facts()[i])) device = devices.open(i);
    }
    if (!device) GTEST_SKIP() << "no usable device";
    EXPECT_EQ(VulkanEngine(device).device(), device->facts().name);
}

}
}
