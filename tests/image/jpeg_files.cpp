#include "image/jpeg_files.h"

#include <bit>
#include <cstdlib>
#include <span>

namespace huedrift {
namespace {

std::string u16(int value) { return {static_cast<char>(value >> 8), static_cast<char>(value)}; }

/// Entropy-coded data: bits from the high end, a 0 after every FF.
class BitWriter {
public:
    void put(unsigned value, int bits) {
        for (int bit = bits - 1; bit >= 0; --bit) {
            byte_ = byte_ << 1 | (value >> bit & 1);
            if (++filled_ == 8) flush();
        }
    }
    std::string finish() {
        while (filled_ != 0) put(1, 1);
        return bytes_;
    }

private:
    void flush() {
        bytes_ += static_cast<char>(byte_);
        if ((byte_ & 255) == 255) bytes_ += '\0';
        byte_ = 0, filled_ = 0;
    }

    std::string bytes_;
    unsigned byte_ = 0;
    int filled_ = 0;
};

/// A table whose codes all have the same length and count up from 0.
std::string huffman_table(int table, int code_bits, int symbols) {
    std::string data(17, '\0');
    data[0] = static_cast<char>(table);
    data[static_cast<std::size_t>(code_bits)] = static_cast<char>(symbols);
    for (int symbol = 0; symbol < symbols; ++symbol) data += static_cast<char>(symbol);
    return jpeg_segment(0xC4, data);
}

/// The difference from the previous block, as its number of bits (a 4-bit code) and those bits.
void put_difference(BitWriter& bits, int difference) {
    const int size = std::bit_width(static_cast<unsigned>(std::abs(difference)));
    bits.put(static_cast<unsigned>(size), 4);
    bits.put(static_cast<unsigned>(difference < 0 ? difference + (1 << size) - 1 : difference), size);
}

}

std::string jpeg_segment(int marker, const std::string& data) {
    return std::string("\xFF") + static_cast<char>(marker) + u16(static_cast<int>(data.size()) + 2) + data;
}

std::string adobe_segment(int transform) {
    return jpeg_segment(0xEE, std::string("Adobe\0\x64\0\0\0\0", 11) + static_cast<char>(transform));
}

std::string exif_tiff(int orientation, bool big_endian) {
    const auto number = [&](int bytes, int value) {
        std::string text;
        for (int i = 0; i < bytes; ++i)
            text += static_cast<char>(value >> 8 * (big_endian ? bytes - 1 - i : i));
        return text;
    };
    return (big_endian ? "MM" : "II") + number(2, 42) + number(4, 8) + number(2, 1) + // one entry:
           number(2, 0x112) + number(2, 3) + number(4, 1) + number(2, orientation) + number(2, 0) +
           number(4, 0);
}

std::string exif_segment(int orientation, bool big_endian) {
    return jpeg_segment(0xE1, std::string("Exif\0\0", 6) + exif_tiff(orientation, big_endian));
}

std::vector<std::byte> JpegFile::encode() const {
    const int count = static_cast<int>(components.size());
    std::string frame = '\x08' + u16(8 * blocks_down) + u16(8 * blocks_across) + static_cast<char>(count);
    std::string scan(1, static_cast<char>(count));
    for (const char id : components) {
        frame += id + std::string("\x11\0", 2);
        scan += id + std::string(1, '\0');
    }
    scan += progressive ? std::string(3, '\0') : std::string("\0\x3F\0", 3);

    BitWriter bits;
    std::array<int, 4> before{};
    for (const auto& block : blocks)
        for (std::size_t c = 0; c < components.size(); ++c) {
            // A mean of 1 step of 8 shifts all 64 samples by 1; samples are written around 128.
            put_difference(bits, block[c] - 128 - before[c]);
            before[c] = block[c] - 128;
            if (!progressive) bits.put(0, 1); // end of block: no AC coefficients
        }
    std::string file = "\xFF\xD8" + segments;
    if (!quantization.empty()) file += jpeg_segment(0xDB, '\0' + quantization);
    file += jpeg_segment(progressive ? 0xC2 : 0xC0, frame) + huffman_table(0x00, 4, 12) +
            huffman_table(0x10, 1, 1) + jpeg_segment(0xDA, scan) + bits.finish() + "\xFF\xD9";
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

}
