#include "decode/picture_reader.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace huedrift {
namespace {

/// The layout of the samples of a TIFF file.
struct TiffLayout {
    enum class Colors { white_is_zero, black_is_zero, rgb, palette };
    enum class Alpha { none, straight, multiplied };

    Colors colors = Colors::black_is_zero;
    Alpha alpha = Alpha::none; ///< in the first sample after the colours
    unsigned bits = 8;         ///< per sample: 1, 2, 4, 8 or 16
    unsigned samples = 1;      ///< per pixel
    bool planar = false;       ///< each sample has blocks of its own
    std::vector<Rgba8> palette{};

    unsigned color_samples() const { return colors == Colors::rgb ? 3 : 1; }
    /// The number of samples that are read.
    unsigned used_samples() const { return color_samples() + (alpha == Alpha::none ? 0 : 1); }
};

/// Rows of samples: one for all samples of a pixel, or one for each sample in turn.
using TiffRow = std::array<const std::byte*, 4>;

/// The sample at this index of a row. Samples below 8 bits are packed, high bits first.
std::uint32_t sample_at(const std::byte* row, std::size_t index, unsigned bits) {
    if (bits == 16) { // in this machine's order
        std::uint16_t value = 0;
        std::memcpy(&value, row + 2 * index, sizeof value);
        return value;
    }
    const auto byte = std::to_integer<std::uint32_t>(row[index * bits / 8]);
    return byte >> (8 - bits - index * bits % 8) & ((1u << bits) - 1);
}

/// Scales a sample of `max` to the channel's bits, rounded.
template <class Channel>
Channel scaled(std::uint32_t sample, std::uint32_t max) {
    constexpr std::uint32_t full = static_cast<Channel>(~0u);
    if (max == full) return static_cast<Channel>(sample);
    return static_cast<Channel>((sample * full + max / 2) / max);
}

/// Converts the samples of a row to pixels.
template <class Pixel>
void read_tiff_row(const TiffLayout& layout, const TiffRow& row, std::span<Pixel> pixels) {
    using Channel = decltype(Pixel::r);
    const unsigned colors = layout.color_samples(), used = layout.used_samples();
    const std::uint32_t max = (1u << layout.bits) - 1;
    std::array<std::uint32_t, 4> samples{};
    for (std::size_t x = 0; x < pixels.size(); ++x) {
        for (unsigned i = 0; i < used; ++i)
            samples[i] = layout.planar ? sample_at(row[i], x, layout.bits)
                                       : sample_at(row[0], x * layout.samples + i, layout.bits);
        if (layout.colors == TiffLayout::Colors::palette) {
            const Rgba8& color = layout.palette[samples[0]];
            pixels[x] = {scaled<Channel>(color.r, 255), scaled<Channel>(color.g, 255),
                         scaled<Channel>(color.b, 255), scaled<Channel>(color.a, 255)};
            continue;
        }
        const std::uint32_t alpha = used > colors ? samples[colors] : max;
        const auto value = [&](unsigned color) {
            std::uint32_t sample = samples[color];
            if (layout.alpha == TiffLayout::Alpha::multiplied && alpha > 0)
                sample = std::min(max, (sample * max + alpha / 2) / alpha);
            if (layout.colors == TiffLayout::Colors::white_is_zero) sample = max - sample;
            return scaled<Channel>(sample, max);
        };
        pixels[x] = {value(0), value(colors == 3 ? 1 : 0), value(colors == 3 ? 2 : 0),
                     scaled<Channel>(alpha, max)};
    }
}

/// The palette of a colour map: the reds of 2^bits entries, the greens and the blues, each with 16 bits; some
/// writers store 8 here.
std::vector<Rgba8> tiff_palette(const std::array<std::uint16_t*, 3>& map, unsigned bits) {
    const std::size_t size = std::size_t{1} << bits;
    const bool is_8_bit = std::ranges::all_of(map, [&](const std::uint16_t* channel) {
        return std::all_of(channel, channel + size, [](std::uint16_t value) { return value < 256; });
    });
    const auto value = [&](std::size_t channel, std::size_t i) {
        return is_8_bit ? static_cast<std::uint8_t>(map[channel][i])
                        : scaled<std::uint8_t>(map[channel][i], 65535);
    };
    std::vector<Rgba8> palette;
    palette.reserve(size);
    for (std::size_t i = 0; i < size; ++i) palette.push_back({value(0, i), value(1, i), value(2, i), 255});
    return palette;
}

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
    const bool has_map = TIFFGetField(tiff, TIFFTAG_COLORMAP, &channels[0], &channels[1], &channels[2]) != 0;
    return bits <= 8 && has_map ? tiff_palette(channels, bits) : std::vector<Rgba8>();
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

/// The bytes of a profile or a packet, or none.
std::span<const std::byte> block_of(TIFF* tiff, std::uint32_t tag) {
    std::uint32_t size = 0;
    const void* block = nullptr;
    if (!TIFFGetField(tiff, tag, &size, &block)) return {};
    return {static_cast<const std::byte*>(block), size};
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
        if (layout.palette.empty()) return has_no_palette;
        break;
    case PHOTOMETRIC_YCBCR: // supported only as JPEG
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        layout.colors = Colors::rgb;
        break;
    case PHOTOMETRIC_RGB:
        layout.colors = Colors::rgb;
        break;
    default:
        return contradicts_itself;
    }
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

Blocks blocks_of(TIFF* tiff, const FileFacts& facts) {
    if (TIFFIsTiled(tiff))
        return {true, field<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH),
                field<std::uint32_t>(tiff, TIFFTAG_TILELENGTH),
                static_cast<std::size_t>(TIFFTileRowSize(tiff)),
                static_cast<std::size_t>(TIFFTileSize(tiff))};
    const auto height = static_cast<std::uint32_t>(facts.height);
    return {false, static_cast<std::uint32_t>(facts.width),
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

const char* read_pixels(TIFF* tiff, const FileFacts& facts, const TiffLayout& layout,
                        const DecodeTarget& target) {
    const Blocks blocks = blocks_of(tiff, facts);
    const unsigned planes = layout.planar ? layout.used_samples() : 1;
    if (blocks.width == 0 || blocks.height == 0 || blocks.row_bytes == 0) return contradicts_itself;
    const unsigned in_row = layout.planar ? 1 : layout.samples;
    if (blocks.row_bytes < (std::size_t{blocks.width} * in_row * layout.bits + 7) / 8 ||
        blocks.bytes < blocks.row_bytes * blocks.height)
        return contradicts_itself;
    if (blocks.bytes > target.memory_limit / planes) return unpacks_to_too_much;
    std::vector<std::byte> samples(planes * blocks.bytes);
    auto& deep = target.colors.deep;
    if (layout.bits == 16) deep = std::make_shared<Rgba16[]>(target.pixels.size());
    for (std::uint64_t y = 0; y < facts.height; y += blocks.height)
        for (std::uint64_t x = 0; x < facts.width; x += blocks.width) {
            const auto rows =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks.height, facts.height - y));
            const auto columns = std::min<std::uint64_t>(blocks.width, facts.width - x);
            for (unsigned plane = 0; plane < planes; ++plane)
                if (!read_block(tiff, blocks, x, y, rows, plane,
                                std::span(samples).subspan(plane * blocks.bytes)))
                    return "its pixels are damaged or cut short";
            for (std::uint32_t row = 0; row < rows; ++row) {
                TiffRow begins{};
                for (unsigned plane = 0; plane < planes; ++plane)
                    begins[plane] = samples.data() + plane * blocks.bytes + row * blocks.row_bytes;
                const std::size_t first = (y + row) * facts.width + x;
                if (!deep)
                    read_tiff_row<Rgba8>(layout, begins, target.pixels.subspan(first, columns));
                else
                    read_tiff_row<Rgba16>(layout, begins, std::span(&deep[first], columns));
            }
        }
    return "";
}

