#pragma once

// src/gpu is the mean shift on a device: passes (stages), their loop (engine) and passes over pictures
// (picture).

#include "reduction/engine.h"

#include <cstdint>
#include <memory>

namespace huedrift {

namespace vulkan {
class Device;
}

struct VulkanEngineOptions {
    /// Bytes of device memory for the engine; 0: half of the device's, an eighth where that is the host's,
    /// too. The tables of visited states grow into the rest after the points: smaller tables cost time and
    /// change no result.
    std::uint64_t memory_limit = 0;
    /// The subgroup size to use; 0: 32 if the device offers a choice, else its own.
    std::uint32_t subgroup_size = 0;
    /// Measures every stage on the device into Statistics::stages, which costs some time.
    bool time_stages = false;
};

/// The exact mean shift on a Vulkan device, evaluating each state once.
class VulkanEngine : public Engine, public Follower {
public:
    /// Throws Error(device) when the device cannot build the stages.
    explicit VulkanEngine(std::shared_ptr<vulkan::Device> device, const VulkanEngineOptions& options = {});
    ~VulkanEngine() override;

    std::string name() const override { return "vulkan"; }
    std::string device() const override;
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override;
    Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                const Route& route, Progress& progress) override;
    std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                const Options& options, Progress& progress) override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}
