#pragma once

#include "image/animation.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/metadata.h"
#include "image/picture_formats.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

/// The extensions that name a format that is written, for help texts: "png, apng, jpg, jpeg, bmp, webp, pam,
/// gif, tga".
std::string image_extensions();

/// The format for a file name's extension, in any case. Throws Error(usage) listing the known ones.
ImageFormat image_format_of(const std::filesystem::path& path);

/// Whether image_format_of() is JPEG. Throws nothing.
bool is_jpeg_name(const std::filesystem::path& path);

/// Whether image_format_of() is_animated(). Throws nothing.
bool is_animated_name(const std::filesystem::path& path);

/// Whether image_format_of() is a format that has a place for metadata. Throws nothing.
bool can_keep_metadata(const std::filesystem::path& path);

/// Whether files of this format keep every opaque pixel exactly.
bool is_lossless(ImageFormat format);

/// Whether files of this format can have the frames of an animation.
bool is_animated(ImageFormat format);

struct EncodeOptions {
    bool indexed = false;  ///< PNG and APNG only: a palette of at most 256 RGBA entries
    bool smallest = false; ///< PNG and APNG only: all effort, and a palette where that makes the file smaller
    /// The entries of an indexed PNG or a GIF in order, every pixel's value among them; empty: the distinct
    /// values, opaque ones last.
    std::vector<Rgba8> entries{};
    int jpeg_quality = 95; ///< 1 to 100; above 90 colour is kept at full resolution
    /// UTF-8 without zeros, kept in an iTXt chunk named huedrift, which load_image() returns; formats other
    /// than PNG and APNG have no place for it.
    std::string settings{};
    /// Of which the picture has the frames, below each other; without any it is one. Only where
    /// is_animated().
    Animation animation{};
    ColorTag colors{}; ///< PNG and APNG: sRGB or the profile; JPEG, WebP: the profile; other formats have no
                       ///< place for it
    Metadata metadata{}; ///< PNG, APNG, JPEG and WebP; other formats have no place for it
};

/// Encodes a picture as a whole file. PNG, BMP, WebP, PAM and TGA keep alpha (and omit it when every pixel is
/// opaque); JPEG cannot, so the picture is composited over white; GIF as encode_gif(). An indexed PNG has the
/// smallest bit depth that fits. Throws Error(output) when the picture is empty, has too many colours to be
/// indexed or is too large for the format, and Error(usage) when `indexed` or `smallest` is set for a format
/// other than PNG.
std::vector<std::byte> encode_image(const ImageView& image, ImageFormat format,
                                    const EncodeOptions& options = {});

/// What a file of this format would not keep of this picture, as messages for the user; empty when nothing is
/// lost.
std::vector<std::string> encoding_losses(const ImageView& image, ImageFormat format,
                                         const ColorTag& colors = {});

/// What a file of this format keeps of metadata: all, or what it has room for.
Metadata kept_metadata(ImageFormat format, const Metadata& metadata);
/// Why that is not all that the source has, as encoding_losses().
std::vector<std::string> metadata_losses(ImageFormat format, const Metadata& metadata);

}
