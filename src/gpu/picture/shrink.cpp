#include "gpu/picture/shrink.h"

#include "gpu/picture/pixel_parts.h"
#include "picture_shader_code.h"
#include "shaders/picture/shrink_params.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

using Level = Pyramid::Level;

constexpr std::uint64_t aligned(std::uint64_t bytes) {
    constexpr std::uint64_t alignment = 4 * part_alignment;
    return (bytes + alignment - 1) / alignment * alignment;
}

std::vector<Level> levels_of(std::uint32_t width, std::uint32_t height) {
    std::vector<Level> levels{{width, height, 4 * std::uint64_t{width}, 0}};
    std::uint64_t offset = 0;
    while (std::max(width, height) > 1) {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels.push_back({width, height, 8 * std::uint64_t{width}, offset});
        offset = aligned(offset + levels.back().row_bytes * height);
    }
    return levels;
}

std::uint64_t bytes_of(const std::vector<Level>& levels) {
    const Level& last = levels.back();
    return levels.size() < 2 ? 0 : last.offset + last.row_bytes * last.height;
}

std::uint32_t halved(std::uint32_t side, std::uint32_t halvings) {
    return (side + (1u << halvings) - 1) >> halvings;
}

}

Pyramid::Pyramid(const vulkan::Device& device, std::uint32_t width, std::uint32_t height,
                 std::uint32_t halvings)
    : levels(levels_of(halved(width, halvings), halved(height, halvings))),
      smaller(device, "pyramid", bytes_of(levels)), width_(width), height_(height), halvings_(halvings) {}

float Pyramid::last_share(std::uint32_t side, std::size_t level) const {
    const std::uint32_t whole = 1u << (halvings_ + level), rest = side % whole;
    return rest == 0 ? 1 : static_cast<float>(rest) / static_cast<float>(whole);
}

Shrink::Shrink(const vulkan::Device& device, std::optional<std::uint64_t> largest_range)
    : first_(device, shrink_shader(), {.constants = {1}}),
      further_(device, shrink_shader(), {.constants = {0}}),
      largest_range_(largest_range.value_or(device.facts().storage_range)) {}

void Shrink::record(Slices& slices, const vulkan::Buffer& picture, const Pyramid& pyramid) const {
    // Parts are pairs of rows that begin where any device can bind a range.
    constexpr std::uint32_t step = 2 * part_alignment;
    for (std::size_t i = 1; i < pyramid.levels.size(); ++i) {
        const Level &from = pyramid.levels[i - 1], &to = pyramid.levels[i];
        const vulkan::Buffer& source = i == 1 ? picture : pyramid.smaller;
        const std::uint64_t most =
            std::min(largest_range_ / from.row_bytes, slices.pixels() / from.width) / step;
        const std::uint64_t rows = std::max<std::uint64_t>(most, 1) * step;
        for (std::uint64_t top = 0; top < from.height; top += rows) {
            const auto height = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, from.height - top));
            const std::uint64_t rows_to = (height + 1) / 2;
            const vulkan::BufferRange pixels{source, from.offset + top * from.row_bytes,
                                             height * from.row_bytes};
            const ShrinkParams params{.width = from.width,
                                      .height = height,
                                      .last_width = pyramid.last_column(i - 1),
                                      .last_height =
                                          top + height == from.height ? pyramid.last_row(i - 1) : 1};
            slices.next(std::uint64_t{from.width} * height)
                .dispatch(i == 1 ? first_ : further_,
                          {pixels,
                           pixels,
                           {pyramid.smaller, to.offset + top / 2 * to.row_bytes, rows_to * to.row_bytes}},
                          params, to.width * rows_to);
        }
        slices.barrier();
    }
}

}
