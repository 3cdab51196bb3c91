#include "image/picture_formats.h"

#include "base/enumeration.h"
#include "base/error.h"
#include "base/location.h"
#include "base/wording.h"

#include <algorithm>
#include <vector>

namespace huedrift {
namespace {

using namespace std::string_view_literals;

constexpr const char* basic_decoder = "huedrift-decode";
constexpr unsigned any_bits = 1 + 2 + 4 + 8;

/// Whether the header tells of a known type and depth, and of pixels.
bool is_plausible_tga(std::string_view file) {
    constexpr std::size_t head = 18;
    if (file.size() < head) return false;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(file[at]); };
    const unsigned kind = byte(2) & ~8u, bits = byte(16);
    return byte(1) <= 1 && kind >= 1 && kind <= 3 && (kind != 1 || byte(1) == 1) && byte(12) + byte(13) > 0 &&
           byte(14) + byte(15) > 0 && bits <= 32 && (bits % 8 == 0 || bits == 15);
}

// The first row whose signature fits is a file's format.
constexpr std::array formats{
    PictureFormat{.name = "PNG",
                  .signatures = {{{0, "\x89PNG"sv}}},
                  .extensions = {"png"},
                  .media_types = {"image/png"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::png,
                  .indexing = Indexing::where_smaller,
                  .indexed_name = "an indexed PNG",
                  .index_bits = any_bits,
                  .has_soft_entries = true},
    PictureFormat{.name = "APNG", // a PNG file by its content
                  .signatures = {{{0, "\x89PNG"sv}}},
                  .extensions = {"apng"},
                  .media_types = {"image/apng"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::apng,
                  .indexing = Indexing::where_smaller,
                  .indexed_name = "an indexed PNG",
                  .index_bits = any_bits,
                  .has_soft_entries = true},
    PictureFormat{.name = "JPEG",
                  .signatures = {{{0, "\xFF\xD8\xFF"sv}}},
                  .extensions = {"jpg", "jpeg"},
                  .media_types = {"image/jpeg"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::jpeg},
    PictureFormat{.name = "BMP",
                  .signatures = {{{0, "BM"sv}}},
                  .extensions = {"bmp"},
                  .media_types = {"image/bmp"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::bmp,
                  .indexing = Indexing::on_request,
                  .indexed_name = "an indexed BMP",
                  .index_bits = 1 + 4 + 8},
    PictureFormat{.name = "WebP",
                  .signatures = {{{8, "WEBP"sv}}},
                  .extensions = {"webp"},
                  .media_types = {"image/webp"},
                  .decoder = "huedrift-decode-webp",
                  .written = ImageFormat::webp},
    PictureFormat{
        .name = "PNM",
        .signatures = {{{0, "P1"sv}, {0, "P2"sv}, {0, "P3"sv}, {0, "P4"sv}, {0, "P5"sv}, {0, "P6"sv}}},
        .extensions = {"ppm", "pgm", "pbm", "pnm"},
        .media_types = {"image/x-portable-pixmap", "image/x-portable-graymap", "image/x-portable-bitmap",
                        "image/x-portable-anymap"},
        .decoder = basic_decoder},
    PictureFormat{.name = "PAM",
                  .signatures = {{{0, "P7\n"sv}}},
                  .extensions = {"pam"},
                  .media_types = {"image/x-portable-arbitrarymap"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::pam},
    PictureFormat{.name = "QOI",
                  .signatures = {{{0, "qoif"sv}}},
                  .extensions = {"qoi"},
                  .media_types = {"image/qoi"},
                  .decoder = basic_decoder},
    PictureFormat{.name = "TIFF",
                  .signatures = {{{0, "II*\0"sv}, {0, "MM\0*"sv}}},
                  .extensions = {"tif", "tiff"},
                  .media_types = {"image/tiff"},
                  .decoder = "huedrift-decode-tiff"},
    PictureFormat{.name = "GIF",
                  .signatures = {{{0, "GIF8"sv}}},
                  .extensions = {"gif"},
                  .media_types = {"image/gif"},
                  .decoder = "huedrift-decode-gif",
                  .written = ImageFormat::gif,
                  .indexing = Indexing::always,
                  .indexed_name = "a GIF",
                  .hides_metadata = true},
    PictureFormat{.name = "AVIF",
                  .signatures = {{{4, "ftypavi"sv}}},
                  .extensions = {"avif"},
                  .media_types = {"image/avif"},
                  .decoder = "huedrift-decode-avif"},
    PictureFormat{.name = "HEIC",
                  .signatures = {{{4, "ftyphei"sv}, {4, "ftypmif"sv}, {4, "ftypmia"sv}}},
                  .extensions = {"heic", "heif"},
                  .media_types = {"image/heic", "image/heif"},
                  .decoder = "huedrift-decode-heif"},
    PictureFormat{.name = "JPEG XL",
                  .signatures = {{{0, "\xFF\x0A"sv}, {4, "JXL "sv}}},
                  .extensions = {"jxl"},
                  .media_types = {"image/jxl"},
                  .decoder = "huedrift-decode-jxl"},
    PictureFormat{.name = "TGA",
                  .extensions = {"tga"},
                  .media_types = {"image/x-tga"},
                  .decoder = basic_decoder,
                  .written = ImageFormat::tga,
                  .indexing = Indexing::on_request,
                  .indexed_name = "an indexed TGA",
                  .index_bits = 8,
                  .has_soft_entries = true,
                  .is_plausible = is_plausible_tga},
    PictureFormat{.name = "Raw",
                  .extensions = {"raw", "bin"},
                  .written = ImageFormat::indices,
                  .indexing = Indexing::always,
                  .indexed_name = "a raw",
                  .index_bits = any_bits},
    PictureFormat{.name = "C header",
                  .extensions = {"h"},
                  .written = ImageFormat::c_array,
                  .indexing = Indexing::always,
                  .indexed_name = "a C header",
                  .index_bits = any_bits},
    PictureFormat{.name = "BigTIFF", .signatures = {{{0, "II+\0"sv}, {0, "MM\0+"sv}}}},
    PictureFormat{.name = "JPEG XR", .signatures = {{{0, "II\xBC"sv}}}},
    PictureFormat{.name = "JPEG 2000", .signatures = {{{4, "jP  "sv}}}},
    PictureFormat{.name = "PSD", .signatures = {{{0, "8BPS"sv}}}},
    PictureFormat{.name = "XCF", .signatures = {{{0, "gimp xcf"sv}}}},
    PictureFormat{.name = "ICO", .signatures = {{{0, "\0\0\1\0"sv}}}},
    PictureFormat{.name = "Radiance HDR", .signatures = {{{0, "#?RADIANCE"sv}}}},
    PictureFormat{.name = "PDF", .signatures = {{{0, "%PDF"sv}}}},
    PictureFormat{.name = "SVG", .signatures = {{{0, "<svg"sv}}}},
};
static_assert(has_one_row_for_each<ImageFormat>(formats, &PictureFormat::written));

bool has_signature(std::string_view file, const PictureFormat& format) {
    return std::ranges::any_of(format.signatures, [&](const Signature& signature) {
        return !signature.bytes.empty() && file.size() >= signature.at &&
               file.substr(signature.at).starts_with(signature.bytes);
    });
}

/// The format by the file's first bytes, else by its extension; null for none.
const PictureFormat* find_format(std::span<const std::byte> bytes, const std::string& name) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto found = std::ranges::find_if(
        formats, [&](const PictureFormat& format) { return has_signature(text, format); });
    if (found == formats.end())
        found = std::ranges::find_if(formats, [&](const PictureFormat& format) {
            return format.is_plausible && format.extensions[0] == extension_of(name) &&
                   format.is_plausible(text);
        });
    return found == formats.end() ? nullptr : &*found;
}

}

std::span<const PictureFormat> picture_formats() { return formats; }

const PictureFormat& written_format(ImageFormat format) {
    return *std::ranges::find(formats, std::optional(format), &PictureFormat::written); // each has a row
}

bool is_picture(std::span<const std::byte> bytes, const std::string& name) {
    return find_format(bytes, name) != nullptr;
}

const PictureFormat& readable_format(std::span<const std::byte> bytes, const std::string& name) {
    if (bytes.empty()) throw Error(ErrorKind::input, name + ": the file is empty");
    const PictureFormat* const format = find_format(bytes, name);
    if (!format) throw Error(ErrorKind::input, name + ": not a " + formats_read("or") + " file");
    if (format->decoder) return *format;
    throw Error(ErrorKind::input, name + ": " + std::string(format->name) + " files are not supported; " +
                                      formats_read("and") + " are");
}

std::string formats_read(std::string_view before_last) {
    std::vector<std::string> names;
    for (const PictureFormat& format : formats)
        if (format.decoder) names.emplace_back(format.name);
    return in_words(names, std::string(before_last));
}

}
