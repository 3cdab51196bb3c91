#pragma once

#include "engines/engine_choice.h"
#include "reduction/follower.h"

#include <vector>

namespace huedrift {

class VulkanDevices;

/// The names that EngineChoice::engine accepts.
std::vector<std::string> engine_names();

/// Whether this build accepts EngineSettings::shader_folder.
bool reloads_shaders();

/// Every engine on every device of this machine, usable or not; an entry's number is its index. Vulkan
/// entries come first, the best device in front. Listing opens no device; the first make() on a device opens
/// it for all engines there. `devices`: the devices to list, which a window may share; null: opened here,
/// with files in the user's cache folder if `caches`.
std::vector<EngineEntry> engine_entries(std::shared_ptr<VulkanDevices> devices = nullptr, bool caches = true);

/// The engine that takes over where a device cannot do the work.
std::unique_ptr<Engine> make_cpu_engine(const EngineSettings& settings);

/// The engine for previews, always on the CPU: their few trajectories would leave a GPU idle.
std::unique_ptr<Follower> make_follower();

/// The entries of engine_entries() that choose_entries() selects. Throws as both.
std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices);

}
