#include "image/encode.h"

#include "image/animation.h"
#include "image/picture_formats.h"
#include "image/png_chunks.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <string_view>
#include <zlib.h>

namespace huedrift {
namespace {

enum class ColorType { grey = 0, rgb = 2, palette = 3, rgba = 6 }; // PNG specification, third edition, 11.2.1

/// The form of the pixels in a file. The size is that of the picture or of a frame.
struct PngForm {
    int width, height;
    ColorType color_type;
    int bit_depth;
    std::span<const Rgba8> palette = {};
    std::optional<std::uint32_t> transparent = {}; ///< the sample of transparent pixels in a grey file
};

std::vector<std::byte> header_of(const PngForm& form) {
    std::vector<std::byte> header;
    append_big_endian(header, static_cast<std::uint32_t>(form.width));
    append_big_endian(header, static_cast<std::uint32_t>(form.height));
    constexpr int deflate = 0, adaptive_filters = 0, not_interlaced = 0;
    for (const int byte :
         {form.bit_depth, static_cast<int>(form.color_type), deflate, adaptive_filters, not_interlaced})
        header.push_back(static_cast<std::byte>(byte));
    return header;
}

void put_numbers(PngChunks& file, std::string_view type, std::span<const std::uint32_t> numbers,
                 int bytes = 4) {
    std::vector<std::byte> data;
    for (const std::uint32_t number : numbers) append_big_endian(data, number, bytes);
    file.put(type, data);
}

/// The chunks for a colour tag, by the PNG specification (third edition), 11.3.2.
void put_colors(PngChunks& file, const ColorTag& colors) {
    const PngColors& kept = colors.chunks;
    if (kept.has(PngColors::cicp_chunk)) put_numbers(file, "cICP", {&kept.cicp, 1});
    if (kept.has(PngColors::srgb_chunk)) put_numbers(file, "sRGB", {&kept.intent, 1}, 1);
    if (kept.has(PngColors::gamma_chunk)) put_numbers(file, "gAMA", {&kept.gamma, 1});
    if (kept.has(PngColors::primaries_chunk)) put_numbers(file, "cHRM", kept.primaries);
    if (colors.srgb && kept.chunks == 0) {
        constexpr std::uint32_t bt709 = 1, srgb_transfer = 13, rgb = 0, full_range = 1,
                                relative_colorimetric = 1;
        put_numbers(file, "cICP", std::array{bt709, srgb_transfer, rgb, full_range}, 1);
        put_numbers(file, "sRGB", std::array{relative_colorimetric}, 1);
    }
    if (colors.profile.empty() || colors.profile_of_gamma) return;
    uLongf size = ::compressBound(static_cast<uLong>(colors.profile.size()));
    constexpr std::array head{std::byte{'I'}, std::byte{'C'}, std::byte{'C'}, std::byte{0}, std::byte{0}};
    std::vector<std::byte> data(head.begin(), head.end());
    data.resize(head.size() + size);
    ::compress(reinterpret_cast<Bytef*>(data.data() + head.size()), &size,
               reinterpret_cast<const Bytef*>(colors.profile.data()),
               static_cast<uLong>(colors.profile.size()));
    data.resize(head.size() + size);
    file.put("iCCP", data);
}

void put_resolution(PngChunks& file, const Resolution& resolution) {
    constexpr std::byte metre{1};
    std::vector<std::byte> data;
    for (const double number : {resolution.x, resolution.y})
        append_big_endian(data, whole_pixels_per_metre(number));
    data.push_back(metre);
    file.put("pHYs", data);
}

/// Uncompressed and without a language: so huedrift reads settings, and the XMP specification, part 3, 1.1.5,
/// asks it for XMP.
void put_text(PngChunks& file, std::string_view keyword, std::span<const std::byte> text) {
    constexpr std::size_t empty_fields = 5;
    const auto bytes = std::as_bytes(std::span(keyword));
    std::vector<std::byte> data(bytes.begin(), bytes.end());
    data.resize(data.size() + empty_fields);
    data.insert(data.end(), text.begin(), text.end());
    file.put("iTXt", data);
}

/// PLTE and tRNS, which may end where opacity begins.
void put_palette(PngChunks& file, std::span<const Rgba8> palette) {
    std::vector<std::byte> colors, alphas;
    for (const Rgba8 entry : palette) {
        for (const std::uint8_t channel : {entry.r, entry.g, entry.b}) colors.push_back(std::byte{channel});
        alphas.push_back(std::byte{entry.a});
    }
    while (!alphas.empty() && alphas.back() == std::byte{255}) alphas.pop_back();
    if (!colors.empty()) file.put("PLTE", colors);
    if (!alphas.empty()) file.put("tRNS", alphas);
}

/// The chunks before the pixels, but for the header.
void put_description(PngChunks& file, const PngForm& form, const EncodeOptions& options) {
    put_colors(file, options.colors);
    if (options.resolution) put_resolution(file, *options.resolution);
    if (!options.metadata.exif.empty()) file.put("eXIf", options.metadata.exif);
    if (!options.metadata.xmp.empty()) put_text(file, "XML:com.adobe.xmp", options.metadata.xmp);
    put_palette(file, form.palette);
    if (form.transparent) put_numbers(file, "tRNS", {&*form.transparent, 1}, 2);
    if (!options.settings.empty()) put_text(file, "huedrift", std::as_bytes(std::span(options.settings)));
}

/// The chunk before the data of a frame (PNG specification, third edition, 11.3.6).
void put_control(PngChunks& file, std::uint32_t sequence, const ChangedBox& box, const Delay& delay) {
    std::vector<std::byte> data;
    append_big_endian(data, sequence);
    for (const int value : {box.width(), box.height(), box.left, box.top})
        append_big_endian(data, static_cast<std::uint32_t>(value));
    append_big_endian(data, delay.numerator, 2);
    append_big_endian(data, delay.denominator, 2);
    constexpr std::uint32_t keep = 0, replace = 0;
    append_big_endian(data, keep, 1);
    append_big_endian(data, replace, 1);
    file.put("fcTL", data);
}

/// The entries of a palette as samples of grey.
struct GreySamples {
    std::vector<std::byte> of_entries{};
    std::optional<std::uint32_t> transparent{}; ///< that of (0, 0, 0, 0)
};

/// None if samples of so many bits cannot stand for the entries.
std::optional<GreySamples> grey_samples(std::span<const Rgba8> entries, int bits) {
    const std::size_t levels = std::size_t{1} << bits, step = 255 / (levels - 1);
    GreySamples samples;
    std::vector<bool> is_used(levels);
    for (const Rgba8 entry : entries) {
        const bool is_transparent = entry == Rgba8{};
        if (!is_transparent && entry != Rgba8{entry.r, entry.r, entry.r, 255}) return std::nullopt;
        if (entry.r % step != 0) return std::nullopt;
        samples.of_entries.push_back(static_cast<std::byte>(entry.r / step));
        if (!is_transparent) is_used[entry.r / step] = true;
    }
    const auto clear = std::ranges::find(entries, Rgba8{});
    if (clear == entries.end()) return samples;
    const auto unused = std::ranges::find(is_used, false);
    if (unused == is_used.end()) return std::nullopt;
    samples.transparent = static_cast<std::uint32_t>(unused - is_used.begin());
    samples.of_entries[std::size_t(clear - entries.begin())] = static_cast<std::byte>(*samples.transparent);
    return samples;
}

/// A file of the boxes that frames change, or of one for a picture. `lines(frame, box)` has their pixels.
/// Without libpng, which can only compress by zlib: libdeflate takes half the time.
template <class Lines>
std::vector<std::byte> write_file(const PngForm& form, std::span<const ChangedBox> boxes,
                                  const EncodeOptions& options, const Lines& lines) {
    const bool animated = boxes.size() > 1;
    std::uint32_t sequence = 0;
    PngChunks file;
    file.put("IHDR", header_of(form));
    if (animated)
        put_numbers(file, "acTL",
                    std::array{static_cast<std::uint32_t>(boxes.size()), options.animation.plays});
    put_description(file, form, options);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (animated) put_control(file, sequence++, boxes[i], options.animation.delays[i]);
        const std::vector<std::byte> data = compress_scanlines(lines(i, boxes[i]), options.smallest);
        if (i == 0) {
            file.put("IDAT", data);
            continue;
        }
        std::vector<std::byte> numbered;
        append_big_endian(numbered, sequence++);
        numbered.insert(numbered.end(), data.begin(), data.end());
        file.put("fdAT", numbered);
    }
    return file.finish();
}

/// The values of a box in an image of this width.
template <class Value>
std::vector<Value> part_of(std::span<const Value> values, int width, const ChangedBox& box) {
    assert(!box.empty() && box.left >= 0 && box.right <= width && box.top >= 0);
    assert(values.size() >= std::size_t(box.bottom) * std::size_t(width));
    std::vector<Value> part;
    part.reserve(std::size_t(box.width()) * std::size_t(box.height()));
    for (int y = box.top; y < box.bottom; ++y) {
        const auto row = values.subspan(std::size_t(y) * std::size_t(width) + std::size_t(box.left),
                                        std::size_t(box.width()));
        part.insert(part.end(), row.begin(), row.end());
    }
    return part;
}

/// Writes a picture, or frames that lie below each other. `to_lines(values, width, height)` makes rows of
/// values.
template <class Value, class ToLines>
std::vector<std::byte> write_frames(PngForm form, std::span<const Value> values, const EncodeOptions& options,
                                    const ToLines& to_lines) {
    const int frames = std::max(1, static_cast<int>(options.animation.frames()));
    assert(form.height % frames == 0);
    assert(values.size() == std::size_t(form.width) * std::size_t(form.height));
    form.height /= frames;
    std::vector<ChangedBox> boxes{{0, 0, form.width, form.height}};
    const std::size_t size = values.size() / std::size_t(frames);
    for (std::size_t i = 1; i < std::size_t(frames); ++i) {
        const auto before = values.subspan((i - 1) * size, size), now = values.subspan(i * size, size);
        const ChangedBox box = box_of_changes(form.width, form.height,
                                              [&](std::size_t pixel) { return now[pixel] != before[pixel]; });
        boxes.push_back(box.empty() ? ChangedBox{0, 0, 1, 1} : box); // a frame has at least one pixel
    }
    return write_file(form, boxes, options, [&](std::size_t frame, const ChangedBox& box) {
        if (frame == 0) return to_lines(values.first(size), form.width, form.height);
        const std::vector<Value> part = part_of(values.subspan(frame * size, size), form.width, box);
        return to_lines(std::span<const Value>(part), box.width(), box.height());
    });
}

}

