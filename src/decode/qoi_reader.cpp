#include "decode/picture_reader.h"

#include <algorithm>
#include <array>

namespace huedrift {
namespace {

constexpr std::size_t head = 14;
constexpr std::array<std::byte, 8> end_marker{{{}, {}, {}, {}, {}, {}, {}, std::byte{1}}};

/// The decoder's state between pixels, with the names of the specification.
class Chunks {
public:
    explicit Chunks(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::span<const std::byte> rest() const { return bytes_.subspan(at_); }

    /// Decodes the next pixel. Returns false at the end of the file.
    bool next(Rgba8& pixel) {
        if (run_ > 0) {
            --run_;
        } else {
            if (!read_chunk()) return false;
            index_[(pixel_.r * 3 + pixel_.g * 5 + pixel_.b * 7 + pixel_.a * 11) % 64] = pixel_;
        }
        pixel = pixel_;
        return true;
    }

private:
    unsigned byte() { return std::to_integer<unsigned>(bytes_[at_++]); }
    bool holds(std::size_t count) const { return count <= bytes_.size() - at_; }
    void set(unsigned r, unsigned g, unsigned b) { // modulo 256
        pixel_ = {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b),
                  pixel_.a};
    }

    bool read_chunk() {
        constexpr unsigned op_rgb = 254, op_rgba = 255;
        if (!holds(1)) return false;
        const unsigned tag = byte(), low = tag & 63;
        if (tag == op_rgb || tag == op_rgba) {
            if (!holds(tag == op_rgba ? 4 : 3)) return false;
            const unsigned r = byte(), g = byte(), b = byte();
            set(r, g, b);
            if (tag == op_rgba) pixel_.a = static_cast<std::uint8_t>(byte());
            return true;
        }
        switch (tag >> 6) {
        case 0: // QOI_OP_INDEX
            pixel_ = index_[low];
            break;
        case 1: // QOI_OP_DIFF
            set(pixel_.r + (low >> 4) - 2, pixel_.g + (low >> 2 & 3) - 2, pixel_.b + (low & 3) - 2);
            break;
        case 2: { // QOI_OP_LUMA
            if (!holds(1)) return false;
            const unsigned green = low - 32, others = byte();
            set(pixel_.r + green + (others >> 4) - 8, pixel_.g + green, pixel_.b + green + (others & 15) - 8);
            break;
        }
        default: // QOI_OP_RUN
            run_ = low;
        }
        return true;
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    Rgba8 pixel_{0, 0, 0, 255};
    unsigned run_ = 0;
    std::array<Rgba8, 64> index_{};
};

class QoiReader : public PictureReader {
public:
    explicit QoiReader(const Source& source) : PictureReader(source) {
        constexpr std::size_t max_run = 62;
        facts_.width = source.u32_big(4);
        facts_.height = source.u32_big(8);
        const std::uint32_t channels = source.u8(12), color_space = source.u8(13);
        if (facts_.width == 0 || facts_.height == 0) throw source.damaged(has_no_pixels);
        if (channels != 3 && channels != 4) throw source.damaged("it has neither 3 nor 4 channels");
        if (color_space > 1) throw source.damaged("its colour space is unknown");
        const std::size_t chunks = file().size() - source.part(0, head + end_marker.size()).size();
        if (facts_.height > max_run * chunks / facts_.width) throw source.damaged(is_cut_short);
        opaque_ = channels == 3;
    }

    std::string decode(const DecodeTarget& target) override {
        Chunks chunks(file().subspan(head));
        for (Rgba8& pixel : target.pixels) {
            if (!chunks.next(pixel)) return is_cut_short;
            if (opaque_) pixel.a = 255;
        }
        const auto rest = chunks.rest();
        const bool ended =
            rest.size() >= end_marker.size() && std::ranges::equal(rest.first(end_marker.size()), end_marker);
        return ended ? "" : "its end marker is missing";
    }

private:
    bool opaque_ = false;
};

}

std::unique_ptr<PictureReader> open_qoi(const Source& source) { return std::make_unique<QoiReader>(source); }

}
