#include "gpu/picture/remap.h"

#include "gpu/picture/slices.h"
#include "picture_shader_code.h"
#include "shaders/picture/remap_params.h"
#include "vulkan/device.h"

#include <algorithm>

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

Remap::Remap(const vulkan::Device& device, std::optional<std::uint64_t> largest_range)
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

}
