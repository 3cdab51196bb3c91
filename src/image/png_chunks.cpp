#include "image/png_chunks.h"

#include "base/error.h"

#include <utility>
#include <zlib.h>

namespace huedrift {

void append_big_endian(std::vector<std::byte>& bytes, std::uint32_t value, int byte_count) {
    while (byte_count-- > 0) bytes.push_back(static_cast<std::byte>(value >> 8 * byte_count));
}

PngChunks::PngChunks() {
    for (const char byte : {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1A', '\n'})
        bytes_.push_back(static_cast<std::byte>(byte));
}

void PngChunks::put(std::string_view type, std::span<const std::byte> data) {
    constexpr std::size_t longest = (std::size_t{1} << 31) - 1; // PNG specification, third edition, 5.3
    if (data.size() > longest) throw Error(ErrorKind::output, "the picture is too large for a PNG file");
    append_big_endian(bytes_, static_cast<std::uint32_t>(data.size()));
    const std::size_t summed = bytes_.size();
    const auto name = std::as_bytes(std::span(type));
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    const auto* const first = reinterpret_cast<const Bytef*>(bytes_.data() + summed);
    append_big_endian(bytes_, static_cast<std::uint32_t>(::crc32_z(0, first, bytes_.size() - summed)));
}

std::vector<std::byte> PngChunks::finish() {
    put("IEND", {});
    return std::move(bytes_);
}

}
