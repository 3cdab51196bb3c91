#include "image/encode.h"

#include "base/error.h"
#include "image/animation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <gif_lib.h>
#include <memory>
#include <new>
#include <utility>

namespace huedrift {
namespace {

struct FrameControl {
    bool animated;
    std::uint16_t delay; ///< hundredths of a second
    int transparent;     ///< the index; NO_TRANSPARENT_COLOR
    bool cleared;        ///< its box is transparent before the next frame is drawn
};

struct WrittenGif {
    std::vector<std::byte> bytes;
    bool out_of_memory = false;
};

// giflib is C: no exception may pass through it.
int append(GifFileType* gif, const GifByteType* data, int size) {
    auto& written = *static_cast<WrittenGif*>(gif->UserData);
    const auto bytes = std::as_bytes(std::span(data, static_cast<std::size_t>(size)));
    try {
        written.bytes.insert(written.bytes.end(), bytes.begin(), bytes.end());
        return size;
    } catch (const std::bad_alloc&) {
        written.out_of_memory = true;
        return 0;
    }
}

class GifWriter {
public:
    GifWriter(int width, int height, std::span<const Rgba8> entries)
        : width_(static_cast<std::size_t>(width)),
          gif_(EGifOpen(&written_, append, nullptr), [](GifFileType* gif) { EGifCloseFile(gif, nullptr); }) {
        assert(entries.size() <= max_entries);
        if (!gif_) throw std::bad_alloc();
        EGifSetGifVersion(gif_.get(), true);
        // GIF requires a power of two.
        std::vector<GifColorType> colors(std::bit_ceil(std::max<std::size_t>(2, entries.size())));
        for (std::size_t i = 0; i < entries.size(); ++i)
            colors[i] = {entries[i].r, entries[i].g, entries[i].b};
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
            GifMakeMapObject(static_cast<int>(colors.size()), colors.data()), &GifFreeMapObject);
        if (!map) throw std::bad_alloc();
        check(EGifPutScreenDesc(gif_.get(), width, height, 8, 0, map.get()));
    }

    /// `more`: plays after the first; 0: forever.
    void put_plays(std::uint16_t more) {
        const std::array<GifByteType, 3> data{1, static_cast<GifByteType>(more),
                                              static_cast<GifByteType>(more >> 8)};
        check(EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE));
        check(EGifPutExtensionBlock(gif_.get(), 11, "NETSCAPE2.0"));
        check(EGifPutExtensionBlock(gif_.get(), static_cast<int>(data.size()), data.data()));
        check(EGifPutExtensionTrailer(gif_.get()));
    }

    /// The pixels of a box of a picture. With `below`, unchanged pixels are transparent.
    void put_frame(std::span<const std::byte> indices, const ChangedBox& box, const FrameControl& control,
                   std::span<const std::byte> below = {}) {
        assert(!box.empty() && indices.size() % width_ == 0);
        assert(below.empty() || below.size() == indices.size());
        if (control.animated || control.transparent != NO_TRANSPARENT_COLOR) put_control(control);
        check(EGifPutImageDesc(gif_.get(), box.left, box.top, box.width(), box.height(), false, nullptr));
        std::vector<GifPixelType> row(static_cast<std::size_t>(box.width()));
        for (int y = box.top; y < box.bottom; ++y) {
            const std::size_t first = std::size_t(y) * width_ + static_cast<std::size_t>(box.left);
            for (std::size_t x = 0; x < row.size(); ++x) {
                const std::byte index = indices[first + x];
                const bool unchanged = !below.empty() && below[first + x] == index;
                row[x] = unchanged ? static_cast<GifPixelType>(control.transparent)
                                   : std::to_integer<GifPixelType>(index);
            }
            check(EGifPutLine(gif_.get(), row.data(), box.width()));
        }
    }

    /// The pixels of a box in the shorter of the two forms.
    void put_shorter_frame(std::span<const std::byte> indices, const ChangedBox& box,
                           const FrameControl& control, std::span<const std::byte> below) {
        std::vector<std::byte>& bytes = written_.bytes;
        const std::size_t before = bytes.size();
        put_frame(indices, box, control);
        const std::vector<std::byte> whole(bytes.begin() + std::ptrdiff_t(before), bytes.end());
        bytes.resize(before);
        put_frame(indices, box, control, below);
        if (bytes.size() - before <= whole.size()) return;
        bytes.resize(before);
        bytes.insert(bytes.end(), whole.begin(), whole.end());
    }

