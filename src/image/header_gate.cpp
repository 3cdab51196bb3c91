#include "image/header_gate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace huedrift {
namespace {

using namespace std::string_view_literals;

struct Format {
    std::string_view name;
    std::size_t offset; ///< of the signature
    std::string_view signature;
    FileFacts (*inspect)(const Source&) = nullptr; ///< none: known only so that the refusal can name it
};

constexpr std::array formats{
    Format{"PNG", 0, "\x89PNG"sv, inspect_png},
    Format{"JPEG", 0, "\xFF\xD8\xFF"sv, inspect_jpeg},
    Format{"BMP", 0, "BM"sv, inspect_bmp},
    Format{"GIF", 0, "GIF8"sv},
    Format{"WebP", 8, "WEBP"sv},
    Format{"TIFF", 0, "II*\0"sv},
    Format{"TIFF", 0, "MM\0*"sv},
    Format{"AVIF", 4, "ftypavi"sv},
    Format{"HEIC", 4, "ftyphei"sv},
    Format{"HEIF", 4, "ftypmif"sv},
    Format{"JPEG XL", 0, "\xFF\x0A"sv},
    Format{"JPEG XL", 4, "JXL "sv},
    Format{"JPEG XR", 0, "II\xBC"sv},
    Format{"JPEG 2000", 4, "jP  "sv},
    Format{"PSD", 0, "8BPS"sv},
    Format{"XCF", 0, "gimp xcf"sv},
    Format{"QOI", 0, "qoif"sv},
    Format{"ICO", 0, "\0\0\1\0"sv},
    Format{"Radiance HDR", 0, "#?RADIANCE"sv},
    Format{"PGM", 0, "P5"sv},
    Format{"PPM", 0, "P6"sv},
    Format{"PDF", 0, "%PDF"sv},
    Format{"SVG", 0, "<svg"sv},
};

/// The format shown by the file's first bytes. Throws Error(input) when it is not one of the three.
const Format& format_of(std::span<const std::byte> bytes, const std::string& name) {
    if (bytes.empty()) throw Error(ErrorKind::input, name + ": the file is empty");
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Format& format : formats) {
        if (text.size() < format.offset || !text.substr(format.offset).starts_with(format.signature))
            continue;
        if (format.inspect) return format;
        throw Error(ErrorKind::input, name + ": " + std::string(format.name) +
                                          " files are not supported; PNG, JPEG and BMP are");
    }
    throw Error(ErrorKind::input, name + ": not a PNG, JPEG or BMP file");
}

/// Refuses what does not fit the limits before anything of the picture's size is allocated.
void check_size(const Source& source, const FileFacts& facts, const LoadLimits& limits) {
    const std::string size =
        std::to_string(facts.width) + " x " + std::to_string(facts.height) + " pixels are too many: ";
    if (facts.width > limits.max_side || facts.height > limits.max_side)
        throw source.refused(size + "a side may have at most " + std::to_string(limits.max_side));
    if (facts.width * facts.height > limits.max_pixels) // sides are below 2^32 in every format
        throw source.refused(size + "a picture may have at most " + std::to_string(limits.max_pixels));
}

}

PassedFile pass_header_gate(std::span<const std::byte> bytes, const std::string& name,
                            const LoadLimits& limits) {
    const Format& format = format_of(bytes, name);
    const Source source(bytes, name, std::string(format.name));
    if (bytes.size() > std::min<std::size_t>(limits.max_file_bytes, std::numeric_limits<int>::max()))
        throw source.refused("the file is too large"); // stb_image counts bytes in an int
    const FileFacts facts = format.inspect(source);
    check_size(source, facts, limits);
    return {source, facts};
}

}
