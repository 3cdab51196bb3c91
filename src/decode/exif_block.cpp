#include "decode/exif_block.h"

#include "base/enumeration.h"
#include "decode/file_facts.h"
#include "image/metadata.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace huedrift {
namespace {

// TIFF 6.0, section 8, and Exif 2.32, section 4.6.
enum TiffTag : std::uint32_t {
    interoperability_index = 0x0001,
    image_width_tag = 0x0100,
    image_length_tag = 0x0101,
    orientation_tag = 0x0112,
    x_resolution_tag = 0x011A,
    y_resolution_tag = 0x011B,
    resolution_unit_tag = 0x0128,
    exif_directory_tag = 0x8769,
    gps_directory_tag = 0x8825,
    maker_note_tag = 0x927C,
    color_space_tag = 0xA001,
    pixel_x_dimension = 0xA002,
    pixel_y_dimension = 0xA003,
    interoperability_tag = 0xA005
};

/// Fields of the main directory that a block loses: strips and tiles of pixels, other pictures, thumbnails,
/// XMP and ICC profiles, which files store elsewhere.
constexpr std::array<std::uint32_t, 10> embedded{0x0111, 0x0117, 0x0144, 0x0145, 0x014A,
                                                 0x0201, 0x0202, 0x015B, 0x02BC, 0x8773};

/// Those that are copied from a TIFF file: names, description, maker, model, resolution, pages, software,
/// date, artist, computer, rating, copyright, and Windows' additions. Its others describe the storage of
/// pixels.
constexpr std::array<std::uint32_t, 21> described{0x010D, 0x010E, 0x010F, 0x0110, 0x011A, 0x011B, 0x011D,
                                                  0x0128, 0x0129, 0x0131, 0x0132, 0x013B, 0x013C, 0x4746,
                                                  0x4749, 0x8298, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F};

/// The bytes of a value of each type; 0: no such type.
constexpr std::array<std::uint64_t, 14> tiff_value_bytes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};

bool is_among(std::span<const std::uint32_t> tags, std::uint32_t tag) {
    return std::ranges::find(tags, tag) != tags.end();
}

enum class ExifDirectory { main, exif, gps, interoperability };

/// The directory that a field points to, if any.
std::optional<ExifDirectory> exif_directory_in(std::uint32_t tag, ExifDirectory holder) {
    if (holder == ExifDirectory::main && tag == exif_directory_tag) return ExifDirectory::exif;
    if (holder == ExifDirectory::main && tag == gps_directory_tag) return ExifDirectory::gps;
    if (holder == ExifDirectory::exif && tag == interoperability_tag) return ExifDirectory::interoperability;
    return std::nullopt;
}

struct ExifField {
    std::uint32_t tag = 0, type = 0, count = 0;
    std::array<std::byte, 4> value{}; ///< the value or its offset

    /// 0: there is no such type.
    std::uint64_t bytes() const {
        return type < tiff_value_bytes.size() ? count * tiff_value_bytes[type] : 0;
    }
};

/// Reads the numbers and fields of a TIFF structure.
class TiffStructure {
public:
    explicit TiffStructure(std::span<const std::byte> source)
        : source_(source), big_(!source.empty() && source[0] == std::byte{'M'}) {}

    /// The value of a field of the main directory with this type and one value; none if there is none.
    std::optional<ExifField> main_field(std::uint32_t tag, TiffType type) const {
        if (!has_header() || !holds(number(4, 4), 2)) return std::nullopt;
        const std::uint64_t main = number(4, 4), count = number(main, 2);
        for (std::uint64_t at = main + 2; at < main + bytes_of(count) && holds(at, field_bytes);
             at += field_bytes) {
            const ExifField field = field_at(at);
            if (field.tag != tag) continue;
            return field.type == type && field.count == 1 ? std::optional(field) : std::nullopt;
        }
        return std::nullopt;
    }
    unsigned short_of(std::uint32_t tag, unsigned otherwise) const {
        const auto field = main_field(tag, tiff_short);
        return field ? read(std::span(field->value).first(2)) : otherwise;
    }
    /// 0 if there is no such fraction.
    double ratio_of(std::uint32_t tag) const {
        const auto field = main_field(tag, tiff_rational);
        const std::uint32_t at = field ? read(field->value) : 0;
        if (!field || !holds(at, 8) || number(at + 4, 4) == 0) return 0;
        return double(number(at, 4)) / number(at + 4, 4);
    }

protected:
    static constexpr std::size_t header_bytes = 8, field_bytes = 12;

