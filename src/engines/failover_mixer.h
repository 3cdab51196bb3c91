#pragma once

#include "engines/on_device.h"
#include "reduction/color_mixer.h"

namespace huedrift {

/// A ColorMixer on a device; leaves the work to the CPU when it fails.
class FailoverMixer final : public ColorMixer {
public:
    /// See OnDevice.
    FailoverMixer(OnDevice<ColorMixer>::Make make, std::shared_ptr<DeviceLosses> losses)
        : device_(std::move(make), std::move(losses)) {}

    bool mix(std::span<const Position> colors, const MixedPalette& palette, std::size_t label_bytes,
             std::span<std::byte> to, const Progress& progress) override {
        bool mixed = false;
        const auto mix = [&](ColorMixer& mixer) {
            mixed = mixer.mix(colors, palette, label_bytes, to, progress);
        };
        return device_.run(mix) && mixed;
    }

private:
    OnDevice<ColorMixer> device_;
};

}
