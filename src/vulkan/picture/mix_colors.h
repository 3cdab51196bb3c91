#pragma once

#include "gpu/pass.h"
#include "gpu/recorder.h"
#include "reduction/color_mixer.h"

#include <memory>

namespace huedrift::gpu {

/// A palette on the device, for mixtures of its colours.
struct MixPalette {
    Buffer entries, labels;
    std::uint32_t count;
    Position error_bound;
    std::uint32_t strength;
};

MixPalette upload_palette(Device& device, const MixedPalette& palette);

/// Mixes colours for ordered dithering.
class MixColors {
public:
    /// `label_bytes`: the bytes of each label, 1, 2 or 4.
    MixColors(const Device& device, std::size_t label_bytes);

    /// `colors`: Positions. `mixtures` receives the labels of each colour, of `label_bytes` each.
    void record(Recorder& recorder, const Buffer& colors, const MixPalette& palette, const Buffer& mixtures,
                std::uint32_t count) const;

private:
    Pass pass_;
};

/// Mixes any number of colours.
class DeviceColorMixer final : public ColorMixer {
public:
    explicit DeviceColorMixer(std::shared_ptr<Device> device) : device_(std::move(device)) {}

    bool mix(std::span<const Position> colors, const MixedPalette& palette, std::size_t label_bytes,
             std::span<std::byte> to, const Progress& progress) override;

private:
    std::shared_ptr<Device> device_;
};

}