    bool has_header() const {
        const std::string_view order(reinterpret_cast<const char*>(source_.data()),
                                     std::min<std::size_t>(source_.size(), 2));
        return source_.size() >= header_bytes && (order == "MM" || order == "II") && number(2, 2) == 42;
    }
    /// Of a directory with so many fields, without the offset of a next one.
    static std::size_t bytes_of(std::size_t fields) { return 2 + fields * field_bytes; }
    std::uint32_t read(std::span<const std::byte> digits) const {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < digits.size(); ++i)
            value = value << 8 | std::to_integer<std::uint32_t>(digits[big_ ? i : digits.size() - 1 - i]);
        return value;
    }
    std::uint32_t number(std::size_t at, std::size_t size) const { return read(source_.subspan(at, size)); }
    bool holds(std::uint64_t at, std::uint64_t size) const {
        return at <= source_.size() && size <= source_.size() - at;
    }
    ExifField field_at(std::size_t at) const {
        ExifField field{number(at, 2), number(at + 2, 2), number(at + 4, 4)};
        std::ranges::copy(source_.subspan(at + 8, 4), field.value.begin());
        return field;
    }

    const std::span<const std::byte> source_;
    const bool big_; ///< numbers begin with their highest byte
};

class ExifCopier : TiffStructure {
public:
    ExifCopier(std::span<const std::byte> source, ExifHolder holder, const TruePicture& picture)
        : TiffStructure(source), is_block_(holder == ExifHolder::block), picture_(picture),
          changes_(is_block_ ? source.size() + 1 : 0) {}

    std::optional<std::vector<std::byte>> copy() {
        if (!has_header()) return std::nullopt;
        target_.assign(source_.begin(), is_block_ ? source_.end() : source_.begin() + header_bytes);
        if (is_block_) mark(0, header_bytes);
        const std::uint32_t main = copy(number(4, 4), ExifDirectory::main);
        if (too_large_) return std::vector<std::byte>(max_exif_bytes + 1);
        if (!is_sound_) return std::nullopt;
        if (main == nowhere) return std::vector<std::byte>{};
        write(4, 4, main);
        if (is_block_) zero_unmarked();
        return std::move(target_);
    }

private:
    static constexpr std::uint32_t nowhere = 0;

    static std::size_t bytes_with(std::size_t fields) { return bytes_of(fields) + 4; }
    void write(std::span<std::byte> digits, std::uint32_t value) const {
        for (std::size_t i = 0; i < digits.size(); ++i)
            digits[big_ ? digits.size() - 1 - i : i] = static_cast<std::byte>(value >> 8 * i);
    }
    void write(std::size_t at, std::size_t size, std::uint32_t value) {
        write(std::span(target_).subspan(at, size), value);
    }
    std::uint32_t fail() {
        is_sound_ = false;
        return nowhere;
    }

    /// Whether no directory, nor the header, lies in this range, which is one now: overlapping ones count as
    /// damage. There are five at most.
    bool claim(std::size_t at, std::size_t size) {
        for (const auto& [begin, end] : claimed_)
            if (at < end && begin < at + size) return false;
        claimed_.emplace_back(at, at + size);
        return true;
    }

