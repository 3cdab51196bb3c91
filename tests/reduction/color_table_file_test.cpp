#include "reduction/color_table_file.h"

#include "expect_error.h"
#include "reduction/random_image.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

ColorTable random_table() { return ColorTable(ColorSet(random_image(3, 50, 40, 9, 25, 1), Transfer::srgb)); }

/// The version is in bytes 8 to 11, the number of colours in 12 to 15, and that of pixels in 16 to 23.
constexpr std::size_t header_bytes = 24;

void expect_refused(const std::vector<std::byte>& file, std::initializer_list<std::string> parts) {
    expect_error([&] { decode_color_table(file, "some.counts"); }, ErrorKind::input, {"some.counts: "});
    expect_error([&] { decode_color_table(file, "some.counts"); }, ErrorKind::input, parts);
}

TEST(ColorTableFile, IsReadBack) {
    const ColorTable extreme({{0, 0, 0}, {0, 0, 1}, {255, 255, 255}}, {1, 0xFFFFFFFFFFFFFF00, 128});
    for (const ColorTable& table : {random_table(), extreme, ColorTable()}) {
        const std::vector<std::byte> file = encode_color_table(table);
        EXPECT_TRUE(is_color_table(file));
        EXPECT_EQ(decode_color_table(file, "some.counts"), table);
        EXPECT_EQ(encode_color_table(table), file);
    }
}

TEST(ColorTableFile, HasTheDocumentedHeader) {
    const ColorTable table({{1, 2, 3}, {4, 5, 6}}, {0x0102030405060708, 1});
    const std::string file = text_of(encode_color_table(table));
    EXPECT_EQ(file.substr(0, header_bytes),
              std::string("\x89HDCT\r\n\x1a\1\0\0\0\2\0\0\0\x09\7\6\5\4\3\2\1", 24));
    EXPECT_EQ(file.substr(header_bytes, 4), "\x28\xB5\x2F\xFD"); // a zstd frame
    EXPECT_NE(file[header_bytes + 4] & 4, 0);                    // with a checksum
}

TEST(ColorTableFile, IsCompact) {
    // The size for all colours of a picture of 2000, in bytes each.
    const ColorTable table = random_table();
    EXPECT_LT(encode_color_table(table).size(), 3 * table.size());
}

TEST(ColorTableFile, EveryDamagedByteIsNoticed) {
    const ColorTable table = random_table();
    const std::vector<std::byte> file = encode_color_table(table);
    for (std::size_t i = 0; i < file.size(); ++i)
        for (const int flip : {1, 0x10, 0x80, 0xFF}) {
            std::vector<std::byte> damaged = file;
            damaged[i] ^= std::byte(flip);
            try {
                // zstd has unused bits.
                EXPECT_EQ(decode_color_table(damaged, "some.counts"), table) << i << " " << flip;
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::input);
                EXPECT_THAT(error.what(), testing::StartsWith("some.counts: "));
            }
        }
}

TEST(ColorTableFile, EveryCutIsNoticed) {
    const std::vector<std::byte> file = encode_color_table(random_table());
    for (std::size_t size = 0; size < file.size(); ++size)
        expect_error([&] { decode_color_table(std::span(file).first(size), "some.counts"); },
                     ErrorKind::input, {"some.counts: "});
}

TEST(ColorTableFile, SaysWhatIsWrong) {
    const std::vector<std::byte> file = encode_color_table(random_table());
    const auto changed = [&](std::size_t at, int value) {
        std::vector<std::byte> other = file;
        other[at] = std::byte(value);
        return other;
    };
    expect_refused(changed(0, 'P'), {"not a colour table"});
    EXPECT_FALSE(is_color_table(changed(0, 'P')));
    expect_refused(changed(8, 2), {"version 2"});
    expect_refused(changed(15, 2), {"damaged colour table", "more than 2^24 colours"});
    expect_refused(changed(14, 255), {"damaged colour table"});
    expect_refused(changed(16, 7), {"damaged colour table", "do not add up"});
    expect_refused(changed(file.size() - 1, 7), {"damaged colour table", "checksum"});
    std::vector<std::byte> longer = file;
    longer.push_back({});
    expect_refused(longer, {"damaged colour table", "data after its end"});
    expect_refused({file.begin(), file.begin() + 12}, {"cut short"});
}

}
}
