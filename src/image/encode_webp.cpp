#include "image/encode.h"

#include "base/error.h"
#include "base/output_file.h"
#include "image/source.h"

#include <cstdint>
#include <string>
#include <webp/encode.h>

namespace huedrift {
namespace {

void put_chunk(std::vector<std::byte>& file, std::string_view name, std::span<const std::byte> data) {
    const auto letters = std::as_bytes(std::span(name));
    file.insert(file.end(), letters.begin(), letters.end());
    append_little_endian(file, data.size(), 4);
    file.insert(file.end(), data.begin(), data.end());
    file.resize(file.size() + data.size() % 2);
}

/// The file in the extended format (RFC 9649, 2.7), which has room for a profile and metadata.
std::vector<std::byte> extended(std::span<const std::byte> file, const ImageView& image,
                                std::span<const std::byte> profile, const Metadata& metadata) {
    constexpr std::size_t head = 12, icc_flag = 0x20, alpha_flag = 0x10, exif_flag = 0x08, xmp_flag = 0x04;
    const std::size_t flags = (profile.empty() ? 0 : icc_flag) | (is_opaque(image) ? 0 : alpha_flag) |
                              (metadata.exif.empty() ? 0 : exif_flag) | (metadata.xmp.empty() ? 0 : xmp_flag);
    std::vector<std::byte> features, content = text_bytes("WEBP"), whole;
    append_little_endian(features, flags, 4);
    for (const int side : {image.width, image.height})
        append_little_endian(features, static_cast<std::uint64_t>(side - 1), 3);
    put_chunk(content, "VP8X", features);
    if (!profile.empty()) put_chunk(content, "ICCP", profile);
    content.insert(content.end(), file.begin() + head, file.end());
    if (!metadata.exif.empty()) put_chunk(content, "EXIF", metadata.exif);
    if (!metadata.xmp.empty()) put_chunk(content, "XMP ", metadata.xmp);
    put_chunk(whole, "RIFF", content);
    return whole;
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
    const auto plain = std::as_bytes(std::span(encoding.file.mem, encoding.file.size));
    if (!profile.empty() || !metadata.empty()) return extended(plain, image, profile, metadata);
    return {plain.begin(), plain.end()};
}

}
