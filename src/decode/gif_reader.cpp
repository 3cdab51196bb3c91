#include "decode/picture_reader.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
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

const char* reason_of(int error) {
    switch (error) {
    case D_GIF_ERR_NOT_ENOUGH_MEM:
        return unpacks_to_too_much;
    case D_GIF_ERR_READ_FAILED:
    case D_GIF_ERR_EOF_TOO_SOON:
        return is_cut_short;
    case D_GIF_ERR_WRONG_RECORD:
        return "it has an unknown block";
    default:
        return contradicts_itself;
    }
}

/// The settings of the next picture.
struct Control {
    int transparent = NO_TRANSPARENT_COLOR;
    int disposal = DISPOSAL_UNSPECIFIED;
    int delay = 0; ///< in hundredths of a second
};

/// Netscape's extension holds a number; browsers play once more than that. 0: forever. `name` and `data`
/// begin with their lengths.
void read_plays(const GifByteType* name, const GifByteType* data, std::uint32_t& plays) {
    constexpr std::size_t name_bytes = 11;
    const std::string_view text(reinterpret_cast<const char*>(name + 1), name[0]);
    if (text.size() != name_bytes || (text != "NETSCAPE2.0" && text != "ANIMEXTS1.0")) return;
    if (data[0] < 3 || data[1] != 1) return;
    const auto more = data[2] + 256u * data[3];
    plays = more == 0 ? 0 : more + 1;
}

/// Reads an extension. Returns false when it cannot be read.
bool read_extension(GifFileType* gif, Control& next, std::uint32_t& plays) {
    int code = 0;
    GifByteType* data = nullptr;
    if (DGifGetExtension(gif, &code, &data) == GIF_ERROR) return false;
    std::array<GifByteType, 256> name{};
    for (bool first = true; data; first = false) {
        GraphicsControlBlock control{};
        if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(data[0], data + 1, &control) == GIF_OK)
            next = {control.TransparentColor, control.DisposalMode, control.DelayTime};
        if (code == APPLICATION_EXT_FUNC_CODE && first) std::copy_n(data, data[0] + 1, name.begin());
        if (DGifGetExtensionNext(gif, &data) == GIF_ERROR) return false;
        if (code == APPLICATION_EXT_FUNC_CODE && first && data) read_plays(name.data(), data, plays);
    }
    return true;
}

/// Drops giflib's list of picture descriptions, which it copies for each new picture.
void forget_images(GifFileType* gif) {
    GifFreeSavedImages(gif);
    gif->SavedImages = nullptr;
    gif->ImageCount = 0;
}

