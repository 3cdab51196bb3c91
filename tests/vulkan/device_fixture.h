#pragma once

#include "vulkan/buffer.h"
#include "vulkan/device.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace huedrift::vulkan {

/// Gives a test the best available device, even a CPU, with validation and synchronisation validation if the
/// layer is installed. Any message fails the test. Without a device tests are skipped, except in CI
/// (environment variable CI), which requires both the device and the layer.
class DeviceTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static Context* context();
    /// The best device's place in context()->devices().
    static std::size_t device_index();
    static Device& device();
    /// The same device limited to three workgroups along x, so that more workgroups form several rows.
    static Device& narrow_device();
};

/// Counts around the sizes into which passes divide their work.
std::vector<std::uint32_t> awkward_counts(const Device& device, std::uint32_t workgroup);

/// A buffer that holds `values` and nothing else.
template <class Value>
Buffer uploaded(Device& device, const std::string& name, const std::vector<Value>& values) {
    Buffer buffer(device, name, sizeof(Value) * values.size());
    upload(device, buffer, std::as_bytes(std::span(values)));
    return buffer;
}

/// The first `count` values of a buffer.
template <class Value>
std::vector<Value> values_of(Device& device, const Buffer& buffer, std::size_t count) {
    std::vector<Value> values(count);
    read(device, {buffer, 0, sizeof(Value) * count}, std::as_writable_bytes(std::span(values)));
    return values;
}

}
