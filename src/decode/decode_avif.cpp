#include "decode/decoders.h"

#include <algorithm>
#include <avif/avif.h>
#include <memory>
#include <vector>

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

/// Converts the whole picture to pixels of 8 or 16 bits a channel. Colours are divided by an alpha that they
/// were multiplied with.
template <class Pixel>
avifResult convert(const avifImage& image, Pixel* pixels) {
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.depth = 8 * sizeof pixels->r;
    rgb.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_BILINEAR;
    rgb.avoidLibYUV = AVIF_TRUE;
    rgb.pixels = reinterpret_cast<std::uint8_t*>(pixels);
    rgb.rowBytes = image.width * static_cast<std::uint32_t>(sizeof(Pixel));
    return avifImageYUVToRGB(&image, &rgb);
}

template <class Pixel>
const char* read_pixels(const avifImage& image, const Undecoded& picture, Pixel* pixels) {
    const Crop& crop = picture.crop;
    if (image.width != crop.stored_width || image.height != crop.stored_height) return has_two_sizes;
    const std::uint64_t size = crop.stored_width * crop.stored_height;
    if (size == picture.pixels.size()) return reason_of(convert(image, pixels));
    std::vector<Pixel> stored(size);
    const avifResult result = convert(image, stored.data());
    for (std::uint64_t y = 0; y < picture.height; ++y)
        std::copy_n(&stored[(crop.top + y) * crop.stored_width + crop.left], picture.width,
                    pixels + y * picture.width);
    return reason_of(result);
}

const char* read_pixels(const avifImage& image, const Undecoded& picture) {
    if (image.depth <= 8) return read_pixels(image, picture, picture.pixels.data());
    picture.colors.deep = std::make_shared<Rgba16[]>(picture.pixels.size());
    return read_pixels(image, picture, picture.colors.deep.get());
}

}

std::string decode_avif(const Undecoded& picture) {
    const Avif decoder(avifDecoderCreate(), &avifDecoderDestroy);
    if (!decoder) return unpacks_to_too_much;
    decoder->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
    decoder->maxThreads = 1;
    decoder->requestedSource = AVIF_DECODER_SOURCE_PRIMARY_ITEM;
    decoder->imageSizeLimit =
        static_cast<std::uint32_t>(picture.crop.stored_width * picture.crop.stored_height);
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
