#include "decode/decoders.h"

#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <memory>

namespace huedrift {
namespace {

/// Unpacks a profile from a name, a zero, the method 0 and zlib data (PNG specification, 11.3.2.3). A single
/// byte, which is no profile, stands for a damaged one.
std::vector<std::byte> profile_in(std::string_view chunk) {
    const std::size_t packed_at = chunk.find('\0') + 2;
    std::vector<std::byte> damaged(1);
    if (packed_at < 2 || packed_at >= chunk.size()) return damaged;
    int size = 0;
    const std::unique_ptr<char, decltype(&stbi_image_free)> profile(
        stbi_zlib_decode_malloc(chunk.data() + packed_at, static_cast<int>(chunk.size() - packed_at), &size),
        &stbi_image_free);
    if (!profile || size <= 0) return damaged;
    const auto bytes = std::as_bytes(std::span(profile.get(), static_cast<std::size_t>(size)));
    return {bytes.begin(), bytes.end()};
}

StoredColors colors_in(const Source& source) {
    constexpr std::size_t signature = 8, around = 12; // a chunk has length, type and checksum
    StoredColors colors;
    for (std::size_t chunk = signature;;) {
        const std::size_t length = source.u32_big(chunk), data = chunk + 8;
        const std::string_view type = source.text(chunk + 4, 4);
        if (type == "IDAT" || type == "IEND") return colors;
        if (type == "iCCP") colors.profile = profile_in(source.text(data, length));
        if (type == "cICP" && length == 4) colors.cicp = Cicp{source.u8(data), source.u8(data + 1)};
        chunk += around + length;
    }
}

}

std::string decode_png(const Undecoded& picture) {
    {
        const StbMemoryBudget budget(memory_budget(picture.file().size(), 0));
        picture.colors = colors_in(picture.source);
    }
    return picture.frames > 1 ? decode_apng(picture) : decode_stb(picture);
}

}
