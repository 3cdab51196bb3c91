#include "decode/exif_block.h"

#include "decode/tiff_fields.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift {
namespace {

/// Fields of the main directory that are removed: strips and tiles of pixels, other pictures, thumbnails, XMP
/// and ICC profiles, which files store elsewhere.
constexpr std::array<std::uint32_t, 10> embedded{strip_offsets_tag,
                                                 strip_byte_counts_tag,
                                                 tile_offsets_tag,
                                                 tile_byte_counts_tag,
                                                 0x014A,
                                                 0x0201,
                                                 0x0202,
                                                 0x015B,
                                                 xmp_tag,
                                                 0x8773};

struct ExifField {
    std::uint32_t tag = 0, type = 0, count = 0;
    std::array<std::byte, 4> value{}; ///< the value or its offset
};

class ExifBlock {
public:
    ExifBlock(std::span<const std::byte> tiff, const TruePicture& picture)
        : bytes_(tiff.begin(), tiff.end()), numbers_(!tiff.empty() && tiff[0] == std::byte{'M'}),
          changes_(tiff.size() + 1), claimed_(tiff.size()), picture_(picture) {}

    std::optional<std::vector<std::byte>> cleaned() {
        constexpr std::size_t header = 8;
        const std::string_view order(reinterpret_cast<const char*>(bytes_.data()),
                                     std::min<std::size_t>(bytes_.size(), 2));
        if (bytes_.size() < header || (order != "MM" && order != "II") || number(2, 2) != 42)
            return std::nullopt;
        mark(0, header);
        std::fill_n(claimed_.begin(), header, true);
        const std::size_t fields = clean(number(4, 4), ExifDirectory::main);
        if (!sound_) return std::nullopt;
        if (fields == 0) return std::vector<std::byte>{};
        std::size_t end = 0;
        std::int32_t needed = 0;
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            needed += changes_[i];
            if (needed > 0) end = i + 1;
            if (needed == 0) bytes_[i] = std::byte{0};
        }
        bytes_.resize(end);
        return std::move(bytes_);
    }

private:
    static constexpr std::size_t field_bytes = 12;

    std::uint32_t number(std::size_t at, std::size_t size) const {
        return numbers_.read(std::span(bytes_).subspan(at, size));
    }
    bool holds(std::uint64_t at, std::uint64_t size) const {
        return at <= bytes_.size() && size <= bytes_.size() - at;
    }

    /// Cleans the directory at this offset and the directories that it refers to: a fixed few, so there are
    /// no loops. Returns the number of its remaining fields. Overlapping directories count as damage, which
    /// bounds the work.
    std::size_t clean(std::size_t at, ExifDirectory kind) {
        if (!holds(at, 2)) return fail();
        const std::size_t count = number(at, 2), size = 2 + count * field_bytes + 4;
        if (!holds(at, size)) return fail();
        for (std::size_t i = at; i < at + size; ++i) {
            if (claimed_[i]) return fail();
            claimed_[i] = true;
        }
        std::vector<ExifField> fields;
        for (std::size_t i = 0; i < count && sound_; ++i) {
            ExifField field = field_at(at + 2 + i * field_bytes);
            if (is_kept(field, kind)) fields.push_back(field);
        }
        if (kind == ExifDirectory::main && picture_.transposed) swap_resolutions(fields);
        if (sound_ && !fields.empty()) write(at, fields);
        return fields.size();
    }
    std::size_t fail() {
        sound_ = false;
        return 0;
    }

