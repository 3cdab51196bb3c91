#include "decode/tiff_directory.h"

namespace huedrift {

TiffDirectory::TiffDirectory(const Source& source)
    : source_(source), numbers_(source.text(0, 2) == "MM"), at_(u32(4)), count_(u16(at_)) {
    source.part(at_ + 2, count_ * entry_bytes + 4);
}

std::vector<std::uint32_t> TiffDirectory::numbers(std::uint32_t tag) const {
    const std::size_t entry = find(tag);
    if (entry == 0) return {};
    const std::uint32_t type = u16(entry + 2);
    const std::size_t count = u32(entry + 4);
    if (type != tiff_byte && type != tiff_short && type != tiff_long)
        throw source_.damaged("a number is missing");
    const std::size_t size = type == tiff_byte ? 1 : type == tiff_short ? 2 : 4;
    const std::size_t values = count * size <= 4 ? entry + 8 : u32(entry + 8);
    source_.part(values, count * size); // before anything of its size is allocated
    std::vector<std::uint32_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = values + i * size;
        numbers[i] = size == 1 ? source_.u8(at) : size == 2 ? u16(at) : u32(at);
    }
    return numbers;
}

std::uint32_t TiffDirectory::number(std::uint32_t tag, std::uint32_t otherwise) const {
    const auto all = numbers(tag);
    return all.empty() ? otherwise : all[0];
}

double TiffDirectory::ratio(std::uint32_t tag) const {
    const std::size_t entry = find(tag);
    if (entry == 0 || u16(entry + 2) != tiff_rational || u32(entry + 4) == 0) return 0;
    const std::size_t at = u32(entry + 8);
    const std::uint32_t divisor = u32(at + 4);
    return divisor == 0 ? 0 : double(u32(at)) / divisor;
}

std::size_t TiffDirectory::find(std::uint32_t tag) const {
    for (std::size_t i = 0; i < count_; ++i)
        if (u16(at_ + 2 + i * entry_bytes) == tag) return at_ + 2 + i * entry_bytes;
    return 0;
}

}
