#include "decode/decoders.h"

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
    EOI = 0xD9,
    SOS = 0xDA,
    APP0 = 0xE0,
    APP1 = 0xE1,
    APP14 = 0xEE
};

bool is_frame(std::uint32_t marker) {
    return SOF0 <= marker && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
}

void read_frame(const Source& source, std::uint32_t marker, std::size_t segment, FileFacts& facts) {
    if (facts.width != 0) throw source.damaged("it has a second frame");
    if (marker > SOF2) throw source.unsupported("lossless, hierarchical and arithmetic-coded JPEG files");
    if (source.u8(segment + 2) != 8)
        throw source.unsupported("JPEG files with other than 8 bits per channel");
    facts.height = source.u16_big(segment + 3);
    facts.width = source.u16_big(segment + 5);
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    const std::uint32_t components = source.u8(segment + 7);
    if (components != 1 && components != 3 && components != 4)
        throw source.unsupported("JPEG files with " + std::to_string(components) + " components");
    facts.cmyk = components == 4;
}

/// The unit and the pixels per unit of ITU-T T.871, 10.1.
std::optional<Resolution> jfif_resolution(const Source& source, std::size_t unit_at) {
    const std::uint32_t unit = source.u8(unit_at);
    const double scale = unit == 1 ? pixels_per_metre_of_dpi : unit == 2 ? 100 : 0;
    return usable_resolution(scale * source.u16_big(unit_at + 1), scale * source.u16_big(unit_at + 3));
}

/// The facts in the application segments.
struct Applications {
    std::span<const std::byte> exif, xmp;
    std::uint32_t adobe_transform = ~0u; ///< none found
    std::optional<Resolution> resolution{};

    void read(const Source& source, std::uint32_t marker, std::size_t data, std::size_t length) {
        using namespace std::string_view_literals;
        const std::string_view text = source.text(data, length);
        if (marker == APP0 && length >= 12 && text.starts_with("JFIF\0"sv))
            resolution = jfif_resolution(source, data + 7);
        if (marker == APP1 && exif.empty() && text.starts_with("Exif\0\0"sv))
            exif = source.part(data + 6, length - 6);
        constexpr std::string_view packet("http://ns.adobe.com/xap/1.0/\0", 29); // XMP part 3, 1.1.3
        if (marker == APP1 && xmp.empty() && text.starts_with(packet))
            xmp = source.part(data + packet.size(), length - packet.size());
        if (marker == APP14 && length >= 12 && text.starts_with("Adobe\0"sv))
            adobe_transform = source.u8(data + 11);
    }
};

}

// Up to the first scan; the decoder checks what follows.
FileFacts inspect_jpeg(const Source& source) {
    FileFacts facts;
    Applications applications;
    for (std::size_t at = 2;;) {
        if (source.u8(at) != 0xFF) throw source.damaged("a marker is missing");
        while (source.u8(at + 1) == 0xFF) ++at; // fill bytes
        const std::uint32_t marker = source.u8(at + 1);
        if (marker == EOI) throw source.damaged("it has no pixel data");
        if (marker == SOS) break;
        const std::size_t segment = at + 2, length = source.u16_big(segment);
        if (length < 2) throw source.damaged("a segment is shorter than its length field");
        if (is_frame(marker)) read_frame(source, marker, segment, facts);
        applications.read(source, marker, segment + 2, length - 2);
        at = segment + length;
    }
    if (facts.width == 0) throw source.damaged("a scan precedes its frame");
    facts.resolution = applications.resolution;
    facts.exif = applications.exif;
    facts.xmp = applications.xmp;
    // Without Adobe's marker it is unknown whether the inks are inverted.
    if (facts.cmyk && applications.adobe_transform != 0 && applications.adobe_transform != 2)
        throw source.unsupported("CMYK JPEG files without an Adobe marker");
    return facts;
}

}
