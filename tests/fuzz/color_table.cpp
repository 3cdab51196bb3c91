#include "reduction/color_table.h"
#include "base/error.h"
#include "fuzz/seeds.h"
#include "fuzz/target.h"

#include <zstd.h>

namespace huedrift {
namespace {

constexpr std::size_t header_bytes = 24;

/// A file of this header and body, correctly compressed: otherwise checksums keep nearly all tries away from
/// the reader.
std::vector<std::byte> packed(std::span<const std::byte> plain) {
    const auto body = plain.subspan(header_bytes);
    std::vector<std::byte> file(plain.begin(), plain.begin() + header_bytes);
    file.resize(header_bytes + ZSTD_compressBound(body.size()));
    file.resize(header_bytes + ZSTD_compress(file.data() + header_bytes, file.size() - header_bytes,
                                             body.data(), body.size(), 1));
    return file;
}

void try_file(std::span<const std::byte> file) {
    ColorTable table;
    try {
        table = decode_color_table(file, "fuzz");
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) __builtin_trap();
        return;
    }
    if (decode_color_table(encode_color_table(table), "fuzz") != table) __builtin_trap();
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    using namespace std::string_view_literals;
    // The first seed is a body: three colours in four pixels.
    return {seed("\x89HDCT\r\n\x1A\1\0\0\0\3\0\0\0\4\0\0\0\0\0\0\0\x81\1\0\5\1\2\1"sv),
            encode_color_table({}), encode_color_table({{{1, 2, 3}}, {4}}),
            encode_color_table(
                {{{0, 0, 0}, {0, 0, 1}, {9, 9, 9}, {255, 255, 255}}, {1, 127, 128, std::uint64_t{1} << 60}})};
}

}

// A file, or the body of one, gives a table that is written and read back, or an Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    huedrift::try_file(bytes);
    if (size > huedrift::header_bytes) huedrift::try_file(huedrift::packed(bytes));
    return 0;
}
