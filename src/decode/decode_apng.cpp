#include "decode/decoders.h"

#include "decode/frame_area.h"
#include "decode/stb_image_options.h"
#include "decode/stb_memory.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t signature_bytes = 8, around_chunk = 12; // its length, type and checksum

/// An fcTL chunk and the data that follow it.
struct Frame {
    FrameArea area;
    Disposal disposal;
    bool over; ///< blended with the canvas below
    std::vector<std::byte> data{};
};

void append(std::vector<std::byte>& file, std::span<const std::byte> bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
}
void append_u32(std::vector<std::byte>& file, std::size_t value) {
    for (const int shift : {24, 16, 8, 0}) file.push_back(static_cast<std::byte>(value >> shift));
}
/// Appends a chunk with a checksum of 0, which stb_image ignores.
void append_chunk(std::vector<std::byte>& file, std::string_view type, std::span<const std::byte> data) {
    append_u32(file, data.size());
    append(file, std::as_bytes(std::span(type)));
    append(file, data);
    append_u32(file, 0);
}

/// The frames of a file, one after the other.
class Frames {
public:
    explicit Frames(const Undecoded& picture) : source_(picture.source), size_(picture) {}

    /// Reads the next frame. Throws Error if the file lacks it.
    Frame next() {
        while (!found_) read_chunk();
        Frame frame = *std::exchange(found_, std::nullopt);
        while (!found_ && !ended_) read_chunk(&frame);
        return frame;
    }

    /// A PNG file of the frame alone.
    std::vector<std::byte> file_of(const Frame& frame) const {
        std::vector<std::byte> file;
        append(file, source_.part(0, signature_bytes));
        std::vector<std::byte> header;
        append_u32(header, frame.area.width);
        append_u32(header, frame.area.height);
        append(header, header_rest_);
        append_chunk(file, "IHDR", header);
        append(file, colors_);
        append_chunk(file, "IDAT", frame.data);
        append_chunk(file, "IEND", {});
        return file;
    }

private:
    void read_chunk(Frame* frame = nullptr) {
        const std::size_t length = source_.u32_big(at_), data = at_ + 8;
        const std::string_view type = source_.text(at_ + 4, 4);
        if (type == "IHDR") header_rest_ = source_.part(data + 8, 5);
        if (type == "PLTE" || type == "tRNS") append(colors_, source_.part(at_, length + around_chunk));
        if (type == "fcTL") found_ = read_control(data);
        if (frame && type == "IDAT") append(frame->data, source_.part(data, length));
        if (frame && type == "fdAT" && length > 4) append(frame->data, source_.part(data + 4, length - 4));
        ended_ = type == "IEND";
        at_ = data + length + 4;
    }

    Frame read_control(std::size_t data) const {
        const FrameArea area{source_.u32_big(data + 12), source_.u32_big(data + 16),
                             source_.u32_big(data + 4), source_.u32_big(data + 8)};
        if (area.left + area.width > size_.width || area.top + area.height > size_.height)
            throw source_.damaged(has_two_sizes);
        const std::uint32_t disposal = source_.u8(data + 24);
        return {.area = area,
                .disposal = disposal == 1   ? Disposal::background
                            : disposal == 2 ? Disposal::previous
                                            : Disposal::keep,
                .over = source_.u8(data + 25) == 1};
    }

    const Source& source_;
    const Undecoded& size_;
    std::size_t at_ = signature_bytes;
    bool ended_ = false;
    std::span<const std::byte> header_rest_{}; ///< of IHDR, after the sizes
    std::vector<std::byte> colors_{};          ///< whole chunks
    std::optional<Frame> found_{};             ///< a frame whose data follow
};

/// Composition of alphas that are not premultiplied, rounded (PNG specification, third edition, 13.16).
Rgba8 over(Rgba8 top, Rgba8 bottom) {
    if (top.a == 255 || bottom.a == 0) return top;
    if (top.a == 0) return bottom;
    const unsigned from_top = top.a * 255u, from_bottom = (255u - top.a) * bottom.a,
                   all = from_top + from_bottom;
    const auto mix = [&](unsigned x, unsigned y) {
        return static_cast<std::uint8_t>((x * from_top + y * from_bottom + all / 2) / all);
    };
    return {mix(top.r, bottom.r), mix(top.g, bottom.g), mix(top.b, bottom.b),
            static_cast<std::uint8_t>((all + 127) / 255)};
}

using Pixels = std::unique_ptr<void, decltype(&stbi_image_free)>;

/// Calls `draw` with the number of each pixel of a decoded file and its value in 8 bits.
template <class Draw>
const char* decode_frame(std::span<const std::byte> file, const FrameArea& area, Draw&& draw) {
    const auto* const bytes = reinterpret_cast<const stbi_uc*>(file.data());
    const int length = static_cast<int>(file.size());
    const bool deep = stbi_is_16_bit_from_memory(bytes, length) != 0;
    int width = 0, height = 0, channels = 0;
    const Pixels pixels(
        deep ? static_cast<void*>(
                   stbi_load_16_from_memory(bytes, length, &width, &height, &channels, STBI_rgb_alpha))
             : stbi_load_from_memory(bytes, length, &width, &height, &channels, STBI_rgb_alpha),
        &stbi_image_free);
    if (!pixels) return "a frame cannot be decoded";
    for (std::size_t i = 0; i < area.width * area.height; ++i)
        draw(i, deep ? to_8_bits(static_cast<const Rgba16*>(pixels.get())[i])
                     : static_cast<const Rgba8*>(pixels.get())[i]);
    return "";
}

std::string decode_frames(const Undecoded& picture) {
    const std::size_t size = picture.width * picture.height;
    Frames frames(picture);
    std::vector<Rgba8> below; // the canvas below the next frame; empty before the first
    for (std::uint64_t i = 0; i < picture.frames; ++i) {
        const Frame frame = frames.next();
        const FrameArea& area = frame.area;
        const auto canvas = picture.pixels.subspan(i * size, size);
        std::ranges::copy(below, canvas.begin());
        const std::string damage = decode_frame(frames.file_of(frame), area, [&](std::size_t n, Rgba8 pixel) {
            Rgba8& target = canvas[(area.top + n / area.width) * picture.width + area.left + n % area.width];
            target = frame.over ? over(pixel, target) : pixel;
        });
        if (!damage.empty()) return damage;
        if (i + 1 < picture.frames) dispose(frame.disposal, area, picture.width, canvas, below);
    }
    return "";
}

}

std::string decode_apng(const Undecoded& picture) {
    const StbMemoryBudget budget(picture.memory_limit);
    return decode_frames(picture);
}

}
