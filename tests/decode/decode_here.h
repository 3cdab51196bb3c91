#pragma once

#include "decode/picture_reader.h"
#include "image/picture_formats.h"

#include <algorithm>

namespace huedrift {

/// The opener of this format's files in its decoder program.
inline PictureOpener opener_of(const PictureFormat& format) {
    if (format.name == "WebP") return open_webp;
    if (format.name == "AVIF") return open_avif;
    if (format.name == "HEIC") return open_heif;
    if (format.name == "JPEG XL") return open_jxl;
    if (format.name == "GIF") return open_gif;
    if (format.name == "TIFF") return open_tiff;
    return open_basic;
}

/// Limits with which animations are read with all of their frames.
inline constexpr LoadLimits all_frames{.max_frames = 1000};

/// The facts that a decoder program would tell about a file, checked against the limits.
inline FileFacts inspect_here(std::span<const std::byte> bytes, const std::string& name,
                              const LoadLimits& limits = {}) {
    const PictureFormat& format = readable_format(bytes, name);
    const Source source(bytes, name, std::string(format.name));
    const FileFacts facts = opener_of(format)(source)->facts();
    checked_frames(source, facts, limits);
    return facts;
}

/// Like load_image(), but decodes in this process: fast enough for thousands of files, and visible to
/// sanitizers.
inline Image decode_here(std::span<const std::byte> bytes, const std::string& name,
                         const LoadLimits& limits = {}) {
    const PictureFormat& format = readable_format(bytes, name);
    const Source source(bytes, name, std::string(format.name));
    const auto reader = opener_of(format)(source);
    DecodeExchange exchange{};
    static_cast<PictureFacts&>(exchange) = reader->facts();
    exchange.accepted_frames = std::max<std::uint64_t>(1, checked_frames(source, exchange, limits));
    std::vector<std::byte> metadata(2 * bytes.size()); // sizes may gain digits
    std::vector<Rgba8> pixels(exchange.width * exchange.height * exchange.accepted_frames);
    decode_upright(*reader, source, exchange, pixels, {.metadata = metadata});
    return {static_cast<int>(exchange.upright_width),
            static_cast<int>(exchange.upright_height * exchange.accepted_frames), std::move(pixels)};
}

}
