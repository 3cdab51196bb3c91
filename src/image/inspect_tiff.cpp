#include "image/inspect.h"

#include <algorithm>
#include <vector>

namespace huedrift {
namespace {

// TIFF 6.0, section 2 and 8.
enum Tag : std::uint32_t {
    new_subfile_type = 254,
    image_width = 256,
    image_length = 257,
    bits_per_sample = 258,
    compression = 259,
    photometric = 262,
    strip_offsets = 273,
    orientation = 274,
    strip_byte_counts = 279,
    tile_offsets = 324,
    tile_byte_counts = 325,
    sample_format = 339
};
enum Photometric : std::uint32_t { white_is_zero = 0, palette = 3, separated = 5, ycbcr = 6 };

/// The fields of a file's first directory.
class Directory {
public:
    explicit Directory(const Source& source) : source_(source), big_(source.text(0, 2) == "MM"), at_(u32(4)) {
        count_ = u16(at_);
        source.part(at_ + 2, count_ * entry_bytes + 4);
    }

    bool is_last() const { return u32(at_ + 2 + count_ * entry_bytes) == 0; }
    bool has(Tag tag) const { return find(tag) != 0; }

    /// All numbers of a field, none without it.
    std::vector<std::uint32_t> numbers(Tag tag) const {
        const std::size_t entry = find(tag);
        if (entry == 0) return {};
        constexpr std::uint32_t byte_type = 1, short_type = 3, long_type = 4;
        const std::uint32_t type = u16(entry + 2);
        const std::size_t count = u32(entry + 4);
        if (type != byte_type && type != short_type && type != long_type)
            throw source_.damaged("a number is missing");
        const std::size_t size = type == byte_type ? 1 : type == short_type ? 2 : 4;
        const std::size_t values = count * size <= 4 ? entry + 8 : u32(entry + 8);
        source_.part(values, count * size); // before anything of its size is allocated
        std::vector<std::uint32_t> numbers(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = values + i * size;
            numbers[i] = size == 1 ? source_.u8(at) : size == 2 ? u16(at) : u32(at);
        }
        return numbers;
    }
    std::uint32_t number(Tag tag, std::uint32_t otherwise) const {
        const auto all = numbers(tag);
        return all.empty() ? otherwise : all[0];
    }

private:
    static constexpr std::size_t entry_bytes = 12;

    std::uint32_t u16(std::size_t at) const { return big_ ? source_.u16_big(at) : source_.u16_little(at); }
    std::uint32_t u32(std::size_t at) const { return big_ ? source_.u32_big(at) : source_.u32_little(at); }
    std::size_t find(Tag tag) const {
        for (std::size_t i = 0; i < count_; ++i)
            if (u16(at_ + 2 + i * entry_bytes) == tag) return at_ + 2 + i * entry_bytes;
        return 0;
    }

    const Source& source_;
    bool big_;
    std::size_t at_, count_ = 0;
};

void refuse_unsupported(const Source& source, const Directory& directory) {
    constexpr std::uint32_t reduced = 1, jpeg = 7, unsigned_integer = 1;
    if (directory.number(new_subfile_type, 0) & reduced)
        throw source.unsupported("TIFF files that begin with a preview, such as those of cameras,");
    const std::uint32_t colors = directory.number(photometric, white_is_zero);
    if (colors == separated) throw source.unsupported("CMYK TIFF files");
    if (colors == ycbcr && directory.number(compression, 1) != jpeg)
        throw source.unsupported("TIFF files in YCbCr other than as JPEG");
    if (colors > palette && colors != ycbcr) throw source.unsupported("TIFF files in this colour space");
    const auto formats = directory.numbers(sample_format);
    if (std::ranges::any_of(formats, [](std::uint32_t format) { return format != unsigned_integer; }))
        throw source.unsupported("TIFF files of other than whole, positive samples");
}

/// The bits of a sample, one of those that are read.
std::uint32_t depth_of(const Source& source, const Directory& directory) {
    const auto bits = directory.numbers(bits_per_sample);
    const std::uint32_t depth = bits.empty() ? 1 : bits[0];
    const bool alike = std::ranges::all_of(bits, [&](std::uint32_t other) { return other == depth; });
    if (!alike || (depth != 1 && depth != 2 && depth != 4 && depth != 8 && depth != 16))
        throw source.unsupported("TIFF files of other than 1, 2, 4, 8 or 16 bits a sample");
    return depth;
}

/// libtiff decodes what is there of a strip that the file cuts short.
void check_pieces(const Source& source, const Directory& directory) {
    const bool tiled = directory.has(tile_offsets);
    const auto offsets = directory.numbers(tiled ? tile_offsets : strip_offsets);
    const auto lengths = directory.numbers(tiled ? tile_byte_counts : strip_byte_counts);
    if (offsets.empty()) throw source.damaged("it has no pixel data");
    if (lengths.size() != offsets.size()) throw source.damaged("it does not say how long its strips are");
    for (std::size_t i = 0; i < offsets.size(); ++i) source.part(offsets[i], lengths[i]);
}

}

FileFacts inspect_tiff(const Source& source) {
    const Directory directory(source);
    refuse_unsupported(source, directory);
    FileFacts facts;
    facts.width = directory.number(image_width, 0);
    facts.height = directory.number(image_length, 0);
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    facts.sixteen_bits = depth_of(source, directory) == 16;
    facts.more_pages = !directory.is_last();
    const std::uint32_t turned = directory.number(orientation, 1);
    facts.orientation = 1 <= turned && turned <= 8 ? static_cast<int>(turned) : 1;
    check_pieces(source, directory);
    return facts;
}

}
