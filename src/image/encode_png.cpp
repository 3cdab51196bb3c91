#include "image/encode_png.h"

#include "base/error.h"
#include "image/indexed_pixels.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <new>
#include <png.h>
#include <string>
#include <string_view>
#include <utility>
#include <zlib.h>

namespace huedrift {
namespace {

constexpr const char* indexed_file = "an indexed PNG file";

/// One that Debian 12's libpng cannot write, or would refuse to.
struct Chunk {
    std::array<char, 5> type; ///< zero-terminated
    std::vector<std::byte> data;
};

/// What libpng is to write. Rows are in libpng's input layout: RGBA, or one byte per index.
struct Picture {
    int width, height;
    int color_type, bit_depth;
    const std::byte* pixels;
    std::size_t row_bytes;
    std::vector<png_color> palette = {};
    std::vector<png_byte> palette_alpha = {};
    std::string settings = {};
    std::vector<Chunk> chunks = {}; ///< before the palette
};

struct WrittenPng {
    std::vector<std::byte> bytes;
    std::string failure{};
    bool out_of_memory = false;
};

// libpng is C: no exception may pass through it, and its longjmp must not leave a catch block.
void append(png_structp png, png_bytep data, std::size_t size) {
    auto& written = *static_cast<WrittenPng*>(png_get_io_ptr(png));
    auto& bytes = written.bytes;
    const auto* first = reinterpret_cast<const std::byte*>(data);
    try {
        bytes.insert(bytes.end(), first, first + size);
        return;
    } catch (const std::bad_alloc&) {
        written.out_of_memory = true;
    }
    png_error(png, "out of memory");
}

void ignore_flush(png_structp) {}
void ignore_warning(png_structp, png_const_charp) {}

void keep_failure(png_structp png, png_const_charp message) {
    static_cast<WrittenPng*>(png_get_error_ptr(png))->failure = message;
    png_longjmp(png, 1);
}

/// As inspect_png.cpp reads it. libpng takes non-const pointers, and copies.
void write_settings(png_structp png, png_infop info, const std::string& settings) {
    char keyword[] = "huedrift", nothing[] = "";
    png_text text{};
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = keyword;
    text.text = const_cast<char*>(settings.c_str());
    text.itxt_length = settings.size();
    text.lang = nothing;
    text.lang_key = nothing;
    png_set_text(png, info, &text, 1);
}

/// libpng leaves this function by longjmp when it fails, so nothing in it may have a destructor.
bool write_picture(png_structp png, png_infop info, const Picture& picture) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height),
                 picture.bit_depth, picture.color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    // Reduced pictures repeat whole pixels, which filters hide from deflate: without them, files of up to a
    // few thousand colours come out 10 to 50 % smaller in half the time.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    if (!picture.palette.empty())
        png_set_PLTE(png, info, picture.palette.data(), static_cast<int>(picture.palette.size()));
    if (!picture.palette_alpha.empty())
        png_set_tRNS(png, info, picture.palette_alpha.data(), static_cast<int>(picture.palette_alpha.size()),
                     nullptr);
    if (!picture.settings.empty()) write_settings(png, info, picture.settings);
    png_write_info_before_PLTE(png, info);
    for (const Chunk& chunk : picture.chunks)
        png_write_chunk(png, reinterpret_cast<png_const_bytep>(chunk.type.data()),
                        reinterpret_cast<png_const_bytep>(chunk.data.data()), chunk.data.size());
    png_write_info(png, info);
    if (picture.color_type == PNG_COLOR_TYPE_RGB) png_set_filler(png, 0, PNG_FILLER_AFTER);
    if (picture.bit_depth < 8) png_set_packing(png);
    for (int y = 0; y < picture.height; ++y)
        png_write_row(png,
                      reinterpret_cast<png_const_bytep>(picture.pixels + std::size_t(y) * picture.row_bytes));
    png_write_end(png, info);
    return true;
}

std::vector<std::byte> write_file(const Picture& picture) {
    WrittenPng written;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &written, keep_failure, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    bool whole = false;
    if (info) {
        png_set_write_fn(png, &written, append, ignore_flush);
        whole = write_picture(png, info, picture);
    }
    png_destroy_write_struct(&png, &info);
    if (written.out_of_memory) throw std::bad_alloc();
    if (!whole) throw Error(ErrorKind::output, "the picture cannot be encoded as PNG: " + written.failure);
    return std::move(written.bytes);
}

