#include "decode/decoders.h"

#include "decode/frame_area.h"

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

/// The settings of the next picture.
struct Control {
    int transparent = NO_TRANSPARENT_COLOR;
    int disposal = DISPOSAL_UNSPECIFIED;
};

/// Reads an extension and keeps only settings of the next picture. Returns false when it cannot be read.
bool read_extension(GifFileType* gif, Control& next) {
    int code = 0;
    GifByteType* data = nullptr;
    if (DGifGetExtension(gif, &code, &data) == GIF_ERROR) return false;
    while (data) {
        GraphicsControlBlock control{};
        if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(data[0], data + 1, &control) == GIF_OK)
            next = {control.TransparentColor, control.DisposalMode};
        if (DGifGetExtensionNext(gif, &data) == GIF_ERROR) return false;
    }
    return true;
}

/// Drops giflib's list of picture descriptions, which it copies for each new picture.
void forget_images(GifFileType* gif) {
    GifFreeSavedImages(gif);
    gif->SavedImages = nullptr;
    gif->ImageCount = 0;
}

/// Advances to the next picture. Returns false without a readable one.
bool find_image(GifFileType* gif, Control& control) {
    forget_images(gif);
    for (GifRecordType type = UNDEFINED_RECORD_TYPE;;) {
        if (DGifGetRecordType(gif, &type) == GIF_ERROR) return false;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
        if (type != EXTENSION_RECORD_TYPE || !read_extension(gif, control)) return false;
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

/// The area where a frame is drawn, cropped to the picture.
FrameArea area_of(const GifImageDesc& image, const Undecoded& picture) {
    const auto left = std::min<std::size_t>(std::size_t(image.Left), picture.width),
               top = std::min<std::size_t>(std::size_t(image.Top), picture.height);
    return {left, top, std::min<std::size_t>(std::size_t(image.Width), picture.width - left),
            std::min<std::size_t>(std::size_t(image.Height), picture.height - top)};
}

/// The disposal as browsers understand it; early writers wrote 4 for 3.
Disposal disposal_of(const Control& control) {
    if (control.disposal == DISPOSE_BACKGROUND) return Disposal::background;
    return control.disposal == DISPOSE_PREVIOUS || control.disposal == 4 ? Disposal::previous
                                                                         : Disposal::keep;
}

/// Draws a frame over `canvas`, row by row of the file.
const char* read_pixels(GifFileType* gif, const Control& control, const Undecoded& picture,
                        std::span<Rgba8> canvas) {
    const GifImageDesc& image = gif->Image;
    const ColorMapObject* const colors = image.ColorMap ? image.ColorMap : gif->SColorMap;
    if (!colors) return "its palette is missing";
    if (image.Width == 0 || image.Height == 0) return "a frame has no pixels"; // giflib refuses it as well
    const FrameArea area = area_of(image, picture);
    std::vector<GifByteType> indices(static_cast<std::size_t>(image.Width));
    for (const std::size_t row : rows_of(image)) {
        if (DGifGetLine(gif, indices.data(), image.Width) == GIF_ERROR) return reason_of(*gif);
        if (row >= area.height) continue;
        const auto target = canvas.subspan((area.top + row) * picture.width + area.left, area.width);
        for (std::size_t x = 0; x < area.width; ++x) {
            if (indices[x] == control.transparent) continue;
            if (indices[x] >= colors->ColorCount) return "a pixel has no colour";
            const GifColorType& color = colors->Colors[indices[x]];
            target[x] = {color.Red, color.Green, color.Blue, 255};
        }
    }
    return "";
}

}

std::string decode_gif(const Undecoded& picture) {
    std::span<const std::byte> rest = picture.file();
    int failure = 0;
    const Gif gif(DGifOpen(&rest, read, &failure), &close);
    if (!gif) return contradicts_itself;
    const std::size_t size = picture.width * picture.height;
    std::vector<Rgba8> below; // the canvas below the next frame; empty before the first
    for (std::uint64_t frame = 0; frame < picture.frames; ++frame) {
        Control control;
        if (!find_image(gif.get(), control)) return reason_of(*gif);
        const auto canvas = picture.pixels.subspan(frame * size, size);
        std::ranges::copy(below, canvas.begin());
        if (const std::string damage = read_pixels(gif.get(), control, picture, canvas); !damage.empty())
            return damage;
        if (frame + 1 < picture.frames)
            dispose(disposal_of(control), area_of(gif->Image, picture), picture.width, canvas, below);
    }
    return "";
}

}
