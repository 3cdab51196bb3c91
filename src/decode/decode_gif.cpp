#include "decode/decode_gif.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <gif_lib.h>
#include <memory>
#include <vector>

namespace huedrift {
namespace {

int read(GifFileType* gif, GifByteType* target, int size) {
    auto& rest = *static_cast<std::span<const std::byte>*>(gif->UserData);
    const std::size_t count = std::min(rest.size(), static_cast<std::size_t>(std::max(size, 0)));
    if (count > 0) std::memcpy(target, rest.data(), count);
    rest = rest.subspan(count);
    return static_cast<int>(count);
}

void close(GifFileType* gif) { DGifCloseFile(gif, nullptr); }
using Gif = std::unique_ptr<GifFileType, decltype(&close)>;

const char* reason_of(const GifFileType& gif) {
    switch (gif.Error) {
    case D_GIF_ERR_NOT_ENOUGH_MEM:
        return unpacks_to_too_much;
    case D_GIF_ERR_READ_FAILED:
    case D_GIF_ERR_EOF_TOO_SOON:
        return is_cut_short;
    default:
        return contradicts_itself;
    }
}

/// Reads an extension, of which only the transparent index matters; false when it cannot be read.
bool read_extension(GifFileType* gif, int& transparent) {
    int code = 0;
    GifByteType* data = nullptr;
    if (DGifGetExtension(gif, &code, &data) == GIF_ERROR) return false;
    while (data) {
        GraphicsControlBlock control{};
        if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(data[0], data + 1, &control) == GIF_OK)
            transparent = control.TransparentColor;
        if (DGifGetExtensionNext(gif, &data) == GIF_ERROR) return false;
    }
    return true;
}

/// Goes on to the first picture; false when there is none that can be read.
bool find_image(GifFileType* gif, int& transparent) {
    for (GifRecordType type = UNDEFINED_RECORD_TYPE;;) {
        if (DGifGetRecordType(gif, &type) == GIF_ERROR) return false;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE || !read_extension(gif, transparent)) return false;
    }
}

/// The rows of a picture in the order of the file.
std::vector<std::size_t> rows_of(const GifImageDesc& image) {
    const auto height = static_cast<std::size_t>(image.Height);
    struct Pass {
        std::size_t first, step;
    };
    constexpr std::array<Pass, 4> interlaced{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    constexpr std::array<Pass, 1> sequential{{{0, 1}}};
    const std::span<const Pass> passes = image.Interlace ? std::span<const Pass>(interlaced) : sequential;
    std::vector<std::size_t> rows;
    for (const auto& [first, step] : passes)
        for (std::size_t row = first; row < height; row += step) rows.push_back(row);
    return rows;
}

const char* read_pixels(GifFileType* gif, int transparent, const Undecoded& picture) {
    const GifImageDesc& image = gif->Image;
    const ColorMapObject* const colors = image.ColorMap ? image.ColorMap : gif->SColorMap;
    if (!colors) return "its palette is missing";
    const auto left = static_cast<std::size_t>(image.Left), top = static_cast<std::size_t>(image.Top),
               width = static_cast<std::size_t>(image.Width), height = static_cast<std::size_t>(image.Height);
    if (left + width > picture.width || top + height > picture.height) return has_two_sizes;
    std::vector<GifByteType> indices(width);
    for (const std::size_t row : rows_of(image)) {
        if (DGifGetLine(gif, indices.data(), image.Width) == GIF_ERROR) return reason_of(*gif);
        const auto target = picture.pixels.subspan((top + row) * picture.width + left, width);
        for (std::size_t x = 0; x < width; ++x) {
            if (indices[x] == transparent) continue;
            if (indices[x] >= colors->ColorCount) return "a pixel has no colour";
            const GifColorType& color = colors->Colors[indices[x]];
            target[x] = {color.Red, color.Green, color.Blue, 255};
        }
    }
    return "";
}

}

std::string decode_gif(const Undecoded& picture) {
    std::span<const std::byte> rest = picture.file;
    int failure = 0, transparent = NO_TRANSPARENT_COLOR;
    const Gif gif(DGifOpen(&rest, read, &failure), &close);
    if (!gif) return contradicts_itself;
    if (!find_image(gif.get(), transparent)) return reason_of(*gif);
    return read_pixels(gif.get(), transparent, picture);
}

}
