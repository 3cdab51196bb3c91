#pragma once

#include "vulkan/device.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace huedrift {

/// How long a usual device may compute.
inline constexpr std::chrono::seconds self_check_patience{20};

struct SelfCheckOutcome {
    enum class Verdict { right, wrong, late };

    std::string check{}; ///< the first that was not right, such as "mean shift"; else empty
    Verdict verdict = Verdict::right;

    friend bool operator==(const SelfCheckOutcome&, const SelfCheckOutcome&) = default;
};

/// Compares a device's results with the CPU's on small generated inputs, since some drivers compute wrong
/// results without an error. Runs every pass that decides bytes. A check is late if the device computes for
/// longer than `patience`, without the time for compiling passes. Throws DeviceLost.
SelfCheckOutcome self_check(const std::shared_ptr<vulkan::Device>& device, std::chrono::seconds patience);

/// The outcome of self_check() for a device, its driver and this program's shaders, as stored in `folder`.
/// None: they were never checked, or the folder is empty.
std::optional<SelfCheckOutcome> stored_check(const std::filesystem::path& folder,
                                             const vulkan::DeviceFacts& device);

/// Stores an outcome for stored_check(), unless it is late: a device that was slow once, perhaps because it
/// was busy, is checked again at the next start. So is any if the file cannot be written.
void store_check(const std::filesystem::path& folder, const vulkan::DeviceFacts& device,
                 const SelfCheckOutcome& outcome);

}
