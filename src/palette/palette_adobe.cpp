#include "palette/palette_encoders.h"

#include "base/error.h"
#include "palette/utf16.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace huedrift {
namespace {

/// Builds a file of big-endian numbers.
class BigEndianFile {
public:
    void u8(std::uint32_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
    void u16(std::uint32_t value) { u8(value >> 8), u8(value); }
    void u32(std::uint32_t value) { u16(value >> 16), u16(value); }
    void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
    void text(std::string_view text) {
        for (const char c : text) u8(static_cast<unsigned char>(c));
    }
    void block(std::uint32_t type, const BigEndianFile& content) {
        u16(type);
        u32(static_cast<std::uint32_t>(content.bytes_.size()));
        bytes_.insert(bytes_.end(), content.bytes_.begin(), content.bytes_.end());
    }
    void pad_to(std::size_t size) { bytes_.resize(size); }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

/// The name's length in UTF-16 units, then the units, both with the terminating 0.
void put_name(BigEndianFile& file, const std::string& name) {
    constexpr std::size_t max_units = 65534;
    std::u16string units = utf16(name).substr(0, max_units);
    if (units.size() == max_units && (units.back() & 0xFC00) == 0xD800) units.pop_back(); // half a character
    file.u16(static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) file.u16(unit);
    file.u16(0);
}

}

std::vector<std::byte> act_palette(std::span<const Swatch> swatches, const std::string&) {
    constexpr std::size_t entries = 256;
    if (swatches.size() > entries)
        throw Error(ErrorKind::output,
                    "an Adobe Color Table holds at most 256 colours, but the palette has " +
                        std::to_string(swatches.size()));
    BigEndianFile file;
    for (const Swatch& swatch : swatches)
        file.u8(swatch.color.r), file.u8(swatch.color.g), file.u8(swatch.color.b);
    file.pad_to(3 * entries);
    file.u16(static_cast<std::uint32_t>(swatches.size()));
    const auto transparent = std::ranges::find(swatches, true, &Swatch::transparent);
    file.u16(transparent == swatches.end() ? 0xFFFF
                                           : static_cast<std::uint32_t>(transparent - swatches.begin()));
    return file.take();
}

std::vector<std::byte> ase_palette(std::span<const Swatch> swatches, const std::string& title) {
    constexpr std::uint32_t group_start = 0xC001, group_end = 0xC002, color_entry = 0x0001, global_color = 0;
    BigEndianFile file;
    file.text("ASEF");
    file.u16(1), file.u16(0); // version
    file.u32(static_cast<std::uint32_t>(swatches.size() + 2));

    BigEndianFile group;
    put_name(group, one_line(title));
    file.block(group_start, group);
    for (const Swatch& swatch : swatches) {
        BigEndianFile entry;
        put_name(entry, display_name(swatch));
        entry.text("RGB ");
        for (const int channel : {swatch.color.r, swatch.color.g, swatch.color.b})
            entry.f32(static_cast<float>(channel) / 255.0f);
        entry.u16(global_color);
        file.block(color_entry, entry);
    }
    file.block(group_end, {});
    return file.take();
}

}
