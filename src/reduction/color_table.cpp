#include "reduction/color_table.h"

#include "base/error.h"
#include "image/source.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <zstd.h>

namespace huedrift {

namespace {

std::uint64_t sum_of(std::uint64_t x, std::uint64_t y) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(x, y, &sum))
        throw Error(ErrorKind::failed, "more than 2^64 - 1 pixels cannot be counted");
    return sum;
}

std::uint64_t halved(std::uint64_t count, unsigned times) { // rounded up, so that no colour is lost
    assert(times < 64);
    return (count >> times) + ((count & ((std::uint64_t{1} << times) - 1)) != 0);
}

bool fits(std::span<const std::uint64_t> counts, unsigned times) {
    std::uint64_t sum = 0; // at most 2^24 counts below 2^31
    for (const std::uint64_t count : counts) {
        const std::uint64_t weight = halved(count, times);
        if (weight >= std::uint64_t{1} << 31) return false;
        sum += weight;
    }
    return sum <= ColorSet::max_pixels;
}

}

ColorTable::ColorTable(const ColorSet& colors)
    : colors_(colors.colors().begin(), colors.colors().end()),
      counts_(colors.counts().begin(), colors.counts().end()), pixels_(colors.pixels()) {}

ColorTable::ColorTable(std::vector<Rgb> colors, std::vector<std::uint64_t> counts)
    : colors_(std::move(colors)), counts_(std::move(counts)) {
    const bool ascending =
        std::adjacent_find(colors_.begin(), colors_.end(), std::greater_equal<>()) == colors_.end();
    if (!ascending || counts_.size() != colors_.size() || std::ranges::count(counts_, 0u) != 0)
        throw Error(ErrorKind::failed, "colours must be distinct, ascending and each with a count");
    for (const std::uint64_t count : counts_) pixels_ = sum_of(pixels_, count);
}

void ColorTable::add(const ColorTable& other) {
    const std::uint64_t pixels = sum_of(pixels_, other.pixels_);
    std::vector<Rgb> colors;
    std::vector<std::uint64_t> counts;
    colors.reserve(std::min<std::size_t>(size() + other.size(), rgb_codes));
    counts.reserve(colors.capacity());
    const auto take = [&](const ColorTable& from, std::size_t& i) {
        if (colors.empty() || colors.back() != from.colors_[i]) {
            colors.push_back(from.colors_[i]);
            counts.push_back(from.counts_[i++]);
        } else {
            counts.back() += from.counts_[i++];
        }
    };
    std::size_t mine = 0, theirs = 0;
    while (mine < size() && theirs < other.size())
        colors_[mine] <= other.colors_[theirs] ? take(*this, mine) : take(other, theirs);
    while (mine < size()) take(*this, mine);
    while (theirs < other.size()) take(other, theirs);
    colors_ = std::move(colors);
    counts_ = std::move(counts);
    pixels_ = pixels;
}

void ColorTableSum::add(ColorTable table) {
    const std::uint64_t pixels = sum_of(pixels_, table.pixels());
    tables_.push_back(std::move(table));
    pixels_ = pixels;
    while (tables_.size() > 1 && tables_[tables_.size() - 2].size() <= 2 * tables_.back().size())
        merge_last();
}

void ColorTableSum::merge_last() {
    tables_[tables_.size() - 2].add(tables_.back());
    tables_.pop_back();
}

const ColorTable& ColorTableSum::table() {
    if (tables_.empty()) tables_.emplace_back();
    while (tables_.size() > 1) merge_last();
    return tables_.front();
}

ColorTable ColorTableSum::take() {
    table();
    return std::move(tables_.front());
}

unsigned halvings(const ColorTable& table) {
    unsigned times = 0;
    while (!fits(table.counts(), times)) ++times;
    return times;
}

ColorSet color_set(const ColorTable& table, Transfer transfer) {
    const unsigned times = halvings(table);
    std::vector<std::uint32_t> counts(table.size());
    std::ranges::transform(table.counts(), counts.begin(), [&](std::uint64_t count) {
        return static_cast<std::uint32_t>(halved(count, times));
    });
    return {{table.colors().begin(), table.colors().end()}, std::move(counts), transfer};
}

namespace {

/// Like PNG's: a byte that is not text, and line ends, which reveal a transfer as text.
constexpr std::string_view signature{"\x89HDCT\r\n\x1a", 8};
constexpr std::size_t header_bytes = 24;
constexpr std::uint32_t version = 1;
constexpr std::size_t max_varint = 10;
/// The bytes of the steps between 2^24 codes and of their counts.
constexpr std::size_t max_bytes_per_color = 4 + max_varint;
/// Higher levels make files a few per cent smaller and take several times as long.
constexpr int compression_level = 9;

void put_varint(std::vector<std::byte>& to, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) to.push_back(static_cast<std::byte>((value & 0x7F) | 0x80));
    to.push_back(static_cast<std::byte>(value));
}

/// Steps first, then counts: each compresses better separately.
std::vector<std::byte> body_of(const ColorTable& table) {
    std::vector<std::byte> body;
    std::uint32_t next = 0;
    for (const Rgb color : table.colors()) {
        put_varint(body, color.code() - next);
        next = color.code() + 1;
    }
    for (const std::uint64_t count : table.counts()) put_varint(body, count);
    return body;
}

struct Header {
    std::uint64_t colors, pixels;
};

