#include "decode/picture_reader.h"

#include <algorithm>
#include <array>
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

std::span<const std::byte> bytes_of(const avifRWData& data) {
    return std::as_bytes(std::span(data.data, data.size));
}

/// The orientation, as Exif counts it, after the properties irot and imir in this order.
int orientation_of(const avifImage& image) {
    constexpr std::array turned{1, 8, 3, 6}, upended{4, 5, 2, 7}, reversed{2, 7, 4, 5};
    const std::size_t quarters_left = image.transformFlags & AVIF_TRANSFORM_IROT ? image.irot.angle & 3u : 0;
    if (!(image.transformFlags & AVIF_TRANSFORM_IMIR)) return turned[quarters_left];
    return image.imir.mode == 0 ? upended[quarters_left] : reversed[quarters_left];
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

class AvifReader : public PictureReader {
public:
    explicit AvifReader(const Source& source) : PictureReader(source) {
        if (!decoder_) throw source.damaged(unpacks_to_too_much);
        decoder_->codecChoice = AVIF_CODEC_CHOICE_DAV1D;
        decoder_->maxThreads = 1;
        decoder_->requestedSource = AVIF_DECODER_SOURCE_PRIMARY_ITEM;
        decoder_->imageDimensionLimit = 0;                          // there are limits of our own
        decoder_->strictFlags &= ~unsigned{AVIF_STRICT_CLAP_VALID}; // read_facts() checks crops
        avifResult result = avifDecoderSetIOMemory(
            decoder_.get(), reinterpret_cast<const std::uint8_t*>(file().data()), file().size());
        if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder_.get());
        if (result == AVIF_RESULT_INVALID_EXIF_PAYLOAD) { // does not affect the picture
            decoder_->ignoreExif = AVIF_TRUE;
            result = avifDecoderParse(decoder_.get());
        }
        if (result == AVIF_RESULT_OK)
            read_facts(*decoder_->image);
        else
            static_cast<PictureSize&>(facts_) = size_in(decoder_->diag.error);
        if (facts_.width == 0) throw source.damaged(reason_of(result));
    }

    std::string decode(const DecodeTarget& target) override {
        if (!decoder_->image) throw above_limits_of_library();
        if (const avifResult result = avifDecoderNextImage(decoder_.get()); result != AVIF_RESULT_OK)
            return reason_of(result);
        read_colors(*decoder_->image, target.colors);
        if (!facts_.sixteen_bits) return read_pixels(target.pixels.data());
        target.colors.deep = std::make_shared<Rgba16[]>(target.pixels.size());
        return read_pixels(target.colors.deep.get());
    }

private:
    void read_facts(const avifImage& image) {
        facts_.sixteen_bits = image.depth > 8;
        facts_.orientation = orientation_of(image);
        const std::string_view brands =
            source_.text(0, std::min<std::size_t>(source_.u32_big(0), file().size()));
        facts_.animated = brands.find("avis") != std::string_view::npos;
        facts_.exif = metadata_of(bytes_of(image.exif));
        facts_.xmp = metadata_of(bytes_of(image.xmp), max_xmp_bytes);
        crop_ = {0, 0, image.width, image.height};
        const bool cropped = (image.transformFlags & AVIF_TRANSFORM_CLAP) != 0;
        if (cropped && !avifCropRectConvertCleanApertureBox(&crop_, &image.clap, image.width, image.height,
                                                            image.yuvFormat, &decoder_->diag))
            throw source_.damaged("its crop lies outside of its pixels");
        facts_.width = crop_.width;
        facts_.height = crop_.height;
    }

    template <class Pixel>
    const char* read_pixels(Pixel* pixels) const {
        const avifImage& image = *decoder_->image;
        if (crop_.x + facts_.width > image.width || crop_.y + facts_.height > image.height)
            return has_two_sizes;
        if (image.width == facts_.width && image.height == facts_.height)
            return reason_of(convert(image, pixels));
        std::vector<Pixel> stored(std::size_t{image.width} * image.height);
        const avifResult result = convert(image, stored.data());
        for (std::uint64_t y = 0; y < facts_.height; ++y)
            std::copy_n(&stored[(crop_.y + y) * image.width + crop_.x], facts_.width,
                        pixels + y * facts_.width);
        return reason_of(result);
    }

    Avif decoder_{avifDecoderCreate(), &avifDecoderDestroy};
    avifCropRect crop_{}; ///< of the stored picture
};

}

std::unique_ptr<PictureReader> open_avif(const Source& source) {
    return std::make_unique<AvifReader>(source);
}

}
