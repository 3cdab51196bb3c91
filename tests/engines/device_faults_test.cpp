#include "base/error.h"
#include "cpu/cpu_engine.h"
#include "engines/engine_pool.h"
#include "reduction/expect_same.h"
#include "soak/soak.h"
#include "validated_devices.h"
#include "vulkan/recorder.h"
#include "vulkan/vulkan_faults.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#if defined(HUEDRIFT_SANITIZED) && defined(__clang__)
#include <sanitizer/lsan_interface.h>
#endif

namespace huedrift {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using vulkan::OneFault;
using vulkan::VulkanFault;
using vulkan::VulkanFaults;

const Options options{.radius = 0.05};

/// Each has an id of its own, so that engines analyse it anew.
ColorSet some_colors() { return random_colors(700, 8, Transfer::srgb, 9, true); }

VulkanFaults::Decide every_call(VulkanFault fault) {
    return [fault](std::string_view) { return fault; };
}

VulkanFault loss_at_work(std::string_view call) {
    const bool works =
        call == "vkQueueSubmit" || call == "vkWaitForFences" || call == "vkGetQueryPoolResults";
    return works ? VulkanFault::device_lost : VulkanFault::none;
}

/// The best Vulkan device's engine with failover. Whatever fails, the result is right.
class DeviceFaults : public ValidatedDevices {
protected:
    std::unique_ptr<Engine> make_engine(const EngineEntry& of, DeviceStart start = DeviceStart::awaited) {
        told.clear();
        return EnginePool({of}, {}, start).engine([this](const std::string& sentence) {
            told.push_back(sentence);
        });
    }
    std::unique_ptr<Engine> make_engine() { return make_engine(entry()); }
    void expect_right(Engine& engine) const { expect_same(reduce(engine, some_colors(), options), expected); }
    /// Calls `run` with the number of each call to fail in turn, until it returns false: none did.
    template <class Run>
    static void for_each_call(int at_least, Run run) {
        int number = 0;
        for (;; ++number) {
            SCOPED_TRACE("call " + std::to_string(number));
            if (!run(number) || HasFatalFailure()) break;
        }
        EXPECT_GE(number, at_least) << "there is more that can fail";
    }

    std::vector<std::string> told;
    CpuEngine cpu;
    const Reduction expected = reduce(cpu, some_colors(), options);
};

// A broken driver need not return from a wait without a limit.
TEST_F(DeviceFaults, ANewDeviceReplacesOneLostAtAnySubmissionOrWait) {
    const int waits = VulkanFaults::endless_waits_for_lost_devices();
    for_each_call(9, [&](int number) {
        const OneFault fault(number, loss_at_work);
        const auto engine = make_engine();
        expect_right(*engine);
        EXPECT_EQ(engine->name(), "vulkan");
        if (fault.fired()) {
            EXPECT_THAT(told, SizeIs(1));
            EXPECT_THAT(told[0], HasSubstr("new device"));
        } else {
            EXPECT_THAT(told, IsEmpty());
        }
        return fault.fired();
    });
    EXPECT_EQ(VulkanFaults::endless_waits_for_lost_devices(), waits);
}

TEST_F(DeviceFaults, ALostDeviceIsOpenedAgain) {
    const auto before = devices->open(index_of(*devices, entry()));
    const auto engine = make_engine();
    const OneFault fault(0, loss_at_work);
    expect_right(*engine);
    EXPECT_TRUE(before->lost());
    EXPECT_NE(devices->open(index_of(*devices, entry())), before);
}

TEST_F(DeviceFaults, ARepeatedlyLostDeviceIsNoLongerUsed) {
    const VulkanFaults faults(loss_at_work);
    const auto engine = make_engine();
    expect_right(*engine);
    expect_right(*engine);
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_THAT(told, SizeIs(3));
}

TEST_F(DeviceFaults, AHangingDeviceKeepsTheObjectsItMayStillUse) {
#if defined(HUEDRIFT_SANITIZED) && defined(__clang__)
    const __lsan::ScopedDisabler left_on_purpose;
#endif
    for_each_call(4, [&](int number) {
        const OneFault fault(number, [](std::string_view call) {
            return call == "vkWaitForFences" ? VulkanFault::hang : VulkanFault::none;
        });
        const auto engine = make_engine();
        expect_right(*engine);
        EXPECT_EQ(engine->name(), "vulkan");
        EXPECT_THAT(told, SizeIs(fault.fired() ? 1 : 0));
        return fault.fired();
    });
    devices.reset();
    EXPECT_EQ(VulkanFaults::objects_freed_while_hanging(), 0);
    EXPECT_GT(VulkanFaults::live_objects(), left);
    left = VulkanFaults::live_objects();
    open();
}

TEST_F(DeviceFaults, AHangingDeviceKeepsABufferThatAnotherReplaces) {
#if defined(HUEDRIFT_SANITIZED) && defined(__clang__)
    const __lsan::ScopedDisabler left_on_purpose;
#endif
    const auto device = devices->open(index_of(*devices, entry()));
    vulkan::Buffer used(*device, "used", 64), other(*device, "other", 64);
    {
        const OneFault fault(0, [](std::string_view call) {
            return call == "vkWaitForFences" ? VulkanFault::hang : VulkanFault::none;
        });
        vulkan::Recorder recorder(*device);
        recorder.fill(used, 0);
        EXPECT_THROW(recorder.run(), DeviceLost);
    }
    used = std::move(other);
    EXPECT_EQ(VulkanFaults::objects_freed_while_hanging(), 0);
    devices.reset();
    left = VulkanFaults::live_objects();
    open();
}

/// The errors of any function of Vulkan but the loss of a device, which only some return.
constexpr VkResult any_error[] = {
    VK_ERROR_UNKNOWN,           VK_ERROR_MEMORY_MAP_FAILED,       VK_ERROR_OUT_OF_HOST_MEMORY,
    VK_ERROR_FRAGMENTATION,     VK_ERROR_INITIALIZATION_FAILED,   VK_ERROR_OUT_OF_DEVICE_MEMORY,
    VK_ERROR_FRAGMENTED_POOL,   VK_ERROR_FEATURE_NOT_PRESENT,     VK_ERROR_FORMAT_NOT_SUPPORTED,
    VK_ERROR_TOO_MANY_OBJECTS,  VK_ERROR_EXTENSION_NOT_PRESENT,   VK_ERROR_INCOMPATIBLE_DRIVER,
    VK_ERROR_LAYER_NOT_PRESENT, VK_ERROR_INVALID_EXTERNAL_HANDLE, VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS,
    VK_ERROR_OUT_OF_POOL_MEMORY};

// The device is tried again, or the CPU engine takes over, and the device does the next run. The long form
// pairs every function with every error.
TEST_F(DeviceFaults, AnyErrorOfAnyFunctionLeavesTheSameBytes) {
    DeviceLosses::Clock::time_point now{};
    EngineEntry forgiven = entry();
    forgiven.losses = std::make_shared<DeviceLosses>([&now] { return now += DeviceLosses::forgiven_after; });
    const auto engine = make_engine(forgiven);
    expect_right(*engine);
    std::set<std::string> names;
    {
        const VulkanFaults listening([&names](std::string_view call) {
            names.emplace(call);
            return VulkanFault::none;
        });
        expect_right(*engine);
    }
    const std::vector<std::string> functions(names.begin(), names.end());
    EXPECT_THAT(functions, testing::IsSupersetOf({"vkAllocateMemory", "vkMapMemory", "vkQueueSubmit"}));
    constexpr std::size_t errors = std::size(any_error);
    const std::size_t pairs = is_soak() ? functions.size() * errors : std::max(functions.size(), errors);
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::string& function = functions[i % functions.size()];
        const VkResult error = any_error[(i + i / functions.size()) % errors];
        SCOPED_TRACE(function + " returns " + std::to_string(error));
        told.clear();
        const OneFault fault(0, [&](std::string_view call) {
            return call == function ? static_cast<VulkanFault>(error) : VulkanFault::none;
        });
        expect_right(*engine);
        EXPECT_TRUE(fault.fired());
        EXPECT_LE(told.size(), 1u);
        expect_right(*engine);
        ASSERT_EQ(engine->name(), "vulkan");
    }
}

