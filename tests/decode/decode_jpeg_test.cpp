#include "decode/picture_reader.h"

#include "image/jpeg_files.h"

#include <algorithm>
#include <bitset>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// Entropy-coded data from bits written as 0 and 1, filled with ones to a whole byte, with a 0 after every
/// FF.
std::string packed(std::string bits) {
    while (bits.size() % 8 != 0) bits += '1';
    std::string bytes;
    for (std::size_t i = 0; i < bits.size(); i += 8) {
        bytes += static_cast<char>(std::bitset<8>(bits, i, 8).to_ulong());
        if (bytes.back() == '\xFF') bytes += '\0';
    }
    return bytes;
}

/// A symbol of these files. Each is its own code: DC codes have 4 bits, AC codes 8.
std::string dc(unsigned size) { return std::bitset<4>(size).to_string(); }
std::string ac(unsigned run, unsigned size) { return std::bitset<8>(16 * run + size).to_string(); }

std::string table(int number, int code_bits, int symbols) {
    std::string data(17, '\0');
    data[0] = static_cast<char>(number);
    data[static_cast<std::size_t>(code_bits)] = static_cast<char>(symbols);
    for (int i = 0; i < symbols; ++i) data += static_cast<char>(i);
    return jpeg_segment(0xC4, data);
}

/// The start of a file of 8 x 8 blocks side by side, one component for each identifier.
std::string head(int frame_marker, int blocks, const std::string& components = "Y") {
    std::string frame{8, 0, 8, 0, static_cast<char>(8 * blocks), static_cast<char>(components.size())};
    for (const char id : components) frame += id + std::string("\x11\0", 2);
    return "\xFF\xD8" + jpeg_segment(0xDB, '\0' + std::string(64, '\1')) + jpeg_segment(frame_marker, frame) +
           table(0x00, 4, 12) + table(0x10, 8, 255);
}

/// A scan of coefficients `first` to `last`. `precision`: the position of the last bit before (0: none) and
/// after the scan.
std::string scan(char first, char last, char precision, const std::string& data,
                 const std::string& components = "Y") {
    std::string header(1, static_cast<char>(components.size()));
    for (const char id : components) header += id + std::string(1, '\0');
    return jpeg_segment(0xDA, header + first + last + precision) + data;
}

/// Why a file cannot be read, or empty.
std::string damage_of(const std::string& file, std::size_t memory_limit = 1 << 24) {
    const Source source(std::as_bytes(std::span(file)), "", "JPEG");
    try {
        const auto reader = open_jpeg(source);
        std::vector<Rgba8> pixels(reader->facts().width * reader->facts().height);
        StoredColors colors;
        return reader->decode({1, memory_limit, pixels, colors});
    } catch (const Error& error) {
        return error.what();
    }
}
bool whole(const std::string& file) { return damage_of(file).empty(); }
const std::string end = "\xFF\xD9";

TEST(DecodeJpeg, NoticesMissingSequentialBlocks) {
    const std::string blocks =
        dc(2) + "10" + ac(0, 3) + "101" + ac(15, 0) + ac(2, 1) + "1" + ac(0, 0) + // one
        dc(11) + "11111111111" + ac(0, 0) +                                       // its bits make an FF
        dc(0) + ac(15, 0) + ac(15, 0) + ac(15, 0) + ac(14, 1) + "0"; // up to the last coefficient
    const std::string data = packed(blocks);
    EXPECT_NE(data.find('\xFF'), std::string::npos);
    EXPECT_TRUE(whole(head(0xC0, 3) + scan(0, 63, 0, data) + end));
    EXPECT_FALSE(whole(head(0xC0, 4) + scan(0, 63, 0, data) + end));
    for (std::size_t length = 0; length < data.size(); ++length)
        EXPECT_FALSE(whole(head(0xC0, 3) + scan(0, 63, 0, data.substr(0, length)) + end)) << length;
}

TEST(DecodeJpeg, NoticesMissingProgressiveBlocks) {
    const std::string first = packed(dc(1) + "1" + dc(0) + dc(3) + "000");
    // The first block has one coefficient; then nothing follows in it and in two more.
    const std::string band = packed(ac(0, 2) + "10" + ac(1, 0) + "1");
    // A bit for that coefficient and no new one; in the second block a new one after a zero; in the third
    // nothing.
    const std::string refined = packed(ac(0, 0) + "1" + ac(1, 1) + "1" + ac(1, 0) + "0");
    // Each coefficient now has a bit, even where blocks without new ones are counted together.
    const std::string again = packed(ac(1, 0) + "1" + "0" + "1");
    const auto file = [](const std::string& a, const std::string& b, const std::string& c,
                         const std::string& d) {
        return head(0xC2, 3) + scan(0, 0, 1, a) + scan(0, 0, 0x10, packed("101")) + scan(1, 63, 2, b) +
               scan(1, 63, 0x21, c) + scan(1, 63, 0x10, d) + end;
    };
    const auto shorter = [](const std::string& data) { return data.substr(0, data.size() - 1); };
    EXPECT_TRUE(whole(file(first, band, refined, again)));
    EXPECT_FALSE(whole(file(shorter(first), band, refined, again)));
    EXPECT_FALSE(whole(file(first, shorter(band), refined, again)));
    EXPECT_FALSE(whole(file(first, band, shorter(refined), again)));
    EXPECT_FALSE(whole(file(first, band, refined, shorter(again))));
}

