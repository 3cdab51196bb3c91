#pragma once

#include "engines/engine_choice.h"

#include <vector>

namespace huedrift {

class VulkanDevices;

/// The Vulkan engine on each device of `devices`, the best first; without devices, one entry with the reason.
/// Null: the devices of this machine, which keep files in the user's cache folder if `caches`.
std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices> devices, bool caches);

}