class TiffReader : public PictureReader {
public:
    explicit TiffReader(const Source& source) : PictureReader(source) {
        if (!tiff_) throw source.damaged(contradicts_itself);
        facts_.width = field<std::uint32_t>(tiff(), TIFFTAG_IMAGEWIDTH);
        facts_.height = field<std::uint32_t>(tiff(), TIFFTAG_IMAGELENGTH);
        if (frame_size() == 0) throw source.damaged(has_no_pixels);
        refuse_unsupported();
        check_blocks();
        const auto bits = field<std::uint16_t>(tiff(), TIFFTAG_BITSPERSAMPLE);
        facts_.sixteen_bits = bits == 16;
        if (photometric() == PHOTOMETRIC_PALETTE) facts_.slots.set(palette_of(tiff(), bits));
        facts_.more_pages = !TIFFLastDirectory(tiff());
        facts_.orientation = field<std::uint16_t>(tiff(), TIFFTAG_ORIENTATION);
        if (facts_.orientation < 1 || facts_.orientation > 8) facts_.orientation = 1;
        facts_.resolution = resolution_of(field<float>(tiff(), TIFFTAG_XRESOLUTION),
                                          field<float>(tiff(), TIFFTAG_YRESOLUTION),
                                          field<std::uint16_t>(tiff(), TIFFTAG_RESOLUTIONUNIT));
        facts_.exif_in_file = true;
        facts_.xmp = metadata_of(block_of(tiff(), TIFFTAG_XMLPACKET), max_xmp_bytes);
    }

