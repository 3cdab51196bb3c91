#include "cpu/cpu_engine.h"
#include "engine/expect_same.h"
#include "expect_error.h"
#include "validated_devices.h"
#include "vulkan/recorder.h"
#include "vulkan/vulkan_faults.h"

#include <vulkan/vulkan_core.h>

namespace huedrift {
namespace {

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
    const auto device = devices->open(*entry().vulkan_device);
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
