#include "image/exif_files.h"

#include <algorithm>

namespace huedrift {

ExifWriter::ExifWriter(bool big_endian) : big_(big_endian), text_(big_endian ? "MM" : "II") {
    text_ += digits(2, 42) + digits(4, 8);
}

std::string ExifWriter::digits(int bytes, std::uint32_t value) const {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i);
    if (big_) std::ranges::reverse(text);
    return text;
}

std::uint32_t ExifWriter::begin_directory(int fields) {
    const std::uint32_t at = size();
    if (!pointers_.empty()) {
        put(pointers_.front(), at);
        pointers_.erase(pointers_.begin());
    }
    text_ += digits(2, static_cast<std::uint32_t>(fields));
    return at;
}

void ExifWriter::number(int tag, TiffType type, std::uint32_t value) {
    values(tag, type, 1, digits(type == tiff_short ? 2 : 4, value));
}

void ExifWriter::values(int tag, TiffType type, std::uint32_t count, const std::string& bytes) {
    text_ += digits(2, static_cast<std::uint32_t>(tag)) + digits(2, static_cast<std::uint32_t>(type)) +
             digits(4, count);
    if (bytes.size() > 4) aside_.push_back({text_.size(), bytes});
    std::string inside = bytes.size() > 4 ? "" : bytes;
    inside.resize(4);
    text_ += inside;
}

void ExifWriter::directory(int tag) {
    number(tag, tiff_long, 0);
    pointers_.push_back(text_.size() - 4);
}

void ExifWriter::end_directory(bool has_next) {
    const std::size_t next = text_.size();
    text_ += digits(4, 0);
    for (const Aside& aside : aside_) {
        put(aside.field, size());
        text_ += aside.bytes;
    }
    aside_.clear();
    if (has_next) put(next, size());
}

void ExifWriter::photo_directories() {
    begin_directory(6);
    values(0x9003, tiff_ascii, 20, std::string("2026:11:22 06:59:58\0", 20));
    values(0x927C, tiff_undefined, 12, "a maker note");
    number(0xA001, tiff_short, 0xFFFF);
    number(0xA002, tiff_long, 4000);
    number(0xA003, tiff_long, 3000);
    directory(0xA005);
    end_directory();

    begin_directory(2);
    values(0x0001, tiff_ascii, 2, std::string("N\0", 2));
    values(0x0002, tiff_rational, 3,
           digits(4, 52) + digits(4, 1) + digits(4, 31) + digits(4, 1) + digits(4, 12) + digits(4, 1));
    end_directory();

    begin_directory(1);
    values(0x0001, tiff_ascii, 4, std::string("R03\0", 4));
    end_directory();
}

std::string phone_exif(int orientation, bool big_endian) {
    ExifWriter exif(big_endian);
    exif.begin_directory(5);
    exif.values(0x010F, tiff_ascii, 8, std::string("Example\0", 8));
    exif.number(0x0112, tiff_short, static_cast<std::uint32_t>(orientation));
    exif.values(0x0132, tiff_ascii, 20, std::string("2026:11:23 07:00:00\0", 20));
    exif.directory(0x8769);
    exif.directory(0x8825);
    exif.end_directory(true);

    // The thumbnail's directory is the next one after the first.
    const std::uint32_t thumbnail = exif.size() + 2 + 3 * 12 + 4;
    std::string next = exif.digits(2, 3);
    for (const auto& [tag, value] : {std::pair{0x0103u, 6u},
                                     {0x0201u, thumbnail},
                                     {0x0202u, static_cast<std::uint32_t>(old_colors.size())}})
        next += exif.digits(2, tag) + exif.digits(2, tiff_long) + exif.digits(4, 1) + exif.digits(4, value);
    exif.raw(next + exif.digits(4, 0) + old_colors);

    exif.photo_directories();
    return exif.text();
}

std::string phone_xmp(int orientation) {
    return "<?xpacket begin='\xEF\xBB\xBF' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta><rdf:RDF>"
           "<rdf:Description tiff:Orientation=\"" +
           std::to_string(orientation) +
           "\" dc:title=\"D\xC3\xA4mmerung\"><exif:PixelXDimension>4000</exif:PixelXDimension>"
           "<xmp:Thumbnails><rdf:Alt><rdf:li xmpGImg:image=\"" +
           old_colors.substr(3, 15) +
           "\"/></rdf:Alt></xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>";
}

}
