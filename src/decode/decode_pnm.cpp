#include "decode/decode_pnm.h"

#include "image/pnm_header.h"

#include <vector>

namespace huedrift {
namespace {

constexpr std::uint32_t no_sample = ~std::uint32_t{0};

/// The samples of a raw raster, all of whose bytes are present.
class RawSamples {
public:
    RawSamples(const PnmHeader& header, std::span<const std::byte> raster)
        : inked_(header.inked), wide_(header.max > 255), next_(raster.data()) {}

    std::uint32_t next() {
        if (inked_) return bit();
        const std::uint32_t high = byte();
        return wide_ ? high << 8 | byte() : high;
    }
    void end_row() { bits_left_ = 0; } // rows of bits end with a byte

private:
    std::uint32_t byte() { return std::to_integer<std::uint32_t>(*next_++); }
    std::uint32_t bit() {
        if (bits_left_ == 0) bits_ = byte(), bits_left_ = 8;
        return bits_ >> --bits_left_ & 1;
    }

    const bool inked_, wide_;
    const std::byte* next_;
    std::uint32_t bits_ = 0, bits_left_ = 0;
};

/// The samples of a plain raster: decimal numbers, or single digits in bitmaps.
class PlainSamples {
public:
    PlainSamples(const PnmHeader& header, std::span<const std::byte> raster)
        : inked_(header.inked), text_(reinterpret_cast<const char*>(raster.data()), raster.size()) {}

    /// Returns no_sample at the end of the file or for another token. A blank must follow a number, which may
    /// be longer in a complete file.
    std::uint32_t next() {
        while (is_pnm_blank(letter())) ++at_;
        if (inked_) return digit() <= 1 ? digit_taken() : no_sample;
        std::uint32_t value = 0;
        const std::size_t begin = at_;
        while (digit() <= 9 && at_ - begin < 6) value = 10 * value + digit_taken();
        return at_ > begin && is_pnm_blank(letter()) ? value : no_sample;
    }
    void end_row() {}

private:
    char letter() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    std::uint32_t digit() const { return static_cast<std::uint32_t>(letter() - '0'); }
    std::uint32_t digit_taken() { return static_cast<std::uint32_t>(text_[at_++] - '0'); }

    const bool inked_;
    const std::string_view text_;
    std::size_t at_ = 0;
};

/// The 8-bit value of each sample, rounded.
std::vector<std::uint8_t> scale_of(const PnmHeader& header) {
    std::vector<std::uint8_t> scale;
    for (std::uint32_t sample = 0; sample <= header.max; ++sample)
        scale.push_back(static_cast<std::uint8_t>((sample * 255 + header.max / 2) / header.max));
    if (header.inked) scale = {255, 0};
    return scale;
}

Rgba8 pixel_of(const std::array<std::uint8_t, 4>& values, const PnmHeader& header) {
    const std::uint8_t alpha = header.alpha ? values[header.channels - 1] : std::uint8_t{255};
    if (header.channels < 3) return {values[0], values[0], values[0], alpha};
    return {values[0], values[1], values[2], alpha};
}

template <typename Samples>
const char* read_raster(const Undecoded& picture, const PnmHeader& header) {
    Samples samples(header, picture.file.subspan(header.raster));
    const std::vector<std::uint8_t> scale = scale_of(header);
    std::array<std::uint8_t, 4> values{};
    auto out = picture.pixels.begin();
    for (std::uint64_t y = 0; y < header.height; ++y, samples.end_row())
        for (std::uint64_t x = 0; x < header.width; ++x) {
            for (std::uint32_t channel = 0; channel < header.channels; ++channel) {
                const std::uint32_t sample = samples.next();
                if (sample == no_sample) return "its pixels are damaged or cut short";
                if (sample >= scale.size()) return "a sample exceeds its maximum";
                values[channel] = scale[sample];
            }
            *out++ = pixel_of(values, header);
        }
    return "";
}

}

std::string decode_pnm(const Undecoded& picture) {
    try {
        const PnmHeader header = read_pnm_header(Source(picture.file, "", "PNM"));
        if (header.width != picture.width || header.height != picture.height) return has_two_sizes;
        if (header.raster_bytes() > picture.file.size() - header.raster) return is_cut_short;
        return header.plain ? read_raster<PlainSamples>(picture, header)
                            : read_raster<RawSamples>(picture, header);
    } catch (const Error&) { // the header gate found no error
        return contradicts_itself;
    }
}

}
