#include "decode/decode_stb.h"

#include "decode/decode_by.h"
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
    // stb_image's message before it has tried the file as PNG, left over where it then fails without one.
    if (reason == "bad png sig") return contradicts_itself;
    return reason;
}

}

void decode_by_stb(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels) {
    const int orientation = orientation_of(file, exchange);
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
        return refuse(exchange, State::damaged, has_two_sizes);

    finish(exchange, {reinterpret_cast<const Rgba8*>(decoded.get()), exchange.width * exchange.height},
           orientation, pixels);
}

}
