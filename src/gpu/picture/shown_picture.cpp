#include "gpu/picture/shown_picture.h"

#include "base/parallel.h"
#include "color/oklab.h"
#include "picture_shader_code.h"
#include "shaders/picture/remap_params.h"
#include "shaders/picture/shrink_params.h"
#include "vulkan/device.h"

#include <algorithm>
#include <array>

namespace huedrift::gpu {

ColorLookup upload_color_lookup(vulkan::Device& device, const ColorIndex& index) {
    std::vector<std::uint64_t> bits(ColorIndex::words);
    std::vector<std::uint32_t> before(ColorIndex::words);
    for (std::size_t word = 0; word < ColorIndex::words; ++word) {
        bits[word] = index.word(word);
        before[word] = index.before(word);
    }
    ColorLookup lookup{{device, "colour bits", 8 * bits.size()},
                       {device, "colours before", 4 * before.size()}};
    upload(device, lookup.bits, std::as_bytes(std::span(bits)));
    upload(device, lookup.before, std::as_bytes(std::span(before)));
    return lookup;
}

Remap::Remap(const vulkan::Device& device, LargestRange largest_range)
    : pass_(device, remap_shader()), largest_range_(largest_range.value_or(device.facts().storage_range)) {}

void Remap::record(Slices& slices, const RemapBuffers& buffers, std::uint64_t pixels) const {
    for (const PixelPart& part : pixel_parts(pixels, std::min(largest_range_, 4 * slices.pixels())))
        slices.next(part.pixels)
            .dispatch(pass_,
                      {part.of(buffers.source), buffers.lookup.bits, buffers.lookup.before, buffers.mode_of,
                       buffers.mode_colors, part.of(buffers.result)},
                      RemapParams{.pixels = part.pixels}, part.pixels);
    slices.barrier();
}

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

Shrink::Shrink(const vulkan::Device& device, LargestRange largest_range)
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

namespace {

using Level = Pyramid::Level;

/// Premultiplied light and alpha, in units of 1 / 65535.
using Light = std::array<float, 4>;
/// The same as a level stores it.
using Stored = std::array<std::uint16_t, 4>;

std::array<float, 256> light_table() {
    std::array<float, 256> light{};
    std::ranges::transform(decode_table(Transfer::srgb), light.begin(),
                           [](double v) { return static_cast<float>(65535 * v); });
    return light;
}

Light light_of(Rgba8 pixel) {
    static const std::array<float, 256> light = light_table();
    const float alpha = float(pixel.a) / 255;
    return {light[pixel.r] * alpha, light[pixel.g] * alpha, light[pixel.b] * alpha, 65535 * alpha};
}

Light light_of(const Stored& pixel) {
    return {float(pixel[0]), float(pixel[1]), float(pixel[2]), float(pixel[3])};
}

/// How much of two columns or rows belongs to the picture, of which the last one may have a part only.
std::array<float, 2> shares(std::size_t first, std::size_t count, float last) {
    const float one = first + 1 == count ? last : 1;
    return {one, first + 1 >= count ? 0 : first + 2 == count ? last : 1};
}

/// The memory of both is the host's.
class HostPyramid {
public:
    HostPyramid(std::span<const Rgba8> picture, const Pyramid& pyramid)
        : picture_(picture), pyramid_(pyramid), smaller_(pyramid.smaller.host_memory()) {}

    /// Computes rows of a level from the one before.
    void fill(std::size_t level, std::size_t first, std::size_t last) const {
        if (level == 1)
            fill(level, picture_.data(), first, last);
        else
            fill(level, stored(level - 1), first, last);
    }
    std::size_t levels() const { return pyramid_.levels.size(); }
    std::size_t rows(std::size_t level) const { return pyramid_.levels[level].height; }

private:
    Stored* stored(std::size_t level) const {
        return reinterpret_cast<Stored*>(smaller_.data() + pyramid_.levels[level].offset);
    }

    template <class Pixel>
    void fill(std::size_t level, const Pixel* source, std::size_t first, std::size_t last) const {
        const Level &from = pyramid_.levels[level - 1], &to = pyramid_.levels[level];
        for (std::size_t y = first; y < last; ++y) {
            const auto tall = shares(2 * y, from.height, pyramid_.last_row(level - 1));
            const Pixel* const top = source + 2 * y * from.width;
            const Pixel* const bottom = tall[1] == 0 ? top : top + from.width;
            Stored* const row = stored(level) + y * to.width;
            const auto mean = [&](std::size_t x, const std::array<float, 2>& wide) {
                const std::size_t left = 2 * x, right = wide[1] == 0 ? left : left + 1;
                const Light a = light_of(top[left]), b = light_of(top[right]), c = light_of(bottom[left]),
                            d = light_of(bottom[right]);
                const float scale = 1 / ((wide[0] + wide[1]) * (tall[0] + tall[1]));
                for (std::size_t i = 0; i < 4; ++i) {
                    const float sum = tall[0] * (wide[0] * a[i] + wide[1] * b[i]) +
                                      tall[1] * (wide[0] * c[i] + wide[1] * d[i]);
                    row[x][i] = static_cast<std::uint16_t>(static_cast<std::int32_t>(sum * scale + 0.5F));
                }
            };
            for (std::size_t x = 0; x + 1 < to.width; ++x) mean(x, {1, 1});
            mean(to.width - 1, shares(2 * (to.width - 1), from.width, pyramid_.last_column(level - 1)));
        }
    }

    std::span<const Rgba8> picture_;
    const Pyramid& pyramid_;
    std::span<std::byte> smaller_;
};

}

void paint_and_shrink(std::span<const Rgba8> picture, const Pyramid& pyramid,
                      FunctionRef<std::size_t, std::size_t> paint, const Progress& progress) {
    const HostPyramid levels(picture, pyramid);
    // A strip is still in the cache when it is halved. Strips meet where the pixels of their levels do.
    constexpr std::size_t strip_levels = 4, strip = std::size_t{1} << strip_levels;
    const std::size_t height = levels.rows(0), strips = (height + strip - 1) / strip;
    const std::size_t of_strips = std::min(strip_levels + 1, levels.levels());
    parallel_indices(strips, 1, progress, [&](std::size_t i) {
        paint(i * strip, std::min((i + 1) * strip, height));
        for (std::size_t level = 1; level < of_strips; ++level) {
            const std::size_t rows = strip >> level;
            levels.fill(level, i * rows, std::min((i + 1) * rows, levels.rows(level)));
        }
    });
    for (std::size_t level = of_strips; level < levels.levels(); ++level)
        levels.fill(level, 0, levels.rows(level));
}

}
