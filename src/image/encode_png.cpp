#include "image/encode.h"

#include "image/picture_formats.h"
#include "image/png_chunks.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <zlib.h>

namespace huedrift {
namespace {

enum class ColorType { grey = 0, rgb = 2, palette = 3, rgba = 6 }; // PNG specification, third edition, 11.2.1

struct Chunk {
    std::string_view type;
    std::vector<std::byte> data;
};

struct Picture {
    int width, height;
    ColorType color_type;
    int bit_depth;
    PngScanlines lines;
    std::span<const Rgba8> palette = {};
    std::string_view settings = {};
    std::vector<Chunk> chunks = {}; ///< before the palette
};

void append(std::vector<std::byte>& bytes, std::string_view text) {
    const auto more = std::as_bytes(std::span(text));
    bytes.insert(bytes.end(), more.begin(), more.end());
}

std::vector<std::byte> header_of(const Picture& picture) {
    std::vector<std::byte> header;
    append_big_endian(header, static_cast<std::uint32_t>(picture.width));
    append_big_endian(header, static_cast<std::uint32_t>(picture.height));
    constexpr int deflate = 0, adaptive_filters = 0, not_interlaced = 0;
    for (const int byte :
         {picture.bit_depth, static_cast<int>(picture.color_type), deflate, adaptive_filters, not_interlaced})
        header.push_back(static_cast<std::byte>(byte));
    return header;
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

/// In the form that huedrift reads: uncompressed and without a language.
void put_settings(PngChunks& file, std::string_view settings) {
    using namespace std::string_view_literals;
    std::vector<std::byte> data;
    append(data, "huedrift\0\0\0\0\0"sv);
    append(data, settings);
    file.put("iTXt", data);
}

// Without libpng, which can only compress by zlib: libdeflate takes half the time.
std::vector<std::byte> write_file(const Picture& picture, PngEffort effort) {
    PngChunks file;
    file.put("IHDR", header_of(picture));
    for (const Chunk& chunk : picture.chunks) file.put(chunk.type, chunk.data);
    put_palette(file, picture.palette);
    if (!picture.settings.empty()) put_settings(file, picture.settings);
    file.put("IDAT", compress_scanlines(picture.lines, effort));
    return file.finish();
}

std::vector<Chunk> kept_chunks(const PngColors& colors) {
    std::vector<Chunk> chunks;
    const auto add = [&](PngColors::Chunk chunk, std::string_view type,
                         std::span<const std::uint32_t> numbers, int bytes) {
        if (!colors.has(chunk)) return;
        chunks.push_back({type, {}});
        for (const std::uint32_t number : numbers) append_big_endian(chunks.back().data, number, bytes);
    };
    add(PngColors::cicp_chunk, "cICP", {&colors.cicp, 1}, 4);
    add(PngColors::srgb_chunk, "sRGB", {&colors.intent, 1}, 1);
    add(PngColors::gamma_chunk, "gAMA", {&colors.gamma, 1}, 4);
    add(PngColors::primaries_chunk, "cHRM", colors.primaries, 4);
    return chunks;
}

/// The chunks for a colour tag, by the PNG specification (third edition), 11.3.2.
std::vector<Chunk> color_chunks(const ColorTag& colors) {
    constexpr std::byte relative_colorimetric{1}, bt709{1}, srgb_transfer{13}, rgb{0}, full_range{1};
    std::vector<Chunk> chunks = kept_chunks(colors.chunks);
    if (colors.srgb && chunks.empty()) {
        chunks.push_back({{"cICP"}, {bt709, srgb_transfer, rgb, full_range}});
        chunks.push_back({{"sRGB"}, {relative_colorimetric}});
    }
    if (colors.profile.empty() || colors.profile_of_gamma) return chunks;
    uLongf size = ::compressBound(static_cast<uLong>(colors.profile.size()));
    constexpr std::array head{std::byte{'I'}, std::byte{'C'}, std::byte{'C'}, std::byte{0}, std::byte{0}};
    std::vector<std::byte> data(head.begin(), head.end());
    data.resize(head.size() + size);
    ::compress(reinterpret_cast<Bytef*>(data.data() + head.size()), &size,
               reinterpret_cast<const Bytef*>(colors.profile.data()),
               static_cast<uLong>(colors.profile.size()));
    data.resize(head.size() + size);
    chunks.push_back({{"iCCP"}, std::move(data)});
    return chunks;
}

std::vector<Chunk> resolution_chunk(const std::optional<Resolution>& resolution) {
    if (!resolution) return {};
    constexpr std::byte metre{1};
    std::vector<std::byte> data;
    for (const double number : {resolution->x, resolution->y})
        append_big_endian(data, whole_pixels_per_metre(number));
    data.push_back(metre);
    return {{"pHYs", std::move(data)}};
}

std::vector<Chunk> chunks_of(const PngNotes& notes) {
    std::vector<Chunk> chunks = color_chunks(notes.colors);
    std::ranges::move(resolution_chunk(notes.resolution), std::back_inserter(chunks));
    const Metadata& metadata = notes.metadata;
    if (!metadata.exif.empty()) chunks.push_back({{"eXIf"}, metadata.exif});
    if (metadata.xmp.empty()) return chunks;
    // Uncompressed, without a language, as the XMP specification, part 3, 1.1.5, asks.
    const std::string_view head("XML:com.adobe.xmp\0\0\0\0\0", 22);
    std::vector<std::byte> data;
    append(data, head);
    data.insert(data.end(), metadata.xmp.begin(), metadata.xmp.end());
    chunks.push_back({{"iTXt"}, std::move(data)});
    return chunks;
}

}

std::vector<std::byte> encode_png(const ImageView& image, const PngNotes& notes, PngAlpha alpha,
                                  PngEffort effort) {
    const bool opaque = alpha == PngAlpha::where_needed && is_opaque(image);
    return write_file({.width = image.width,
                       .height = image.height,
                       .color_type = opaque ? ColorType::rgb : ColorType::rgba,
                       .bit_depth = 8,
                       .lines = color_scanlines(image, !opaque),
                       .settings = notes.settings,
                       .chunks = chunks_of(notes)},
                      effort);
}

std::vector<std::byte> encode_indexed_png(const IndexedImage& image, const PngNotes& notes, PngEffort effort,
                                          int bits, std::size_t pad) {
    std::vector<Rgba8> palette = image.entries;
    pad_entries(palette, pad);
    const int bit_depth = index_bits(palette.size(), bits, written_format(ImageFormat::png).index_bits);
    return write_file({.width = image.width,
                       .height = image.height,
                       .color_type = ColorType::palette,
                       .bit_depth = bit_depth,
                       .lines = packed_scanlines(image.indices, image.width, bit_depth),
                       .palette = palette,
                       .settings = notes.settings,
                       .chunks = chunks_of(notes)},
                      effort);
}

std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const std::byte> white,
                                         std::optional<Resolution> resolution) {
    return write_file({.width = width,
                       .height = height,
                       .color_type = ColorType::grey,
                       .bit_depth = 1,
                       .lines = packed_scanlines(white, width, 1),
                       .chunks = resolution_chunk(resolution)},
                      PngEffort::usual);
}

}
