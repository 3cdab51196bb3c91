#include "image/save.h"

#include "base/error.h"
#include "base/location.h"
#include "image/encode.h"
#include "image/indexed_image.h"

#include <cassert>
#include <stb_image_write.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift {
namespace {

std::vector<NamedFormat<ImageFormat>> written_formats() {
    std::vector<NamedFormat<ImageFormat>> written;
    for (const PictureFormat& format : picture_formats())
        for (const std::string_view extension : format.extensions)
            if (format.written && !extension.empty()) written.push_back({extension, *format.written});
    return written;
}

void append(void* file, void* data, int size) {
    const auto* first = static_cast<const std::byte*>(data);
    auto& bytes = *static_cast<std::vector<std::byte>*>(file);
    bytes.insert(bytes.end(), first, first + size);
}

std::vector<std::byte> encode_through_stb(const ImageView& image, ImageFormat format) {
    const bool with_alpha = !is_opaque(image);
    std::vector<std::uint8_t> rgb(with_alpha ? 0 : 3 * image.pixels.size());
    if (!with_alpha) put_over_white(image.pixels, rgb);
    const void* pixels = with_alpha ? static_cast<const void*>(image.pixels.data()) : rgb.data();
    const int channels = with_alpha ? 4 : 3;
    const auto encode = format == ImageFormat::bmp ? stbi_write_bmp_to_func : stbi_write_tga_to_func;
    std::vector<std::byte> file;
    if (!encode(append, &file, image.width, image.height, channels, pixels))
        throw Error(ErrorKind::output, "the picture cannot be encoded");
    return file;
}

/// Into the header of a BMP file from stb_image_write.
void put_resolution(std::vector<std::byte>& file, const Resolution& resolution) {
    constexpr std::size_t pixels_per_metre_at = 38;
    assert(file.size() >= pixels_per_metre_at + 8);
    for (std::size_t i = 0; i < 8; ++i)
        file[pixels_per_metre_at + i] = static_cast<std::byte>(
            whole_pixels_per_metre(i < 4 ? resolution.x : resolution.y) >> 8 * (i % 4));
}

/// APNG for an animation, otherwise PNG; with a palette unless `indices` is null.
std::vector<std::byte> encode_as_png(const ImageView& image, const IndexedImage* indices,
                                     const EncodeOptions& options) {
    return indices ? encode_indexed_png(*indices, options) : encode_png(image, options);
}

Image painted(const IndexedImage& indices) {
    Image picture(indices.width, indices.height);
    std::ranges::transform(indices.indices, picture.pixels().begin(), [&](std::byte index) {
        return indices.entries[std::to_integer<std::size_t>(index)];
    });
    return picture;
}

/// Encodes a PNG with a palette where that makes it smaller. A palette takes 1,048 bytes at most, so only
/// small files are encoded both ways, which are soon encoded.
///
/// FFmpeg 5.1 mixes up the colours of animations with a palette, so that one gets it only where size is all.
std::vector<std::byte> encode_smaller_png(const ImageView& image, const IndexedImage& indices,
                                          EncodeOptions options) {
    constexpr std::size_t compared = 1 << 16;
    const bool smallest = std::exchange(options.smallest, false);
    const IndexedImage* smaller = &indices;
    std::vector<std::byte> file = encode_as_png(image, smaller, options);
    if (file.size() < compared) {
        const Image picture = image.pixels.empty() ? painted(indices) : Image();
        std::vector<std::byte> truecolor =
            encode_as_png(image.pixels.empty() ? picture : image, nullptr, options);
        if (file.size() >= truecolor.size()) {
            smaller = nullptr;
            file = std::move(truecolor);
        }
    }
    if (!smallest) return file;
    options.smallest = true;
    return encode_as_png(image, smaller, options);
}

std::vector<std::byte> encode_any_png(const ImageView& image, const EncodeOptions& options) {
    const bool is_truecolor = options.truecolor || (options.animation.frames() > 1 && !options.smallest);
    if (is_truecolor && !options.indexed) return encode_as_png(image, nullptr, options);
    std::optional<IndexedImage> indexed;
    if (!options.indices)
        indexed = options.indexed ? index_image(image, "an indexed PNG file") : index_image(image);
    const IndexedImage* const indices = indexed ? &*indexed : options.indices;
    if (!indices || options.indexed) return encode_as_png(image, indices, options);
    std::vector<std::byte> file = encode_smaller_png(image, *indices, options);
    if (!options.grey || options.animation.frames() > 1) return file;
    auto grey = encode_grey_png(*indices, options);
    return grey && grey->size() <= file.size() ? *std::move(grey) : std::move(file);
}

/// A file of a format that has a palette whenever it is written so.
std::vector<std::byte> encode_with_palette(const ImageView& image, ImageFormat format,
                                           const EncodeOptions& options) {
    const PictureFormat& row = written_format(format);
    std::optional<IndexedImage> indexed;
    if (!options.indices) {
        check_soft_entries(image.pixels, row);
        Image shown(image.width, image.height, {image.pixels.begin(), image.pixels.end()});
        std::ranges::replace_if( // no entry for each hidden colour
            shown.pixels(), [](Rgba8 pixel) { return pixel.a == 0; }, Rgba8{});
        indexed = index_image(shown, std::string(row.indexed_name) + " file");
    }
    const IndexedImage& indices = indexed ? *indexed : *options.indices;
    switch (format) {
    case ImageFormat::bmp:
        return encode_indexed_bmp(indices, options);
    case ImageFormat::tga:
        return encode_indexed_tga(indices, options);
    case ImageFormat::indices:
        return encode_indices(indices, options);
    case ImageFormat::c_array:
        return encode_c_array(indices, options);
    default:
        return encode_gif(indices, options.animation, options.pad);
    }
}

/// Also applies to colour profiles: the same formats have both.
bool has_place_for_metadata(ImageFormat format) {
    return format == ImageFormat::png || format == ImageFormat::apng || format == ImageFormat::jpeg ||
           format == ImageFormat::webp;
}

bool has_place_for_resolution(ImageFormat format) {
    return has_place_for_metadata(format) || format == ImageFormat::bmp;
}

}

