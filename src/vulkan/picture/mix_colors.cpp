#include "vulkan/picture/mix_colors.h"

#include "gpu/device.h"
#include "picture_shader_code.h"
#include "shaders/picture/mix_colors_params.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace huedrift::gpu {
namespace {

static_assert(mixture_size == MIXTURE_SIZE);
static_assert(sizeof(Position) == 12); // as the shader reads it

/// Distances that one submission computes for each of a mixture's labels: some tens of milliseconds on a
/// small device, so that cancelling dithering is quick.
constexpr std::size_t submitted_distances = std::size_t{1} << 24;

/// The largest number of colours, even for few entries.
constexpr std::size_t max_submitted = std::size_t{1} << 18, min_submitted = std::size_t{1} << 10;

}

MixPalette upload_palette(Device& device, const MixedPalette& palette) {
    const std::size_t count = palette.entries.size();
    std::vector<std::uint32_t> labels(count);
    std::iota(labels.begin(), labels.end(), 0u);
    std::ranges::stable_sort(labels, {}, [&](std::uint32_t label) { return palette.entries[label].l; });
    std::vector<std::array<std::int32_t, 4>> entries(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
        const auto& [l, a, b] = palette.entries[labels[rank]];
        entries[labels[rank]] = {l, a, b, static_cast<std::int32_t>(rank)};
    }
    MixPalette on_device{{device, "palette", 16 * count},
                         {device, "labels by lightness", 4 * count},
                         static_cast<std::uint32_t>(count),
                         palette.error_bound,
                         static_cast<std::uint32_t>(palette.strength)};
    upload(device, on_device.entries, std::as_bytes(std::span(entries)));
    upload(device, on_device.labels, std::as_bytes(std::span(labels)));
    return on_device;
}

MixColors::MixColors(const Device& device, std::size_t label_bytes)
    : pass_(device, mix_colors_shader(), {.constants = {static_cast<std::uint32_t>(4 / label_bytes)}}) {}

void MixColors::record(Recorder& recorder, const Buffer& colors, const MixPalette& palette,
                       const Buffer& mixtures, std::uint32_t count) const {
    const auto& [l, a, b] = palette.error_bound;
    recorder.dispatch(
        pass_, {colors, palette.entries, palette.labels, mixtures},
        MixColorsParams{
            .colors = count, .entries = palette.count, .bound = {l, a, b}, .strength = palette.strength},
        count);
    recorder.barrier();
}

bool DeviceColorMixer::mix(std::span<const Position> colors, const MixedPalette& palette,
                           std::size_t label_bytes, std::span<std::byte> to, const Progress& progress) {
    const MixColors pass(*device_, label_bytes);
    const MixPalette entries = upload_palette(*device_, palette);
    const std::size_t mixture_bytes = mixture_size * label_bytes;
    const std::size_t at_once =
        std::min({std::clamp(submitted_distances / palette.entries.size(), min_submitted, max_submitted),
                  std::max<std::size_t>(colors.size(), 1),
                  static_cast<std::size_t>(device_->facts().storage_range / mixture_bytes)});
    const Buffer part(*device_, "colours to mix", at_once * sizeof(Position)),
        mixtures(*device_, "mixtures", at_once * mixture_bytes);
    for (std::size_t first = 0; first < colors.size(); first += at_once) {
        progress.throw_if_cancelled();
        const std::size_t count = std::min(at_once, colors.size() - first);
        upload(*device_, part, std::as_bytes(colors.subspan(first, count)));
        Recorder recorder(*device_);
        pass.record(recorder, part, entries, mixtures, static_cast<std::uint32_t>(count));
        recorder.run();
        read(*device_, mixtures, to.subspan(first * mixture_bytes, count * mixture_bytes));
    }
    return true;
}

}
