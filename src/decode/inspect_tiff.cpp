#include "decode/decoders.h"
#include "decode/stored_resolution.h"
#include "decode/tiff_directory.h"
#include "decode/tiff_pixels.h"

#include <algorithm>

namespace huedrift {
namespace {

// TIFF 6.0, section 8.
enum Photometric : std::uint32_t { white_is_zero = 0, palette = 3, separated = 5, ycbcr = 6 };

void refuse_unsupported(const Source& source, const TiffDirectory& directory) {
    constexpr std::uint32_t reduced = 1, jpeg = 7, unsigned_integer = 1;
    if (directory.number(new_subfile_type_tag, 0) & reduced)
        throw source.unsupported("TIFF files that begin with a preview, such as those of cameras,");
    const std::uint32_t colors = directory.number(photometric_tag, white_is_zero);
    if (colors == separated) throw source.unsupported("CMYK TIFF files");
    if (colors == ycbcr && directory.number(compression_tag, 1) != jpeg)
        throw source.unsupported("YCbCr TIFF files without JPEG compression");
    if (colors > palette && colors != ycbcr) throw source.unsupported("TIFF files in this colour space");
    const auto formats = directory.numbers(sample_format_tag);
    if (std::ranges::any_of(formats, [](std::uint32_t format) { return format != unsigned_integer; }))
        throw source.unsupported("TIFF files with signed or floating-point samples");
}

/// The bits of a sample. Throws Error(input) for unsupported ones.
std::uint32_t depth_of(const Source& source, const TiffDirectory& directory) {
    const auto bits = directory.numbers(bits_per_sample_tag);
    const std::uint32_t depth = bits.empty() ? 1 : bits[0];
    const bool alike = std::ranges::all_of(bits, [&](std::uint32_t other) { return other == depth; });
    if (!alike || (depth != 1 && depth != 2 && depth != 4 && depth != 8 && depth != 16))
        throw source.unsupported("TIFF files with other than 1, 2, 4, 8 or 16 bits per sample");
    return depth;
}

/// Checked here because libtiff decodes the rest of a strip that is cut short.
void check_pieces(const Source& source, const TiffDirectory& directory) {
    const bool tiled = directory.has(tile_offsets_tag);
    const auto offsets = directory.numbers(tiled ? tile_offsets_tag : strip_offsets_tag);
    const auto lengths = directory.numbers(tiled ? tile_byte_counts_tag : strip_byte_counts_tag);
    if (offsets.empty()) throw source.damaged("it has no pixel data");
    if (lengths.size() != offsets.size()) throw source.damaged("the lengths of its strips are missing");
    for (std::size_t i = 0; i < offsets.size(); ++i) source.part(offsets[i], lengths[i]);
}

}

FileFacts inspect_tiff(const Source& source) {
    const TiffDirectory directory(source);
    refuse_unsupported(source, directory);
    FileFacts facts;
    facts.width = directory.number(image_width_tag, 0);
    facts.height = directory.number(image_length_tag, 0);
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    const std::uint32_t bits = depth_of(source, directory);
    facts.sixteen_bits = bits == 16;
    if (bits <= 8 && directory.number(photometric_tag, white_is_zero) == palette)
        facts.slots = tiff_palette(directory.numbers(color_map_tag), bits);
    facts.more_pages = !directory.is_last();
    const std::uint32_t turned = directory.number(orientation_tag, 1);
    facts.orientation = 1 <= turned && turned <= 8 ? static_cast<int>(turned) : 1;
    check_pieces(source, directory);
    facts.resolution = tiff_resolution(source);
    return facts;
}

}
