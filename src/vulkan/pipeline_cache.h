#pragma once

#include "vulkan/device_choice.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

/// $XDG_CACHE_HOME/huedrift, else ~/.cache/huedrift; empty when neither is set.
std::filesystem::path user_cache_folder();

/// The file in `folder` for the compiled pipelines of a device and its driver, which fit equal cards, too.
std::filesystem::path pipelines_file(const std::filesystem::path& folder, const DeviceFacts& device);
/// The file in `folder` for what was found out about one card with its driver.
std::filesystem::path check_file(const std::filesystem::path& folder, const DeviceFacts& device);

/// The data that store_pipeline_cache() wrote; empty when the file is missing, cut short or damaged, as some
/// drivers crash on damaged data.
std::vector<std::byte> load_pipeline_cache(const std::filesystem::path& file);

/// Throws Error(output), without a change, when the file cannot be written.
void store_pipeline_cache(const std::filesystem::path& file, std::span<const std::byte> data);

}
