#include "image/inspect.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace huedrift {
namespace {

// Markers and segments as in ITU-T T.81, annex B. A segment begins with its length, which counts itself.
enum Marker : std::uint32_t {
    SOF0 = 0xC0,
    SOF2 = 0xC2,
    DHT = 0xC4,
    JPG = 0xC8,
    DAC = 0xCC,
    SOF15 = 0xCF,
    RST0 = 0xD0,
    RST7 = 0xD7,
    EOI = 0xD9,
    SOS = 0xDA,
    DQT = 0xDB,
    APP1 = 0xE1,
    APP2 = 0xE2,
    APP14 = 0xEE
};

/// Each scan of a progressive file costs a pass over the whole picture, so a small file could ask for hours.
/// Encoders write about ten.
constexpr int max_scans = 100;

struct Component {
    std::uint32_t id, across, down; ///< sampling factors
    std::uint32_t quantization;     ///< the table's number
};

struct Frame {
    std::uint32_t width, height;
    bool progressive;
    std::vector<Component> components;
};

bool is_frame(std::uint32_t marker) {
    return SOF0 <= marker && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
}

Frame read_frame(const Source& source, std::uint32_t marker, std::size_t segment) {
    if (marker > SOF2) throw source.unsupported("lossless, hierarchical and arithmetic-coded JPEG files");
    if (source.u8(segment + 2) != 8) throw source.unsupported("JPEG files of other than 8 bits");
    Frame frame{source.u16_big(segment + 5), source.u16_big(segment + 3), marker == SOF2, {}};
    if (frame.width == 0 || frame.height == 0) throw source.damaged("it has no pixels");
    const std::uint32_t components = source.u8(segment + 7);
    if (components > 4)
        throw source.unsupported("JPEG files of " + std::to_string(components) + " components");
    for (std::size_t i = 0; i < components; ++i) {
        const std::size_t at = segment + 8 + 3 * i;
        const std::uint32_t factors = source.u8(at + 1);
        const std::uint32_t quantization = source.u8(at + 2);
        frame.components.push_back({source.u8(at), factors >> 4, factors & 15, quantization});
        if (quantization > 3) throw source.damaged("a quantization table that cannot be");
        if (factors >> 4 == 0 || (factors & 15) == 0) throw source.damaged("a component without samples");
    }
    if (frame.components.empty()) throw source.damaged("it has no components");
    return frame;
}

/// stb_image 2.27 writes past its tables when the code lengths of one table promise more than 256 symbols.
void check_huffman_tables(const Source& source, std::size_t segment, std::size_t end) {
    std::size_t table = segment + 2;
    while (table < end) {
        std::uint32_t symbols = 0;
        for (std::size_t bits = 1; bits <= 16; ++bits) symbols += source.u8(table + bits);
        if (symbols > 256) throw source.damaged("a Huffman table of " + std::to_string(symbols) + " symbols");
        table += 17 + symbols;
    }
    if (table != end) throw source.damaged("a Huffman table longer than its segment");
}

/// A bit for each quantization table that the segment defines.
std::uint32_t quantization_tables(const Source& source, std::size_t segment, std::size_t end) {
    std::uint32_t defined = 0;
    for (std::size_t table = segment + 2; table < end;) {
        const std::uint32_t precision_and_number = source.u8(table);
        defined |= 1u << (precision_and_number & 15);
        table += precision_and_number >> 4 == 0 ? 65 : 129;
    }
    return defined;
}

/// Where the next marker stands after entropy-coded data. There FF 00 is the byte FF, and restart markers
/// belong to the data.
std::size_t end_of_scan(const Source& source, std::size_t at) {
    const auto bytes = source.bytes();
    for (;; ++at) {
        at = static_cast<std::size_t>(
            std::find(bytes.begin() + std::ptrdiff_t(at), bytes.end(), std::byte{0xFF}) - bytes.begin());
        const std::uint32_t next = source.u8(at + 1);
        if (next != 0 && next != 0xFF && (next < RST0 || next > RST7)) return at;
    }
}

std::uint64_t divide_up(std::uint64_t value, std::uint64_t divisor) {
    return (value + divisor - 1) / divisor;
}

/// The blocks of 8 x 8 samples in a scan of these components (T.81, A.2).
std::uint64_t blocks_of(const Frame& frame, const std::vector<Component>& components) {
    std::uint32_t across = 1, down = 1;
    for (const Component& c : frame.components)
        across = std::max(across, c.across), down = std::max(down, c.down);
    if (components.size() == 1)
        return divide_up(divide_up(std::uint64_t{frame.width} * components[0].across, across), 8) *
               divide_up(divide_up(std::uint64_t{frame.height} * components[0].down, down), 8);
    std::uint64_t blocks_a_unit = 0;
    for (const Component& c : components) blocks_a_unit += c.across * c.down;
    return blocks_a_unit * divide_up(frame.width, 8 * across) * divide_up(frame.height, 8 * down);
}

/// Checks a scan against its frame and finds its end. stb_image fills missing data with zeros, so data too
/// short for even the shortest codes are refused here: a block takes a bit for its DC code and, unless the
/// file is progressive, another one for its AC codes.
std::size_t check_scan(const Source& source, const Frame& frame, std::uint32_t tables, std::size_t segment,
                       std::size_t end) {
    std::vector<Component> components;
    for (std::size_t i = 0; i < source.u8(segment + 2); ++i) {
        const auto found =
            std::ranges::find(frame.components, source.u8(segment + 3 + 2 * i), &Component::id);
        if (found == frame.components.end()) throw source.damaged("a scan of an unknown component");
        if ((tables >> found->quantization & 1) == 0) throw source.damaged("a missing quantization table");
        components.push_back(*found);
    }
    if (components.empty()) throw source.damaged("a scan of nothing");
    const bool with_dc = source.u8(segment + 3 + 2 * components.size()) == 0;
    const std::size_t next = end_of_scan(source, end);
    const std::uint64_t least_bits =
        !with_dc ? 0 : blocks_of(frame, components) * (frame.progressive ? 1 : 2);
    if (std::uint64_t{next - end} * 8 < least_bits) throw source.damaged("it is cut short");
    return next;
}

/// What the application segments say about the picture.
struct Applications {
    std::span<const std::byte> exif;
    bool color_profile = false;
    std::optional<std::uint32_t> adobe_transform;