TEST(DecodeJpeg, NoticesMissingBlocksBetweenRestartMarkers) {
    const std::string block = packed(dc(4) + "1010" + ac(0, 0));
    const std::string restarts = jpeg_segment(0xDD, std::string("\0\1", 2));
    const auto file = [&](const std::string& data) {
        return head(0xC0, 3) + restarts + scan(0, 63, 0, data) + end;
    };
    EXPECT_TRUE(whole(file(block + "\xFF\xD0" + block + "\xFF\xFF\xD1" + block)));
    EXPECT_FALSE(whole(file(block + "\xFF\xD0" + block)));
    EXPECT_FALSE(whole(file(block + block + block)));
    EXPECT_FALSE(whole(file(block + "\xFF\xD0" + block.substr(1) + "\xFF\xD1" + block)));
}

TEST(DecodeJpeg, IgnoresDataAfterTheLastSequentialBlock) {
    const std::string block = packed(dc(4) + "1010" + ac(0, 0));
    for (const char more : {'\0', '\xFF', 'x'})
        EXPECT_TRUE(whole(head(0xC0, 1) + scan(0, 63, 0, block + std::string(1000, more)) + end)) << more;
}

TEST(DecodeJpeg, TakesExcessProgressiveDataForAGap) {
    const auto file = [](const std::string& more) {
        return head(0xC2, 3) + scan(0, 0, 0, packed(dc(1) + "1" + dc(0) + dc(0))) +
               scan(1, 63, 0, packed(ac(1, 0) + "1") + more) + end;
    };
    EXPECT_TRUE(whole(file(std::string(16, 'x'))));
    EXPECT_FALSE(whole(file(std::string(40, 'x'))));
}

TEST(DecodeJpeg, NoticesMissingComponents) {
    const std::string block = dc(0) + ac(0, 0);
    const std::string three = head(0xC0, 1, "YUV");
    const auto scan_of = [&](const std::string& components, std::size_t blocks) {
        std::string data;
        for (std::size_t i = 0; i < blocks; ++i) data += block;
        return scan(0, 63, 0, packed(data), components);
    };
    EXPECT_TRUE(whole(three + scan_of("YUV", 3) + end));
    EXPECT_FALSE(whole(three + scan_of("YUV", 2) + end));
    EXPECT_FALSE(whole(three + scan_of("Y", 1) + scan_of("U", 1) + end));
    EXPECT_TRUE(whole(three + scan_of("Y", 1) + scan_of("U", 1) + scan_of("V", 1) + end));
}

// Such markers have no segment, so that bytes after them are no frame.
TEST(DecodeJpeg, TakesNoFrameFromBytesBetweenSegments) {
    const std::string frame = jpeg_segment(0xC2, std::string("\x08\xFF\xFF\xFF\xFF\1Y\x11\0", 9));
    const std::string file = head(0xC0, 1) + scan(0, 63, 0, packed(dc(0) + ac(0, 0))) + end;
    for (const int marker : {0xD0, 0xD7, 0x01}) {
        EXPECT_FALSE(whole("\xFF\xD8" + jpeg_segment(marker, frame) + file.substr(2))) << marker;
        EXPECT_FALSE(whole(head(0xC0, 1) + jpeg_segment(marker, frame) + file.substr(2))) << marker;
    }
    EXPECT_TRUE(whole("\xFF\xD8" + jpeg_segment(0xFE, frame) + file.substr(2)));
}

TEST(DecodeJpeg, ScansAreLimited) {
    const auto scans = [](int more) {
        std::string file = head(0xC2, 1) + scan(0, 0, 0, packed(dc(0)));
        for (int i = 0; i < more; ++i) file += scan(1, 63, 0, packed(ac(0, 0)));
        return file + end;
    };
    EXPECT_TRUE(whole(scans(max_jpeg_scans - 1)));
    EXPECT_FALSE(whole(scans(max_jpeg_scans)));
}

TEST(DecodeJpeg, CoefficientsKeepToTheirMemoryLimit) {
    constexpr int rows = 40;
    const JpegFile file{.blocks_down = rows,
                        .components = "Y",
                        .blocks = std::vector<std::array<int, 4>>(rows),
                        .progressive = true};
    const std::vector<std::byte> bytes = file.encode();
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_EQ(damage_of(text), "");
    EXPECT_EQ(damage_of(text, 1), "it unpacks to more than its size allows");
}

TEST(DecodeJpeg, RefusesImpossibleCodes) {
    std::string data(17, '\0');
    data[1] = 3; // of one bit
    EXPECT_FALSE(whole(head(0xC0, 1) + jpeg_segment(0xC4, data + "abc") + scan(0, 63, 0, "") + end));
    EXPECT_FALSE(whole(head(0xC0, 1) + scan(0, 63, 0, packed("111111111111111111")) + end));
}

TEST(DecodeJpeg, NothingIsReadBeyondAFileOfAnyBytes) {
    const std::string file = head(0xC2, 3) + scan(0, 0, 0, packed(dc(1) + "1" + dc(0) + dc(0))) +
                             scan(1, 63, 0, packed(ac(1, 0) + "1")) + end;
    ASSERT_TRUE(whole(file));
    for (std::size_t length = 0; length < file.size(); ++length) whole(file.substr(0, length));
    for (std::size_t i = 0; i < file.size(); ++i)
        for (const char value : {'\0', '\1', '\x11', '\x7F', '\xFF'}) {
            std::string changed = file;
            changed[i] = value;
            whole(changed);
        }
}

}
}
