#include "vulkan/picture/shrink.h"

#include "gpu/device.h"
#include "picture_shader_code.h"
#include "shaders/picture/shrink_params.h"
#include "vulkan/picture/pixel_parts.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

using Level = Pyramid::Level;

constexpr std::uint64_t aligned(std::uint64_t bytes) {
    constexpr std::uint64_t alignment = 4 * part_alignment;
    return (bytes + alignment - 1) / alignment * alignment;
}

std::vector<Level> levels_of(std::uint32_t width, std::uint32_t height, std::uint32_t longest) {
    std::vector<Level> levels{{width, height, 0}};
    std::uint64_t offset = 0;
    while (std::max(width, height) > longest) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels.push_back({width, height, offset});
        offset = aligned(offset + 4 * std::uint64_t{width} * height);
    }
    return levels;
}

std::uint64_t bytes_of(const std::vector<Level>& levels) {
    const Level& last = levels.back();
    return levels.size() < 2 ? 0 : last.offset + 4 * std::uint64_t{last.width} * last.height;
}

}

Pyramid::Pyramid(const Device& device, std::uint32_t width, std::uint32_t height, std::uint32_t longest)
    : levels(levels_of(width, height, longest)), smaller(device, "pyramid", bytes_of(levels)) {}

Shrink::Shrink(const Device& device, std::optional<std::uint64_t> largest_range)
    : pass_(device, shrink_shader()), largest_range_(largest_range.value_or(device.facts().storage_range)) {}

void Shrink::record(Recorder& recorder, const Buffer& picture, const Pyramid& pyramid) const {
    // Parts are pairs of rows that begin where any device can bind a range.
    constexpr std::uint32_t step = 2 * part_alignment;
    for (std::size_t i = 1; i < pyramid.levels.size(); ++i) {
        const Level &from = pyramid.levels[i - 1], &to = pyramid.levels[i];
        const Buffer& source = i == 1 ? picture : pyramid.smaller;
        const std::uint64_t row = 4 * std::uint64_t{from.width};
        const std::uint64_t rows = std::max<std::uint64_t>(largest_range_ / row / step, 1) * step;
        for (std::uint64_t top = 0; top < from.height; top += rows) {
            const auto height = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, from.height - top));
            const std::uint64_t pixels = std::uint64_t{to.width} * ((height + 1) / 2);
            recorder.dispatch(pass_,
                              {{source, from.offset + top * row, height * row},
                               {pyramid.smaller, to.offset + top / 2 * 4 * to.width, 4 * pixels}},
                              ShrinkParams{.width = from.width, .height = height}, pixels);
        }
        recorder.barrier();
    }
}

}
