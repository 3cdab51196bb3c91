#include "image/encode_webp.h"

#include "base/error.h"

#include <cstdint>
#include <string>
#include <webp/encode.h>

namespace huedrift {
namespace {

std::string little_endian(std::size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
    return text;
}

std::string chunk(std::string_view name, std::string_view data) {
    std::string result(name);
    result.append(little_endian(data.size(), 4)).append(data);
    return result.append(data.size() % 2, '\0');
}

std::string chunk_of(std::string_view name, std::span<const std::byte> data) {
    return data.empty() ? "" : chunk(name, {reinterpret_cast<const char*>(data.data()), data.size()});
}

/// The file in the extended format (RFC 9649, 2.7), which has room for a profile and metadata.
std::string extended(std::string_view file, const ImageView& image, std::span<const std::byte> profile,
                     const Metadata& metadata) {
    constexpr std::size_t head = 12, icc_flag = 0x20, alpha_flag = 0x10, exif_flag = 0x08, xmp_flag = 0x04;
    const std::size_t flags = (profile.empty() ? 0 : icc_flag) | (is_opaque(image) ? 0 : alpha_flag) |
                              (metadata.exif.empty() ? 0 : exif_flag) | (metadata.xmp.empty() ? 0 : xmp_flag);
    const std::string size = little_endian(static_cast<std::size_t>(image.width) - 1, 3) +
                             little_endian(static_cast<std::size_t>(image.height) - 1, 3);
    std::string content = "WEBP" + chunk("VP8X", little_endian(flags, 4) + size) + chunk_of("ICCP", profile);
    content.append(file.substr(head));
    content += chunk_of("EXIF", metadata.exif) + chunk_of("XMP ", metadata.xmp);
    return chunk("RIFF", content);
}

/// Owns libwebp's memory for a picture and its file.
struct Encoding {
    WebPPicture picture;
    WebPMemoryWriter file;

    Encoding() {
        WebPMemoryWriterInit(&file);
        if (!WebPPictureInit(&picture)) throw Error(ErrorKind::output, "libwebp has another version");
        picture.use_argb = 1;
        picture.writer = WebPMemoryWrite;
        picture.custom_ptr = &file;
    }
    Encoding(const Encoding&) = delete;
    Encoding& operator=(const Encoding&) = delete;
    ~Encoding() {
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&file);
    }
};

WebPConfig lossless() {
    // Higher levels, up to 9, take longer for hardly smaller files; 6 is that of WebPEncodeLosslessRGBA.
    constexpr int level = 6;
    WebPConfig config;
    if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, level))
        throw Error(ErrorKind::output, "libwebp has another version");
    config.exact = 1;
    return config;
}

}

std::vector<std::byte> encode_webp(const ImageView& image, std::span<const std::byte> profile,
                                   const Metadata& metadata) {
    const WebPConfig config = lossless();
    Encoding encoding;
    encoding.picture.width = image.width;
    encoding.picture.height = image.height;
    const auto* const rgba = reinterpret_cast<const std::uint8_t*>(image.pixels.data());
    if (!WebPPictureImportRGBA(&encoding.picture, rgba, 4 * image.width) ||
        !WebPEncode(&config, &encoding.picture))
        throw Error(ErrorKind::output, "libwebp cannot encode the picture: error " +
                                           std::to_string(encoding.picture.error_code));
    const std::string_view plain(reinterpret_cast<const char*>(encoding.file.mem), encoding.file.size);
    const bool is_plain = profile.empty() && metadata.empty();
    const std::string file = is_plain ? std::string(plain) : extended(plain, image, profile, metadata);
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

}
