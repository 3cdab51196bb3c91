#pragma once

#include "gpu/device.h"

#include <gtest/gtest.h>

namespace huedrift::gpu {

/// Gives a test the best device available, even a CPU one, with validation and synchronisation validation
/// where the layer is installed; any message fails the test. Without a device tests are skipped, except in CI
/// (environment variable CI), where both the device and the layer must be there.
class DeviceTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static Context* context();
    static Device& device();
    /// The same device limited to three workgroups along x: more make several rows.
    static Device& narrow_device();
};

/// Counts around the sizes into which passes divide their work on a device.
std::vector<std::uint32_t> awkward_counts(const Device& device, std::uint32_t workgroup);

}
