#include "decode/picture_reader.h"

#include <algorithm>

namespace huedrift {
namespace {

// Truevision TGA File Format Specification, version 2.0. Read here rather than by stb_image, which takes the
// index of the first colour for bytes to skip, alpha for granted and missing bytes for zeros.

constexpr std::size_t head_bytes = 18;

/// The header, and the layout of the file that follows from it.
struct Tga {
    std::size_t width, height;
    std::uint32_t type; ///< 1: indices, 2: colours, 3: greys
    bool is_packed;     ///< in runs
    std::uint32_t bits; ///< a pixel
    std::uint32_t first_index, map_length, map_bits;
    bool has_alpha, from_right, from_top;

    static constexpr std::size_t bytes_of(std::uint32_t bits) { return (bits + 7) / 8; }
    std::size_t map_at, pixels_at;
};

Tga header_of(const Source& source) {
    const std::uint32_t type = source.u8(2), told = source.u8(17);
    Tga tga{.width = source.u16_little(12),
            .height = source.u16_little(14),
            .type = type & ~8u,
            .is_packed = (type & 8) != 0,
            .bits = source.u8(16),
            .first_index = source.u16_little(3),
            .map_length = source.u8(1) == 0 ? 0 : source.u16_little(5),
            .map_bits = source.u8(7),
            .has_alpha = (told & 15) != 0,
            .from_right = (told & 16) != 0,
            .from_top = (told & 32) != 0,
            .map_at = head_bytes + source.u8(0),
            .pixels_at = 0};
    tga.pixels_at = tga.map_at + tga.map_length * Tga::bytes_of(tga.map_bits);
    if (tga.width == 0 || tga.height == 0) throw source.damaged(has_no_pixels);
    if ((told & 0xC0) != 0) throw source.unsupported("interleaved TGA files");
    const auto is_color = [](std::uint32_t bits) {
        return bits == 15 || bits == 16 || bits == 24 || bits == 32;
    };
    const bool known = tga.type == 1   ? (tga.bits == 8 || tga.bits == 16) && is_color(tga.map_bits)
                       : tga.type == 2 ? is_color(tga.bits)
                       : tga.type == 3 ? tga.bits == 8 || tga.bits == 16
                                       : false;
    if (!known) throw source.damaged("its kind of pixels is unknown");
    if (tga.type == 1 && tga.map_length == 0) throw source.damaged(has_no_palette);
    return tga;
}

/// Colours of 15 and 16 bits are opaque: their last bit is seldom alpha, whatever the header says.
Rgba8 color_at(const Source& source, const Tga& tga, std::uint32_t bits, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(source.u8(at + i)); };
    if (bits >= 24)
        return {byte(2), byte(1), byte(0), bits == 32 && tga.has_alpha ? byte(3) : std::uint8_t{255}};
    const std::uint32_t both = source.u16_little(at);
    const auto wide = [&](int shift) {
        return static_cast<std::uint8_t>(((both >> shift & 31) * 255 + 15) / 31);
    };
    return {wide(10), wide(5), wide(0), 255};
}

Rgba8 slot_at(const Source& source, const Tga& tga, std::size_t i) {
    return color_at(source, tga, tga.map_bits, tga.map_at + i * Tga::bytes_of(tga.map_bits));
}

Rgba8 pixel_at(const Source& source, const Tga& tga, std::size_t at) {
    if (tga.type == 2) return color_at(source, tga, tga.bits, at);
    const auto low = static_cast<std::uint8_t>(source.u8(at));
    if (tga.type == 3)
        return {low, low, low,
                tga.bits == 16 ? static_cast<std::uint8_t>(source.u8(at + 1)) : std::uint8_t{255}};
    const std::uint32_t index = tga.bits == 8 ? low : source.u16_little(at);
    if (index < tga.first_index || index - tga.first_index >= tga.map_length)
        throw source.damaged("a pixel has no colour");
    return slot_at(source, tga, index - tga.first_index);
}

class TgaReader : public PictureReader {
public:
    explicit TgaReader(const Source& source) : PictureReader(source), tga_(header_of(source)) {
        facts_.width = tga_.width;
        facts_.height = tga_.height;
        std::vector<Rgba8> slots;
        const bool has_slots = tga_.type == 1 && tga_.first_index == 0;
        for (std::size_t i = 0; has_slots && i < std::min<std::size_t>(tga_.map_length, max_slots); ++i)
            slots.push_back(slot_at(source, tga_, i));
        facts_.slots.set(slots);
        const std::size_t bytes = Tga::bytes_of(tga_.bits), run = tga_.is_packed ? 128 : 1;
        const std::size_t rest = file().size() - source.part(0, tga_.pixels_at).size();
        if (facts_.height > rest / (bytes + (tga_.is_packed ? 1 : 0)) * run / facts_.width)
            throw source.damaged(is_cut_short);
    }

    std::string decode(const DecodeTarget& target) override {
        const std::size_t bytes = Tga::bytes_of(tga_.bits), all = frame_size();
        std::size_t at = tga_.pixels_at;
        for (std::size_t i = 0; i < all;) {
            const std::uint32_t packet = tga_.is_packed ? source_.u8(at++) : 0;
            const bool repeats = (packet & 128) != 0;
            const std::size_t end = tga_.is_packed ? std::min(all, i + (packet & 127) + 1) : all;
            Rgba8 pixel{};
            for (const std::size_t begin = i; i < end; ++i) {
                if (i == begin || !repeats) {
                    pixel = pixel_at(source_, tga_, at);
                    at += bytes;
                }
                const std::size_t x = i % tga_.width, y = i / tga_.width;
                target.pixels[(tga_.from_top ? y : tga_.height - 1 - y) * tga_.width +
                              (tga_.from_right ? tga_.width - 1 - x : x)] = pixel;
            }
        }
        return "";
    }

private:
    const Tga tga_;
};

}

std::unique_ptr<PictureReader> open_tga(const Source& source) { return std::make_unique<TgaReader>(source); }

}
