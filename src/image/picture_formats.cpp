#include "image/picture_formats.h"

#include <vector>

namespace huedrift {
namespace {

using namespace std::string_view_literals;

constexpr const char* basic_decoder = "huedrift-decode";

// The first row whose signature fits is a file's format.
constexpr std::array formats{
    PictureFormat{.name = "PNG",
                  .signatures = {{{0, "\x89PNG"sv}}},
                  .extensions = {"png"},
                  .media_types = {"image/png"},
                  .inspect = inspect_png,
                  .decoder = basic_decoder,
                  .written = ImageFormat::png},
    PictureFormat{.name = "APNG", // a PNG file by its content
                  .signatures = {{{0, "\x89PNG"sv}}},
                  .extensions = {"apng"},
                  .media_types = {"image/apng"},
                  .inspect = inspect_png,
                  .decoder = basic_decoder,
                  .written = ImageFormat::apng},
    PictureFormat{.name = "JPEG",
                  .signatures = {{{0, "\xFF\xD8\xFF"sv}}},
                  .extensions = {"jpg", "jpeg"},
                  .media_types = {"image/jpeg"},
                  .inspect = inspect_jpeg,
                  .decoder = basic_decoder,
                  .written = ImageFormat::jpeg},
    PictureFormat{.name = "BMP",
                  .signatures = {{{0, "BM"sv}}},
                  .extensions = {"bmp"},
                  .media_types = {"image/bmp"},
                  .inspect = inspect_bmp,
                  .decoder = basic_decoder,
                  .written = ImageFormat::bmp},
    PictureFormat{.name = "WebP",
                  .signatures = {{{8, "WEBP"sv}}},
                  .extensions = {"webp"},
                  .media_types = {"image/webp"},
                  .inspect = inspect_webp,
                  .decoder = "huedrift-decode-webp",
                  .written = ImageFormat::webp},
    PictureFormat{
        .name = "PNM",
        .signatures = {{{0, "P1"sv}, {0, "P2"sv}, {0, "P3"sv}, {0, "P4"sv}, {0, "P5"sv}, {0, "P6"sv}}},
        .extensions = {"ppm", "pgm", "pbm", "pnm"},
        .media_types = {"image/x-portable-pixmap", "image/x-portable-graymap", "image/x-portable-bitmap",
                        "image/x-portable-anymap"},
        .inspect = inspect_pnm,
        .decoder = basic_decoder},
    PictureFormat{.name = "PAM",
                  .signatures = {{{0, "P7\n"sv}}},
                  .extensions = {"pam"},
                  .media_types = {"image/x-portable-arbitrarymap"},
                  .inspect = inspect_pnm,
                  .decoder = basic_decoder,
                  .written = ImageFormat::pam},
    PictureFormat{.name = "QOI",
                  .signatures = {{{0, "qoif"sv}}},
                  .extensions = {"qoi"},
                  .media_types = {"image/qoi"},
                  .inspect = inspect_qoi,
                  .decoder = basic_decoder},
    PictureFormat{.name = "TIFF",
                  .signatures = {{{0, "II*\0"sv}, {0, "MM\0*"sv}}},
                  .extensions = {"tif", "tiff"},
                  .media_types = {"image/tiff"},
                  .inspect = inspect_tiff,
                  .decoder = "huedrift-decode-tiff"},
    PictureFormat{.name = "GIF",
                  .signatures = {{{0, "GIF8"sv}}},
                  .extensions = {"gif"},
                  .media_types = {"image/gif"},
                  .inspect = inspect_gif,
                  .decoder = "huedrift-decode-gif",
                  .written = ImageFormat::gif,
                  .hides_metadata = true},
    PictureFormat{.name = "AVIF",
                  .signatures = {{{4, "ftypavi"sv}}},
                  .extensions = {"avif"},
                  .media_types = {"image/avif"},
                  .inspect = inspect_heif,
                  .decoder = "huedrift-decode-avif"},
    PictureFormat{.name = "HEIC",
                  .signatures = {{{4, "ftyphei"sv}, {4, "ftypmif"sv}, {4, "ftypmia"sv}}},
                  .extensions = {"heic", "heif"},
                  .media_types = {"image/heic", "image/heif"},
                  .inspect = inspect_heif,
                  .decoder = "huedrift-decode-heif"},
    PictureFormat{.name = "JPEG XL",
                  .signatures = {{{0, "\xFF\x0A"sv}, {4, "JXL "sv}}},
                  .extensions = {"jxl"},
                  .media_types = {"image/jxl"},
                  .inspect = inspect_jxl,
                  .decoder = "huedrift-decode-jxl"},
    PictureFormat{.name = "TGA", // has no signature
                  .extensions = {"tga"},
                  .written = ImageFormat::tga},
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

}

std::span<const PictureFormat> picture_formats() { return formats; }

std::string formats_read(std::string_view before_last) {
    std::vector<std::string_view> names;
    for (const PictureFormat& format : formats)
        if (format.inspect) names.push_back(format.name);
    std::string list(names.front());
    for (std::size_t i = 1; i + 1 < names.size(); ++i) list.append(", ").append(names[i]);
    list.append(" ").append(before_last).append(" ").append(names.back());
    return list;
}

}
