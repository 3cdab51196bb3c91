#include "vulkan/device_choice.h"

#include "base/error.h"
#include "vulkan/device_fixture.h"
#include "vulkan/native.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <vector>

namespace huedrift::vulkan {
namespace {

using testing::HasSubstr;

DeviceFacts usable(const std::string& name, DeviceType type, std::uint64_t memory = 1u << 30) {
    return {.name = name,
            .type = type,
            .api_minor = 1,
            .compute_queue = true,
            .shader_int64 = true,
            .subgroup_in_compute = true,
            .subgroup_basic = true,
            .subgroup_arithmetic = true,
            .subgroup_ballot = true,
            .subgroup_size = 32,
            .workgroup_threads = 256,
            .workgroups_x = 65535,
            .workgroups_y = 65535,
            .shared_memory = 16384,
            .push_constants = 128,
            .storage_buffers = 16,
            .storage_range = 1u << 27,
            .local_memory = memory};
}

TEST(DeviceChoice, PrefersTheTypeThenTheMemory) {
    const std::vector<DeviceFacts> ascending{
        usable("lavapipe", DeviceType::cpu, 64u << 20), usable("chip", DeviceType::integrated, 32u << 20),
        usable("small", DeviceType::discrete, 2u << 20), usable("large", DeviceType::discrete, 8u << 20)};
    EXPECT_TRUE(std::ranges::is_sorted(ascending, {}, score));
}

TEST(DeviceChoice, EachMissingPieceIsRefusedWithItsName) {
    const std::vector<std::pair<std::function<void(DeviceFacts&)>, std::string>> lacks{
        {[](DeviceFacts& d) { d.api_minor = 0; }, "Vulkan 1.1"},
        {[](DeviceFacts& d) { d.compute_queue = false; }, "compute queue"},
        {[](DeviceFacts& d) { d.shader_int64 = false; }, "shaderInt64"},
        {[](DeviceFacts& d) { d.subgroup_in_compute = false; }, "subgroup operations"},
        {[](DeviceFacts& d) { d.subgroup_basic = false; }, "subgroup operations"},
        {[](DeviceFacts& d) { d.subgroup_arithmetic = false; }, "subgroup arithmetic"},
        {[](DeviceFacts& d) { d.subgroup_ballot = false; }, "subgroup ballots"},
        {[](DeviceFacts& d) { d.subgroup_size = 256; }, "128 threads or fewer"},
        {[](DeviceFacts& d) { d.workgroup_threads = 128; }, "workgroups of 256"},
        {[](DeviceFacts& d) { d.workgroups_y = 1; }, "65535 workgroups"},
        {[](DeviceFacts& d) { d.shared_memory = 8192; }, "shared memory"},
        {[](DeviceFacts& d) { d.push_constants = 64; }, "push constants"},
        {[](DeviceFacts& d) { d.storage_buffers = 8; }, "storage buffers per stage"},
        {[](DeviceFacts& d) { d.storage_range = 1 << 20; }, "128 MiB"},
    };
    ASSERT_EQ(refusal(usable("a GPU", DeviceType::discrete)), std::nullopt);
    for (const auto& [take_away, reason] : lacks) {
        DeviceFacts device = usable("a GPU", DeviceType::discrete);
        take_away(device);
        ASSERT_TRUE(refusal(device)) << reason;
        EXPECT_THAT(*refusal(device), HasSubstr(reason));
    }
}

TEST(DeviceChoice, AnotherQueueComputesWhereThereIsOne) {
    using Flag = vk::QueueFlagBits;
    const auto family = [](vk::QueueFlags flags, std::uint32_t count) {
        return vk::QueueFamilyProperties{.queueFlags = flags, .queueCount = count};
    };
    const vk::QueueFlags all = Flag::eGraphics | Flag::eCompute | Flag::eTransfer, none = Flag::eTransfer;
    const auto chosen = [](const std::vector<vk::QueueFamilyProperties>& families) {
        const auto [drawing, computing] = choose_queues(families);
        return std::array{drawing, computing};
    };
    using Places = std::array<QueuePlace, 2>;
    EXPECT_EQ(chosen({family(none, 2), family(all, 16), family(Flag::eCompute, 8)}),
              (Places{{{1, 0}, {1, 1}}}))
        << "of the same family, which shares all memory";
    EXPECT_EQ(chosen({family(all, 1), family(none, 1), family(Flag::eCompute, 4)}),
              (Places{{{0, 0}, {2, 0}}}));
    EXPECT_EQ(chosen({family(Flag::eCompute, 1), family(all, 1)}), (Places{{{1, 0}, {0, 0}}}));
    EXPECT_EQ(chosen({family(all, 1), family(none, 1)}), (Places{{{0, 0}, {0, 0}}}));
    EXPECT_EQ(chosen({family(Flag::eCompute, 2)}), (Places{{{0, 0}, {0, 1}}})) << "it draws no window";
    EXPECT_THROW(chosen({family(none, 4)}), Error);
}

class DeviceQueue : public DeviceTest {};

// As where a thread's call of the driver does not return.
TEST_F(DeviceQueue, IsNotWaitedForWithoutALimit) {
    Device own(*context(), device_index());
    Queue& queue = own.native().drawing;
    const std::unique_lock held(queue.mutex);
    std::async(std::launch::async, [&] {
        EXPECT_THROW(own.native().lock(queue, std::chrono::milliseconds(1)), DeviceLost);
    }).get();
    EXPECT_TRUE(own.lost() && own.hangs());
}

TEST_F(DeviceQueue, IsFreeAfterItsUse) {
    Device& shared = device();
    for (int use = 0; use < 2; ++use) shared.native().lock(shared.native().drawing, std::chrono::hours(1));
    EXPECT_FALSE(shared.lost());
}

// Not a DeviceTest, whose context stays.
TEST(DriversOfContext, StayLoaded) {
    std::vector<std::string> drivers;
    try {
        const Context context;
        drivers = loaded_drivers();
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    EXPECT_FALSE(drivers.empty());
    EXPECT_EQ(loaded_drivers(), drivers);
}

class DeviceUuid : public DeviceTest {};

TEST_F(DeviceUuid, IsThatOfTheCardAndNotOfItsPipelines) {
    const auto& physical = context()->native().physical_devices[device_index()];
    const auto properties =
        physical.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceIDProperties>();
    const DeviceFacts& facts = device().facts();
    EXPECT_TRUE(
        std::ranges::equal(facts.device_uuid, properties.get<vk::PhysicalDeviceIDProperties>().deviceUUID));
    EXPECT_TRUE(std::ranges::equal(facts.pipelines_uuid, physical.getProperties().pipelineCacheUUID));
}

}
}
