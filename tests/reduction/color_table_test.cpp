#include "reduction/color_table.h"

#include "expect_error.h"
#include "reduction/random_image.h"
#include "reduction/reduction.h"
#include "reduction/remap.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace huedrift {

namespace {

constexpr std::uint64_t most = 0xFFFFFFFFFFFFFFFF;

ColorTable table_of(const Image& image) { return ColorTable(ColorSet(image, Transfer::srgb)); }

ColorTable sum(ColorTable x, const ColorTable& y) {
    x.add(y);
    return x;
}

/// Tables of pictures that share some colours.
std::vector<ColorTable> random_tables() {
    std::vector<ColorTable> tables;
    for (unsigned seed = 0; seed < 4; ++seed)
        tables.push_back(table_of(random_image(seed, 40, 30, 6 + seed, 20, 3)));
    tables.emplace_back();
    return tables;
}

ColorTable table_with(std::vector<std::uint64_t> counts) {
    std::vector<Rgb> colors;
    for (std::uint32_t i = 0; i < counts.size(); ++i) colors.push_back(Rgb::from_code(1000 * i));
    return {std::move(colors), std::move(counts)};
}

TEST(ColorTable, EqualsCountingPixelByPixel) {
    std::map<Rgb, std::uint64_t> expected;
    ColorTable table;
    for (unsigned seed = 0; seed < 5; ++seed) {
        const Image image = random_image(seed, 50, 20, 5, 50, 3);
        for (const Rgba8 p : image.pixels())
            if (p.a != 0) ++expected[{p.r, p.g, p.b}];
        table.add(table_of(image));
    }
    ASSERT_EQ(table.size(), expected.size());
    std::uint64_t pixels = 0;
    std::size_t i = 0;
    for (const auto& [color, count] : expected) {
        EXPECT_EQ(table.colors()[i], color);
        EXPECT_EQ(table.counts()[i++], count);
        pixels += count;
    }
    EXPECT_EQ(table.pixels(), pixels);
}

TEST(ColorTable, AddingIsCommutativeAndAssociative) {
    const std::vector<ColorTable> tables = random_tables();
    for (const ColorTable& x : tables) {
        EXPECT_EQ(sum(x, ColorTable()), x);
        for (const ColorTable& y : tables) {
            EXPECT_EQ(sum(x, y), sum(y, x));
            for (const ColorTable& z : tables) EXPECT_EQ(sum(sum(x, y), z), sum(x, sum(y, z)));
        }
    }
}

TEST(ColorTable, RefusesMorePixelsThanCanBeCounted) {
    ColorTable table = table_with({most - 1});
    table.add(table_with({1}));
    EXPECT_EQ(table, table_with({most}));
    expect_error([&] { table.add(table_with({1})); }, ErrorKind::failed, {"2^64 - 1"});
    EXPECT_EQ(table, table_with({most}));
    expect_error([] { table_with({most, 1}); }, ErrorKind::failed, {"2^64 - 1"});
    expect_error([] { table_with({1, 0}); }, ErrorKind::failed);
    expect_error([] { ColorTable({{1, 1, 1}, {1, 1, 1}}, {1, 1}); }, ErrorKind::failed);
}

TEST(ColorTableSum, EqualsAddingTableByTable) {
    EXPECT_EQ(ColorTableSum().take(), ColorTable());
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        ColorTableSum sum;
        ColorTable expected;
        for (unsigned i = 0; i < 12; ++i) {
            const auto pixels = int(1 + random() % 40);
            const ColorTable table = table_of(random_image(100 * seed + i, pixels, 1, 6, 20, 3));
            sum.add(table);
            expected.add(table);
            const bool looks = random() % 4 == 0;
            EXPECT_EQ(looks ? sum.table() : expected, expected) << seed;
        }
        EXPECT_EQ(sum.take(), expected) << seed;
    }
}

