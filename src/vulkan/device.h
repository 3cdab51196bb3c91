#pragma once

// src/vulkan wraps Vulkan in C++ for any computation; src/gpu is the mean shift that runs on it.

#include "vulkan/context.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

struct DeviceOptions {
    /// The file for compiled pipelines; empty: they are not stored.
    std::filesystem::path cache_folder{};
    /// Device extensions that a window needs.
    std::vector<std::string> extensions{};
    /// The limit of workgroups along x of a dispatch; none: the device's limit. With a low limit, tests
    /// exceed it with few threads.
    std::optional<std::uint32_t> workgroups_x{};
    /// The same for the bytes of one binding.
    std::optional<std::uint64_t> storage_range{};
};

/// An open device with a queue for computing and, where a queue family can, one for drawing: the same one if
/// the device has no other.
class Device {
public:
    /// Opens context.devices()[index]. Throws Error(device) when it is unsuitable or cannot be opened.
    Device(const Context& context, std::size_t index, const DeviceOptions& options = {});
    /// Writes the pipeline cache.
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    const DeviceFacts& facts() const { return facts_; }

    /// Passes created from now on compile their shaders from this folder if it has them. Throws Error(usage)
    /// unless reloads_shaders().
    void read_shaders_from(std::filesystem::path folder);
    const std::filesystem::path& shader_folder() const { return shader_folder_; }

    /// Whether the device was lost or hangs. It is then unusable, and another must be opened in its place.
    bool lost() const;
    /// Whether the device hangs. It may then still use objects created on it.
    bool hangs() const;

    struct Native;
    Native& native() const { return *native_; }

private:
    DeviceFacts facts_;
    std::filesystem::path cache_file_, shader_folder_;
    std::unique_ptr<Native> native_;
};

/// Deletes objects of a device. Those of a device that hangs are leaked, since it may still use them.
struct UnlessHanging {
    const Device* device = nullptr;

    /// Tells a leak checker that these objects are leaked on purpose.
    static void leave(const void* objects);
    template <class Objects>
    void operator()(Objects* objects) const {
        if (device->hangs())
            leave(objects);
        else
            delete objects;
    }
};

/// Owns Vulkan objects of a device, which must outlive them.
template <class Objects>
using DeviceObjects = std::unique_ptr<Objects, UnlessHanging>;

}
