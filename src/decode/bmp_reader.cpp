#include "decode/picture_reader.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stb_image.h>
#include <vector>

namespace huedrift {
namespace {

constexpr std::size_t file_header_bytes = 14, os2_header_bytes = 12;

enum Compression : std::uint32_t { plain = 0, runs_of_8_bits = 1, runs_of_4_bits = 2 };

/// The colour table of a file with a Windows header: B, G, R and a zero each.
std::vector<Rgba8> color_table(const Source& source) {
    const std::size_t begin = file_header_bytes + source.u32_little(14), pixels_at = source.u32_little(10);
    const std::uint32_t bits = source.u16_little(28), told = source.u32_little(46);
    const std::size_t most = std::min(std::size_t{1} << bits, (std::max(pixels_at, begin) - begin) / 4);
    std::vector<Rgba8> slots;
    slots.reserve(most);
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
    Runs(const Source& source, const FileFacts& facts, bool halves, std::span<Rgba8> pixels)
        : source_(source), facts_(facts), halves_(halves), pixels_(pixels), colors_(color_table(source)),
          at_(source.u32_little(10)) {}

    void read() {
        enum Escape : std::uint32_t { end_of_row, end_of_picture, jump };
        while (y_ < facts_.height) {
            const std::uint32_t count = next(), value = next();
            if (count > 0) {
                for (std::uint32_t i = 0; i < count; ++i)
                    put(halves_ ? value >> (i % 2 ? 0 : 4) & 15 : value);
            } else if (value == end_of_row) {
                x_ = 0;
                ++y_;
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
        if (x_ < facts_.width) pixels_[(facts_.height - 1 - y_) * facts_.width + x_] = colors_[index];
        ++x_;
    }

    const Source& source_;
    const FileFacts& facts_;
    const bool halves_; ///< an index has 4 bits
    const std::span<Rgba8> pixels_;
    const std::vector<Rgba8> colors_;
    std::size_t at_;
    std::uint64_t x_ = 0, y_ = 0; ///< y from the bottom
};

class BmpReader : public PictureReader {
public:
    explicit BmpReader(const Source& source) : PictureReader(source) {
        const std::uint32_t pixels_at = source.u32_little(10), header_bytes = source.u32_little(14);
        const bool os2 = header_bytes == os2_header_bytes;

        // The height is negative when rows go from the top down; in 64 bits, as -2^31 cannot be negated
        // in 32.
        const std::int64_t width = os2 ? source.u16_little(18) : field(18);
        const std::int64_t height = os2 ? source.u16_little(20) : field(22);
        const std::uint32_t bits = source.u16_little(os2 ? 24 : 28);
        if (width <= 0 || height == 0) throw source.damaged(has_no_pixels);
        // stb_image 2.27 reads their palette four colours too short.
        if (os2 && bits < 24) throw source.unsupported("OS/2 BMP files with a palette");
        if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
            throw source.damaged("it has " + std::to_string(bits) + " bits per pixel");
        if (pixels_at < file_header_bytes + os2_header_bytes)
            throw source.damaged("its pixels overlap its header");

        constexpr std::uint32_t windows_3_header_bytes = 40;
        if (header_bytes >= windows_3_header_bytes)
            facts_.resolution = usable_resolution(double(field(38)), double(field(42)));
        facts_.width = static_cast<std::uint64_t>(width);
        facts_.height = static_cast<std::uint64_t>(std::abs(height));
        if (bits <= 8) facts_.slots.set(color_table(source));
        if (!os2) compression_ = source.u32_little(30);
        if (has_runs())
            check_runs(bits, height);
        else
            check_rows(bits, pixels_at);
    }

    std::string decode(const DecodeTarget& target) override {
        if (has_runs()) {
            Runs(source_, facts_, compression_ == runs_of_4_bits, target.pixels).read();
            return "";
        }
        int width = 0, height = 0, channels = 0;
        const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
            stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file().data()),
                                  static_cast<int>(file().size()), &width, &height, &channels,
                                  STBI_rgb_alpha),
            &stbi_image_free);
        if (!pixels) {
            const char* const reason = stbi_failure_reason();
            throw source_.undecodable(reason ? reason : "its decoder gives no reason");
        }
        if (std::uint64_t(width) != facts_.width || std::uint64_t(height) != facts_.height)
            return has_two_sizes;
        std::copy_n(reinterpret_cast<const Rgba8*>(pixels.get()), frame_size(), target.pixels.begin());
        return "";
    }

private:
    std::int64_t field(std::size_t at) const { return std::int32_t(source_.u32_little(at)); }
    bool has_runs() const { return compression_ == runs_of_8_bits || compression_ == runs_of_4_bits; }

    void check_runs(std::uint32_t bits, std::int64_t height) const {
        if (bits != (compression_ == runs_of_8_bits ? 8 : 4) || height < 0)
            throw source_.damaged(contradicts_itself);
    }
    /// stb_image reads zeros past the end of the file.
    void check_rows(std::uint32_t bits, std::size_t pixels_at) const {
        const std::uint64_t row_bytes = (facts_.width * bits + 31) / 32 * 4;
        if (facts_.height > (file().size() - source_.part(0, pixels_at).size()) / row_bytes)
            throw source_.damaged(is_cut_short);
    }

    std::uint32_t compression_ = plain;
};

}

std::unique_ptr<PictureReader> open_bmp(const Source& source) { return std::make_unique<BmpReader>(source); }

}
