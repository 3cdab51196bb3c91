#include "decode/picture_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace huedrift {
namespace {

/// The header of a PBM, PGM, PPM or PAM file (netpbm's pages of these names).
struct PnmHeader {
    std::uint64_t width = 0, height = 0;
    std::uint32_t channels = 1; ///< 1 to 4, with alpha
    bool alpha = false;
    std::uint32_t max = 1;  ///< the largest sample, at most 65535
    bool plain = false;     ///< decimal numbers instead of bytes
    bool inked = false;     ///< PBM: one bit a sample, 1 is black
    std::size_t raster = 0; ///< the offset of the samples

    std::uint64_t samples() const { return width * height * channels; }
    /// The bytes of a raw raster, or of the shortest plain one.
    std::uint64_t raster_bytes() const {
        if (plain) return inked ? samples() : 2 * samples(); // a number is followed by a blank
        return inked ? (width + 7) / 8 * height : samples() * (max > 255 ? 2 : 1);
    }
};

bool is_pnm_blank(char letter) { return letter == ' ' || ('\t' <= letter && letter <= '\r'); }

/// Reads words separated by blanks; a comment goes from # to the end of its line.
class PnmWords {
public:
    PnmWords(const Source& source, std::size_t at) : source_(source), at_(at) {}

    std::size_t at() const { return at_; }
    char letter() const { return source_.text(at_, 1)[0]; }

    std::string_view word() {
        while (is_pnm_blank(letter()) || letter() == '#')
            if (letter() == '#')
                rest_of_line();
            else
                ++at_;
        const std::size_t begin = at_;
        while (!is_pnm_blank(letter()) && letter() != '#') ++at_;
        return source_.text(begin, at_ - begin);
    }
    std::uint32_t number() {
        std::uint64_t value = 0;
        for (const char digit : word()) {
            if (digit < '0' || '9' < digit) throw source_.damaged("a number is missing");
            value = 10 * value + static_cast<std::uint64_t>(digit - '0');
            if (value > ~std::uint32_t{0}) throw source_.damaged("a number is too large");
        }
        return static_cast<std::uint32_t>(value);
    }
    std::string_view rest_of_line() {
        const std::size_t begin = at_;
        while (letter() != '\n') ++at_;
        return source_.text(begin, at_++ - begin);
    }

private:
    const Source& source_;
    std::size_t at_;
};

/// Sets the meaning of a pixel's samples from the tuple type.
void take_pam_type(const Source& source, std::string_view type, PnmHeader& header) {
    struct Kind {
        std::string_view name;
        std::uint32_t channels;
        bool alpha;
    };
    constexpr std::array kinds{
        Kind{"BLACKANDWHITE", 1, false},      Kind{"GRAYSCALE", 1, false},      Kind{"RGB", 3, false},
        Kind{"BLACKANDWHITE_ALPHA", 2, true}, Kind{"GRAYSCALE_ALPHA", 2, true}, Kind{"RGB_ALPHA", 4, true}};
    if (type.empty()) {
        if (header.channels > 4) throw source.unsupported("PAM files with more than 4 channels");
        header.alpha = header.channels % 2 == 0;
        return;
    }
    const auto kind = std::ranges::find(kinds, type, &Kind::name);
    if (kind == kinds.end()) throw source.unsupported("PAM files of this tuple type");
    if (kind->channels != header.channels) throw source.damaged("its depth does not match its tuple type");
    header.alpha = kind->alpha;
}

PnmHeader read_pam_header(const Source& source) {
    PnmHeader header;
    header.channels = header.max = 0;
    std::string_view type;
    PnmWords words(source, 2);
    for (std::string_view word = words.word(); word != "ENDHDR"; word = words.word())
        if (word == "WIDTH")
            header.width = words.number();
        else if (word == "HEIGHT")
            header.height = words.number();
        else if (word == "DEPTH")
            header.channels = words.number();
        else if (word == "MAXVAL")
            header.max = words.number();
        else if (word == "TUPLTYPE") {
            type = words.rest_of_line();
            while (!type.empty() && is_pnm_blank(type.front())) type.remove_prefix(1);
            while (!type.empty() && is_pnm_blank(type.back())) type.remove_suffix(1);
        } else
            throw source.damaged("its header has an unknown line");
    words.rest_of_line();
    if (header.channels == 0) throw source.damaged("it has no channels");
    take_pam_type(source, type, header);
    header.raster = words.at();
    return header;
}

PnmHeader read_pnm_header(const Source& source) {
    const char kind = source.text(1, 1)[0];
    PnmHeader header;
    if (kind == '7') {
        header = read_pam_header(source);
    } else {
        PnmWords words(source, 2);
        if (!is_pnm_blank(words.letter()) && words.letter() != '#')
            throw source.damaged("a blank is missing after its signature");
        header.plain = kind <= '3';
        header.inked = kind == '1' || kind == '4';
        header.channels = kind == '3' || kind == '6' ? 3 : 1;
        header.width = words.number();
        header.height = words.number();
        if (!header.inked) header.max = words.number();
        if (!is_pnm_blank(words.letter())) throw source.damaged("a blank is missing before its pixels");
        header.raster = words.at() + 1;
    }
    if (header.width == 0 || header.height == 0) throw source.damaged(has_no_pixels);
    if (header.max == 0 || header.max > 65535)
        throw source.damaged("its largest sample is not from 1 to 65535");
    return header;
}

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
        if (bits_left_ == 0) {
            bits_ = byte();
            bits_left_ = 8;
        }
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
const char* read_raster(std::span<const std::byte> raster, const PnmHeader& header, std::span<Rgba8> pixels) {
    Samples samples(header, raster);
    const std::vector<std::uint8_t> scale = scale_of(header);
    std::array<std::uint8_t, 4> values{};
    auto out = pixels.begin();
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

class PnmReader : public PictureReader {
public:
    explicit PnmReader(const Source& source) : PictureReader(source), header_(read_pnm_header(source)) {
        facts_.width = header_.width;
        facts_.height = header_.height;
        facts_.sixteen_bits = header_.max > 255;
        // The limits on sides are checked later: the bytes of a row first, so that nothing overflows.
        constexpr std::uint64_t max_side = std::uint64_t{1} << 28;
        if (facts_.width > max_side || facts_.height > max_side) return;
        if (header_.raster_bytes() > file().size() - header_.raster) throw source.damaged(is_cut_short);
    }

    std::string decode(const DecodeTarget& target) override {
        const auto raster = file().subspan(header_.raster);
        return header_.plain ? read_raster<PlainSamples>(raster, header_, target.pixels)
                             : read_raster<RawSamples>(raster, header_, target.pixels);
    }

private:
    const PnmHeader header_;
};

}

std::unique_ptr<PictureReader> open_pnm(const Source& source) { return std::make_unique<PnmReader>(source); }

}