    /// Copies the directory at this offset, its values and the directories that it refers to, each kind once,
    /// so there are no loops. Returns the place of the copy, or nowhere if no field is left.
    std::uint32_t copy(std::size_t at, ExifDirectory kind) {
        if (std::exchange(copied_[static_cast<std::size_t>(kind)], true)) return nowhere;
        if (!holds(at, 2)) return fail();
        const std::size_t count = number(at, 2);
        // Files may end before the offset of a next directory, which is not read.
        const std::size_t size = is_block_ ? bytes_with(count) : bytes_of(count);
        if (!holds(at, size) || !claim(at, size)) return fail();
        std::vector<ExifField> fields, copied;
        fields.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const ExifField field = field_at(at + 2 + i * field_bytes);
            if (is_wanted(field, kind)) fields.push_back(field);
        }
        const std::size_t place = is_block_ ? at : grown(bytes_with(fields.size()));
        copied.reserve(fields.size());
        for (ExifField& field : fields)
            if (copy(field, kind)) copied.push_back(field);
        if (kind == ExifDirectory::main && picture_.transposed) swap_resolutions(copied);
        if (!is_sound_ || too_large_ || copied.empty()) return nowhere;
        write(place, copied);
        return static_cast<std::uint32_t>(place);
    }

    bool is_wanted(const ExifField& field, ExifDirectory kind) const {
        if (field.bytes() == 0 || (!is_block_ && field.tag == maker_note_tag)) return false;
        if (kind != ExifDirectory::main || exif_directory_in(field.tag, kind)) return true;
        return is_block_ ? !is_among(embedded, field.tag) : is_among(described, field.tag);
    }

    /// Copies the value, adapted to the picture if necessary. Returns false if there is none.
    bool copy(ExifField& field, ExifDirectory kind) {
        if (!is_sound_ || too_large_) return false;
        if (const auto directory = exif_directory_in(field.tag, kind)) {
            if ((field.type != tiff_long && field.type != tiff_ifd) || field.count != 1) return false;
            const std::uint32_t place = copy(read(field.value), *directory);
            set(field, tiff_long, place);
            return place != nowhere;
        }
        correct(field, kind);
        const std::uint64_t size = field.bytes();
        const std::uint32_t at = read(field.value);
        if (size <= 4) return true;
        if (!holds(at, size)) return false;
        if (is_block_) {
            mark(at, size);
            return true;
        }
        const std::size_t place = grown(size);
        if (too_large_) return false;
        std::ranges::copy(source_.subspan(at, size), target_.begin() + static_cast<std::ptrdiff_t>(place));
        write(field.value, static_cast<std::uint32_t>(place));
        return true;
    }
    void set(ExifField& field, TiffType type, std::uint32_t value) const {
        field.type = type;
        field.count = 1;
        field.value = {};
        write(std::span(field.value).first(type == tiff_short ? 2 : 4), value);
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
    static void swap_resolutions(std::vector<ExifField>& fields) {
        const auto x = std::ranges::find(fields, x_resolution_tag, &ExifField::tag),
                   y = std::ranges::find(fields, y_resolution_tag, &ExifField::tag);
        if (x == fields.end() || y == fields.end()) return;
        std::swap(*x, *y);
        std::swap(x->tag, y->tag); // which ascend
    }

    /// Without the offset of a next directory, which would hold the thumbnail.
    void write(std::size_t place, std::span<const ExifField> fields) {
        write(place, 2, static_cast<std::uint32_t>(fields.size()));
        std::size_t at = place + 2;
        for (const ExifField& field : fields) {
            write(at, 2, field.tag);
            write(at + 2, 2, field.type);
            write(at + 4, 4, field.count);
            std::ranges::copy(field.value, target_.begin() + static_cast<std::ptrdiff_t>(at + 8));
            at += field_bytes;
        }
        write(at, 4, 0);
        if (is_block_) mark(place, bytes_with(fields.size()));
    }

    /// In a block: marks a range by a change at either end, as many fields may share values of any size.
    void mark(std::size_t at, std::size_t size) {
        ++changes_[at];
        --changes_[at + size];
    }
    void zero_unmarked() {
        std::size_t end = 0;
        std::int32_t needed = 0;
        for (std::size_t i = 0; i < target_.size(); ++i) {
            needed += changes_[i];
            if (needed > 0) end = i + 1;
            if (needed == 0) target_[i] = std::byte{0};
        }
        target_.resize(end);
    }

    /// From a TIFF file: appends this many bytes at an even offset, as TIFF requires, and returns it. The
    /// block does not grow above the limit, as many fields may share a large value.
    std::size_t grown(std::uint64_t size) {
        const std::size_t at = target_.size() + target_.size() % 2;
        if (size > max_exif_bytes || at + size > max_exif_bytes)
            too_large_ = true;
        else
            target_.resize(at + size);
        return at;
    }

    const bool is_block_;
    const TruePicture picture_;
    std::vector<std::byte> target_{};
    std::vector<std::int32_t> changes_; ///< of the number of fields that need a byte, from the byte before
    std::vector<std::pair<std::size_t, std::size_t>> claimed_{{0, header_bytes}};
    std::array<bool, count_enumerators<ExifDirectory>()> copied_{};
    bool is_sound_ = true, too_large_ = false;
};

}

