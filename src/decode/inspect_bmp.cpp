#include "decode/decoders.h"

#include <cstdlib>

namespace huedrift {

FileFacts inspect_bmp(const Source& source) {
    constexpr std::size_t file_header_bytes = 14, os2_header_bytes = 12;
    const std::uint32_t pixels_at = source.u32_little(10), header_bytes = source.u32_little(14);
    const bool os2 = header_bytes == os2_header_bytes;

    // The height is negative when rows go from the top down; in 64 bits, as -2^31 cannot be negated in 32.
    const auto field = [&](std::size_t offset) {
        return std::int64_t{std::int32_t(source.u32_little(offset))};
    };
    const std::int64_t width = os2 ? source.u16_little(18) : field(18);
    const std::int64_t height = os2 ? source.u16_little(20) : std::abs(field(22));
    const std::uint32_t bits = source.u16_little(os2 ? 24 : 28);
    const std::uint32_t compression = os2 ? 0 : source.u32_little(30);
    if (width <= 0 || height == 0) throw source.damaged("it has no pixels");
    if (compression == 1 || compression == 2) throw source.unsupported("run-length coded BMP files");
    // stb_image 2.27 reads their palette four colours too short.
    if (os2 && bits < 24) throw source.unsupported("OS/2 BMP files with a palette");
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        throw source.damaged("it has " + std::to_string(bits) + " bits per pixel");
    if (pixels_at < file_header_bytes + os2_header_bytes)
        throw source.damaged("its pixels overlap its header");

    FileFacts facts;
    facts.width = static_cast<std::uint64_t>(width);
    facts.height = static_cast<std::uint64_t>(height);
    const std::uint64_t row_bytes = (facts.width * bits + 31) / 32 * 4;
    if (facts.height > (source.bytes().size() - source.part(0, pixels_at).size()) / row_bytes)
        throw source.damaged("it is cut short");
    return facts;
}

}
