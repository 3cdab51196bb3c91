#pragma once

#include "decode/decode.h"
#include "decode/decode_avif.h"
#include "decode/decode_by.h"
#include "decode/decode_gif.h"
#include "decode/decode_heif.h"
#include "decode/decode_jxl.h"
#include "decode/decode_tiff.h"
#include "decode/decode_webp.h"
#include "image/header_gate.h"

#include <algorithm>

namespace huedrift {

/// Decodes like the decoder program of this format.
inline void decode_as(const PictureFormat& format, std::span<const std::byte> file, DecodeExchange& exchange,
                      std::span<Rgba8> pixels, DecodeRoom room) {
    if (format.name == "WebP") return decode_by(decode_webp, file, exchange, pixels, room);
    if (format.name == "AVIF") return decode_by(decode_avif, file, exchange, pixels, room);
    if (format.name == "HEIC") return decode_by(decode_heif, file, exchange, pixels, room);
    if (format.name == "JPEG XL") return decode_by(decode_jxl, file, exchange, pixels, room);
    if (format.name == "GIF") return decode_by(decode_gif, file, exchange, pixels, room);
    if (format.name == "TIFF") return decode_by(decode_tiff, file, exchange, pixels, room);
    decode(file, exchange, pixels, room);
}

/// Limits with which animations are read with all of their frames.
inline constexpr LoadLimits all_frames{.max_frames = 1000};

/// Like load_image(), but decodes in this process: fast enough for thousands of files, and visible to
/// sanitizers.
inline Image decode_here(std::span<const std::byte> bytes, const std::string& name,
                         const LoadLimits& limits = {}) {
    const auto [source, facts, format] = pass_header_gate(bytes, name, limits);
    DecodeExchange exchange{};
    exchange.width = facts.width;
    exchange.height = facts.height;
    exchange.frames = std::max<std::uint64_t>(1, facts.animation.frames());
    exchange.orientation = static_cast<std::uint64_t>(facts.orientation);
    if (!facts.exif.empty()) {
        exchange.exif_at = static_cast<std::uint64_t>(facts.exif.data() - bytes.data());
        exchange.exif_bytes = facts.exif.size();
    }
    if (!facts.xmp.empty()) {
        exchange.xmp_at = static_cast<std::uint64_t>(facts.xmp.data() - bytes.data());
        exchange.xmp_bytes = facts.xmp.size();
    }
    std::vector<std::byte> metadata(2 * bytes.size()); // sizes may gain digits
    const std::size_t size = facts.width * facts.height * exchange.frames;
    std::vector<Rgba8> pixels(size + DecodeExchange::spare_pixels);
    decode_as(format, bytes, exchange, pixels, {.metadata = metadata});
    pixels.resize(size);
    if (exchange.state != DecodeExchange::State::decoded) throw source.undecodable(exchange.reason.data());
    return {static_cast<int>(exchange.upright_width),
            static_cast<int>(exchange.upright_height * exchange.frames), std::move(pixels)};
}

}