TEST(ColorTableSum, RefusesMorePixelsThanCanBeCounted) {
    ColorTableSum sum;
    sum.add(table_with({most - 5, 1}));
    sum.add(table_with({4}));
    expect_error([&] { sum.add(table_with({1})); }, ErrorKind::failed, {"2^64 - 1"});
    EXPECT_EQ(sum.take(), table_with({most - 1, 1}));
}

TEST(ColorTable, IsTheColorSetOfItsPicture) {
    const Image image = random_image(7, 40, 30, 9, 20, 3);
    const ColorSet expected(image, Transfer::linear);
    const ColorSet set = color_set(ColorTable(expected), Transfer::linear);
    EXPECT_TRUE(std::ranges::equal(set.colors(), expected.colors()));
    EXPECT_TRUE(std::ranges::equal(set.counts(), expected.counts()));
    EXPECT_TRUE(std::ranges::equal(set.positions(), expected.positions()));
    EXPECT_EQ(set.pixels(), expected.pixels());
    EXPECT_TRUE(color_set(ColorTable(), Transfer::srgb).empty());
}

TEST(ColorTable, HalvesCountsAsOftenAsNecessary) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 31;
    EXPECT_EQ(halvings(table_with({limit - 1, 1})), 0u);
    EXPECT_EQ(halvings(table_with({limit, 1})), 1u);
    EXPECT_EQ(halvings(table_with({2 * limit - 2, 1})), 1u);
    EXPECT_EQ(halvings(table_with({2 * limit - 1, 1})), 2u); // rounded up
    EXPECT_EQ(halvings(table_with({most})), 34u);
    // 64 counts of 2^31 - 1 are 64 less than 2^37.
    std::vector<std::uint64_t> counts(64, limit - 1);
    counts.push_back(64);
    EXPECT_EQ(halvings(table_with(counts)), 0u);
    counts.back() = 65;
    EXPECT_EQ(halvings(table_with(counts)), 1u);

    const ColorTable table = table_with({most >> 2, 1, 1u << 30, (std::uint64_t{1} << 32) + 1});
    const ColorSet set = color_set(table, Transfer::srgb);
    EXPECT_EQ(halvings(table), 32u);
    EXPECT_TRUE(std::ranges::equal(set.counts(), std::vector<std::uint32_t>{1u << 30, 1, 1, 2}));
}

}

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

namespace {

TEST(ColorHistogram, EqualsThatOfThePicture) {
    std::mt19937 random(4);
    Image image(50, 40);
    for (Rgba8& p : image.pixels())
        p = {std::uint8_t(random() % 30), std::uint8_t(random()), std::uint8_t(random()),
             std::uint8_t(random() % 3)};
    const ColorSet colors(image, Transfer::srgb);
    EXPECT_EQ(luminance_histogram(colors), luminance_histogram(ImageView(image)));

    std::vector<Position> ends(colors.positions().begin(), colors.positions().end());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ends[i / 7 * 7];
    const Reduction reduction = gather_modes(colors, ends);
    EXPECT_EQ(luminance_histogram(swatches_of(reduction)),
              luminance_histogram(ImageView(remap(image, colors, reduction))));
}

TEST(ColorHistogram, CountsMorePixelsThanOnePictureHas) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    const std::vector<Rgb> colors{{7, 0, 0}, {7, 0, 1}, {7, 0, 2}};
    const ColorSet linked(colors, {most - 1, most - 1, most - 1}, Transfer::srgb);
    EXPECT_EQ(luminance_histogram(linked).r[7], 3 * (most - 1));
    const std::vector<Swatch> palette{{.color = {7, 9, 9}, .pixels = 64 * most}};
    EXPECT_EQ(luminance_histogram(palette).r[7], 64 * most);
    EXPECT_EQ(luminance_histogram(ColorTable({{7, 9, 9}}, {1024 * most})).b[9], 1024 * most);
}

}

}