Header header_of(const Source& source) {
    if (source.text(0, std::min(signature.size(), source.bytes().size())) != signature)
        throw source.refused("not a colour table");
    if (const std::uint32_t found = source.u32_little(8); found != version)
        throw source.refused("a colour table of version " + std::to_string(found) + ", which this program " +
                             "cannot read");
    const Header header{source.u32_little(12),
                        source.u32_little(16) | std::uint64_t{source.u32_little(20)} << 32};
    if (header.colors > rgb_codes) throw source.damaged("it has more than 2^24 colours");
    return header;
}

std::vector<std::byte> decompressed(const Source& source, std::uint64_t colors) {
    const auto frame = source.bytes().subspan(header_bytes);
    const std::size_t used = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
    if (ZSTD_isError(used) != 0) throw source.damaged(ZSTD_getErrorName(used));
    if (used != frame.size()) throw source.damaged("it has data after its end");
    // Two values for each colour. The values for "unknown" and "error" are outside this range, too.
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size < 2 * colors || size > max_bytes_per_color * colors)
        throw source.damaged("its size does not match its number of colours");
    std::vector<std::byte> body(size);
    const std::size_t written = ZSTD_decompress(body.data(), body.size(), frame.data(), frame.size());
    if (ZSTD_isError(written) != 0) throw source.damaged(ZSTD_getErrorName(written));
    if (written != size) throw source.damaged("it is cut short");
    return body;
}

/// Reads numbers from the beginning of a body.
class Numbers {
public:
    Numbers(const Source& source, std::span<const std::byte> rest) : source_(source), rest_(rest) {}

    bool at_end() const { return rest_.empty(); }
    std::uint64_t take() {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < rest_.size() && i < max_varint; ++i) {
            const auto byte = std::to_integer<std::uint64_t>(rest_[i]);
            if (i + 1 == max_varint && byte > 1) break; // beyond 64 bits
            value |= (byte & 0x7F) << (7 * i);
            if (byte < 0x80) {
                rest_ = rest_.subspan(i + 1);
                return value;
            }
        }
        throw source_.damaged("a number in it is too long");
    }

private:
    const Source& source_;
    std::span<const std::byte> rest_;
};

ColorTable table_of(const Source& source, std::span<const std::byte> body, const Header& header) {
    Numbers numbers(source, body);
    std::vector<Rgb> colors(header.colors);
    std::uint64_t next = 0;
    for (Rgb& color : colors) {
        const std::uint64_t step = numbers.take();
        if (step >= rgb_codes - next) throw source.damaged("it has a colour beyond #ffffff");
        color = Rgb::from_code(static_cast<std::uint32_t>(next + step));
        next += step + 1;
    }
    std::vector<std::uint64_t> counts(header.colors);
    std::ranges::generate(counts, [&] { return numbers.take(); });
    if (!numbers.at_end()) throw source.damaged("it has data after its last count");
    try {
        ColorTable table(std::move(colors), std::move(counts));
        if (table.pixels() == header.pixels) return table;
    } catch (const Error& error) {
        throw source.damaged(error.what());
    }
    throw source.damaged("its counts do not add up to its pixels");
}

}

bool is_color_table(std::span<const std::byte> file) {
    return file.size() >= signature.size() &&
           std::ranges::equal(file.first(signature.size()), std::as_bytes(std::span(signature)));
}

std::vector<std::byte> encode_color_table(const ColorTable& table) {
    std::vector<std::byte> file;
    for (const char c : signature) file.push_back(static_cast<std::byte>(c));
    append_little_endian(file, version, 4);
    append_little_endian(file, table.size(), 4);
    append_little_endian(file, table.pixels(), 8);

    const std::vector<std::byte> body = body_of(table);
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, compression_level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    file.resize(header_bytes + ZSTD_compressBound(body.size()));
    const std::size_t size = ZSTD_compress2(context.get(), file.data() + header_bytes,
                                            file.size() - header_bytes, body.data(), body.size());
    if (ZSTD_isError(size) != 0) throw Error(ErrorKind::failed, ZSTD_getErrorName(size));
    file.resize(header_bytes + size);
    return file;
}

ColorTable decode_color_table(std::span<const std::byte> file, const std::string& name) {
    const Source source(file, name, "colour table");
    const Header header = header_of(source);
    return table_of(source, decompressed(source, header.colors), header);
}

namespace {

void add(LuminanceHistogram& histogram, Rgb color, std::uint64_t pixels) {
    histogram.luma[luma({color.r, color.g, color.b, 255})] += pixels;
    histogram.r[color.r] += pixels;
    histogram.g[color.g] += pixels;
    histogram.b[color.b] += pixels;
}

template <class Colors>
LuminanceHistogram counted(const Colors& colors) {
    LuminanceHistogram histogram;
    for (std::size_t i = 0; i < colors.size(); ++i) add(histogram, colors.colors()[i], colors.counts()[i]);
    return histogram;
}

}

LuminanceHistogram luminance_histogram(const ColorSet& colors) { return counted(colors); }
LuminanceHistogram luminance_histogram(const ColorTable& table) { return counted(table); }

LuminanceHistogram luminance_histogram(std::span<const Swatch> palette) {
    LuminanceHistogram histogram;
    for (const Swatch& swatch : palette) add(histogram, swatch.color, swatch.pixels);
    return histogram;
}

}
