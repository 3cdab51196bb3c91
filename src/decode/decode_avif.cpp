#include "decode/decoders.h"

#include <avif/avif.h>
#include <memory>

namespace huedrift {
namespace {

using Avif = std::unique_ptr<avifDecoder, decltype(&avifDecoderDestroy)>;

const char* reason_of(avifResult result) {
    switch (result) {
    case AVIF_RESULT_OK:
        return "";
    case AVIF_RESULT_OUT_OF_MEMORY:
        return unpacks_to_too_much;
    case AVIF_RESULT_TRUNCATED_DATA:
        return is_cut_short;
    default:
        return contradicts_itself;
    }
}

void read_colors(const avifImage& image, StoredColors& colors) {
    const auto profile = std::as_bytes(std::span(image.icc.data, image.icc.size));
    colors.profile.assign(profile.begin(), profile.end());
    if (profile.empty()) colors.cicp = Cicp{image.colorPrimaries, image.transferCharacteristics};
}

std::vector<std::byte> bytes_of(const avifRWData& data) {
    const auto bytes = std::as_bytes(std::span(data.data, data.size));
    return {bytes.begin(), bytes.end()};
}

const char* read_pixels(const avifImage& image, const Undecoded& picture) {
    if (image.width != picture.width || image.height != picture.height) return has_two_sizes;
    StoredColors& colors = picture.colors;
    const bool deep = image.depth > 8;
    if (deep) colors.deep = std::make_shared<Rgba16[]>(picture.pixels.size());
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.depth = deep ? 16 : 8;
    rgb.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_BILINEAR;
    rgb.avoidLibYUV = AVIF_TRUE;
    rgb.pixels = deep ? reinterpret_cast<std::uint8_t*>(colors.deep.get())
                      : reinterpret_cast<std::uint8_t*>(picture.pixels.data());
    rgb.rowBytes = static_cast<std::uint32_t>(picture.width * (deep ? sizeof(Rgba16) : sizeof(Rgba8)));
    return reason_of(avifImageYUVToRGB(&image, &rgb));
}

}

std::string decode_avif(const Undecoded& picture) {
    const Avif decoder(avifDecoderCreate(), &avifDecoderDestroy);
    if (!decoder) return unpacks_to_too_much;
    decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
    decoder->maxThreads = 1;
    decoder->requestedSource = AVIF_DECODER_SOURCE_PRIMARY_ITEM;
    decoder->imageSizeLimit = static_cast<std::uint32_t>(picture.width * picture.height);
    decoder->imageDimensionLimit = 0;
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(picture.file().data());
    avifResult result = avifDecoderSetIOMemory(decoder.get(), bytes, picture.file().size());
    if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder.get());
    if (result == AVIF_RESULT_INVALID_EXIF_PAYLOAD) { // does not affect the picture
        decoder->ignoreExif = AVIF_TRUE;
        result = avifDecoderParse(decoder.get());
    }
    if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder.get());
    if (result != AVIF_RESULT_OK) return reason_of(result);
    read_colors(*decoder->image, picture.colors);
    picture.metadata.exif = bytes_of(decoder->image->exif);
    picture.metadata.xmp = bytes_of(decoder->image->xmp);
    return read_pixels(*decoder->image, picture);
}

}
