#pragma once

#include "image/animation.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/indexed_image.h"
#include "image/metadata.h"
#include "image/picture_formats.h"
#include "image/resolution.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The extensions of all written formats, for help texts: "png, apng, jpg, jpeg, bmp, ...".
std::string image_extensions();

/// The format for a file name's extension, in any case. Throws Error(usage) with a list of the known
/// extensions.
ImageFormat image_format_of(const std::filesystem::path& path);

/// The same; none for another extension.
std::optional<ImageFormat> format_named(const std::filesystem::path& path);

/// Whether image_format_of() is JPEG. Throws nothing.
bool is_jpeg_name(const std::filesystem::path& path);

/// Whether image_format_of() is_animated(). Throws nothing.
bool is_animated_name(const std::filesystem::path& path);

/// Whether image_format_of() is a format with a place for metadata. Throws nothing.
bool can_keep_metadata(const std::filesystem::path& path);

/// Whether files of this format keep every opaque pixel exactly.
bool is_lossless(ImageFormat format);

/// Whether files of this format can hold an animation.
bool is_animated(ImageFormat format);

struct EncodeOptions {
    // A PNG or APNG of at most 256 RGBA values gets a palette where that makes the file smaller, an animation
    // only with `smallest`, unless one of the first two is set.
    bool indexed = false;   ///< a palette, in formats that can have one
    bool truecolor = false; ///< PNG and APNG only: never a palette
    bool smallest = false;  ///< PNG and APNG only: all effort of compression
    /// The picture where the file gets a palette; null: by its distinct values, opaque ones last. A PNG that
    /// is not `truecolor` then needs no pixels besides.
    const IndexedImage* indices = nullptr;
    /// PNG only: samples of grey in place of a palette that is not `indexed`, where encode_grey_png() gives
    /// them and the file is not larger. Readers such as those of e-books refuse palettes.
    bool grey = false;
    int bits = 0;          ///< of an index: 1, 2, 4 or 8, if the format has them; 0: the fewest that suffice
    std::size_t pad = 0;   ///< entries of the palette, black ones added; 0: no more than needed
    bool rgb565 = false;   ///< the palette of a C array has 5, 6 and 5 bits of red, green and blue
    std::string name{};    ///< of the constant in a C array
    int jpeg_quality = 95; ///< 1 to 100; above 90 colour is kept at full resolution
    /// UTF-8 without zeros, at most max_settings_bytes, stored in an iTXt chunk named huedrift that
    /// load_image() returns. Only PNG and APNG have a place for it.
    std::string settings{};
    /// The animation whose frames lie below each other in the picture; no frames: a picture. Only if
    /// is_animated().
    Animation animation{};
    ColorTag colors{};   ///< PNG, APNG: sRGB or the profile; JPEG, WebP: the profile; others: nothing
    Metadata metadata{}; ///< only PNG, APNG, JPEG and WebP have a place for it
    std::optional<Resolution> resolution{}; ///< GIF, PAM and TGA have no place for it
};

/// Encodes a picture as a whole file. PNG, BMP, WebP, PAM and TGA keep alpha and omit it if every pixel is
/// opaque. JPEG composites the picture over white. GIF: see encode_gif(). Throws Error(output) when the
/// picture is empty, too large for the format or has too many colours to be indexed, and Error(usage) when
/// an option is set that the format does not have, or both `indexed` and `truecolor`.
std::vector<std::byte> encode_image(const ImageView& image, ImageFormat format,
                                    const EncodeOptions& options = {});

/// The losses of this picture in a file of this format, as messages for the user; empty for no loss.
std::vector<std::string> encoding_losses(const ImageView& image, ImageFormat format,
                                         const ColorTag& colors = {},
                                         const std::optional<Resolution>& resolution = {},
                                         bool indexed = false);

/// The part of the metadata that a file of this format has room for.
Metadata kept_metadata(ImageFormat format, const Metadata& metadata);
/// The losses of metadata, as in encoding_losses().
std::vector<std::string> metadata_losses(ImageFormat format, const Metadata& metadata);

/// Bytes that fit into a segment; each kind of metadata has one.
inline constexpr std::size_t max_jpeg_exif = 65533 - 6, max_jpeg_xmp = 65533 - 29;

}
