#pragma once

#include "vulkan/context.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

struct DeviceOptions {
    /// Where compiled pipelines are kept between runs; empty: nowhere.
    std::filesystem::path cache_folder{};
    /// Device extensions that a window needs.
    std::vector<std::string> extensions{};
};

/// A device with one queue for compute (and drawing, where the family can), opened for this process.
class Device {
public:
    /// Opens context.devices()[index]. Throws Error(device) when it is refused or cannot be opened.
    Device(const Context& context, std::size_t index, const DeviceOptions& options = {});
    /// Writes the pipeline cache.
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    const DeviceFacts& facts() const { return facts_; }

    struct Native;
    Native& native() const { return *native_; }

private:
    DeviceFacts facts_;
    std::filesystem::path cache_file_;
    std::unique_ptr<Native> native_;
};

}