    std::vector<std::byte> finish() {
        check(EGifCloseFile(gif_.release(), nullptr));
        return std::move(written_.bytes);
    }

private:
    void put_control(const FrameControl& frame) {
        const GraphicsControlBlock control{.DisposalMode = frame.cleared    ? DISPOSE_BACKGROUND
                                                           : frame.animated ? DISPOSE_DO_NOT
                                                                            : DISPOSAL_UNSPECIFIED,
                                           .UserInputFlag = false,
                                           .DelayTime = frame.delay,
                                           .TransparentColor = frame.transparent};
        std::array<GifByteType, 4> data{};
        EGifGCBToExtension(&control, data.data());
        check(
            EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, static_cast<int>(data.size()), data.data()));
    }
    void check(int result) const {
        if (result == GIF_OK) return;
        if (written_.out_of_memory) throw std::bad_alloc();
        throw Error(ErrorKind::output, "the picture cannot be encoded as GIF");
    }

    std::size_t width_;
    WrittenGif written_;
    std::unique_ptr<GifFileType, void (*)(GifFileType*)> gif_;
};

void check_picture(int width, int height) {
    constexpr int max_side = 65535;
    if (width > max_side || height > max_side)
        throw Error(ErrorKind::output, "the picture is too large for a GIF file, whose sides have at most " +
                                           std::to_string(max_side) + " pixels");
}

/// The index of the transparent entry. It is added if there is room for `most`, since it saves unchanged
/// pixels.
int transparent_index(std::vector<Rgba8>& entries, bool animated, std::size_t most) {
    const auto found = std::ranges::find(entries, std::uint8_t{0}, &Rgba8::a);
    const auto index = static_cast<int>(found - entries.begin());
    if (found != entries.end()) return index;
    if (!animated || entries.size() >= most) return NO_TRANSPARENT_COLOR;
    entries.emplace_back();
    return index;
}

/// A visible pixel can become transparent only by clearing the box of the frame before. So a frame also
/// covers the pixels that vanish after it.
void put_frames(GifWriter& writer, const IndexedImage& image, const Animation& animation, int transparent) {
    const std::span<const std::byte> numbers = image.indices;
    const std::size_t frames = animation.frames(), size = numbers.size() / frames;
    const int width = image.width, height = image.height / static_cast<int>(frames);
    const std::vector<std::uint16_t> delays = in_hundredths(animation.delays);
    const auto nothing = static_cast<std::byte>(transparent);
    std::vector<std::byte> below; // the canvas below the frame
    for (std::size_t i = 0; i < frames; ++i) {
        const auto now = numbers.subspan(i * size, size);
        const auto next = i + 1 < frames ? numbers.subspan((i + 1) * size, size) : now;
        const ChangedBox vanishing = box_of_changes(width, height, [&](std::size_t pixel) {
            return transparent != NO_TRANSPARENT_COLOR && now[pixel] != nothing && next[pixel] == nothing;
        });
        ChangedBox box = {0, 0, width, height};
        if (i > 0)
            box = joined(vanishing, box_of_changes(width, height, [&](std::size_t pixel) {
                             return now[pixel] != below[pixel];
                         }));
        if (box.empty()) box = {0, 0, 1, 1}; // a frame has at least one pixel
        const FrameControl control{true, delays[i], transparent, !vanishing.empty()};
        if (i > 0 && transparent != NO_TRANSPARENT_COLOR)
            writer.put_shorter_frame(now, box, control, below);
        else
            writer.put_frame(now, box, control);
        below.assign(now.begin(), now.end());
        for (int y = box.top; control.cleared && y < box.bottom; ++y)
            std::fill_n(below.begin() + std::ptrdiff_t(y) * width + box.left, box.width(), nothing);
    }
}

}

std::vector<std::byte> encode_gif(const IndexedImage& image, const Animation& animation, std::size_t pad) {
    assert(image.indices.size() == std::size_t(image.width) * std::size_t(image.height));
    assert(image.entries.size() <= max_entries);
    const bool animated = animation.frames() > 1;
    assert(!animated || image.height % static_cast<int>(animation.frames()) == 0);
    check_picture(image.width, animated ? image.height / static_cast<int>(animation.frames()) : image.height);
    std::vector<Rgba8> entries = image.entries;
    const int transparent = transparent_index(entries, animated, pad == 0 ? max_entries : pad);
    pad_entries(entries, pad);
    if (!animated) {
        GifWriter writer(image.width, image.height, entries);
        writer.put_frame(image.indices, {0, 0, image.width, image.height}, {false, 0, transparent, false});
        return writer.finish();
    }
    GifWriter writer(image.width, image.height / static_cast<int>(animation.frames()), entries);
    if (animation.plays != 1)
        writer.put_plays(static_cast<std::uint16_t>(
            animation.plays == 0 ? 0 : std::min<std::uint32_t>(animation.plays - 1, 65535)));
    put_frames(writer, image, animation, transparent);
    return writer.finish();
}

}
