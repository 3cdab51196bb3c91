#include "image/encode_apng.h"

#include "image/changed_box.h"
#include "image/encode_png.h"
#include "image/indexed_pixels.h"
#include "image/source.h"

#include <algorithm>
#include <utility>
#include <zlib.h>

namespace huedrift {
namespace {

// PNG specification, third edition, 11.3.6. Debian 12's libpng does not know these chunks, so it writes each
// frame as a file, from which the data are taken.

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

void append_number(std::vector<std::byte>& bytes, std::uint32_t value, int byte_count = 4) {
    while (byte_count-- > 0) bytes.push_back(static_cast<std::byte>(value >> 8 * byte_count));
}

class ApngFile {
public:
    explicit ApngFile(const Animation& animation) : animation_(animation) {}

    /// `png`: a file of the box alone, of which the first has what is no data of pixels.
    void put_frame(const ChangedBox& box, std::span<const std::byte> png) {
        constexpr std::size_t signature = 8;
        const Source file(png, "", "PNG");
        if (frames_ == 0) append(bytes_, png.first(signature));
        bool begun = false;
        for (std::size_t at = signature; at < png.size();) {
            const std::size_t length = file.u32_big(at), whole = length + 12;
            const std::string_view type = file.text(at + 4, 4);
            if (type == "IDAT") {
                if (!begun) put_control(box);
                begun = true;
                put_data(file.part(at + 8, length));
            } else if (frames_ == 0 && type != "IEND") {
                append(bytes_, file.part(at, whole));
                if (type == "IHDR") put_animation();
            }
            at += whole;
        }
        ++frames_;
    }

    std::vector<std::byte> finish() {
        put_chunk("IEND", {});
        return std::move(bytes_);
    }

private:
    void put_chunk(std::string_view type, std::span<const std::byte> data) {
        append_number(bytes_, static_cast<std::uint32_t>(data.size()));
        const std::size_t summed = bytes_.size();
        append(bytes_, std::as_bytes(std::span(type)));
        append(bytes_, data);
        const auto sum =
            ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes_.data() + summed), bytes_.size() - summed);
        append_number(bytes_, static_cast<std::uint32_t>(sum));
    }
    void put_animation() {
        std::vector<std::byte> data;
        append_number(data, static_cast<std::uint32_t>(animation_.frames()));
        append_number(data, animation_.plays);
        put_chunk("acTL", data);
    }
    void put_control(const ChangedBox& box) {
        const Delay& delay = animation_.delays[frames_];
        std::vector<std::byte> data;
        append_number(data, sequence_++);
        for (const int value : {box.width(), box.height(), box.left, box.top})
            append_number(data, static_cast<std::uint32_t>(value));
        append_number(data, delay.numerator, 2);
        append_number(data, delay.denominator, 2);
        constexpr std::uint32_t keep = 0, replace = 0;
        append_number(data, keep, 1);
        append_number(data, replace, 1);
        put_chunk("fcTL", data);
    }
    void put_data(std::span<const std::byte> data) {
        if (frames_ == 0) return put_chunk("IDAT", data);
        std::vector<std::byte> numbered;
        append_number(numbered, sequence_++);
        append(numbered, data);
        put_chunk("fdAT", numbered);
    }

    const Animation& animation_;
    std::vector<std::byte> bytes_;
    std::size_t frames_ = 0; ///< put so far
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
    std::vector<Rgba8> entries = options.entries;
    if (options.indexed && entries.empty()) entries = gather_entries(image, "an indexed PNG file");
    const PngNotes notes{options.settings, options.colors, options.metadata}; // of the file, not of a frame
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
        file.put_frame(box, options.indexed ? encode_indexed_png(part, i == 0 ? notes : PngNotes{}, entries)
                                            : encode_png(part, i == 0 ? notes : PngNotes{}, alpha));
    }
    return file.finish();
}

}