    void read(const Source& source, std::uint32_t marker, std::size_t data, std::size_t length) {
        using namespace std::string_view_literals;
        const std::string_view text = source.text(data, length);
        if (marker == APP1 && exif.empty() && text.starts_with("Exif\0\0"sv))
            exif = source.part(data + 6, length - 6);
        if (marker == APP2 && text.starts_with("ICC_PROFILE\0"sv)) color_profile = true;
        if (marker == APP14 && length >= 12 && text.starts_with("Adobe\0"sv))
            adobe_transform = source.u8(data + 11);
    }
};

}

FileFacts inspect_jpeg(const Source& source) {
    std::optional<Frame> frame;
    Applications applications;
    std::uint32_t tables = 0;
    int scans = 0;
    for (std::size_t at = 2;;) {
        if (source.u8(at) != 0xFF) throw source.damaged("a marker is missing");
        while (source.u8(at + 1) == 0xFF) ++at; // fill bytes
        const std::uint32_t marker = source.u8(at + 1);
        if (marker == EOI) break;
        const std::size_t segment = at + 2, length = source.u16_big(segment);
        if (length < 2) throw source.damaged("a segment shorter than its own length");
        at = segment + length;
        if (marker == DHT) check_huffman_tables(source, segment, at);
        if (marker == DQT) tables |= quantization_tables(source, segment, at);
        if (is_frame(marker)) {
            if (frame) throw source.damaged("a second frame");
            frame = read_frame(source, marker, segment);
        }
        if (marker == SOS) {
            if (!frame) throw source.damaged("a scan before its frame");
            if (++scans > max_scans)
                throw source.damaged("more than " + std::to_string(max_scans) + " scans");
            at = check_scan(source, *frame, tables, segment, at);
        }
        applications.read(source, marker, segment + 2, length - 2);
    }
    if (scans == 0) throw source.damaged("it has no pixel data");

    FileFacts facts;
    facts.width = frame->width;
    facts.height = frame->height;
    facts.cmyk = frame->components.size() == 4;
    facts.exif = applications.exif;
    facts.color_profile = applications.color_profile;
    // Without Adobe's marker nobody can say whether the inks are inverted, and stb_image would drop the
    // black.
    if (facts.cmyk && applications.adobe_transform != 0u && applications.adobe_transform != 2u)
        throw source.unsupported("CMYK JPEG files without an Adobe marker");
    return facts;
}

}
