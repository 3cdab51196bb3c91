#include "decode/tiff_metadata.h"

#include "decode/tiff_fields.h"
#include "image/metadata.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

/// The copied fields of the first directory: names, description, maker, model, resolution, pages, software,
/// date, artist, computer, rating, copyright, and Windows' additions. Its other fields describe the storage
/// of pixels.
constexpr std::array<std::uint32_t, 21> described{0x010D, 0x010E, 0x010F, 0x0110, 0x011A, 0x011B, 0x011D,
                                                  0x0128, 0x0129, 0x0131, 0x0132, 0x013B, 0x013C, 0x4746,
                                                  0x4749, 0x8298, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F};

class TiffFields {
public:
    TiffFields(std::span<const std::byte> file, std::vector<std::byte>& exif, std::vector<std::byte>& xmp)
        : file_(file), numbers_(!file.empty() && file[0] == std::byte{'M'}), exif_(exif), xmp_(xmp) {}

    void copy() {
        constexpr std::size_t header = 8;
        if (file_.size() < header) return;
        exif_.assign(file_.begin(), file_.begin() + 4); // byte order and 42
        exif_.resize(header);
        put(4, 4, copy(number(4, 4), ExifDirectory::main));
        if (too_large_) exif_.resize(max_exif_bytes + 1);
    }

private:
    static constexpr std::size_t field_bytes = 12;
    static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

    std::uint32_t number(std::size_t at, std::size_t size) const {
        return numbers_.read(file_.subspan(at, size));
    }
    void put(std::size_t at, std::size_t size, std::uint32_t value) {
        numbers_.write(std::span(exif_).subspan(at, size), value);
    }
    bool holds(std::uint64_t at, std::uint64_t size) const {
        return at <= file_.size() && size <= file_.size() - at;
    }

    /// Copies the directory at this offset and its values and directories, each kind once, so there are no
    /// loops. Returns the offset of the copy, or nowhere, which cleaned_exif takes for damage.
    std::uint32_t copy(std::size_t at, ExifDirectory kind) {
        if (std::exchange(copied_[static_cast<std::size_t>(kind)], true) || !holds(at, 2)) return nowhere;
        const std::size_t count = number(at, 2);
        if (!holds(at + 2, count * field_bytes)) return nowhere;
        std::vector<std::size_t> fields;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t field = at + 2 + i * field_bytes;
            if (kind == ExifDirectory::main && number(field, 2) == xmp_tag) copy_xmp(field);
            if (is_wanted(field, kind)) fields.push_back(field);
        }
        const std::size_t target = grown(2 + fields.size() * field_bytes + 4);
        if (too_large_) return nowhere;
        put(target, 2, static_cast<std::uint32_t>(fields.size()));
        for (std::size_t i = 0; i < fields.size() && !too_large_; ++i)
            copy_field(fields[i], target + 2 + i * field_bytes, kind);
        return static_cast<std::uint32_t>(target);
    }

    std::uint64_t value_bytes(std::size_t field) const {
        const std::uint32_t type = number(field + 2, 2);
        return type < tiff_value_bytes.size() ? number(field + 4, 4) * tiff_value_bytes[type] : 0;
    }
    bool is_wanted(std::size_t field, ExifDirectory kind) const {
        const std::uint32_t tag = number(field, 2);
        const std::uint64_t size = value_bytes(field);
        if (size == 0 || tag == maker_note_tag) return false;
        if (exif_directory_in(tag, kind)) return true;
        if (kind == ExifDirectory::main && std::ranges::find(described, tag) == described.end()) return false;
        return size <= 4 || holds(number(field + 8, 4), size);
    }

    void copy_field(std::size_t field, std::size_t target, ExifDirectory kind) {
        std::copy_n(file_.begin() + static_cast<std::ptrdiff_t>(field), field_bytes,
                    exif_.begin() + static_cast<std::ptrdiff_t>(target));
        if (const auto directory = exif_directory_in(number(field, 2), kind)) {
            put(target + 2, 2, tiff_long); // libtiff writes IFD, of TIFF 6.0's supplement 1
            put(target + 8, 4, copy(number(field + 8, 4), *directory));
            return;
        }
        const std::uint64_t size = value_bytes(field);
        if (size <= 4) return;
        const std::size_t aside = grown(size);
        if (too_large_) return;
        std::copy_n(file_.begin() + number(field + 8, 4), size,
                    exif_.begin() + static_cast<std::ptrdiff_t>(aside));
        put(target + 8, 4, static_cast<std::uint32_t>(aside));
    }

    /// One byte above the limit is enough to be recognised as too large.
    void copy_xmp(std::size_t field) {
        const std::uint32_t type = number(field + 2, 2);
        const std::uint64_t size = value_bytes(field);
        const std::size_t at = number(field + 8, 4);
        if ((type != tiff_byte && type != tiff_undefined) || size <= 4 || !holds(at, size)) return;
        const auto bytes = file_.subspan(at, std::min<std::size_t>(size, max_xmp_bytes + 1));
        xmp_.assign(bytes.begin(), bytes.end());
    }

    /// Appends this many bytes at an even offset, as TIFF requires, and returns it. The block does not grow
    /// above the limit, as many fields may share a large value.
    std::size_t grown(std::uint64_t size) {
        const std::size_t at = exif_.size() + exif_.size() % 2;
        if (size > max_exif_bytes || at + size > max_exif_bytes)
            too_large_ = true;
        else
            exif_.resize(at + size);
        return at;
    }

    std::span<const std::byte> file_;
    TiffNumbers numbers_;
    std::vector<std::byte>&exif_, &xmp_;
    std::array<bool, 4> copied_{};
    bool too_large_ = false;
};

}

void read_tiff_metadata(std::span<const std::byte> file, std::vector<std::byte>& exif,
                        std::vector<std::byte>& xmp) {
    TiffFields(file, exif, xmp).copy();
}

}
