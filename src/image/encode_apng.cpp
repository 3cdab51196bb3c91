#include "image/encode.h"

#include "image/animation.h"
#include "image/encode_png.h"
#include "image/indexed_pixels.h"
#include "image/png_chunks.h"
#include "image/source.h"

#include <algorithm>

namespace huedrift {
namespace {

// PNG specification, third edition, 11.3.6. Each frame is encoded as a file, whose data are then copied.

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

class ApngFile {
public:
    explicit ApngFile(const Animation& animation) : animation_(animation) {}

    /// `png`: a file of the box alone. The first one also provides the chunks before the pixels.
    void put_frame(const ChangedBox& box, std::span<const std::byte> png) {
        constexpr std::size_t signature = 8;
        const Source file(png, "", "PNG");
        bool begun = false;
        for (std::size_t at = signature; at < png.size();) {
            const std::size_t length = file.u32_big(at);
            const std::string_view type = file.text(at + 4, 4);
            if (type == "IDAT") {
                if (!begun) put_control(box);
                begun = true;
                put_data(file.part(at + 8, length));
            } else if (frames_ == 0 && type != "IEND") {
                file_.put(type, file.part(at + 8, length));
                if (type == "IHDR") put_animation();
            }
            at += length + 12;
        }
        ++frames_;
    }

    std::vector<std::byte> finish() { return file_.finish(); }

private:
    void put_animation() {
        std::vector<std::byte> data;
        append_big_endian(data, static_cast<std::uint32_t>(animation_.frames()));
        append_big_endian(data, animation_.plays);
        file_.put("acTL", data);
    }
    void put_control(const ChangedBox& box) {
        const Delay& delay = animation_.delays[frames_];
        std::vector<std::byte> data;
        append_big_endian(data, sequence_++);
        for (const int value : {box.width(), box.height(), box.left, box.top})
            append_big_endian(data, static_cast<std::uint32_t>(value));
        append_big_endian(data, delay.numerator, 2);
        append_big_endian(data, delay.denominator, 2);
        constexpr std::uint32_t keep = 0, replace = 0;
        append_big_endian(data, keep, 1);
        append_big_endian(data, replace, 1);
        file_.put("fcTL", data);
    }
    void put_data(std::span<const std::byte> data) {
        if (frames_ == 0) return file_.put("IDAT", data);
        std::vector<std::byte> numbered;
        append_big_endian(numbered, sequence_++);
        append(numbered, data);
        file_.put("fdAT", numbered);
    }

    const Animation& animation_;
    PngChunks file_;
    std::size_t frames_ = 0; ///< frames written so far
    std::uint32_t sequence_ = 0;
};

Image part_of(const ImageView& image, const ChangedBox& box) {
    Image part(box.width(), box.height());
    for (int y = 0; y < box.height(); ++y) {
        const std::size_t first = std::size_t(box.top + y) * std::size_t(image.width) + std::size_t(box.left);
        std::ranges::copy(image.pixels.subspan(first, std::size_t(box.width())),
                          part.pixels().begin() + std::ptrdiff_t(y) * box.width());
    }
    return part;
}

}

std::vector<std::byte> encode_apng(const ImageView& image, const EncodeOptions& options) {
    const std::size_t frames = options.animation.frames();
    const PngAlpha alpha = is_opaque(image) ? PngAlpha::where_needed : PngAlpha::always;
    const PngEffort effort = options.smallest ? PngEffort::smallest : PngEffort::usual;
    std::vector<Rgba8> entries;
    if (options.indexed) entries = padded_entries(image, options.entries, options.pad, "an indexed PNG file");
    const PngNotes notes{options.settings, options.colors, options.metadata,
                         options.resolution}; // for the file, not for a frame
    ApngFile file(options.animation);
    for (std::size_t i = 0; i < frames; ++i) {
        const ImageView frame = frame_of(image, frames, i);
        ChangedBox box{0, 0, frame.width, frame.height};
        if (i > 0) {
            const ImageView before = frame_of(image, frames, i - 1);
            box = box_of_changes(frame.width, frame.height, [&](std::size_t pixel) {
                return frame.pixels[pixel] != before.pixels[pixel];
            });
        }
        if (box.empty()) box = {0, 0, 1, 1}; // a frame has at least one pixel
        const Image part = part_of(frame, box);
        const PngNotes& said = i == 0 ? notes : PngNotes{};
        file.put_frame(box, options.indexed ? encode_indexed_png(part, said, entries, effort, options.bits,
                                                                 options.written)
                                            : encode_png(part, said, alpha, effort));
    }
    return file.finish();
}

}
