#include "decode/decoders.h"

#include <array>

namespace huedrift {
namespace {

/// Bits of a codestream, low ones first: ISO/IEC 18181-1, 6.2.
class Bits {
public:
    Bits(const Source& source, std::size_t at) : source_(source), at_(at * 8) {}

    std::uint64_t next(unsigned count) {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < count; ++i, ++at_)
            value |= std::uint64_t{source_.u8(at_ / 8) >> at_ % 8 & 1} << i;
        return value;
    }

private:
    const Source& source_;
    std::size_t at_;
};

std::uint64_t read_side(Bits& bits, bool small) {
    constexpr std::array<unsigned, 4> widths{9, 13, 18, 30};
    if (small) return 8 * (bits.next(5) + 1);
    const auto width = widths[bits.next(2)];
    return bits.next(width) + 1;
}

/// The size header and the fields after it up to the orientation.
FileFacts read_codestream(const Source& source, std::size_t codestream) {
    if (source.text(codestream, 2) != "\xFF\x0A") throw source.damaged("its signature is wrong");
    Bits bits(source, codestream + 2);
    FileFacts facts;
    const bool small = bits.next(1) == 1;
    facts.height = read_side(bits, small);
    struct Ratio {
        std::uint64_t across, down;
    };
    constexpr std::array<Ratio, 7> ratios{{{1, 1}, {12, 10}, {4, 3}, {3, 2}, {16, 9}, {5, 4}, {2, 1}}};
    const std::uint64_t ratio = bits.next(3);
    facts.width = ratio == 0 ? read_side(bits, small)
                             : facts.height * ratios[ratio - 1].across / ratios[ratio - 1].down;
    if (facts.width == 0) throw source.damaged("it has no pixels");
    facts.orientation = 1;
    const bool all_default = bits.next(1) == 1;
    if (!all_default && bits.next(1) == 1) facts.orientation = 1 + static_cast<int>(bits.next(3));
    return facts;
}

/// The beginning of the codestream in boxes, whose lengths must fit the file.
std::size_t find_codestream(const Source& source) {
    std::size_t found = 0;
    const std::size_t end = source.bytes().size();
    for (std::size_t at = 0; at < end;) {
        const std::size_t size = source.u32_big(at);
        const std::string_view type = source.text(at + 4, 4);
        constexpr std::size_t head = 8, counter = 4;
        if (size == 1) throw source.unsupported("JPEG XL files of boxes above 4 GiB");
        if (size != 0 && size < head) throw source.damaged("a box is shorter than its head");
        if (found == 0 && type == "jxlc") found = at + head;
        if (found == 0 && type == "jxlp") found = at + head + counter;
        if (size == 0) break;
        source.part(at, size);
        at += size;
    }
    if (found == 0) throw source.damaged("it has no pixel data");
    return found;
}

}

FileFacts inspect_jxl(const Source& source) {
    const bool bare = source.text(0, 2) == "\xFF\x0A";
    return read_codestream(source, bare ? 0 : find_codestream(source));
}

}
