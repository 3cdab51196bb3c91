#include "reduction/color_table_file.h"

#include "base/error.h"
#include "image/source.h"

#include <algorithm>
#include <array>
#include <memory>
#include <zstd.h>

namespace huedrift {
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

void put(std::vector<std::byte>& to, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) to.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

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
    const std::size_t got = ZSTD_decompress(body.data(), body.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) != 0) throw source.damaged(ZSTD_getErrorName(got));
    if (got != size) throw source.damaged("it is cut short");
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
    put(file, version, 4);
    put(file, table.size(), 4);
    put(file, table.pixels(), 8);

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

}