std::optional<ImageFormat> format_named(const std::filesystem::path& path) {
    const auto formats = written_formats();
    const auto found = std::ranges::find(formats, extension_of(path), &NamedFormat<ImageFormat>::extension);
    return found == formats.end() ? std::nullopt : std::optional(found->format);
}

std::string image_extensions() { return list_extensions<ImageFormat>(written_formats()); }

ImageFormat image_format_of(const std::filesystem::path& path) {
    return format_by_extension<ImageFormat>(path, written_formats(), "picture");
}

bool is_jpeg_name(const std::filesystem::path& path) { return format_named(path) == ImageFormat::jpeg; }

bool is_animated_name(const std::filesystem::path& path) {
    const auto format = format_named(path);
    return format && is_animated(*format);
}

bool can_keep_metadata(const std::filesystem::path& path) {
    const auto format = format_named(path);
    return format && has_place_for_metadata(*format);
}

bool is_animated(ImageFormat format) { return format == ImageFormat::gif || format == ImageFormat::apng; }

bool is_lossless(ImageFormat format) { return format != ImageFormat::jpeg; }

std::vector<std::byte> encode_image(const ImageView& image, ImageFormat format,
                                    const EncodeOptions& options) {
    // TGA and C arrays store a side in 16 bits; stb_image_write computes the size of a BMP in 31.
    constexpr int max_pixels = 1 << 28;
    const int max_side = format == ImageFormat::webp   ? max_webp_side
                         : format == ImageFormat::jpeg ? max_jpeg_side
                                                       : 65535;
    const int longest_side = std::max(image.width, image.height);
    if (image.width == 0 || image.height == 0)
        throw Error(ErrorKind::output, "a picture without pixels cannot be written");
    const Indexing indexing = written_format(format).indexing;
    const bool png = indexing == Indexing::where_smaller;
    assert(image.is_whole() || (png && options.indices && !options.truecolor));
    if (options.indexed && indexing == Indexing::never)
        throw Error(ErrorKind::usage, "files of this format cannot be indexed");
    if (options.truecolor && !png) throw Error(ErrorKind::usage, "only PNG files can do without a palette");
    if (options.indexed && options.truecolor)
        throw Error(ErrorKind::usage, "a PNG file is either indexed or has no palette");
    if (options.smallest && !png)
        throw Error(ErrorKind::usage, "only PNG files can be made as small as possible");
    if (png && options.settings.size() > max_settings_bytes)
        throw Error(ErrorKind::output,
                    "the settings are longer than the mebibyte that a file holds; leave them out");
    if (png) {
        EncodeOptions chosen = options;
        if (format == ImageFormat::png) chosen.animation = {};
        return encode_any_png(image, chosen);
    }
    if (format == ImageFormat::gif || format == ImageFormat::indices)
        return encode_with_palette(image, format, options);
    if (format == ImageFormat::pam) return encode_pam(image);
    if (longest_side > max_side || image.pixels.size() > max_pixels)
        throw Error(ErrorKind::output, "the picture is too large for this format; PNG can hold it");
    if (indexing == Indexing::always || options.indexed) return encode_with_palette(image, format, options);
    if (format == ImageFormat::webp) {
        Metadata metadata = options.metadata;
        if (options.resolution && metadata.exif.empty()) metadata.exif = resolution_exif(*options.resolution);
        return encode_webp(image, options.colors.profile, metadata);
    }
    if (format == ImageFormat::jpeg) {
        EncodeOptions kept = options;
        kept.metadata = kept_metadata(format, options.metadata);
        return encode_jpeg(image, kept);
    }
    std::vector<std::byte> file = encode_through_stb(image, format);
    if (options.resolution && format == ImageFormat::bmp) put_resolution(file, *options.resolution);
    return file;
}

