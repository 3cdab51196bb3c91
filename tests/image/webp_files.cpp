#include "image/webp_files.h"

#include <gtest/gtest.h>
#include <webp/encode.h>

namespace huedrift {
namespace {

std::string little_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
    return text;
}

}

std::string webp_chunks(const ImageView& image, bool lossless) {
    constexpr std::size_t head = 12;
    constexpr float quality = 80;
    const auto* const rgba = reinterpret_cast<const std::uint8_t*>(image.pixels.data());
    std::uint8_t* file = nullptr;
    const std::size_t size =
        lossless ? WebPEncodeLosslessRGBA(rgba, image.width, image.height, 4 * image.width, &file)
                 : WebPEncodeRGBA(rgba, image.width, image.height, 4 * image.width, quality, &file);
    EXPECT_GT(size, head);
    const std::string chunks(reinterpret_cast<const char*>(file) + head, size - head);
    WebPFree(file);
    return chunks;
}

std::string webp_chunk(std::string_view name, std::string_view data) {
    std::string chunk(name);
    chunk.append(little_endian(static_cast<std::uint32_t>(data.size()), 4)).append(data);
    return chunk.append(data.size() % 2, '\0');
}

std::vector<std::byte> webp_file(const std::string& chunks) {
    const std::string file = webp_chunk("RIFF", "WEBP" + chunks);
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

std::string webp_extended(std::uint8_t flags, int width, int height) {
    return webp_chunk("VP8X", little_endian(flags, 4) +
                                  little_endian(static_cast<std::uint32_t>(width - 1), 3) +
                                  little_endian(static_cast<std::uint32_t>(height - 1), 3));
}

std::string webp_frame(int x, int y, const ImageView& image, bool lossless) {
    std::string head;
    for (const int value : {x / 2, y / 2, image.width - 1, image.height - 1, 100})
        head += little_endian(static_cast<std::uint32_t>(value), 3);
    return webp_chunk("ANMF", head + '\0' + webp_chunks(image, lossless));
}

}
