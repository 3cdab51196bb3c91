#include "engines/engine_list.h"
#include "engines/vulkan_devices.h"
#include "expect_error.h"
#include "reference/reference_engine.h"
#include "vulkan/vulkan_faults.h"

namespace huedrift {
namespace {

using testing::HasSubstr;
using vulkan::VulkanFault;

/// The Vulkan engine of the first device with failover, on a device that is lost a given number of times.
class LostDevice : public testing::Test {
protected:
    void SetUp() override {
        if (!devices->reason().empty()) GTEST_SKIP() << devices->reason();
        entry = engine_entries(devices)[0];
        if (!entry.usable()) GTEST_SKIP() << entry.reason;
        faults = std::make_unique<vulkan::VulkanFaults>([this](std::string_view call) {
            if (call != "vkWaitForFences" || losses_to_come == 0) return VulkanFault::none;
            --losses_to_come;
            return VulkanFault::device_lost;
        });
        engine = make_failover(entry, {}, [this](const std::string& sentence) { told.push_back(sentence); });
    }
    void TearDown() override {
        faults.reset();
        engine.reset();
        entry = {};
        devices.reset();
        EXPECT_EQ(vulkan::VulkanFaults::live_objects(), left);
    }

    static ColorSet colors() {
        return ColorSet({{0, 255, 0}, {10, 20, 30}, {12, 21, 30}, {200, 10, 10}}, {1, 2, 3, 4},
                        Transfer::srgb);
    }
    void expect_right() {
        Progress progress;
        ReferenceEngine reference;
        const ColorSet set = colors();
        EXPECT_EQ(engine->reduce(set, {}, progress).entry_of, reference.reduce(set, {}, progress).entry_of);
    }

    std::shared_ptr<VulkanDevices> devices = std::make_shared<VulkanDevices>();
    const int left = vulkan::VulkanFaults::live_objects();
    int losses_to_come = 0;
    std::unique_ptr<vulkan::VulkanFaults> faults;
    EngineEntry entry;
    std::unique_ptr<Engine> engine;
    std::vector<std::string> told;
};

TEST_F(LostDevice, IsOpenedAgain) {
    const auto before = devices->open(*entry.vulkan_device);
    losses_to_come = 1;
    expect_right();
    EXPECT_EQ(engine->name(), "vulkan");
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], HasSubstr("new device"));
    EXPECT_TRUE(before->lost());
    EXPECT_NE(devices->open(*entry.vulkan_device), before);
}

TEST_F(LostDevice, IsNotUsedAfterThreeLosses) {
    losses_to_come = 100;
    expect_right();
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_EQ(told.size(), 3u);
    losses_to_come = 0;
    expect_right();
    EXPECT_EQ(engine->name(), "cpu");
}

}
}
