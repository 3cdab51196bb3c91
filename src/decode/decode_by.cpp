#include "decode/decode_by.h"

#include "decode/file_facts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace huedrift {

namespace {

/// Turns the stored frames upright into `pixels`, unless they are there already.
void turn_upright(DecodeExchange& exchange, const FileFacts& facts, std::span<const Rgba8> stored,
                  int orientation, std::span<Rgba8> pixels) {
    int width = static_cast<int>(facts.width), height = static_cast<int>(facts.height);
    const std::size_t size = facts.width * facts.height;
    for (std::size_t at = 0; at < stored.size() && stored.data() != pixels.data(); at += size)
        write_upright({width, height, stored.subspan(at, size)}, orientation, pixels.subspan(at, size));
    if (is_transposed(orientation)) std::swap(width, height);
    exchange.upright_width = static_cast<std::uint32_t>(width);
    exchange.upright_height = static_cast<std::uint32_t>(height);
}

template <class Pixel>
void divide_pixels(std::span<Pixel> pixels) {
    using Channel = decltype(Pixel::r);
    constexpr std::uint32_t max = static_cast<Channel>(~0u);
    for (Pixel& p : pixels)
        for (Channel* const channel : {&p.r, &p.g, &p.b})
            if (p.a > 0) *channel = static_cast<Channel>(std::min(max, (*channel * max + p.a / 2u) / p.a));
}

void report_resolution(DecodeExchange& exchange, const FileFacts& facts, const StoredMetadata& metadata,
                       int orientation) {
    const auto exif = metadata.exif.empty() ? facts.exif : std::span(metadata.exif);
    auto resolution = facts.resolution ? facts.resolution : exif_resolution(exif);
    if (!resolution) return;
    if (is_transposed(orientation)) std::swap(resolution->x, resolution->y);
    exchange.pixels_per_metre_x = resolution->x;
    exchange.pixels_per_metre_y = resolution->y;
}

}

void divide_by_alpha(const Undecoded& picture) {
    if (const auto& deep = picture.colors.deep)
        divide_pixels(std::span(deep.get(), picture.pixels.size()));
    else
        divide_pixels(picture.pixels);
}

void decode_by(Decoder decoder, const Source& source, const FileFacts& facts, DecodeExchange& exchange,
               std::span<Rgba8> pixels, DecodeRoom room) {
    const int orientation = facts.orientation != 0 ? facts.orientation : exif_orientation(facts.exif);
    std::vector<Rgba8> aside(orientation == 1 ? 0 : pixels.size());
    const std::span<Rgba8> target =
        (aside.empty() ? pixels : std::span(aside)).first(pixels.size() - DecodeMemory::spare_pixels);
    StoredColors colors;
    StoredMetadata metadata;
    const std::size_t memory_limit = memory_budget(source.bytes().size(), pixels.size());
    const Crop crop = facts.crop.value_or(Crop{0, 0, facts.width, facts.height});
    if (facts.crop && crop.stored_width * crop.stored_height > memory_limit / (2 * sizeof(Rgba16)))
        throw source.damaged(unpacks_to_too_much);
    const std::string damage = decoder({.source = source,
                                        .width = facts.width,
                                        .height = facts.height,
                                        .crop = crop,
                                        .frames = exchange.frames,
                                        .memory_limit = memory_limit,
                                        .pixels = target,
                                        .colors = colors,
                                        .metadata = metadata});
    if (!damage.empty()) throw source.damaged(damage);
    settle_colors(colors, exchange, target, room.profile);
    turn_upright(exchange, facts, target, orientation, pixels);
    report_resolution(exchange, facts, metadata, orientation);
    settle_metadata(metadata, facts, exchange, is_transposed(orientation), room.metadata);
    exchange.state = DecodeExchange::State::decoded;
}

}