Metadata kept_metadata(ImageFormat format, const Metadata& metadata) {
    if (!has_place_for_metadata(format)) return {};
    Metadata kept = metadata;
    if (format != ImageFormat::jpeg) return kept;
    if (kept.exif.size() > max_jpeg_exif) kept.exif.clear();
    if (kept.xmp.size() > max_jpeg_xmp) kept.xmp.clear();
    return kept;
}

std::vector<std::string> metadata_losses(ImageFormat format, const Metadata& metadata) {
    std::vector<std::string> losses;
    if (!metadata.note.empty()) losses.push_back(metadata.note);
    if (!metadata.empty() && !has_place_for_metadata(format))
        losses.emplace_back("this format cannot hold metadata, so none is kept");
    else if (!metadata.empty() && kept_metadata(format, metadata) != metadata)
        losses.emplace_back("JPEG cannot hold metadata of this size, so none is kept");
    return losses;
}

std::vector<std::string> encoding_losses(const ImageView& image, ImageFormat format, const ColorTag& colors,
                                         const std::optional<Resolution>& resolution, bool indexed) {
    std::vector<std::string> losses;
    if (format == ImageFormat::indices)
        losses.emplace_back("the file has indices only; a palette file has their colours in the same order");
    if (format == ImageFormat::bmp && indexed && !is_opaque(image))
        losses.emplace_back("an indexed BMP file has no transparency, so an opaque entry stands for it");
    if (resolution && !has_place_for_resolution(format))
        losses.emplace_back("this format cannot hold the print size, so it is lost");
    if (!colors.profile.empty() && !has_place_for_metadata(format))
        losses.emplace_back("this format cannot hold the colour profile, so colours will look wrong");
    if (is_lossless(format)) return losses;
    losses.emplace_back("JPEG changes colours slightly, so the file does not hold exactly this palette");
    if (!is_opaque(image))
        losses.emplace_back("JPEG has no transparency, so the picture was laid over white");
    return losses;
}

void check_soft_entries(std::span<const Rgba8> values, const PictureFormat& format) {
    if (format.has_soft_entries ||
        std::ranges::none_of(values, [](Rgba8 value) { return value.a != 0 && value.a != 255; }))
        return;
    const bool always = format.indexing == Indexing::always;
    throw Refused(ErrorKind::output,
                  std::string(always ? format.name : format.indexed_name) +
                      " has no partially transparent pixels, not even with levels of alpha; an "
                      "alpha threshold or a matte removes them",
                  {Refusal::Of::soft_alpha});
}

void put_over_white(std::span<const Rgba8> pixels, std::span<std::uint8_t> rgb) {
    auto out = rgb.begin();
    for (const Rgba8 p : pixels)
        for (const int channel : {p.r, p.g, p.b})
            *out++ = static_cast<std::uint8_t>((channel * p.a + 255 * (255 - p.a) + 127) / 255);
}

std::vector<std::byte> encode_pam(const ImageView& image) {
    const bool opaque = is_opaque(image);
    const std::string head = "P7\nWIDTH " + std::to_string(image.width) + "\nHEIGHT " +
                             std::to_string(image.height) + "\nDEPTH " + (opaque ? "3" : "4") +
                             "\nMAXVAL 255\nTUPLTYPE " + (opaque ? "RGB" : "RGB_ALPHA") + "\nENDHDR\n";
    const auto head_bytes = std::as_bytes(std::span(head));
    std::vector<std::byte> file;
    file.reserve(head.size() + (opaque ? 3 : 4) * image.pixels.size());
    file.assign(head_bytes.begin(), head_bytes.end());
    for (const Rgba8& pixel : image.pixels) {
        file.insert(file.end(), {std::byte{pixel.r}, std::byte{pixel.g}, std::byte{pixel.b}});
        if (!opaque) file.push_back(std::byte{pixel.a});
    }
    return file;
}

}
