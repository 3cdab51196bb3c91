#include "image/png_scanlines.h"

#include <array>
#include <cstdlib>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <utility>

namespace huedrift {
namespace {

/// Of libdeflate. What these give is in docs/benchmarks.md.
constexpr int usual_level = 5, highest_level = 12;

struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};

std::vector<std::byte> compress(std::span<const std::byte> bytes, int level) {
    const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
        libdeflate_alloc_compressor(level));
    if (!compressor) throw std::bad_alloc();
    const std::size_t bound = libdeflate_zlib_compress_bound(compressor.get(), bytes.size());
    // Of which most is never written to, and so takes no memory.
    const auto room = std::make_unique_for_overwrite<std::byte[]>(bound);
    const std::size_t size =
        libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), room.get(), bound);
    return {room.get(), room.get() + size};
}

// PNG specification, third edition, 9.2: what each filter takes for a byte, by those left, above, and above
// left of it.

using Predict = int(int left, int above, int corner);

int nothing(int, int, int) { return 0; }
int sub(int left, int, int) { return left; }
int up(int, int above, int) { return above; }
int average(int left, int above, int) { return (left + above) / 2; }
int paeth(int left, int above, int corner) {
    const int guess = left + above - corner;
    const int to_left = std::abs(guess - left), to_above = std::abs(guess - above),
              to_corner = std::abs(guess - corner);
    if (to_left <= to_above && to_left <= to_corner) return left;
    return to_above <= to_corner ? above : corner;
}

/// A row and what filters compare it with; none of them with the byte of the filter.
struct PngRow {
    std::span<const std::byte> bytes, above;
    std::size_t pixel_bytes;
};

template <Predict predict>
void put_differences(const PngRow& row, std::byte* out) {
    for (std::size_t i = 0; i < row.bytes.size(); ++i) {
        const bool has_left = i >= row.pixel_bytes;
        const int left = has_left ? std::to_integer<int>(row.bytes[i - row.pixel_bytes]) : 0;
        const int corner = has_left ? std::to_integer<int>(row.above[i - row.pixel_bytes]) : 0;
        const int above = std::to_integer<int>(row.above[i]);
        out[i] = static_cast<std::byte>(std::to_integer<int>(row.bytes[i]) - predict(left, above, corner));
    }
}

constexpr std::array filters{put_differences<nothing>, put_differences<sub>, put_differences<up>,
                             put_differences<average>, put_differences<paeth>};

/// All rows through the filter of this number.
std::vector<std::byte> filtered(const PngScanlines& lines, std::size_t filter) {
    std::vector<std::byte> out(lines.bytes.size());
    const std::vector<std::byte> nothing_above(lines.row_bytes);
    const std::span<const std::byte> all(lines.bytes);
    for (std::size_t at = 0; at < out.size(); at += lines.row_bytes) {
        const auto above = at == 0 ? nothing_above : all.subspan(at - lines.row_bytes, lines.row_bytes);
        out[at] = static_cast<std::byte>(filter);
        filters[filter]({all.subspan(at + 1, lines.row_bytes - 1), above.subspan(1), lines.pixel_bytes},
                        out.data() + at + 1);
    }
    return out;
}

/// The filter that leaves the least at the usual level.
std::size_t best_filter(const PngScanlines& lines) {
    std::size_t best = 0, least = compress(lines.bytes, usual_level).size();
    for (std::size_t filter = 1; filter < filters.size(); ++filter) {
        const std::size_t size = compress(filtered(lines, filter), usual_level).size();
        if (size < least) best = filter, least = size;
    }
    return best;
}

}

PngScanlines color_scanlines(const ImageView& image, bool with_alpha) {
    const std::size_t channels = with_alpha ? 4 : 3, width = static_cast<std::size_t>(image.width),
                      row = 1 + channels * width;
    PngScanlines lines{std::vector<std::byte>(row * std::size_t(image.height)), row, channels};
    for (std::size_t y = 0; y < std::size_t(image.height); ++y) {
        std::byte* out = lines.bytes.data() + y * row + 1;
        for (const Rgba8 pixel : image.pixels.subspan(y * width, width)) {
            out[0] = std::byte{pixel.r};
            out[1] = std::byte{pixel.g};
            out[2] = std::byte{pixel.b};
            if (with_alpha) out[3] = std::byte{pixel.a};
            out += channels;
        }
    }
    return lines;
}

PngScanlines packed_scanlines(std::span<const std::byte> values, int width, int bits) {
    const std::size_t columns = static_cast<std::size_t>(width),
                      row = 1 + (columns * std::size_t(bits) + 7) / 8, rows = values.size() / columns;
    PngScanlines lines{std::vector<std::byte>(row * rows), row, 1};
    for (std::size_t y = 0; y < rows; ++y) {
        std::byte* out = lines.bytes.data() + y * row + 1;
        int left = 8; // bits of this byte; the first pixel has the highest
        for (const std::byte value : values.subspan(y * columns, columns)) {
            left -= bits;
            *out |= value << left;
            if (left > 0) continue;
            ++out;
            left = 8;
        }
    }
    return lines;
}

// Reduced pictures repeat whole pixels, which filters hide from deflate: without them, files of up to a few
// thousand colours come out 10 to 50 % smaller. So they are only tried for colours, not for indices, and only
// when there is time.
std::vector<std::byte> compress_scanlines(const PngScanlines& lines, PngEffort effort) {
    if (effort == PngEffort::usual) return compress(lines.bytes, usual_level);
    const std::size_t filter = lines.pixel_bytes == 1 ? 0 : best_filter(lines);
    return compress(filter == 0 ? lines.bytes : filtered(lines, filter), highest_level);
}

}
