#include "decode/jpeg_bits.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace huedrift {

bool JpegBits::fill_at_once() {
    std::uint64_t next = 0;
    if (file_.size() < sizeof next || at_ > file_.size() - sizeof next) return false;
    std::memcpy(&next, file_.data() + at_, sizeof next);
    if constexpr (std::endian::native == std::endian::little) next = __builtin_bswap64(next);
    // Whether one of its bytes is FF: then that of ~next is zero, the only one to borrow from the byte above.
    constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    if (((~next - ones) & next & tops) != 0) return false;
    const int bytes = (63 - count_) / 8;
    const int kept = count_ + 8 * bytes;
    bits_ |= next >> count_ & ~std::uint64_t{0} << (64 - kept);
    at_ += static_cast<std::size_t>(bytes);
    count_ = kept;
    return true;
}

void JpegBits::fill() {
    if (fill_at_once()) return;
    while (count_ <= 56) {
        const std::uint32_t next = byte(at_);
        std::size_t behind = at_ + 1;
        if (next == 0xFF) {
            while (behind < file_.size() && byte(behind) == 0xFF) ++behind; // fill bytes
            if (byte(behind) != 0) return;
            ++behind;
        }
        bits_ |= std::uint64_t{next} << (56 - count_);
        count_ += 8;
        at_ = behind;
    }
}

bool JpegBits::restart() {
    fill();
    // Only the bits that make a byte whole may be left. stb_image, which looks three bytes ahead, would go no
    // further.
    if (count_ >= 24 || byte(at_) != 0xFF) return false;
    while (at_ < file_.size() && byte(at_) == 0xFF) ++at_;
    if (byte(at_) < 0xD0 || byte(at_) > 0xD7) return false;
    ++at_;
    bits_ = 0;
    count_ = 0;
    return true;
}

bool JpegHuffman::define(std::span<const std::byte, 16> counts, std::span<const std::byte> symbols) {
    *this = {};
    std::uint32_t code = 0, known = 0;
    for (std::uint32_t bits = 1; bits <= 16; ++bits) {
        first_[bits] = static_cast<std::int32_t>(known) - static_cast<std::int32_t>(code);
        for (auto left = std::to_integer<std::uint32_t>(counts[bits - 1]); left > 0;
             --left, ++code, ++known) {
            if (known >= symbols.size() || known >= symbols_.size() || code >> bits != 0) return false;
            symbols_[known] = std::to_integer<std::uint8_t>(symbols[known]);
            if (bits > short_bits) continue;
            const std::uint32_t spare = short_bits - bits;
            std::fill_n(short_.begin() + (code << spare), std::size_t{1} << spare,
                        Code{static_cast<std::uint8_t>(bits), symbols_[known]});
        }
        end_[bits] = code << (16 - bits);
        code <<= 1;
    }
    return true;
}

JpegHuffman::Code JpegHuffman::find_long(std::uint32_t peeked) const {
    for (std::uint32_t bits = short_bits + 1; bits <= 16; ++bits) {
        if (peeked >= end_[bits]) continue;
        const std::int32_t symbol = static_cast<std::int32_t>(peeked >> (16 - bits)) + first_[bits];
        if (symbol < 0 || symbol > 255) return {};
        return {static_cast<std::uint8_t>(bits), symbols_[static_cast<std::size_t>(symbol)]};
    }
    return {};
}

}
