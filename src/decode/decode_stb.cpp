#include "decode/decoders.h"

#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace huedrift {
namespace {

std::string_view failure_reason() {
    const char* const told = stbi_failure_reason();
    const std::string_view reason = told ? told : "its decoder gives no reason";
    if (reason == "outofmem") return unpacks_to_too_much;
    // The message of stb_image's first test for PNG. It is left over if the decoder then fails without a
    // message.
    if (reason == "bad png sig") return contradicts_itself;
    return reason;
}

int length_of(std::span<const std::byte> file) { return static_cast<int>(file.size()); }
const stbi_uc* bytes_of(std::span<const std::byte> file) {
    return reinterpret_cast<const stbi_uc*>(file.data());
}

/// A picture decoded by stb_image, which may lie in the budget's target. Throws Error(input).
template <class Sample>
auto load_by(auto* load, const Undecoded& picture) {
    int width = 0, height = 0, channels = 0;
    std::unique_ptr<Sample, decltype(&stbi_image_free)> samples(
        load(bytes_of(picture.file()), length_of(picture.file()), &width, &height, &channels, STBI_rgb_alpha),
        &stbi_image_free);
    if (!samples) throw picture.source.undecodable(std::string(failure_reason()));
    if (std::uint64_t(width) != picture.width || std::uint64_t(height) != picture.height)
        throw picture.source.damaged(has_two_sizes);
    return samples;
}

}

std::string decode_stb(const Undecoded& picture) {
    if (stbi_is_16_bit_from_memory(bytes_of(picture.file()), length_of(picture.file()))) {
        const StbMemoryBudget budget(picture.memory_limit);
        auto samples = load_by<stbi_us>(stbi_load_16_from_memory, picture);
        picture.colors.deep = {reinterpret_cast<Rgba16*>(samples.release()), &stbi_image_free};
        return "";
    }
    const std::span target(picture.pixels.data(), picture.pixels.size() + DecodeMemory::spare_pixels);
    const StbMemoryBudget budget(picture.memory_limit, std::as_writable_bytes(target));
    const auto samples = load_by<stbi_uc>(stbi_load_from_memory, picture);
    const auto* const pixels = reinterpret_cast<const Rgba8*>(samples.get());
    if (pixels != target.data()) std::copy_n(pixels, picture.pixels.size(), target.data());
    return "";
}

}
