#include "decode/decode_by.h"

#include "decode/orientation.h"

#include <utility>
#include <vector>

namespace huedrift {

std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels) {
    // The worst case is an interlaced PNG with four 16-bit channels. stb_image expects 8 bytes a pixel, finds
    // that interlaced rows need a few more and doubles the block: 16, plus 8 for the picture and 4 for the
    // largest pass. Compressed data go into a block that also doubles, with the old and the new block alive
    // at the same time.
    return memory_for_tables + 28 * pixels + 3 * file_bytes;
}

int orientation_of(std::span<const std::byte> file, const DecodeExchange& request) {
    if (request.orientation != 0) return static_cast<int>(request.orientation);
    return exif_orientation(file.subspan(request.exif_at, request.exif_bytes));
}

void refuse(DecodeExchange& exchange, DecodeExchange::State state, std::string_view reason) {
    exchange.state = state;
    exchange.reason = {};
    reason.copy(exchange.reason.data(), exchange.reason.size() - 1);
}

void finish(DecodeExchange& exchange, std::span<const Rgba8> stored, int orientation,
            std::span<Rgba8> pixels) {
    int width = static_cast<int>(exchange.width), height = static_cast<int>(exchange.height);
    const std::size_t size = exchange.width * exchange.height;
    for (std::size_t at = 0; at < stored.size() && stored.data() != pixels.data(); at += size)
        write_upright({width, height, stored.subspan(at, size)}, orientation, pixels.subspan(at, size));
    if (is_transposed(orientation)) std::swap(width, height);
    exchange.upright_width = static_cast<std::uint32_t>(width);
    exchange.upright_height = static_cast<std::uint32_t>(height);
    exchange.state = DecodeExchange::State::decoded;
}

void decode_by(Decoder decoder, std::span<const std::byte> file, DecodeExchange& exchange,
               std::span<Rgba8> pixels, DecodeRoom room) {
    const int orientation = orientation_of(file, exchange);
    const std::size_t size = exchange.width * exchange.height * exchange.frames;
    std::vector<Rgba8> aside(orientation == 1 ? 0 : size);
    const std::span<Rgba8> target = aside.empty() ? pixels.first(size) : std::span(aside);
    StoredColors colors;
    StoredMetadata metadata;
    const std::string damage = decoder({.file = file,
                                        .width = exchange.width,
                                        .height = exchange.height,
                                        .frames = exchange.frames,
                                        .memory_limit = memory_budget(file.size(), pixels.size()),
                                        .pixels = target,
                                        .colors = colors,
                                        .metadata = metadata});
    if (!damage.empty()) return refuse(exchange, DecodeExchange::State::damaged, damage);
    settle_colors(colors, exchange, target, room.profile);
    finish(exchange, target, orientation, pixels);
    settle_metadata(metadata, file, exchange, room.metadata);
}

}
