#include "decode/decoders.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace huedrift {
namespace {

constexpr std::size_t file_header_bytes = 14, os2_header_bytes = 12;

bool is_os2(const Source& source) { return source.u32_little(14) == os2_header_bytes; }

enum Compression : std::uint32_t { plain = 0, runs_of_8_bits = 1, runs_of_4_bits = 2 };

std::uint32_t compression_of(const Source& source) {
    return is_os2(source) ? std::uint32_t{plain} : source.u32_little(30);
}
bool has_runs(const Source& source) {
    const std::uint32_t compression = compression_of(source);
    return compression == runs_of_8_bits || compression == runs_of_4_bits;
}

/// The colour table of a file with a Windows header: B, G, R and a zero each.
std::vector<Rgba8> color_table(const Source& source) {
    const std::size_t begin = file_header_bytes + source.u32_little(14), pixels_at = source.u32_little(10);
    const std::uint32_t bits = source.u16_little(28), told = source.u32_little(46);
    const std::size_t most = std::min(std::size_t{1} << bits, (std::max(pixels_at, begin) - begin) / 4);
    std::vector<Rgba8> slots;
    for (std::size_t i = 0; i < (told == 0 ? most : std::min<std::size_t>(told, most)); ++i) {
        const auto byte = [&](std::size_t at) {
            return static_cast<std::uint8_t>(source.u8(begin + 4 * i + at));
        };
        slots.push_back({byte(2), byte(1), byte(0), 255});
    }
    return slots;
}

/// Draws runs of indices, row by row from the bottom. Pixels that they jump over stay transparent, as in
/// browsers; those beyond the end of a row are passed over.
class Runs {
public:
    Runs(const Undecoded& picture, bool halves)
        : picture_(picture), source_(picture.source), colors_(color_table(picture.source)), halves_(halves),
          at_(source_.u32_little(10)) {}

    void read() {
        enum Escape : std::uint32_t { end_of_row, end_of_picture, jump };
        while (y_ < picture_.height) {
            const std::uint32_t count = next(), value = next();
            if (count > 0) {
                for (std::uint32_t i = 0; i < count; ++i)
                    put(halves_ ? value >> (i % 2 ? 0 : 4) & 15 : value);
            } else if (value == end_of_row) {
                x_ = 0, ++y_;
            } else if (value == end_of_picture) {
                return;
            } else if (value == jump) {
                x_ += next();
                y_ += next();
            } else {
                read_single(value);
            }
        }
    }

private:
    std::uint32_t next() { return source_.u8(at_++); }
    /// Pixels one by one, up to a whole number of 16 bits.
    void read_single(std::uint32_t count) {
        const std::size_t begin = at_, bytes = halves_ ? (count + 1) / 2 : count;
        for (std::uint32_t i = 0; i < count; ++i)
            put(halves_ ? source_.u8(begin + i / 2) >> (i % 2 ? 0 : 4) & 15 : source_.u8(begin + i));
        at_ = begin + (bytes + 1) / 2 * 2;
    }
    void put(std::uint32_t index) {
        if (index >= colors_.size()) throw source_.damaged("a pixel has no colour");
        if (x_ < picture_.width)
            picture_.pixels[(picture_.height - 1 - y_) * picture_.width + x_] = colors_[index];
        ++x_;
    }

    const Undecoded& picture_;
    const Source& source_;
    const std::vector<Rgba8> colors_;
    const bool halves_; ///< an index has 4 bits
    std::size_t at_;
    std::uint64_t x_ = 0, y_ = 0; ///< y from the bottom
};

}

FileFacts inspect_bmp(const Source& source) {
    const std::uint32_t pixels_at = source.u32_little(10);
    const bool os2 = is_os2(source);

    // The height is negative when rows go from the top down; in 64 bits, as -2^31 cannot be negated in 32.
    const auto field = [&](std::size_t offset) {
        return std::int64_t{std::int32_t(source.u32_little(offset))};
    };
    const std::int64_t width = os2 ? source.u16_little(18) : field(18);
    const std::int64_t height = os2 ? source.u16_little(20) : field(22);
    const std::uint32_t bits = source.u16_little(os2 ? 24 : 28);
    if (width <= 0 || height == 0) throw source.damaged("it has no pixels");
    // stb_image 2.27 reads their palette four colours too short.
    if (os2 && bits < 24) throw source.unsupported("OS/2 BMP files with a palette");
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        throw source.damaged("it has " + std::to_string(bits) + " bits per pixel");
    if (pixels_at < file_header_bytes + os2_header_bytes)
        throw source.damaged("its pixels overlap its header");

    FileFacts facts;
    constexpr std::uint32_t windows_3_header_bytes = 40;
    if (source.u32_little(14) >= windows_3_header_bytes)
        facts.resolution = usable_resolution(double(field(38)), double(field(42)));
    facts.width = static_cast<std::uint64_t>(width);
    facts.height = static_cast<std::uint64_t>(std::abs(height));
    if (bits <= 8) facts.slots = color_table(source);
    if (has_runs(source)) {
        if (bits != (compression_of(source) == runs_of_8_bits ? 8 : 4) || height < 0)
            throw source.damaged(contradicts_itself);
        return facts;
    }
    const std::uint64_t row_bytes = (facts.width * bits + 31) / 32 * 4;
    if (facts.height > (source.bytes().size() - source.part(0, pixels_at).size()) / row_bytes)
        throw source.damaged("it is cut short");
    return facts;
}

std::string decode_bmp(const Undecoded& picture) {
    if (!has_runs(picture.source)) return decode_stb(picture);
    Runs(picture, compression_of(picture.source) == runs_of_4_bits).read();
    return "";
}

}
