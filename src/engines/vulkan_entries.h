#pragma once

#include "engines/engine_choice.h"

#include <vector>

namespace huedrift {

class VulkanDevices;

/// The Vulkan engine on each device of `devices` (null: of this machine), the best first; without devices,
/// one entry with the reason.
std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices> devices);

}
