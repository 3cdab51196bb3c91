#include "vulkan/device_fixture.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace huedrift::vulkan {
namespace {

bool in_ci() { return std::getenv("CI") != nullptr; }

std::unique_ptr<Context> open_context(bool validates, std::string& reason) {
    try {
        return std::make_unique<Context>(ContextOptions{.validation = validates});
    } catch (const Error& error) {
        reason = error.what();
        return validates && !in_ci() ? open_context(false, reason) : nullptr;
    }
}

std::string& missing() {
    static std::string reason;
    return reason;
}

}

Context* DeviceTest::context() {
    static const std::unique_ptr<Context> context = open_context(true, missing());
    return context.get();
}

std::size_t DeviceTest::device_index() {
    const auto devices = context()->devices();
    const auto best = std::ranges::max_element(
        devices, {}, [](const DeviceFacts& facts) { return std::pair(!refusal(facts), score(facts)); });
    return static_cast<std::size_t>(best - devices.begin());
}

Device& DeviceTest::device() {
    static Device device(*context(), device_index());
    return device;
}

Device& DeviceTest::narrow_device() {
    static Device device(*context(), device_index(), {.workgroups_x = 3});
    return device;
}

void DeviceTest::SetUp() {
    if (context()) return;
    if (in_ci()) FAIL() << missing();
    GTEST_SKIP() << missing();
}

void DeviceTest::TearDown() {
    if (!context()) return;
    for (const std::string& message : context()->messages().take()) ADD_FAILURE() << message;
}

std::vector<std::uint32_t> awkward_counts(const Device& device, std::uint32_t workgroup) {
    const std::uint32_t subgroup = device.facts().subgroup_size;
    return {1, subgroup - 1, subgroup, subgroup + 1, workgroup - 1, workgroup, workgroup + 1, 997, 65537};
}

}
