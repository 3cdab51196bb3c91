#include "decode/decoders.h"
#include "decode/file_facts.h"
#include "decode/tiff_directory.h"
#include "decode/tiff_metadata.h"
#include "decode/tiff_pixels.h"

#include <tiffio.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace huedrift {
namespace {

/// A file in memory for libtiff, and libtiff's first complaint about its pixels.
struct Reading {
    std::span<const std::byte> file;
    std::size_t at = 0;
    bool heeded = false; ///< earlier warnings are about unused fields
    std::array<char, 100> complaint{};

    static Reading& of(void* handle) { return *static_cast<Reading*>(handle); }
    static tmsize_t read(void* handle, void* target, tmsize_t size) {
        Reading& self = of(handle);
        const std::size_t left = self.file.size() - std::min(self.at, self.file.size());
        const std::size_t count = std::min(left, static_cast<std::size_t>(std::max<tmsize_t>(size, 0)));
        if (count > 0) std::memcpy(target, self.file.data() + self.at, count);
        self.at += count;
        return static_cast<tmsize_t>(count);
    }
    static tmsize_t write(void*, void*, tmsize_t) { return 0; }
    static toff_t seek(void* handle, toff_t offset, int origin) {
        Reading& self = of(handle);
        self.at = static_cast<std::size_t>(offset) + (origin == SEEK_CUR   ? self.at
                                                      : origin == SEEK_END ? self.file.size()
                                                                           : 0);
        return self.at;
    }
    static int close(void*) { return 0; }
    static toff_t size(void* handle) { return of(handle).file.size(); }
    static int heed(TIFF*, void* handle, const char*, const char* format, va_list values) {
        Reading& self = of(handle);
        if (self.heeded && self.complaint[0] == '\0')
            std::vsnprintf(self.complaint.data(), self.complaint.size(), format, values);
        return 1; // suppresses the message
    }
};

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

Tiff open(Reading& reading, std::size_t memory_limit) {
    const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                   &TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(memory_limit));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Reading::heed, &reading);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Reading::heed, &reading);
    return {TIFFClientOpenExt("", "rm", &reading, Reading::read, Reading::write, Reading::seek,
                              Reading::close, Reading::size, nullptr, nullptr, options.get()),
            &TIFFClose};
}

template <typename Value>
Value field(TIFF* tiff, std::uint32_t tag) {
    Value value{};
    TIFFGetFieldDefaulted(tiff, tag, &value);
    return value;
}

std::vector<Rgba8> palette_of(TIFF* tiff, unsigned bits) {
    std::array<std::uint16_t*, 3> channels{};
    if (bits > 8 || !TIFFGetField(tiff, TIFFTAG_COLORMAP, &channels[0], &channels[1], &channels[2]))
        return {};
    std::vector<std::uint32_t> map;
    for (const std::uint16_t* const values : channels)
        map.insert(map.end(), values, values + (std::size_t{1} << bits));
    return tiff_palette(map, bits);
}

TiffLayout::Alpha alpha_of(TIFF* tiff) {
    std::uint16_t count = 0;
    std::uint16_t* kinds = nullptr;
    if (!TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0)
        return TiffLayout::Alpha::none;
    return kinds[0] == EXTRASAMPLE_ASSOCALPHA   ? TiffLayout::Alpha::multiplied
           : kinds[0] == EXTRASAMPLE_UNASSALPHA ? TiffLayout::Alpha::straight
                                                : TiffLayout::Alpha::none;
}

std::vector<std::byte> profile_of(TIFF* tiff) {
    std::uint32_t size = 0;
    const void* profile = nullptr;
    if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile)) return {};
    const auto* const first = static_cast<const std::byte*>(profile);
    return {first, first + size};
}

/// The reason why the samples are unsupported, or empty.
const char* read_layout(TIFF* tiff, TiffLayout& layout) {
    using Colors = TiffLayout::Colors;
    layout.bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
    layout.samples = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL);
    layout.planar = field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE;
    switch (field<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC)) {
    case PHOTOMETRIC_MINISWHITE:
        layout.colors = Colors::white_is_zero;
        break;
    case PHOTOMETRIC_MINISBLACK:
        layout.colors = Colors::black_is_zero;
        break;
    case PHOTOMETRIC_PALETTE:
        layout.colors = Colors::palette;
        layout.palette = palette_of(tiff, layout.bits);
        if (layout.palette.empty()) return "its palette is missing";
        break;
    case PHOTOMETRIC_YCBCR: // inspect_tiff() lets it pass only as JPEG
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        layout.colors = Colors::rgb;
        break;
    case PHOTOMETRIC_RGB:
        layout.colors = Colors::rgb;
        break;
    default:
        return contradicts_itself;
    }
    constexpr std::array depths{1u, 2u, 4u, 8u, 16u};
    if (std::ranges::find(depths, layout.bits) == depths.end()) return contradicts_itself;
    if (layout.samples > layout.color_samples() && layout.colors != Colors::palette)
        layout.alpha = alpha_of(tiff);
    return layout.samples < layout.used_samples() ? "a component is missing" : "";
}

