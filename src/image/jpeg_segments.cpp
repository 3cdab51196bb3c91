#include "image/jpeg_segments.h"

#include <algorithm>
#include <string_view>

namespace huedrift {
namespace {

std::string_view letters_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string segment_of(char marker, std::string_view head, std::span<const std::byte> data) {
    const std::size_t length = 2 + head.size() + data.size();
    std::string segment{'\xFF', marker, static_cast<char>(length >> 8), static_cast<char>(length)};
    return segment.append(head).append(letters_of(data));
}

/// ICC.1:2022, B.4.
std::string profile_segments(std::span<const std::byte> profile) {
    constexpr std::size_t max_part = 65535 - 16;
    const std::size_t count = (profile.size() + max_part - 1) / max_part;
    std::string segments;
    for (std::size_t i = 0; i < count; ++i) {
        const auto part =
            profile.subspan(i * max_part).first(std::min(max_part, profile.size() - i * max_part));
        std::string head("ICC_PROFILE\0", 12);
        head += {static_cast<char>(i + 1), static_cast<char>(count)};
        segments += segment_of('\xE2', head, part);
    }
    return segments;
}

}

void insert_jpeg_segments(std::vector<std::byte>& file, std::span<const std::byte> profile,
                          const Metadata& metadata) {
    constexpr std::string_view exif_head("Exif\0\0", 6), xmp_head("http://ns.adobe.com/xap/1.0/\0", 29);
    constexpr std::size_t header_at = 4;
    const auto u8 = [&](std::size_t at) { return std::to_integer<std::size_t>(file[at]); };
    std::string segments;
    if (!metadata.exif.empty()) segments += segment_of('\xE1', exif_head, metadata.exif);
    if (!metadata.xmp.empty()) segments += segment_of('\xE1', xmp_head, metadata.xmp);
    segments += profile_segments(profile);
    const auto bytes = std::as_bytes(std::span(segments));
    const std::size_t at = header_at + (u8(header_at) << 8 | u8(header_at + 1));
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin(), bytes.end());
}

}
