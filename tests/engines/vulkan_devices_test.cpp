#include "engines/vulkan_devices.h"

#include "cpu/cpu_engine.h"
#include "engines/engine_pool.h"
#include "expect_error.h"
#include "gpu/engine/vulkan_engine.h"
#include "reduction/expect_same.h"
#include "validated_devices.h"
#include "vulkan/recorder.h"
#include "vulkan/vulkan_faults.h"

#include <vulkan/vulkan_core.h>

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
    expect_error([] { EnginePool({.engine = "vulkan"}); }, ErrorKind::device, {entries[0].reason});
}

TEST(VulkanDevices, AreSharedByTheirEntries) {
    const auto devices = std::make_shared<VulkanDevices>();
    if (!devices->reason().empty()) GTEST_SKIP() << devices->reason();
    for (const EngineEntry& entry : engine_entries(devices)) {
        if (entry.engine != "vulkan" || !entry.usable()) continue;
        const std::shared_ptr<vulkan::Device> device = devices->open(index_of(*devices, entry));
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
        devices->open(index_of(*devices, entries[0]), {"VK_KHR_swapchain"});
    EXPECT_EQ(devices->open(index_of(*devices, entries[0])), device);
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

using testing::HasSubstr;
using vulkan::LoweredLimits;

/// The limits that Vulkan guarantees, and the two that the engine needs beyond that.
void lower_to_the_least(VkPhysicalDeviceLimits& limits) {
    limits.maxStorageBufferRange = 1 << 27;
    limits.minStorageBufferOffsetAlignment = 256;
    limits.maxComputeSharedMemorySize = 16384;
    limits.maxComputeWorkGroupInvocations = 256;
    limits.maxComputeWorkGroupSize[0] = 256;
    limits.maxComputeWorkGroupCount[0] = limits.maxComputeWorkGroupCount[1] = 65535;
    limits.maxPushConstantsSize = 128;
    limits.maxPerStageDescriptorStorageBuffers = 16;
    limits.timestampPeriod = 0;
}

class DeviceLimits : public ValidatedDevices {
protected:
    /// Opens the devices again, with these limits.
    void open_with(std::function<void(VkPhysicalDeviceLimits&)> lower) {
        close();
        lowered.reset();
        lowered = std::make_unique<LoweredLimits>(std::move(lower));
        open();
    }

    std::unique_ptr<LoweredLimits> lowered;
};

class DeviceLimitsLong : public DeviceLimits {};

TEST_F(DeviceLimitsLong, TheLeastDeviceGivesTheSameBytes) {
    open_with(lower_to_the_least);
    ASSERT_EQ(devices->facts()[0].shared_memory, 16384u);
    const auto engine = entry().make({});
    CpuEngine cpu;
    for (const std::uint32_t size : {700u, 16'385u}) {
        const ColorSet colors = random_colors(size, 8, Transfer::srgb, 9, true);
        const Options options{.radius = 0.03};
        ASSERT_NO_FATAL_FAILURE(expect_same(reduce(*engine, colors, options), reduce(cpu, colors, options)));
    }
}

TEST_F(DeviceLimits, WithoutTimestampsTheHostMeasures) {
    open_with([](VkPhysicalDeviceLimits& limits) { limits.timestampPeriod = 0; });
    const auto device = devices->open(index_of(*devices, entry()));
    const vulkan::Buffer buffer(*device, "buffer", 64);
    vulkan::Timer timer(*device, 0);
    vulkan::Recorder recorder(*device, &timer);
    recorder.fill(buffer, 0);
    recorder.run();
    EXPECT_GT(timer.last(), 0);
}

TEST_F(DeviceLimits, LesserDevicesAreRefusedByName) {
    const std::pair<const char*, void (*)(VkPhysicalDeviceLimits&)> cases[] = {
        {"storage buffers of 128 MiB", [](auto& limits) { limits.maxStorageBufferRange = (1 << 27) - 1; }},
        {"16 KiB of shared memory", [](auto& limits) { limits.maxComputeSharedMemorySize = 16383; }},
        {"workgroups of 256 threads", [](auto& limits) { limits.maxComputeWorkGroupInvocations = 128; }},
        {"workgroups of 256 threads", [](auto& limits) { limits.maxComputeWorkGroupSize[0] = 255; }},
        {"dispatches of 65535", [](auto& limits) { limits.maxComputeWorkGroupCount[1] = 65534; }},
        {"128 bytes of push constants", [](auto& limits) { limits.maxPushConstantsSize = 127; }},
        {"16 storage buffers", [](auto& limits) { limits.maxPerStageDescriptorStorageBuffers = 15; }}};
    for (const auto& [lacking, lower] : cases) {
        open_with(lower);
        const EngineEntry refused = entry();
        EXPECT_THAT(refused.reason, HasSubstr(lacking));
        expect_error([&] { refused.make({}); }, ErrorKind::device);
    }
}

}
}