/// Strips are blocks as wide as the picture.
struct Blocks {
    bool tiled;
    std::uint32_t width, height;
    std::size_t row_bytes, bytes;
};

Blocks blocks_of(TIFF* tiff, const Undecoded& picture) {
    if (TIFFIsTiled(tiff))
        return {true, field<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH),
                field<std::uint32_t>(tiff, TIFFTAG_TILELENGTH),
                static_cast<std::size_t>(TIFFTileRowSize(tiff)),
                static_cast<std::size_t>(TIFFTileSize(tiff))};
    const auto height = static_cast<std::uint32_t>(picture.height);
    return {false, static_cast<std::uint32_t>(picture.width),
            std::min(field<std::uint32_t>(tiff, TIFFTAG_ROWSPERSTRIP), height),
            static_cast<std::size_t>(TIFFScanlineSize(tiff)), static_cast<std::size_t>(TIFFStripSize(tiff))};
}

/// Reads the block at this position, of one sample or of all. Returns false if it is incomplete.
bool read_block(TIFF* tiff, const Blocks& blocks, std::uint64_t left, std::uint64_t top, std::uint32_t rows,
                unsigned sample, std::span<std::byte> target) {
    const auto x = static_cast<std::uint32_t>(left), y = static_cast<std::uint32_t>(top);
    const auto plane = static_cast<std::uint16_t>(sample);
    const std::size_t wanted = blocks.tiled ? blocks.bytes : rows * blocks.row_bytes;
    const auto size = static_cast<tmsize_t>(wanted);
    const tmsize_t got =
        blocks.tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, plane), target.data(), size)
                     : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, plane), target.data(), size);
    return got == size;
}

const char* read_pixels(TIFF* tiff, const Undecoded& picture, const TiffLayout& layout) {
    const Blocks blocks = blocks_of(tiff, picture);
    const unsigned planes = layout.planar ? layout.used_samples() : 1;
    if (blocks.width == 0 || blocks.height == 0 || blocks.row_bytes == 0) return contradicts_itself;
    const unsigned in_row = layout.planar ? 1 : layout.samples;
    if (blocks.row_bytes < (std::size_t{blocks.width} * in_row * layout.bits + 7) / 8 ||
        blocks.bytes < blocks.row_bytes * blocks.height)
        return contradicts_itself;
    if (blocks.bytes > picture.memory_limit / planes) return unpacks_to_too_much;
    std::vector<std::byte> samples(planes * blocks.bytes);
    auto& deep = picture.colors.deep;
    if (layout.bits == 16) deep = std::make_shared<Rgba16[]>(picture.pixels.size());
    for (std::uint64_t y = 0; y < picture.height; y += blocks.height)
        for (std::uint64_t x = 0; x < picture.width; x += blocks.width) {
            const auto rows =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks.height, picture.height - y));
            const auto columns = std::min<std::uint64_t>(blocks.width, picture.width - x);
            for (unsigned plane = 0; plane < planes; ++plane)
                if (!read_block(tiff, blocks, x, y, rows, plane,
                                std::span(samples).subspan(plane * blocks.bytes)))
                    return "its pixels are damaged or cut short";
            for (std::uint32_t row = 0; row < rows; ++row) {
                TiffRow begins{};
                for (unsigned plane = 0; plane < planes; ++plane)
                    begins[plane] = samples.data() + plane * blocks.bytes + row * blocks.row_bytes;
                const std::size_t first = (y + row) * picture.width + x;
                if (!deep)
                    read_tiff_row(layout, begins, picture.pixels.subspan(first, columns));
                else
                    read_tiff_row(layout, begins, std::span(&deep[first], columns));
            }
        }
    return "";
}

}

void prepare_tiff() {
    prepare_jpeg();
    // libtiff sorts the fields of a file. glibc's qsort queries the amount of memory when it first sorts more
    // than 1024 bytes.
    std::array<std::uint64_t, 256> numbers{};
    std::qsort(numbers.data(), numbers.size(), sizeof numbers[0], [](const void*, const void*) { return 0; });
}

std::string decode_tiff(const Undecoded& picture) {
    Reading reading{.file = picture.file()};
    const Tiff tiff = open(reading, picture.memory_limit);
    if (!tiff) return contradicts_itself;
    if (field<std::uint32_t>(tiff.get(), TIFFTAG_IMAGEWIDTH) != picture.width ||
        field<std::uint32_t>(tiff.get(), TIFFTAG_IMAGELENGTH) != picture.height)
        return has_two_sizes;
    TiffLayout layout;
    if (const std::string lack = read_layout(tiff.get(), layout); !lack.empty()) return lack;
    picture.colors.profile = profile_of(tiff.get());
    picture.metadata = tiff_metadata(picture.file());
    reading.heeded = true;
    const std::string damage = read_pixels(tiff.get(), picture, layout);
    reading.heeded = false;
    return reading.complaint[0] != '\0' ? reading.complaint.data() : damage;
}

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
