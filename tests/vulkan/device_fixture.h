#pragma once

#include "vulkan/device.h"

#include <gtest/gtest.h>

namespace huedrift::vulkan {

/// Gives a test the best available device, even a CPU, with validation and synchronisation validation if the
/// layer is installed. Any message fails the test. Without a device tests are skipped, except in CI
/// (environment variable CI), which requires both the device and the layer.
class DeviceTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static Context* context();
    static Device& device();
    /// The same device limited to three workgroups along x, so that more workgroups form several rows.
    static Device& narrow_device();
};

/// Counts around the sizes into which passes divide their work.
std::vector<std::uint32_t> awkward_counts(const Device& device, std::uint32_t workgroup);

}
