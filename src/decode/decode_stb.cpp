#include "decode/decode_stb.h"

#include "decode/decode_by.h"
#include "decode/png_colors.h"
#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <memory>
#include <string_view>

namespace huedrift {
namespace {

using State = DecodeExchange::State;

std::string_view failure_reason() {
    const char* const told = stbi_failure_reason();
    const std::string_view reason = told ? told : "its decoder gives no reason";
    if (reason == "outofmem") return unpacks_to_too_much;
    // The message of stb_image's first test for PNG. It is left over if the decoder then fails without a
    // message.
    if (reason == "bad png sig") return contradicts_itself;
    return reason;
}

bool is_png(std::span<const std::byte> file) { return !file.empty() && file[0] == std::byte{0x89}; }

int length_of(std::span<const std::byte> file) { return static_cast<int>(file.size()); }
const stbi_uc* bytes_of(std::span<const std::byte> file) {
    return reinterpret_cast<const stbi_uc*>(file.data());
}

/// A picture decoded by stb_image, which may lie in the budget's target.
template <class Sample>
struct Decoded {
    int width = 0, height = 0, channels = 0;
    std::unique_ptr<Sample, decltype(&stbi_image_free)> samples{nullptr, &stbi_image_free};

    Decoded(std::span<const std::byte> file, auto* load) {
        samples.reset(load(bytes_of(file), length_of(file), &width, &height, &channels, STBI_rgb_alpha));
    }
    /// Returns false, with the answer set, if there is no picture or its size differs.
    bool is_there(DecodeExchange& exchange) const {
        if (!samples)
            refuse(exchange, State::undecodable, failure_reason());
        else if (std::uint64_t(width) != exchange.width || std::uint64_t(height) != exchange.height)
            refuse(exchange, State::damaged, has_two_sizes);
        else
            return true;
        return false;
    }
};

/// A PNG file of 16 bits a channel.
void decode_deep(std::span<const std::byte> file, StoredColors& colors, DecodeExchange& exchange,
                 std::span<Rgba8> pixels, DecodeRoom room) {
    const StbMemoryBudget budget(memory_budget(file.size(), pixels.size()));
    Decoded<stbi_us> decoded(file, stbi_load_16_from_memory);
    if (!decoded.is_there(exchange)) return;
    colors.deep = {reinterpret_cast<Rgba16*>(decoded.samples.release()), &stbi_image_free};
    const int orientation = orientation_of(file, exchange);
    const std::size_t size = exchange.width * exchange.height;
    std::vector<Rgba8> aside(orientation == 1 ? 0 : size);
    const std::span stored = aside.empty() ? pixels.first(size) : std::span(aside);
    settle_colors(colors, exchange, stored, room.profile);
    colors.deep.reset();
    finish(exchange, stored, orientation, pixels);
    settle_metadata({}, file, exchange, room.metadata);
}

}

void decode_by_stb(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   DecodeRoom room) {
    StoredColors colors;
    if (is_png(file)) {
        const StbMemoryBudget budget(memory_budget(file.size(), 0));
        colors = png_colors(file);
    }
    if (stbi_is_16_bit_from_memory(bytes_of(file), length_of(file)))
        return decode_deep(file, colors, exchange, pixels, room);
    const int orientation = orientation_of(file, exchange);
    const bool upright = orientation == 1;
    const StbMemoryBudget budget(memory_budget(file.size(), pixels.size()),
                                 upright ? std::as_writable_bytes(pixels) : std::span<std::byte>{});
    const Decoded<stbi_uc> decoded(file, stbi_load_from_memory);
    if (!decoded.is_there(exchange)) return;
    const std::span stored(reinterpret_cast<Rgba8*>(decoded.samples.get()), exchange.width * exchange.height);
    settle_colors(colors, exchange, stored, room.profile);
    finish(exchange, stored, orientation, pixels);
    settle_metadata({}, file, exchange, room.metadata);
}

}
