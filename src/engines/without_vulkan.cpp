#include "engines/engine_choice.h"

namespace huedrift {

bool reloads_shaders() { return false; }

std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices>, bool) {
    return {{"vulkan", "", "this program was built without the Vulkan engine", false, nullptr}};
}

}