    ExifField field_at(std::size_t at) const {
        ExifField field{number(at, 2), number(at + 2, 2), number(at + 4, 4)};
        std::ranges::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at + 8), 4, field.value.begin());
        return field;
    }
    static void swap_resolutions(std::vector<ExifField>& fields) {
        const auto x = std::ranges::find(fields, x_resolution_tag, &ExifField::tag),
                   y = std::ranges::find(fields, y_resolution_tag, &ExifField::tag);
        if (x == fields.end() || y == fields.end()) return;
        std::swap(*x, *y);
        std::swap(x->tag, y->tag); // which ascend
    }
    /// Clears the offset of the next directory, which holds the thumbnail.
    void write(std::size_t at, std::span<const ExifField> fields) {
        const std::size_t size = 2 + fields.size() * field_bytes + 4;
        const auto target = std::span(bytes_).subspan(at, size);
        numbers_.write(target.first(2), static_cast<std::uint32_t>(fields.size()));
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto place = target.subspan(2 + i * field_bytes, field_bytes);
            numbers_.write(place.first(2), fields[i].tag);
            numbers_.write(place.subspan(2, 2), fields[i].type);
            numbers_.write(place.subspan(4, 4), fields[i].count);
            std::ranges::copy(fields[i].value, place.subspan(8).begin());
        }
        std::ranges::fill(target.last(4), std::byte{0});
        mark(at, size);
    }

    /// Whether a field stays. Adapts its value to the picture if necessary.
    bool is_kept(ExifField& field, ExifDirectory kind) {
        if (field.type >= tiff_value_bytes.size() || field.count == 0) return false;
        if (kind == ExifDirectory::main && std::ranges::find(embedded, field.tag) != embedded.end())
            return false;
        if (const auto directory = exif_directory_in(field.tag, kind))
            return field.type == tiff_long && field.count == 1 &&
                   clean(numbers_.read(field.value), *directory) > 0;
        correct(field, kind);
        const std::uint64_t size = field.count * tiff_value_bytes[field.type];
        if (size <= 4) return size > 0;
        const std::uint32_t at = numbers_.read(field.value);
        if (!holds(at, size)) return false;
        mark(at, size);
        return true;
    }
    void set(ExifField& field, TiffType type, std::uint32_t value) const {
        field.type = type;
        field.count = 1;
        field.value = {};
        numbers_.write(std::span(field.value).first(type == tiff_short ? 2 : 4), value);
    }
    void correct(ExifField& field, ExifDirectory kind) const {
        const bool main = kind == ExifDirectory::main, exif = kind == ExifDirectory::exif;
        if (main && field.tag == orientation_tag) set(field, tiff_short, 1);
        if ((main && field.tag == image_width_tag) || (exif && field.tag == pixel_x_dimension))
            set(field, tiff_long, picture_.width);
        if ((main && field.tag == image_length_tag) || (exif && field.tag == pixel_y_dimension))
            set(field, tiff_long, picture_.height);
        if (!picture_.srgb) return;
        if (exif && field.tag == color_space_tag) set(field, tiff_short, 1);
        // R03 would mean colours of Adobe RGB.
        if (kind == ExifDirectory::interoperability && field.tag == interoperability_index &&
            field.type == tiff_ascii && field.count == 4)
            field.value = {std::byte{'R'}, std::byte{'9'}, std::byte{'8'}, std::byte{0}};
    }

    /// Marks a range by a change at either end, as many fields may share values of any size.
    void mark(std::size_t at, std::size_t size) {
        ++changes_[at];
        --changes_[at + size];
    }

    std::vector<std::byte> bytes_;
    TiffNumbers numbers_;
    std::vector<std::int32_t> changes_; ///< of the number of fields that need a byte, from the byte before
    std::vector<bool> claimed_;         ///< whether a byte belongs to a directory
    TruePicture picture_;
    bool sound_ = true;
};

}

std::optional<std::vector<std::byte>> cleaned_exif(std::span<const std::byte> tiff,
                                                   const TruePicture& picture) {
    return ExifBlock(tiff, picture).cleaned();
}

namespace {

constexpr std::string_view xml_spaces = " \t\r\n";

bool is_utf8(std::string_view text) {
    std::size_t following = 0; // remaining bytes of a character
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (following > 0) {
            if ((byte & 0xC0) != 0x80) return false;
            --following;
        } else if (byte >= 0x80) {
            if (byte < 0xC2 || byte > 0xF4) return false;
            following = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
        } else if (byte == 0) {
            return false;
        }
    }
    return following == 0;
}

/// Sets each integer property of this name to the value: an attribute, name="6", or an element,
/// <name>6</name>.
void set_property(std::string& text, std::string_view name, const std::string& value) {
    std::string result;
    std::size_t taken = 0;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        std::size_t begin = text.find_first_not_of(xml_spaces, at + name.size());
        if (begin == std::string::npos || (text[begin] != '=' && text[begin] != '>')) continue;
        begin = text.find_first_not_of(" \t\r\n\"'", begin + 1);
        const std::size_t end = text.find_first_not_of("0123456789", begin);
        if (begin == std::string::npos || end == std::string::npos || begin == end) continue;
        result.append(text, taken, begin - taken).append(value);
        taken = end;
    }
    text = result.append(text, taken);
}

/// Removes every element of this name. Returns false if one has no end.
bool remove_elements(std::string& text, const std::string& name) {
    const std::string open = "<" + name, close = "</" + name;
    std::string result;
    std::size_t taken = 0;
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, taken)) {
        std::size_t end = text.find('>', at);
        if (end == std::string::npos) return false;
        if (text[end - 1] != '/') {
            end = text.find(close, end);
            end = end == std::string::npos ? end : text.find('>', end);
            if (end == std::string::npos) return false;
        }
        result.append(text, taken, at - taken);
        taken = end + 1;
    }
    text = result.append(text, taken);
    return true;
}

}

std::optional<std::vector<std::byte>> cleaned_xmp(std::span<const std::byte> packet,
                                                  const TruePicture& picture) {
    std::string text(reinterpret_cast<const char*>(packet.data()), packet.size());
    if (!is_utf8(text)) return std::nullopt;
    // Uses the prefixes of the XMP specification, part 1, as every writer does; xap is an older one.
    if (!remove_elements(text, "xmp:Thumbnails") || !remove_elements(text, "xap:Thumbnails"))
        return std::nullopt;
    set_property(text, "tiff:Orientation", "1");
    for (const char* const name : {"tiff:ImageWidth", "exif:PixelXDimension"})
        set_property(text, name, std::to_string(picture.width));
    for (const char* const name : {"tiff:ImageLength", "exif:PixelYDimension"})
        set_property(text, name, std::to_string(picture.height));
    if (picture.srgb) set_property(text, "exif:ColorSpace", "1");
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}
