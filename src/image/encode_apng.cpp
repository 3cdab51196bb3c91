#include "image/encode.h"

#include "image/animation.h"
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

/// The values of a box in an image of this width.
template <class Value>
std::vector<Value> part_of(std::span<const Value> values, int width, const ChangedBox& box) {
    std::vector<Value> part;
    part.reserve(std::size_t(box.width()) * std::size_t(box.height()));
    for (int y = box.top; y < box.bottom; ++y) {
        const auto row = values.subspan(std::size_t(y) * std::size_t(width) + std::size_t(box.left),
                                        std::size_t(box.width()));
        part.insert(part.end(), row.begin(), row.end());
    }
    return part;
}

/// The boxes that frames change. A frame has at least one pixel.
template <class Value>
std::vector<ChangedBox> boxes_of(std::span<const Value> values, int width, int height, std::size_t frames) {
    std::vector<ChangedBox> boxes{{0, 0, width, height}};
    const std::size_t size = values.size() / frames;
    for (std::size_t i = 1; i < frames; ++i) {
        const auto before = values.subspan((i - 1) * size, size), now = values.subspan(i * size, size);
        const ChangedBox box =
            box_of_changes(width, height, [&](std::size_t pixel) { return now[pixel] != before[pixel]; });
        boxes.push_back(box.empty() ? ChangedBox{0, 0, 1, 1} : box);
    }
    return boxes;
}

}

std::vector<std::byte> encode_apng(const ImageView& image, const IndexedImage* indices,
                                   const EncodeOptions& options) {
    const std::size_t frames = options.animation.frames(), size = image.pixels.size() / frames;
    const int width = image.width, height = image.height / static_cast<int>(frames);
    const PngAlpha alpha = is_opaque(image) ? PngAlpha::where_needed : PngAlpha::always;
    const PngEffort effort = options.smallest ? PngEffort::smallest : PngEffort::usual;
    const PngNotes notes{options.settings, options.colors, options.metadata,
                         options.resolution}; // for the file, not for a frame
    const std::span<const std::byte> numbers = indices ? indices->indices : std::span<const std::byte>();
    const std::vector<ChangedBox> boxes =
        indices ? boxes_of(numbers, width, height, frames) : boxes_of(image.pixels, width, height, frames);
    ApngFile file(options.animation);
    for (std::size_t i = 0; i < frames; ++i) {
        const ChangedBox& box = boxes[i];
        const PngNotes& said = i == 0 ? notes : PngNotes{};
        file.put_frame(
            box, indices
                     ? encode_indexed_png({.width = box.width(),
                                           .height = box.height(),
                                           .indices = part_of(numbers.subspan(i * size, size), width, box),
                                           .entries = indices->entries},
                                          said, effort, options.bits, options.pad)
                     : encode_png(Image(box.width(), box.height(),
                                        part_of(image.pixels.subspan(i * size, size), width, box)),
                                  said, alpha, effort));
    }
    return file.finish();
}

}