ExifFacts exif_facts(std::span<const std::byte> tiff) {
    constexpr double unknown = 72 * pixels_per_metre_of_dpi;
    const TiffStructure exif(tiff);
    const unsigned orientation = exif.short_of(orientation_tag, 1);
    ExifFacts facts{.orientation = 1 <= orientation && orientation <= 8 ? static_cast<int>(orientation) : 1,
                    .resolution =
                        resolution_of(exif.ratio_of(x_resolution_tag), exif.ratio_of(y_resolution_tag),
                                      exif.short_of(resolution_unit_tag, 2))};
    if (facts.resolution == Resolution{unknown, unknown}) facts.resolution.reset();
    return facts;
}

std::optional<std::vector<std::byte>> copied_exif(std::span<const std::byte> tiff, ExifHolder holder,
                                                  const TruePicture& picture) {
    if (tiff.empty()) return std::vector<std::byte>{};
    if (holder == ExifHolder::block && tiff.size() > max_exif_bytes)
        return std::vector(tiff.begin(), tiff.end());
    return ExifCopier(tiff, holder, picture).copy();
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
    std::size_t copied = 0;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        std::size_t begin = text.find_first_not_of(xml_spaces, at + name.size());
        if (begin == std::string::npos || (text[begin] != '=' && text[begin] != '>')) continue;
        begin = text.find_first_not_of(" \t\r\n\"'", begin + 1);
        const std::size_t end = text.find_first_not_of("0123456789", begin);
        if (begin == std::string::npos || end == std::string::npos || begin == end) continue;
        result.append(text, copied, begin - copied).append(value);
        copied = end;
    }
    text = result.append(text, copied);
}

/// Removes every element of this name. Returns false if one has no end.
bool remove_elements(std::string& text, const std::string& name) {
    const std::string open = "<" + name, close = "</" + name;
    std::string result;
    std::size_t copied = 0;
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, copied)) {
        std::size_t end = text.find('>', at);
        if (end == std::string::npos) return false;
        if (text[end - 1] != '/') {
            end = text.find(close, end);
            end = end == std::string::npos ? end : text.find('>', end);
            if (end == std::string::npos) return false;
        }
        result.append(text, copied, at - copied);
        copied = end + 1;
    }
    text = result.append(text, copied);
    return true;
}

}

std::optional<std::vector<std::byte>> copied_xmp(std::span<const std::byte> packet,
                                                 const TruePicture& picture) {
    if (packet.size() > max_xmp_bytes) return std::vector(packet.begin(), packet.end());
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
