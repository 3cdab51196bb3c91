#include "palette/palette_formats.h"

#include "base/error.h"
#include "color/oklab.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace huedrift {
namespace {

[[noreturn]] void refuse_bytes(const std::string& sentence) { throw Error(ErrorKind::input, sentence); }

constexpr std::size_t act_colors = 256, act_table = 3 * act_colors;

/// Reads a file's fields from front to back.
class Bytes {
public:
    explicit Bytes(std::string_view rest) : rest_(rest) {}

    bool at_end() const { return rest_.empty(); }
    std::string_view take(std::size_t count) {
        if (count > rest_.size()) refuse_bytes("the file is too short");
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    std::uint32_t big_endian(std::size_t count) {
        assert(count <= 4);
        std::uint32_t value = 0;
        for (const char c : take(count)) value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }
    std::uint32_t little_endian(std::size_t count) {
        assert(count <= 4);
        std::uint32_t value = 0;
        for (std::size_t i = 0; const char c : take(count))
            value |= std::uint32_t{static_cast<unsigned char>(c)} << (8 * i++);
        return value;
    }
    /// 0 for NaN and infinities.
    double real() {
        const double value = std::bit_cast<float>(big_endian(4));
        return std::isfinite(value) ? value : 0;
    }
    Rgb triple() {
        const std::uint32_t code = big_endian(3);
        return Rgb::from_code(code);
    }

    /// Units of UTF-16, high bytes first, up to a 0 if there is one.
    std::string name(std::size_t units) {
        Bytes text(take(2 * units));
        std::u16string name;
        while (!text.at_end()) name += static_cast<char16_t>(text.big_endian(2));
        return utf8(name.substr(0, name.find(u'\0')));
    }

private:
    std::string_view rest_;
};

/// Channels in [0, 1].
Rgb from_rgb(double r, double g, double b) { return encode({r, g, b}, Transfer::linear); }
/// Ink in [0, 1].
Rgb from_cmyk(double c, double m, double y, double k) {
    return from_rgb((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k));
}
/// All in [0, 1].
Rgb from_hsb(double hue, double saturation, double brightness) {
    const auto part = [&](double n) {
        const double k = std::fmod(n + 6 * hue, 6.0);
        return brightness * (1 - saturation * std::clamp(std::min(k, 4 - k), 0.0, 1.0));
    };
    return from_rgb(part(5), part(3), part(1));
}
/// A colour in Adobe's files: the number of its colour space, then four 16-bit numbers.
Rgb aco_color(Bytes& file) {
    const std::uint32_t space = file.big_endian(2);
    std::array<double, 4> v{}, part{};
    for (std::size_t i = 0; i < v.size(); ++i) {
        v[i] = file.big_endian(2);
        part[i] = v[i] / 65535;
    }
    const auto with_sign = [](double value) { return value < 32768 ? value : value - 65536; };
    switch (space) {
    case 0:
        return from_rgb(part[0], part[1], part[2]);
    case 1:
        return from_hsb(part[0], part[1], part[2]);
    case 2: // 0 is full ink
        return from_cmyk(1 - part[0], 1 - part[1], 1 - part[2], 1 - part[3]);
    case 7:
        return rgb_from_lab(v[0] / 100, with_sign(v[1]) / 100, with_sign(v[2]) / 100);
    case 8: // 10000 is full ink
        return from_cmyk(0, 0, 0, v[0] / 10000);
    case 9:
        return from_cmyk(v[0] / 10000, v[1] / 10000, v[2] / 10000, v[3] / 10000);
    default:
        refuse_bytes("a colour has the unknown colour space " + std::to_string(space));
    }
}

Rgb ase_color(Bytes& entry) {
    const std::string_view model = entry.take(4);
    std::array<double, 4> v{};
    const std::size_t count = model == "CMYK" ? 4 : model == "Gray" || model == "GRAY" ? 1 : 3;
    for (std::size_t i = 0; i < count; ++i) v[i] = entry.real();
    if (count == 4) return from_cmyk(v[0], v[1], v[2], v[3]);
    if (count == 1) return from_rgb(v[0], v[0], v[0]);
    if (model == "RGB ") return from_rgb(v[0], v[1], v[2]);
    if (model == "LAB ") return rgb_from_lab(100 * v[0], v[1], v[2]);
    refuse_bytes("a colour has an unknown colour space");
}

/// Reads a chunk of Aseprite's palette format: the colours of a range of slots, with alpha and names.
void read_slots(Bytes& chunk, ColorList& slots) {
    const std::uint32_t count = chunk.little_endian(4), first = chunk.little_endian(4),
                        last = chunk.little_endian(4);
    chunk.take(8);
    if (first > last || last >= count) refuse_bytes("a palette chunk is damaged");
    slots.enlarge(count);
    for (std::uint32_t slot = first; slot <= last; ++slot) {
        const bool has_name = chunk.little_endian(2) & 1;
        slots[slot] = {chunk.triple()};
        slots[slot].transparent = chunk.little_endian(1) == 0; // alpha
        if (has_name) slots[slot].name = chunk.take(chunk.little_endian(2));
    }
}

/// Reads a chunk of its older format: packets of slots. Channels are of 8 or 6 bits.
void read_packets(Bytes& chunk, bool of_6_bits, ColorList& slots) {
    std::size_t slot = 0;
    for (std::uint32_t packets = chunk.little_endian(2); packets > 0; --packets) {
        slot += chunk.little_endian(1);
        const std::uint32_t count = chunk.little_endian(1);
        for (std::uint32_t i = 0; i < (count == 0 ? 256 : count); ++i, ++slot) {
            slots.enlarge(slot + 1);
            const Rgb color = chunk.triple();
            const auto scaled = [&](std::uint8_t v) {
                return static_cast<std::uint8_t>(of_6_bits ? (v & 63) << 2 | (v & 63) >> 4 : v);
            };
            slots[slot].color = {scaled(color.r), scaled(color.g), scaled(color.b)};
        }
    }
}

}

std::vector<PaletteColor> decode_riff(std::string_view file) {
    Bytes bytes(file);
    bytes.take(8); // "RIFF" and the total length
    if (bytes.take(4) != "PAL ") refuse_bytes("a RIFF file that is not a palette");
    while (!bytes.at_end()) {
        const std::string_view type = bytes.take(4);
        const std::uint32_t length = bytes.little_endian(4);
        if (type != "data") {
            bytes.take(length + length % 2);
            continue;
        }
        bytes.take(2); // version
        ColorList colors;
        for (std::uint32_t left = bytes.little_endian(2); left > 0; --left) {
            colors.add({bytes.triple()});
            bytes.take(1); // flags
        }
        return colors.taken();
    }
    refuse_bytes("a RIFF palette without colours");
}

bool has_size_of_act(std::string_view file) {
    return file.size() == act_table || file.size() == act_table + 4;
}

std::vector<PaletteColor> decode_act(std::string_view file) {
    if (!has_size_of_act(file)) refuse_bytes("not an Adobe Color Table, which has 768 or 772 bytes");
    Bytes bytes(file);
    ColorList colors;
    for (std::size_t i = 0; i < act_colors; ++i) colors.add({bytes.triple()});
    const std::size_t counted = bytes.at_end() ? act_colors : bytes.big_endian(2);
    const std::size_t clear = bytes.at_end() ? act_colors : bytes.big_endian(2);
    if (clear < act_colors) colors[clear].transparent = true;
    std::vector<PaletteColor> used = colors.taken();
    if (counted >= 1 && counted < act_colors) used.resize(counted);
    return used;
}

std::vector<PaletteColor> decode_aco(std::string_view file) {
    Bytes bytes(file);
    ColorList colors;
    while (!bytes.at_end()) {
        const std::uint32_t version = bytes.big_endian(2);
        if (version != 1 && version != 2) {
            if (colors.size() > 0) break; // unknown data may follow the first list
            refuse_bytes("Adobe Color Swatches of version " + std::to_string(version));
        }
        colors.clear(); // version 2 repeats the colours of version 1 with names
        for (std::uint32_t left = bytes.big_endian(2); left > 0; --left) {
            colors.add({aco_color(bytes)});
            if (version == 2) colors.back().name = bytes.name(bytes.big_endian(4));
        }
    }
    return colors.taken();
}

std::vector<PaletteColor> decode_ase(std::string_view file) {
    Bytes bytes(file);
    bytes.take(8); // "ASEF" and the version
    ColorList colors;
    for (std::uint32_t left = bytes.big_endian(4); left > 0 && !bytes.at_end(); --left) {
        const std::uint32_t type = bytes.big_endian(2);
        Bytes block(bytes.take(bytes.big_endian(4)));
        constexpr std::uint32_t color_entry = 1;
        if (type != color_entry) continue;
        std::string name = block.name(block.big_endian(2));
        colors.add({ase_color(block), std::move(name)});
    }
    return colors.taken();
}

bool is_aseprite(std::string_view file) {
    if (file.size() < 128) return false;
    Bytes head(file);
    return head.little_endian(4) == file.size() && head.little_endian(2) == 0xA5E0;
}

std::vector<PaletteColor> decode_aseprite(std::string_view file) {
    ColorList slots, older;
    Bytes rest(file), head(rest.take(128));
    head.take(6);
    for (std::uint32_t frames = head.little_endian(2); frames > 0; --frames) {
        const std::uint32_t bytes = rest.little_endian(4);
        if (bytes < 16) refuse_bytes("a frame is damaged");
        Bytes frame(rest.take(bytes - 4));
        frame.take(2);
        const std::uint32_t few = frame.little_endian(2);
        frame.take(4);
        const std::uint32_t many = frame.little_endian(4);
        for (std::uint32_t chunks = many == 0 ? few : many; chunks > 0; --chunks) {
            const std::uint32_t size = frame.little_endian(4), type = frame.little_endian(2);
            if (size < 6) refuse_bytes("a chunk is damaged");
            Bytes chunk(frame.take(size - 6));
            if (type == 0x2019) read_slots(chunk, slots);
            if (type == 0x0004) read_packets(chunk, false, older);
            if (type == 0x0011) read_packets(chunk, true, older);
        }
    }
    return slots.size() == 0 ? older.taken() : slots.taken();
}

}