/// Advances to the next picture, or to the end, where it returns false. Throws Error(input).
bool find_image(GifFileType* gif, const Source& source, Control& control, std::uint32_t& plays) {
    forget_images(gif);
    for (GifRecordType type = UNDEFINED_RECORD_TYPE;;) {
        bool readable = DGifGetRecordType(gif, &type) == GIF_OK;
        if (readable && type == TERMINATE_RECORD_TYPE) return false;
        if (readable && type == IMAGE_DESC_RECORD_TYPE && DGifGetImageDesc(gif) == GIF_OK) return true;
        readable = readable && type == EXTENSION_RECORD_TYPE && read_extension(gif, control, plays);
        if (!readable) throw source.damaged(reason_of(gif->Error));
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
FrameArea area_of(const GifImageDesc& image, const FileFacts& facts) {
    const auto left = std::min<std::size_t>(std::size_t(image.Left), facts.width),
               top = std::min<std::size_t>(std::size_t(image.Top), facts.height);
    return {left, top, std::min<std::size_t>(std::size_t(image.Width), facts.width - left),
            std::min<std::size_t>(std::size_t(image.Height), facts.height - top)};
}

/// The disposal as browsers understand it; early writers wrote 4 for 3.
Disposal disposal_of(const Control& control) {
    if (control.disposal == DISPOSE_BACKGROUND) return Disposal::background;
    return control.disposal == DISPOSE_PREVIOUS || control.disposal == 4 ? Disposal::previous
                                                                         : Disposal::keep;
}

/// Draws a frame over `canvas`, row by row of the file.
const char* read_pixels(GifFileType* gif, const Control& control, const FileFacts& facts,
                        std::span<Rgba8> canvas) {
    const GifImageDesc& image = gif->Image;
    const ColorMapObject* const colors = image.ColorMap ? image.ColorMap : gif->SColorMap;
    if (!colors) return has_no_palette;
    if (image.Width == 0 || image.Height == 0) return "a frame has no pixels"; // giflib refuses it as well
    const FrameArea area = area_of(image, facts);
    std::vector<GifByteType> indices(static_cast<std::size_t>(image.Width));
    for (const std::size_t row : rows_of(image)) {
        if (DGifGetLine(gif, indices.data(), image.Width) == GIF_ERROR) return reason_of(gif->Error);
        if (row >= area.height) continue;
        const auto target = canvas.subspan((area.top + row) * facts.width + area.left, area.width);
        for (std::size_t x = 0; x < area.width; ++x) {
            if (indices[x] == control.transparent) continue;
            if (indices[x] >= colors->ColorCount) return "a pixel has no colour";
            const GifColorType& color = colors->Colors[indices[x]];
            target[x] = {color.Red, color.Green, color.Blue, 255};
        }
    }
    return "";
}

/// The palette that all pictures of the file share or, without one, that of its first picture.
std::vector<Rgba8> slots_of(const GifFileType& gif, const Control& control) {
    const ColorMapObject* const colors = gif.SColorMap ? gif.SColorMap : gif.Image.ColorMap;
    std::vector<Rgba8> slots;
    for (int i = 0; colors && i < colors->ColorCount; ++i) {
        const GifColorType& color = colors->Colors[i];
        slots.push_back({color.Red, color.Green, color.Blue,
                         i == control.transparent ? std::uint8_t{0} : std::uint8_t{255}});
    }
    return slots;
}

class GifReader : public PictureReader {
public:
    explicit GifReader(const Source& source) : PictureReader(source) {
        const std::string_view version = source.text(0, 6);
        if (version != "GIF87a" && version != "GIF89a") throw source.damaged("its version is unknown");
        const Gif gif = open();
        facts_.width = static_cast<std::uint64_t>(gif->SWidth);
        facts_.height = static_cast<std::uint64_t>(gif->SHeight);
        for (Control control; find_image(gif.get(), source, control, facts_.plays); control = {})
            count_image(*gif, control);
        facts_.frames = facts_.delays.size();
        if (facts_.frames == 0) throw source.damaged(has_no_pixel_data);
        if (frame_size() == 0) throw source.damaged(has_no_pixels);
        facts_.animated = facts_.frames > 1;
        // Frames may be larger than the picture, which makes decoding slower.
        facts_.frame_pixels = std::max(facts_.frame_pixels, facts_.frames * frame_size());
    }

    std::string decode(const DecodeTarget& target) override {
        rest_ = file();
        const Gif gif = open();
        std::vector<Rgba8> below; // the canvas below the next frame; empty before the first
        for (std::uint64_t frame = 0; frame < target.frames; ++frame) {
            Control control;
            find_image(gif.get(), source_, control, facts_.plays);
            const auto canvas = target.pixels.subspan(frame * frame_size(), frame_size());
            std::ranges::copy(below, canvas.begin());
            const std::string damage = read_pixels(gif.get(), control, facts_, canvas);
            if (!damage.empty()) return damage;
            if (frame + 1 < target.frames)
                dispose(disposal_of(control), area_of(gif->Image, facts_), facts_.width, canvas, below);
        }
        return "";
    }

private:
    Gif open() {
        int error = 0;
        Gif gif(DGifOpen(&rest_, read, &error), &close);
        if (!gif) throw source_.damaged(reason_of(error));
        return gif;
    }
    /// Passes over the codes of a picture.
    void count_image(GifFileType& gif, const Control& control) {
        const auto width = static_cast<std::uint64_t>(gif.Image.Width),
                   height = static_cast<std::uint64_t>(gif.Image.Height);
        // Some writers leave the screen too small, or empty.
        if (facts_.delays.empty()) {
            facts_.width = std::max(facts_.width, static_cast<std::uint64_t>(gif.Image.Left) + width);
            facts_.height = std::max(facts_.height, static_cast<std::uint64_t>(gif.Image.Top) + height);
            facts_.slots.set(slots_of(gif, control));
        }
        facts_.delays.push_back({.numerator = static_cast<std::uint16_t>(control.delay)});
        facts_.frame_pixels += width * height;
        int size = 0;
        GifByteType* codes = nullptr;
        bool readable = DGifGetCode(&gif, &size, &codes) == GIF_OK;
        while (readable && codes) readable = DGifGetCodeNext(&gif, &codes) == GIF_OK;
        if (!readable) throw source_.damaged(reason_of(gif.Error));
    }

    std::span<const std::byte> rest_ = file();
};

}

std::unique_ptr<PictureReader> open_gif(const Source& source) { return std::make_unique<GifReader>(source); }

}
