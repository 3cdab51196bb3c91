#pragma once

#include "image/image.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

enum class ImageFormat { png, jpeg, bmp, tga };

/// The extensions that name a picture format, for help texts: "png, jpg, jpeg, bmp, tga".
std::string image_extensions();

/// The format that a file name asks for by its extension, in any case. Throws Error(usage) listing those
/// there are.
ImageFormat image_format_of(const std::filesystem::path& path);

/// True when a file of this format holds every opaque pixel exactly.
bool is_lossless(ImageFormat format);

struct EncodeOptions {
    bool indexed = false; ///< PNG only: a palette of at most 256 RGBA entries
    /// The entries of an indexed PNG in their order, every pixel's value among them; empty: as they come.
    std::vector<Rgba8> entries{};
    int jpeg_quality = 95; ///< 1 to 100; above 90 colour is kept at full resolution
    /// UTF-8 without zeros that load_image() gives back, kept in an iTXt chunk named huedrift; other formats
    /// than PNG have no place for it.
    std::string settings{};
};

/// The whole file of a picture. PNG, BMP and TGA keep alpha (and leave it out when every pixel is opaque);
/// JPEG cannot, so the picture is laid over white. An indexed PNG has the smallest bit depth that fits.
/// Throws Error(output) when the picture is empty, has too many colours to be indexed or is too large for the
/// format, and Error(usage) when `indexed` is asked of another format than PNG.
std::vector<std::byte> encode_image(const ImageView& image, ImageFormat format,
                                    const EncodeOptions& options = {});

/// What a file of this format would not keep of this picture, as sentences for the user; empty when nothing
/// is lost.
std::vector<std::string> encoding_losses(const ImageView& image, ImageFormat format);

}
