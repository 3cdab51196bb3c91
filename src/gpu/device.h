#pragma once

#include "gpu/context.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::gpu {

struct DeviceOptions {
    /// Where compiled pipelines are stored; empty: nowhere.
    std::filesystem::path cache_folder{};
    /// Device extensions that a window needs.
    std::vector<std::string> extensions{};
    /// Workgroups that a dispatch may have along x; none: the device's limit. For tests: a low limit is
    /// exceeded with few threads.
    std::optional<std::uint32_t> workgroups_x{};
};

/// A device with one queue for compute (and drawing, where the family can), opened for this process.
class Device {
public:
    /// Opens context.devices()[index]. Throws Error(device) when it is unsuitable or cannot be opened.
    Device(const Context& context, std::size_t index, const DeviceOptions& options = {});
    /// Writes the pipeline cache.
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    const DeviceFacts& facts() const { return facts_; }

    /// From now on all buffers together take at most `bytes`; allocations beyond that fail as if the device
    /// were full.
    void limit_memory(std::uint64_t bytes);

    /// Passes created from now on compile their shaders from this folder where it has them. Throws
    /// Error(usage) unless reloads_shaders().
    void read_shaders_from(std::filesystem::path folder);
    const std::filesystem::path& shader_folder() const { return shader_folder_; }

    /// Whether it was lost or hangs: it is then unusable, and another must be opened in its place.
    bool lost() const;

    struct Native;
    Native& native() const { return *native_; }

private:
    DeviceFacts facts_;
    std::filesystem::path cache_file_, shader_folder_;
    std::unique_ptr<Native> native_;
};

}
