#include "decode/decode.h"

#include "decode/decode_jpeg.h"
#include "decode/orientation.h"
#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

using State = DecodeExchange::State;

void refuse(DecodeExchange& exchange, State state, std::string_view reason) {
    exchange.state = state;
    exchange.reason = {};
    reason.copy(exchange.reason.data(), exchange.reason.size() - 1);
}

bool is_jpeg(std::span<const std::byte> file) { return file.size() > 1 && file[0] == std::byte{0xFF}; }

std::string_view failure_reason() {
    const char* const told = stbi_failure_reason();
    const std::string_view reason = told ? told : "its decoder gives no reason";
    if (reason == "outofmem") return "it unpacks to more than its size allows";
    // stb_image's message before it has tried the file as PNG, left over where it then fails without one.
    if (reason == "bad png sig") return "its parts contradict each other";
    return reason;
}

/// Turns the stored picture upright into `pixels`, unless it is there already, and reports it as decoded.
void finish(DecodeExchange& exchange, std::span<const Rgba8> stored, int orientation,
            std::span<Rgba8> pixels) {
    int width = static_cast<int>(exchange.width), height = static_cast<int>(exchange.height);
    if (stored.data() != pixels.data()) write_upright({width, height, stored}, orientation, pixels);
    if (is_transposed(orientation)) std::swap(width, height);
    exchange.upright_width = static_cast<std::uint32_t>(width);
    exchange.upright_height = static_cast<std::uint32_t>(height);
    exchange.state = State::decoded;
}

/// Decodes straight into `pixels` where the picture is upright.
void decode_by_libjpeg(std::span<const std::byte> file, DecodeExchange& exchange, int orientation,
                       std::span<Rgba8> pixels) {
    const std::size_t size = exchange.width * exchange.height;
    std::vector<Rgba8> aside(orientation == 1 ? 0 : size);
    const std::span<Rgba8> target = aside.empty() ? pixels.first(size) : std::span(aside);
    const std::string damage =
        decode_jpeg(file, exchange.width, exchange.height, memory_budget(file.size(), pixels.size()), target);
    if (!damage.empty()) return refuse(exchange, State::damaged, damage);
    finish(exchange, target, orientation, pixels);
}

void decode_by_stb(std::span<const std::byte> file, DecodeExchange& exchange, int orientation,
                   std::span<Rgba8> pixels) {
    const bool upright = orientation == 1;
    const StbMemoryBudget budget(memory_budget(file.size(), pixels.size()),
                                 upright ? std::as_writable_bytes(pixels) : std::span<std::byte>{});
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> decoded(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()),
                              &width, &height, &channels, STBI_rgb_alpha),
        &stbi_image_free);
    if (!decoded) return refuse(exchange, State::undecodable, failure_reason());
    if (std::uint64_t(width) != exchange.width || std::uint64_t(height) != exchange.height)
        return refuse(exchange, State::damaged, "it gives two different sizes");

    finish(exchange, {reinterpret_cast<const Rgba8*>(decoded.get()), exchange.width * exchange.height},
           orientation, pixels);
}

}

std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels) {
    // The worst case is an interlaced PNG with four 16-bit channels. stb_image expects 8 bytes a pixel, finds
    // that interlaced rows take a few more and doubles the block: 16, plus 8 for the picture and 4 for the
    // largest pass. Compressed data is gathered in a block that doubles, too, with the old and the new one
    // alive at once.
    return memory_for_tables + 28 * pixels + 3 * file_bytes;
}

void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels) {
    const int orientation = exif_orientation(file.subspan(exchange.exif_at, exchange.exif_bytes));
    (is_jpeg(file) ? decode_by_libjpeg : decode_by_stb)(file, exchange, orientation, pixels);
}

}
