#pragma once

#include "image/source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace huedrift {

/// The header of a PBM, PGM, PPM or PAM file (netpbm's pages of these names). Its functions are inline so
/// that the header gate and the decoder, which are linked separately, read it in the same way.
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

inline bool is_pnm_blank(char letter) { return letter == ' ' || ('\t' <= letter && letter <= '\r'); }

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
inline void take_pam_type(const Source& source, std::string_view type, PnmHeader& header) {
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

inline PnmHeader read_pam_header(const Source& source) {
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

inline PnmHeader read_pnm_header(const Source& source) {
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
    if (header.width == 0 || header.height == 0) throw source.damaged("it has no pixels");
    if (header.max == 0 || header.max > 65535)
        throw source.damaged("its largest sample is not from 1 to 65535");
    return header;
}

}
