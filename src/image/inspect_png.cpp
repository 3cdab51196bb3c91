#include "image/inspect.h"

#include <zlib.h>

namespace huedrift {
namespace {

constexpr std::size_t signature_bytes = 8, length_and_type_bytes = 8, checksum_bytes = 4;

void check_sum(const Source& source, std::size_t chunk, std::uint32_t length) {
    const auto covered = source.part(chunk + 4, 4 + std::size_t{length}); // the type and the data
    const auto sum =
        ::crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<z_size_t>(covered.size()));
    if (sum != source.u32_big(chunk + length_and_type_bytes + length))
        throw source.damaged("a checksum is wrong");
}

FileFacts read_header(const Source& source, std::size_t data) {
    FileFacts facts;
    facts.width = source.u32_big(data);
    facts.height = source.u32_big(data + 4);
    facts.sixteen_bits = source.u8(data + 8) == 16;
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    return facts;
}

/// The text of an iTXt chunk as this program writes it: uncompressed, without a language. The keyword,
/// compression flag and method, language tag and translated keyword of the PNG specification come first.
std::span<const std::byte> settings_in(const Source& source, std::size_t data, std::uint32_t length) {
    constexpr std::string_view head("huedrift\0\0\0\0\0", 13);
    const bool ours = length > head.size() && source.text(data, head.size()) == head;
    return ours ? source.part(data + head.size(), length - head.size()) : std::span<const std::byte>{};
}

}

FileFacts inspect_png(const Source& source) {
    // A transfer as text breaks the line endings, which the signature contains for this reason.
    if (source.text(0, signature_bytes) != "\x89PNG\r\n\x1a\n")
        throw source.damaged("its signature is wrong");
    FileFacts facts;
    bool pixels_seen = false;
    for (std::size_t chunk = signature_bytes;;) {
        const std::uint32_t length = source.u32_big(chunk);
        const std::string_view type = source.text(chunk + 4, 4);
        const std::size_t data = chunk + length_and_type_bytes;
        if ((chunk == signature_bytes) != (type == "IHDR" && length == 13))
            throw source.damaged("its header chunk is not where it must be");
        check_sum(source, chunk, length);

        if (type == "IHDR") facts = read_header(source, data);
        if (type == "IDAT") pixels_seen = true;
        if (type == "acTL") facts.animated = true;
        if (type == "eXIf") facts.exif = source.part(data, length);
        if (type == "iTXt" && facts.settings.empty()) facts.settings = settings_in(source, data, length);
        if (type == "IEND") break;
        chunk = data + length + checksum_bytes;
    }
    if (!pixels_seen) throw source.damaged("it has no pixel data");
    return facts;
}

}
