#pragma once

#include "gpu/device.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace huedrift {

/// Compares a device's results with the CPU's on small generated inputs, since some drivers compute wrong
/// results without an error. Runs every pass that decides bytes.
/// Returns the name of the first check that gives other bytes or takes longer than `patience`, such as "mean
/// shift"; empty if all pass. Throws DeviceLost.
std::string failed_check(const std::shared_ptr<gpu::Device>& device,
                         std::chrono::seconds patience = std::chrono::seconds(20));

/// The outcome of failed_check() for a device, its driver and this program's shaders, as stored in `folder`.
/// None: they were never checked.
std::optional<std::string> stored_check(const std::filesystem::path& folder, const gpu::DeviceFacts& device);

/// Stores an outcome for stored_check(). Does nothing if the file cannot be written: the next start checks
/// again.
void store_check(const std::filesystem::path& folder, const gpu::DeviceFacts& device,
                 const std::string& failed);

}
