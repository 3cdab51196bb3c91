#pragma once

#include "engines/engine_choice.h"
#include "reduction/follower.h"

#include <vector>

namespace huedrift {

class VulkanDevices;

/// The names that EngineChoice::engine may have.
std::vector<std::string> engine_names();

/// Whether EngineSettings::shader_folder may be given.
bool reloads_shaders();

/// Every engine on every device of this machine, usable or not; an entry's number is its index. Vulkan's come
/// first, the best device in front. Listing opens no device; an entry's make() does, once per device however
/// many engines are made there. `devices`: those to list, shared with a window that draws on them; null:
/// opened here.
std::vector<EngineEntry> engine_entries(std::shared_ptr<VulkanDevices> devices = nullptr);

/// The entry's engine. Where its device fails, the cpu engine takes over, and `tell` is told
/// (FailoverEngine). Throws what the entry's make() throws, except Error(device).
std::unique_ptr<Engine> make_failover(const EngineEntry& entry, const EngineSettings& settings,
                                      FailoverEngine::Tell tell);

/// A filter on the device of `choice`; on the CPU where there is none or it fails.
std::unique_ptr<PictureFilter> make_picture_filter(std::span<const EngineEntry> entries,
                                                   const EngineChoice& choice);

/// What mixes colours on the device of `choice`; null where there is none.
std::unique_ptr<ColorMixer> make_color_mixer(std::span<const EngineEntry> entries,
                                             const EngineChoice& choice);

/// On the CPU, for previews, wherever results are computed: a few trajectories would leave a GPU idle.
std::unique_ptr<Follower> make_follower();

/// The entries that choose_entries() selects of engine_entries(). Throws what it does.
std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices);

/// The engine that `choice` selects, made by make_failover(). Throws what choose_entry() and make_failover()
/// throw.
std::unique_ptr<Engine> make_engine(const EngineChoice& choice, FailoverEngine::Tell tell);

}