    std::string decode(const DecodeTarget& target) override {
        reading_.at = 0;
        tiff_ = open(reading_, target.memory_limit); // the limit of an open file stays
        if (!tiff_) return contradicts_itself;
        TiffLayout layout;
        if (const std::string lack = read_layout(tiff(), layout); !lack.empty()) return lack;
        const auto profile = block_of(tiff(), TIFFTAG_ICCPROFILE);
        target.colors.profile.assign(profile.begin(), profile.end());
        reading_.heeded = true;
        const std::string damage = read_pixels(tiff(), facts_, layout, target);
        reading_.heeded = false;
        return reading_.complaint[0] != '\0' ? reading_.complaint.data() : damage;
    }

private:
    TIFF* tiff() const { return tiff_.get(); }
    std::uint16_t photometric() const { return field<std::uint16_t>(tiff(), TIFFTAG_PHOTOMETRIC); }

    void refuse_unsupported() const {
        if (field<std::uint32_t>(tiff(), TIFFTAG_SUBFILETYPE) & FILETYPE_REDUCEDIMAGE)
            throw source_.unsupported("TIFF files that begin with a preview, such as those of cameras,");
        const std::uint16_t colors = photometric();
        if (colors == PHOTOMETRIC_SEPARATED) throw source_.unsupported("CMYK TIFF files");
        if (colors == PHOTOMETRIC_YCBCR &&
            field<std::uint16_t>(tiff(), TIFFTAG_COMPRESSION) != COMPRESSION_JPEG)
            throw source_.unsupported("YCbCr TIFF files without JPEG compression");
        if (colors > PHOTOMETRIC_PALETTE && colors != PHOTOMETRIC_YCBCR)
            throw source_.unsupported("TIFF files in this colour space");
        if (field<std::uint16_t>(tiff(), TIFFTAG_SAMPLEFORMAT) != SAMPLEFORMAT_UINT)
            throw source_.unsupported("TIFF files with signed or floating-point samples");
        constexpr std::array depths{1, 2, 4, 8, 16};
        if (std::ranges::find(depths, field<std::uint16_t>(tiff(), TIFFTAG_BITSPERSAMPLE)) == depths.end())
            throw source_.unsupported("TIFF files with other than 1, 2, 4, 8 or 16 bits per sample");
    }
    /// libtiff decodes the remaining part of a strip that is cut short. It notices itself that one is
    /// missing.
    void check_blocks() const {
        const std::uint32_t count =
            TIFFIsTiled(tiff()) ? TIFFNumberOfTiles(tiff()) : TIFFNumberOfStrips(tiff());
        if (count == 0) throw source_.damaged(has_no_pixel_data);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t bytes = TIFFGetStrileByteCount(tiff(), i);
            if (bytes == 0) return;
            source_.part(TIFFGetStrileOffset(tiff(), i), bytes);
        }
    }

    Reading reading_{.file = file()};
    Tiff tiff_ = open(reading_, memory_budget(file().size(), 0));
};

}

std::unique_ptr<PictureReader> open_tiff(const Source& source) {
    return std::make_unique<TiffReader>(source);
}

void prepare_tiff() {
    prepare_jpeg();
    // libtiff sorts the fields of a file. glibc's qsort queries the amount of memory when it first sorts more
    // than 1024 bytes.
    std::array<std::uint64_t, 256> numbers{};
    std::qsort(numbers.data(), numbers.size(), sizeof numbers[0], [](const void*, const void*) { return 0; });
}

}
