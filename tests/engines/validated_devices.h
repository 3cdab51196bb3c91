#pragma once

#include "engines/engine_choice.h"
#include "engines/vulkan_devices.h"
#include "vulkan/vulkan_faults.h"

#include <gtest/gtest.h>

namespace huedrift {

/// The index of an entry's device in VulkanDevices::facts().
std::size_t index_of(const VulkanDevices& devices, const EngineEntry& entry);

/// The devices of this machine, with validation where it is installed: a message fails the test, and so do
/// objects left once they are closed. Without a usable one tests are skipped, except in CI.
class ValidatedDevices : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    void open();
    void close();
    /// The best Vulkan device, as one that was never lost.
    EngineEntry entry() const;

    std::shared_ptr<VulkanDevices> devices;
    int left = vulkan::VulkanFaults::live_objects(); ///< which tests leave on purpose
};

}