/// The chunks that say so, by the PNG specification (third edition), 11.3.2. libpng would refuse profiles
/// that others accept.
std::vector<Chunk> color_chunks(const ColorTag& colors) {
    constexpr std::byte relative_colorimetric{1}, bt709{1}, srgb_transfer{13}, rgb{0}, full_range{1};
    std::vector<Chunk> chunks;
    if (colors.srgb) {
        chunks.push_back({{"cICP"}, {bt709, srgb_transfer, rgb, full_range}});
        chunks.push_back({{"sRGB"}, {relative_colorimetric}});
    }
    if (colors.profile.empty()) return chunks;
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

std::vector<Chunk> chunks_of(const PngNotes& notes) {
    std::vector<Chunk> chunks = color_chunks(notes.colors);
    const Metadata& metadata = notes.metadata;
    if (!metadata.exif.empty()) chunks.push_back({{"eXIf"}, metadata.exif});
    if (metadata.xmp.empty()) return chunks;
    // Uncompressed, without a language, as the XMP specification, part 3, 1.1.5, asks.
    const std::string_view head("XML:com.adobe.xmp\0\0\0\0\0", 22);
    const auto bytes = std::as_bytes(std::span(head));
    std::vector<std::byte> data(bytes.begin(), bytes.end());
    data.insert(data.end(), metadata.xmp.begin(), metadata.xmp.end());
    chunks.push_back({{"iTXt"}, std::move(data)});
    return chunks;
}

}

std::vector<std::byte> encode_png(const ImageView& image, const PngNotes& notes, PngAlpha alpha) {
    const bool opaque = alpha == PngAlpha::where_needed && is_opaque(image);
    return write_file({.width = image.width,
                       .height = image.height,
                       .color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA,
                       .bit_depth = 8,
                       .pixels = std::as_bytes(image.pixels).data(),
                       .row_bytes = std::size_t(image.width) * sizeof(Rgba8),
                       .settings = notes.settings,
                       .chunks = chunks_of(notes)});
}

std::vector<std::byte> encode_indexed_png(const ImageView& image, const PngNotes& notes,
                                          std::span<const Rgba8> given) {
    const std::vector<Rgba8> entries =
        given.empty() ? gather_entries(image, indexed_file) : std::vector(given.begin(), given.end());
    const std::vector<std::byte> numbered = number_pixels(image, entries, indexed_file);
    Picture picture{.width = image.width,
                    .height = image.height,
                    .color_type = PNG_COLOR_TYPE_PALETTE,
                    .bit_depth = entries.size() > 16  ? 8
                                 : entries.size() > 4 ? 4
                                 : entries.size() > 2 ? 2
                                                      : 1,
                    .pixels = numbered.data(),
                    .row_bytes = std::size_t(image.width),
                    .settings = notes.settings,
                    .chunks = chunks_of(notes)};
    for (const Rgba8 entry : entries) {
        picture.palette.push_back({entry.r, entry.g, entry.b});
        picture.palette_alpha.push_back(entry.a);
    }
    while (!picture.palette_alpha.empty() && picture.palette_alpha.back() == 255)
        picture.palette_alpha.pop_back(); // tRNS may end where opacity begins
    return write_file(picture);
}

std::vector<std::byte> encode_grey_png(const ImageView& image) {
    std::vector<std::byte> grey(image.pixels.size());
    std::ranges::transform(image.pixels, grey.begin(), [](Rgba8 pixel) { return std::byte{pixel.r}; });
    return write_file({.width = image.width,
                       .height = image.height,
                       .color_type = PNG_COLOR_TYPE_GRAY,
                       .bit_depth = 8,
                       .pixels = grey.data(),
                       .row_bytes = std::size_t(image.width)});
}

std::vector<std::byte> encode_bitmap_png(int width, int height, std::span<const std::byte> white) {
    return write_file({.width = width,
                       .height = height,
                       .color_type = PNG_COLOR_TYPE_GRAY,
                       .bit_depth = 1,
                       .pixels = white.data(),
                       .row_bytes = std::size_t(width)});
}

}