/// The two faults alternate between calls; only the long form tests both for each call.
class MemoryFaults : public DeviceFaults, public testing::WithParamInterface<VulkanFault> {
protected:
    template <class Run>
    static void for_each_call(int at_least, Run run) {
        const int step = is_soak() ? 1 : 2,
                  first = GetParam() == VulkanFault::out_of_host_memory ? 0 : step - 1;
        DeviceFaults::for_each_call(at_least / step, [&](int number) { return run(step * number + first); });
    }
};

// The CPU engine does what the device lacks memory for, and the device does the next.
TEST_P(MemoryFaults, OfAnyCallOfARunLeaveTheSameBytes) {
    const auto engine = make_engine();
    expect_right(*engine); // opens the device
    for_each_call(50, [&](int number) {
        told.clear();
        bool fired = false;
        {
            const OneFault fault(number, every_call(GetParam()));
            expect_right(*engine);
            fired = fault.fired();
        }
        EXPECT_EQ(engine->name(), told.empty() ? "vulkan" : "cpu");
        EXPECT_LE(told.size(), fired ? 1u : 0u);
        for (const std::string& sentence : told)
            EXPECT_THAT(sentence, AllOf(HasSubstr("memory left"), HasSubstr("cpu engine is used instead")));
        expect_right(*engine);
        EXPECT_EQ(engine->name(), "vulkan");
        return fired;
    });
}

TEST_P(MemoryFaults, OfAnyCallThatOpensADeviceLeaveTheSameBytes) {
    for_each_call(50, [&](int number) {
        close();
        open();
        const OneFault fault(number, every_call(GetParam()));
        const auto engine = make_engine(entry(), DeviceStart::in_background);
        await_starting_devices();
        const bool fired = fault.fired();
        if (number % 8 == 0) expect_right(*engine);
        EXPECT_LE(told.size(), fired ? 1u : 0u);
        for (const std::string& sentence : told)
            EXPECT_THAT(sentence, AllOf(HasSubstr("memory left"), HasSubstr("cpu engine takes over")));
        return fired;
    });
}

INSTANTIATE_TEST_SUITE_P(Of, MemoryFaults,
                         testing::Values(VulkanFault::out_of_host_memory, VulkanFault::out_of_device_memory),
                         testing::PrintToStringParamName());

}
}
