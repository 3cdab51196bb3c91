#include "decode/decoders.h"
#include "decode/frame_area.h"

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

namespace {

// GIF89a, sections 17 to 27.
enum Block : std::uint32_t { extension = 0x21, image = 0x2C, trailer = 0x3B };
enum Extension : std::uint32_t { graphic_control = 0xF9, application = 0xFF };

/// The bytes of the colour table announced by a byte of flags.
std::size_t color_table(std::uint32_t flags) {
    constexpr std::uint32_t present = 0x80, size = 7;
    return flags & present ? std::size_t{3} << ((flags & size) + 1) : 0;
}

/// The colours of the table at a position, of which one may be transparent.
std::vector<Rgba8> slots_at(const Source& source, std::size_t at, std::uint32_t flags,
                            std::optional<std::uint32_t> transparent) {
    std::vector<Rgba8> slots;
    for (const std::size_t end = at + color_table(flags); at < end; at += 3) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(source.u8(at + i)); };
        slots.push_back({byte(0), byte(1), byte(2), 255});
    }
    if (transparent && *transparent < slots.size()) slots[*transparent].a = 0;
    return slots;
}

/// The position after data blocks: blocks of up to 255 bytes, each preceded by its size, and an empty one.
std::size_t skip_data(const Source& source, std::size_t at) {
    while (const std::size_t size = source.u8(at)) at += 1 + size;
    return at + 1;
}

/// Netscape's extension holds a number; browsers play once more than that. 0: forever.
void read_plays(const Source& source, std::size_t block, Animation& animation) {
    constexpr std::size_t name_bytes = 11;
    if (source.u8(block) != name_bytes) return;
    const std::string_view name = source.text(block + 1, name_bytes);
    const std::size_t data = block + 1 + name_bytes;
    if ((name != "NETSCAPE2.0" && name != "ANIMEXTS1.0") || source.u8(data) < 3 || source.u8(data + 1) != 1)
        return;
    const std::uint32_t more = source.u16_little(data + 2);
    animation.plays = more == 0 ? 0 : more + 1;
}

/// Walks through the blocks and gathers the facts about pictures.
class Blocks {
public:
    Blocks(const Source& source, FileFacts& facts) : source_(source), facts_(facts) {}

    /// Returns the end of the block.
    std::size_t read_extension(std::size_t at) {
        const std::uint32_t kind = source_.u8(at + 1);
        const std::size_t block = at + 2;
        if (kind == graphic_control && source_.u8(block) >= 4) {
            delay_ = {.numerator = static_cast<std::uint16_t>(source_.u16_little(block + 2))};
            transparent_.reset();
            if (source_.u8(block + 1) & 1) transparent_ = source_.u8(block + 4);
        }
        if (kind == application) read_plays(source_, block, facts_.animation);
        return skip_data(source_, block);
    }
    std::size_t read_image(std::size_t at) {
        constexpr std::size_t descriptor = 10;
        const std::uint64_t width = source_.u16_little(at + 5), height = source_.u16_little(at + 7);
        // Some writers leave the screen too small, or empty.
        if (facts_.animation.delays.empty()) {
            facts_.width = std::max(facts_.width, source_.u16_little(at + 1) + width);
            facts_.height = std::max(facts_.height, source_.u16_little(at + 3) + height);
            facts_.slots = first_slots(at);
        }
        facts_.animation.delays.push_back(std::exchange(delay_, {}));
        facts_.frame_pixels += width * height;
        return skip_data(source_, at + descriptor + color_table(source_.u8(at + 9)) + 1);
    }

private:
    /// The palette that all pictures of the file share or, without one, that of the picture at a position.
    std::vector<Rgba8> first_slots(std::size_t picture) const {
        constexpr std::size_t screen_flags = 10, screen = 13, picture_flags = 9, descriptor = 10;
        const std::uint32_t shared = source_.u8(screen_flags), own = source_.u8(picture + picture_flags);
        return color_table(shared) != 0 ? slots_at(source_, screen, shared, transparent_)
                                        : slots_at(source_, picture + descriptor, own, transparent_);
    }

    const Source& source_;
    FileFacts& facts_;
    Delay delay_{};                              ///< of the next picture
    std::optional<std::uint32_t> transparent_{}; ///< the index in the next picture
};

}

FileFacts inspect_gif(const Source& source) {
    constexpr std::size_t head = 13;
    if (source.text(0, 6) != "GIF87a" && source.text(0, 6) != "GIF89a")
        throw source.damaged("its version is unknown");
    FileFacts facts;
    facts.width = source.u16_little(6);
    facts.height = source.u16_little(8);
    Blocks blocks(source, facts);
    for (std::size_t at = head + color_table(source.u8(10)); source.u8(at) != trailer;) {
        if (source.u8(at) == extension)
            at = blocks.read_extension(at);
        else if (source.u8(at) == image)
            at = blocks.read_image(at);
        else
            throw source.damaged("it has an unknown block");
    }
    const std::size_t images = facts.animation.frames();
    if (images == 0) throw source.damaged("it has no pixel data");
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    facts.animated = images > 1;
    // Frames may be larger than the picture, which makes decoding slower.
    facts.frame_pixels = std::max(facts.frame_pixels, images * facts.width * facts.height);
    return facts;
}

}
