#pragma once

#include "decode/decoders.h"
#include "image/picture_formats.h"

#include <algorithm>

namespace huedrift {

/// What the decoder program of this format reads it with.
inline PictureReader reader_of(const PictureFormat& format) {
    if (format.name == "WebP") return {inspect_webp, decode_webp};
    if (format.name == "AVIF") return {inspect_heif, decode_avif};
    if (format.name == "HEIC") return {inspect_heif, decode_heif};
    if (format.name == "JPEG XL") return {inspect_jxl, decode_jxl};
    if (format.name == "GIF") return {inspect_gif, decode_gif};
    if (format.name == "TIFF") return {inspect_tiff, decode_tiff};
    return {inspect_basic, decode_basic};
}

/// Limits with which animations are read with all of their frames.
inline constexpr LoadLimits all_frames{.max_frames = 1000};

/// The facts that a decoder program would tell about a file, checked against the limits. An animation that is
/// to be read as a picture has no frames.
inline FileFacts inspect_here(std::span<const std::byte> bytes, const std::string& name,
                              const LoadLimits& limits = {}) {
    const PictureFormat& format = readable_format(bytes, name);
    const Source source(bytes, name, std::string(format.name));
    FileFacts facts = reader_of(format).inspect(source);
    if (checked_frames(source, facts.size(), limits) == 0) facts.animation = {};
    return facts;
}

/// Like load_image(), but decodes in this process: fast enough for thousands of files, and visible to
/// sanitizers.
inline Image decode_here(std::span<const std::byte> bytes, const std::string& name,
                         const LoadLimits& limits = {}) {
    const FileFacts facts = inspect_here(bytes, name, limits);
    const PictureFormat& format = readable_format(bytes, name);
    DecodeExchange exchange{};
    exchange.frames = std::max<std::uint64_t>(1, facts.animation.frames());
    std::vector<std::byte> metadata(2 * bytes.size()); // sizes may gain digits
    const std::size_t size = facts.width * facts.height * exchange.frames;
    std::vector<Rgba8> pixels(size + DecodeMemory::spare_pixels);
    decode_by(reader_of(format).decode, Source(bytes, name, std::string(format.name)), facts, exchange,
              pixels, {.metadata = metadata});
    pixels.resize(size);
    return {static_cast<int>(exchange.upright_width),
            static_cast<int>(exchange.upright_height * exchange.frames), std::move(pixels)};
}

}