std::vector<std::byte> encode_png(const ImageView& image, const EncodeOptions& options) {
    const bool opaque = is_opaque(image);
    return write_frames({.width = image.width,
                         .height = image.height,
                         .color_type = opaque ? ColorType::rgb : ColorType::rgba,
                         .bit_depth = 8},
                        image.pixels, options, [&](std::span<const Rgba8> pixels, int width, int height) {
                            return color_scanlines({width, height, pixels}, !opaque);
                        });
}

std::vector<std::byte> encode_indexed_png(const IndexedImage& image, const EncodeOptions& options) {
    std::vector<Rgba8> palette = image.entries;
    pad_entries(palette, options.pad);
    const int bits = index_bits(palette.size(), options.bits, written_format(ImageFormat::png).index_bits);
    return write_frames({.width = image.width,
                         .height = image.height,
                         .color_type = ColorType::palette,
                         .bit_depth = bits,
                         .palette = palette},
                        std::span<const std::byte>(image.indices), options,
                        [&](std::span<const std::byte> indices, int width, int) {
                            return packed_scanlines(indices, width, bits);
                        });
}

std::optional<std::vector<std::byte>> encode_grey_png(const IndexedImage& image,
                                                      const EncodeOptions& options) {
    for (const int bits : {1, 2, 4, 8}) {
        const auto samples = grey_samples(image.entries, bits);
        if (!samples) continue;
        std::vector<std::byte> values(image.indices.size());
        std::ranges::transform(image.indices, values.begin(), [&](std::byte index) {
            return samples->of_entries[std::to_integer<std::size_t>(index)];
        });
        return write_frames({.width = image.width,
                             .height = image.height,
                             .color_type = ColorType::grey,
                             .bit_depth = bits,
                             .transparent = samples->transparent},
                            std::span<const std::byte>(values), options,
                            [&](std::span<const std::byte> frame, int width, int) {
                                return packed_scanlines(frame, width, bits);
                            });
    }
    return std::nullopt;
}

std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const PixelRun> white,
                                         std::optional<Resolution> resolution) {
    const auto columns = std::size_t(width);
    const PngScanlines lines(std::size_t(height), 1 + (columns + 7) / 8, 1);
    std::fill_n(lines.memory.get(), lines.rows * lines.row_bytes, std::byte{0});
    for (const PixelRun& run : white)
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const std::size_t x = i % columns;
            lines.row(i / columns)[1 + x / 8] |= std::byte{0x80} >> x % 8;
        }
    return write_file({.width = width, .height = height, .color_type = ColorType::grey, .bit_depth = 1},
                      std::array{ChangedBox{0, 0, width, height}}, {.resolution = resolution},
                      [&](std::size_t, const ChangedBox&) -> const PngScanlines& { return lines; });
}

}
