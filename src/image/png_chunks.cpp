#include "image/png_chunks.h"

#include "base/error.h"
#include "base/parallel.h"

#include <cassert>
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace huedrift {

PngChunks::PngChunks() {
    for (const char byte : {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1A', '\n'})
        bytes_.push_back(static_cast<std::byte>(byte));
}

void PngChunks::put(std::string_view type, std::span<const std::byte> data) {
    assert(type.size() == 4);
    constexpr std::size_t longest = (std::size_t{1} << 31) - 1; // PNG specification, third edition, 5.3
    if (data.size() > longest) throw Error(ErrorKind::output, "the picture is too large for a PNG file");
    append_big_endian(bytes_, static_cast<std::uint32_t>(data.size()));
    const std::size_t summed = bytes_.size();
    const auto name = std::as_bytes(std::span(type));
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    const auto* const first = reinterpret_cast<const Bytef*>(bytes_.data() + summed);
    append_big_endian(bytes_, static_cast<std::uint32_t>(::crc32_z(0, first, bytes_.size() - summed)));
}

std::vector<std::byte> PngChunks::finish() {
    put("IEND", {});
    return std::move(bytes_);
}

namespace {

/// Levels of libdeflate; docs/benchmarks.md compares them.
constexpr int usual_level = 5, highest_level = 12;

struct FreeCompressor {
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};

/// A stream of zlib's or, for a strip, of deflate alone.
template <auto bound_of, auto compress_by>
std::vector<std::byte> compress_by_libdeflate(std::span<const std::byte> bytes, int level) {
    const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
        libdeflate_alloc_compressor(level));
    if (!compressor) throw std::bad_alloc();
    const std::size_t bound = bound_of(compressor.get(), bytes.size());
    // Most of it is never written to and so takes no memory.
    const auto room = std::make_unique_for_overwrite<std::byte[]>(bound);
    const std::size_t size = compress_by(compressor.get(), bytes.data(), bytes.size(), room.get(), bound);
    return {room.get(), room.get() + size};
}

std::vector<std::byte> compress(std::span<const std::byte> bytes, int level) {
    return compress_by_libdeflate<libdeflate_zlib_compress_bound, libdeflate_zlib_compress>(bytes, level);
}

/// A place in a deflate stream, whose bits begin with the lowest of each byte.
struct BitPlace {
    std::size_t byte = 0;
    unsigned bit = 0;
};

/// Where the last block of a deflate stream begins, and where it ends. Only zlib tells, after decoding it.
std::pair<BitPlace, BitPlace> last_block(std::span<const std::byte> stream) {
    constexpr int raw = -15, unused_bits = 7, in_last_block = 64, after_block = 128;
    z_stream decoder{};
    if (::inflateInit2(&decoder, raw) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, decltype(&::inflateEnd)> end(&decoder, &::inflateEnd);
    std::array<Bytef, 1 << 15> ignored;
    decoder.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(stream.data()));
    decoder.avail_in = static_cast<uInt>(stream.size());
    BitPlace begin;
    for (;;) {
        decoder.next_out = ignored.data();
        decoder.avail_out = static_cast<uInt>(ignored.size());
        if (::inflate(&decoder, Z_BLOCK) != Z_OK) throw std::bad_alloc(); // the stream is a good one
        if ((decoder.data_type & after_block) == 0) continue;
        const auto unused = static_cast<unsigned>(decoder.data_type & unused_bits);
        const std::size_t used = stream.size() - decoder.avail_in;
        const BitPlace here = unused == 0 ? BitPlace{used, 0} : BitPlace{used - 1, 8 - unused};
        if ((decoder.data_type & in_last_block) != 0) return {begin, here};
        begin = here;
    }
}

/// A deflate stream that another one can follow: without the mark of the last block, and with an empty stored
/// block up to a whole byte (RFC 1951, 3.2.4; as in zlib's example gzjoin).
std::vector<std::byte> compress_strip(std::span<const std::byte> bytes, int level, bool is_last) {
    std::vector<std::byte> stream =
        compress_by_libdeflate<libdeflate_deflate_compress_bound, libdeflate_deflate_compress>(bytes, level);
    if (is_last) return stream;
    constexpr unsigned header_bits = 3;
    const auto [begin, end] = last_block(stream);
    stream[begin.byte] &= ~(std::byte{1} << begin.bit);
    if (end.bit != 0) stream[end.byte] &= static_cast<std::byte>((1u << end.bit) - 1);
    stream.resize(end.byte + (end.bit + header_bits + 7) / 8);
    constexpr std::array length_of_none{std::byte{0}, std::byte{0}, std::byte{0xff}, std::byte{0xff}};
    stream.insert(stream.end(), length_of_none.begin(), length_of_none.end());
    return stream;
}

/// A zlib stream of strips that all threads compress. Its bytes do not depend on their number.
std::vector<std::byte> compress_strips(std::span<const std::byte> bytes, int level) {
    constexpr std::size_t strip = std::size_t{1} << 20; // takes 0.1 % more bytes than the whole
    const std::size_t count = bytes.size() / strip;
    if (count < 2) return compress(bytes, level);
    std::vector<std::vector<std::byte>> streams(count);
    parallel_indices(count, 1, [&](std::size_t i) {
        const bool is_last = i + 1 == count;
        streams[i] =
            compress_strip(bytes.subspan(i * strip, is_last ? std::dynamic_extent : strip), level, is_last);
    });
    std::vector<std::byte> whole{std::byte{0x78}, std::byte{0x5e}}; // RFC 1950: a window of 32 KiB, fast
    for (std::vector<std::byte>& stream : streams) {
        whole.insert(whole.end(), stream.begin(), stream.end());
        stream = {};
    }
    append_big_endian(whole, ::libdeflate_adler32(1, bytes.data(), bytes.size()));
    return whole;
}

// PNG specification, third edition, 9.2: each filter's prediction of a byte from the bytes at its left,
// above, and above left.

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

/// A row and its neighbours for the filters, without filter bytes.
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

/// Applies the filter of this number to all rows.
PngScanlines filtered(const PngScanlines& lines, std::size_t filter) {
    assert(filter < filters.size() && lines.row_bytes > 0 && lines.pixel_bytes > 0);
    PngScanlines out(lines.rows, lines.row_bytes, lines.pixel_bytes);
    const std::vector<std::byte> nothing_above(lines.row_bytes);
    for (std::size_t y = 0; y < lines.rows; ++y) {
        const std::span<const std::byte> above =
            y == 0 ? std::span<const std::byte>(nothing_above) : lines.row(y - 1);
        out.row(y)[0] = static_cast<std::byte>(filter);
        filters[filter]({lines.row(y).subspan(1), above.subspan(1), lines.pixel_bytes}, &out.row(y)[1]);
    }
    return out;
}

/// The filter with the smallest result at the usual level.
std::size_t best_filter(const PngScanlines& lines) {
    std::size_t best = 0, least = compress(lines.bytes(), usual_level).size();
    for (std::size_t filter = 1; filter < filters.size(); ++filter) {
        const std::size_t size = compress(filtered(lines, filter).bytes(), usual_level).size();
        if (size < least) best = filter, least = size;
    }
    return best;
}

template <std::size_t channels>
void put_pixels(std::span<const Rgba8> pixels, std::byte* out) {
    for (const Rgba8 pixel : pixels) {
        out[0] = std::byte{pixel.r};
        out[1] = std::byte{pixel.g};
        out[2] = std::byte{pixel.b};
        if constexpr (channels == 4) out[3] = std::byte{pixel.a};
        out += channels;
    }
}

void put_values(std::span<const std::byte> values, int bits, std::byte* out) {
    assert(bits == 1 || bits == 2 || bits == 4 || bits == 8);
    if (bits == 8) {
        std::ranges::copy(values, out);
        return;
    }
    const auto in_byte = static_cast<std::size_t>(8 / bits);
    for (std::size_t i = 0; i < values.size(); i += in_byte, ++out) {
        *out = std::byte{0};
        int left = 8; // bits of this byte; the first pixel has the highest
        for (const std::byte value : values.subspan(i, std::min(in_byte, values.size() - i)))
            *out |= value << (left -= bits);
    }
}

/// Calls `put(y, out)` for every row, on all threads.
void put_rows(const PngScanlines& lines, FunctionRef<std::size_t, std::byte*> put) {
    constexpr std::size_t grain = 64;
    parallel_indices(lines.rows, grain, [&](std::size_t y) {
        lines.row(y)[0] = std::byte{0};
        put(y, &lines.row(y)[1]);
    });
}

}

PngScanlines::PngScanlines(std::size_t count, std::size_t bytes_of_row, std::size_t bytes_of_pixel)
    : rows(count), row_bytes(bytes_of_row), pixel_bytes(bytes_of_pixel),
      memory(std::make_unique_for_overwrite<std::byte[]>(rows * row_bytes)) {}

PngScanlines color_scanlines(const ImageView& image, bool with_alpha) {
    assert(image.is_whole());
    const std::size_t channels = with_alpha ? 4 : 3, width = static_cast<std::size_t>(image.width);
    PngScanlines lines(static_cast<std::size_t>(image.height), 1 + channels * width, channels);
    put_rows(lines, [&](std::size_t y, std::byte* out) {
        const auto pixels = image.pixels.subspan(y * width, width);
        with_alpha ? put_pixels<4>(pixels, out) : put_pixels<3>(pixels, out);
    });
    return lines;
}

PngScanlines packed_scanlines(std::span<const std::byte> values, int width, int bits) {
    const auto columns = static_cast<std::size_t>(width);
    assert(width > 0 && values.size() % columns == 0);
    PngScanlines lines(values.size() / columns, 1 + (columns * std::size_t(bits) + 7) / 8, 1);
    put_rows(lines, [&](std::size_t y, std::byte* out) {
        put_values(values.subspan(y * columns, columns), bits, out);
    });
    return lines;
}

// Reduced pictures repeat whole pixels, which filters hide from deflate: files of up to a few thousand
// colours are 10 to 50 % smaller without filters. So filters are tried only for colours, not for indices, and
// only for the smallest file.
std::vector<std::byte> compress_scanlines(const PngScanlines& lines, bool smallest) {
    if (!smallest) return compress_strips(lines.bytes(), usual_level);
    const std::size_t filter = lines.pixel_bytes == 1 ? 0 : best_filter(lines);
    const PngScanlines changed = filter == 0 ? PngScanlines(0, 0, 1) : filtered(lines, filter);
    const std::span<const std::byte> bytes = filter == 0 ? lines.bytes() : changed.bytes();
    // Noise takes a few bytes more at the highest level.
    std::vector<std::byte> usual = compress(bytes, usual_level), highest = compress(bytes, highest_level);
    return highest.size() <= usual.size() ? highest : usual;
}

}
