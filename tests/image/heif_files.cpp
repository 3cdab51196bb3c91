#include "image/heif_files.h"

#include "image/png_files.h"

#include <avif/avif.h>
#include <cstring>
#include <gtest/gtest.h>
#include <libheif/heif.h>
#include <string>

namespace huedrift {
namespace {

std::vector<std::byte> bytes_at(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    return {first, first + size};
}

std::string box(const std::string& type, const std::string& data) {
    return big_endian(static_cast<std::uint32_t>(8 + data.size())) + type + data;
}

}

std::vector<std::byte> avif_file(const ImageView& image, int depth,
                                 const std::function<void(avifImage&)>& change) {
    avifImage* const avif = avifImageCreate(image.width, image.height, depth, AVIF_PIXEL_FORMAT_YUV444);
    avif->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    avif->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    avif->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_IDENTITY;
    if (change) change(*avif);
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, avif);
    rgb.depth = 8;
    rgb.pixels = reinterpret_cast<std::uint8_t*>(const_cast<Rgba8*>(image.pixels.data()));
    rgb.rowBytes = static_cast<std::uint32_t>(image.width) * 4;
    EXPECT_EQ(avifImageRGBToYUV(avif, &rgb), AVIF_RESULT_OK);
    avifEncoder* const encoder = avifEncoderCreate();
    encoder->speed = AVIF_SPEED_FASTEST;
    encoder->minQuantizer = encoder->maxQuantizer = AVIF_QUANTIZER_LOSSLESS;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    avifRWData output = AVIF_DATA_EMPTY;
    EXPECT_EQ(avifEncoderWrite(encoder, avif, &output), AVIF_RESULT_OK);
    const auto file = bytes_at(output.data, output.size);
    avifRWDataFree(&output);
    avifEncoderDestroy(encoder);
    avifImageDestroy(avif);
    return file;
}

std::vector<std::byte> av1_file_of(const char* brand, const ImageView& image, int depth,
                                   const std::function<void(avifImage&)>& change) {
    auto file = avif_file(image, depth, change);
    const std::size_t type = std::to_integer<std::size_t>(file[3]); // bytes of the box of brands
    for (std::size_t at = 8; at < type; at += 4)
        if (at != 12 && std::memcmp(&file[at], "avi", 3) == 0) std::memcpy(&file[at], brand, 4);
    return file;
}

void set_crop(avifImage& avif, int left, int top, int width, int height) {
    avif.transformFlags |= AVIF_TRANSFORM_CLAP;
    // Offsets are those between the centres.
    avif.clap = {.widthN = static_cast<std::uint32_t>(width),
                 .widthD = 1,
                 .heightN = static_cast<std::uint32_t>(height),
                 .heightD = 1,
                 .horizOffN = static_cast<std::uint32_t>(2 * left + width) - avif.width,
                 .horizOffD = 2,
                 .vertOffN = static_cast<std::uint32_t>(2 * top + height) - avif.height,
                 .vertOffD = 2};
}

std::vector<std::byte> heic_file(const ImageView& image, const std::string& exif, const std::string& xmp) {
    heif_image* picture = nullptr;
    heif_image_create(image.width, image.height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &picture);
    heif_image_add_plane(picture, heif_channel_interleaved, image.width, image.height, 8);
    int stride = 0;
    std::uint8_t* const plane = heif_image_get_plane(picture, heif_channel_interleaved, &stride);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const Rgba8 p = image.pixels[std::size_t(y * image.width + x)];
            std::memcpy(plane + y * stride + 3 * x, &p, 3);
        }
    heif_context* const context = heif_context_alloc();
    heif_encoder* encoder = nullptr;
    EXPECT_EQ(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code,
              heif_error_Ok);
    heif_encoder_set_lossy_quality(encoder, 90);
    heif_image_handle* handle = nullptr;
    EXPECT_EQ(heif_context_encode_image(context, picture, encoder, nullptr, &handle).code, heif_error_Ok);
    if (!exif.empty())
        heif_context_add_exif_metadata(context, handle, exif.data(), static_cast<int>(exif.size()));
    if (!xmp.empty())
        heif_context_add_XMP_metadata(context, handle, xmp.data(), static_cast<int>(xmp.size()));
    heif_image_handle_release(handle);
    std::vector<std::byte> file;
    heif_writer writer{.writer_api_version = 1,
                       .write = [](heif_context*, const void* data, std::size_t size, void* target) {
                           *static_cast<std::vector<std::byte>*>(target) = bytes_at(data, size);
                           return heif_error{heif_error_Ok, heif_suberror_Unspecified, ""};
                       }};
    heif_context_write(context, &writer, &file);
    heif_encoder_release(encoder);
    heif_image_release(picture);
    heif_context_free(context);
    return file;
}

std::vector<std::byte> heif_of(const char* brand, std::uint32_t width, std::uint32_t height) {
    const std::string flags(4, '\0');
    const std::string ispe = box("ispe", flags + big_endian(width) + big_endian(height));
    const std::string ipma = box("ipma", flags + big_endian(1) + std::string("\0\1\1\1", 4));
    const std::string meta =
        flags + box("pitm", flags + std::string("\0\1", 2)) + box("iprp", box("ipco", ispe) + ipma);
    const std::string file = box("ftyp", brand + flags) + box("meta", meta);
    return bytes_at(file.data(), file.size());
}

}
