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
    /// Where compiled pipelines are kept between runs; empty: nowhere.
    std::filesystem::path cache_folder{};
    /// Device extensions that a window needs.
    std::vector<std::string> extensions{};
    /// Workgroups that a dispatch may have along x; none: as many as the device takes. Fewer of them show
    /// with few threads what happens beyond that limit.
    std::optional<std::uint32_t> workgroups_x{};
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

    /// From now on all buffers together take at most `bytes`; what goes beyond fails as it does on a device
    /// without room.
    void limit_memory(std::uint64_t bytes);

    /// Passes made from now on take their shaders from this folder, compiled anew, where it has them.
    /// Throws Error(usage) in a build that cannot (reloads_shaders()).
    void read_shaders_from(std::filesystem::path folder);
    const std::filesystem::path& shader_folder() const { return shader_folder_; }

    /// Whether it was lost or hangs: then nothing more comes of it, and another is to be opened in its place.
    bool lost() const;

    struct Native;
    Native& native() const { return *native_; }

private:
    DeviceFacts facts_;
    std::filesystem::path cache_file_, shader_folder_;
    std::unique_ptr<Native> native_;
};

}
