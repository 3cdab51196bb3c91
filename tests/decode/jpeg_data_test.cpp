#include "decode/jpeg_data.h"

#include "image/jpeg_files.h"

#include <algorithm>
#include <bitset>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// Entropy-coded data of bits written as 0 and 1; with ones up to a whole byte, and a 0 after every FF.
std::string packed(std::string bits) {
    while (bits.size() % 8 != 0) bits += '1';
    std::string bytes;
    for (std::size_t i = 0; i < bits.size(); i += 8) {
        bytes += static_cast<char>(std::bitset<8>(bits, i, 8).to_ulong());
        if (bytes.back() == '\xFF') bytes += '\0';
    }
    return bytes;
}

/// A symbol of these files: each is its own code, DC ones of 4 bits, AC ones of 8.
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
    return "\xFF\xD8" + jpeg_segment(frame_marker, frame) + table(0x00, 4, 12) + table(0x10, 8, 255);
}

/// A scan of coefficients `first` to `last`; `precision`: the position of the last bit before (0: none) and
/// now.
std::string scan(char first, char last, char precision, const std::string& data,
                 const std::string& components = "Y") {
    std::string header(1, static_cast<char>(components.size()));
    for (const char id : components) header += id + std::string(1, '\0');
    return jpeg_segment(0xDA, header + first + last + precision) + data;
}

std::string_view missing(const std::string& file) {
    return missing_jpeg_data(std::as_bytes(std::span(file)));
}
const std::string end = "\xFF\xD9";
constexpr std::string_view cut = "its data are cut or damaged";

TEST(JpegData, OfSequentialBlocks) {
    const std::string blocks =
        dc(2) + "10" + ac(0, 3) + "101" + ac(15, 0) + ac(2, 1) + "1" + ac(0, 0) + // one
        dc(11) + "11111111111" + ac(0, 0) +                                       // its bits make an FF
        dc(0) + ac(15, 0) + ac(15, 0) + ac(15, 0) + ac(14, 1) + "0"; // up to the last coefficient
    const std::string data = packed(blocks);
    EXPECT_NE(data.find('\xFF'), std::string::npos);
    EXPECT_EQ(missing(head(0xC0, 3) + scan(0, 63, 0, data) + end), "");
    EXPECT_EQ(missing(head(0xC0, 4) + scan(0, 63, 0, data) + end), cut);
    for (std::size_t length = 0; length < data.size(); ++length)
        EXPECT_EQ(missing(head(0xC0, 3) + scan(0, 63, 0, data.substr(0, length)) + end), cut) << length;
}

TEST(JpegData, OfProgressiveBlocks) {
    const std::string first = packed(dc(1) + "1" + dc(0) + dc(3) + "000");
    // The first block has one coefficient; then nothing in it and two more.
    const std::string band = packed(ac(0, 2) + "10" + ac(1, 0) + "1");
    // A bit for that coefficient and nothing new; in the second block a new one behind a zero; in the third
    // nothing.
    const std::string refined = packed(ac(0, 0) + "1" + ac(1, 1) + "1" + ac(1, 0) + "0");
    // Each coefficient has a bit now, also where blocks without new ones are counted together.
    const std::string again = packed(ac(1, 0) + "1" + "0" + "1");
    const auto file = [](const std::string& a, const std::string& b, const std::string& c,
                         const std::string& d) {
        return head(0xC2, 3) + scan(0, 0, 1, a) + scan(0, 0, 0x10, packed("101")) + scan(1, 63, 2, b) +
               scan(1, 63, 0x21, c) + scan(1, 63, 0x10, d) + end;
    };
    const auto shorter = [](const std::string& data) { return data.substr(0, data.size() - 1); };
    EXPECT_EQ(missing(file(first, band, refined, again)), "");
    EXPECT_EQ(missing(file(shorter(first), band, refined, again)), cut);
    EXPECT_EQ(missing(file(first, shorter(band), refined, again)), cut);
    EXPECT_EQ(missing(file(first, band, shorter(refined), again)), cut);
    EXPECT_EQ(missing(file(first, band, refined, shorter(again))), cut);
}

TEST(JpegData, BetweenRestartMarkers) {
    const std::string block = packed(dc(4) + "1010" + ac(0, 0));
    const std::string restarts = jpeg_segment(0xDD, std::string("\0\1", 2));
    const auto file = [&](const std::string& data) {
        return head(0xC0, 3) + restarts + scan(0, 63, 0, data) + end;
    };
    EXPECT_EQ(missing(file(block + "\xFF\xD0" + block + "\xFF\xFF\xD1" + block)), "");
    EXPECT_EQ(missing(file(block + "\xFF\xD0" + block)), cut);
    EXPECT_EQ(missing(file(block + block + block)), cut);
    EXPECT_EQ(missing(file(block + "\xFF\xD0" + block.substr(1) + "\xFF\xD1" + block)), cut);
    EXPECT_EQ(missing(file(block + "\xFF\xD0" + block + "more\xFF\xD1" + block)), cut);
}

TEST(JpegData, MoreThanTheBlocksTakeArePaddingOrAMistake) {
    const std::string block = packed(dc(4) + "1010" + ac(0, 0));
    const auto file = [&](const std::string& more) {
        return head(0xC0, 1) + scan(0, 63, 0, block + more) + end;
    };
    EXPECT_EQ(missing(file(std::string(1000, '\0'))), "");
    EXPECT_EQ(missing(file(std::string(1000, '\xFF'))), "");
    EXPECT_EQ(missing(file(std::string(10, 'x'))), "");
    EXPECT_EQ(missing(file(std::string(100, 'x'))), cut);
}

TEST(JpegData, OfEachComponent) {
    const std::string block = dc(0) + ac(0, 0);
    const std::string two = head(0xC0, 2, "YU");
    EXPECT_EQ(missing(two + scan(0, 63, 0, packed(block + block + block + block), "YU") + end), "");
    EXPECT_EQ(missing(two + scan(0, 63, 0, packed(block + block + block), "YU") + end), cut);
    EXPECT_EQ(missing(two + scan(0, 63, 0, packed(block + block), "Y") + end), cut);
    EXPECT_EQ(missing(two + scan(0, 63, 0, packed(block + block), "Y") +
                      scan(0, 63, 0, packed(block + block), "U") + end),
              "");
}

// A segment may hold anything, and one that is named like a restart marker has a length like any other: the
// header gate has passed a size that a frame in there would exceed by far.
TEST(JpegData, AFrameWithinASegmentIsNone) {
    const std::string frame = jpeg_segment(0xC2, std::string("\x08\xFF\xFF\xFF\xFF\1Y\x11\0", 9));
    const std::string block = scan(0, 63, 0, packed(dc(0) + ac(0, 0)));
    const std::string start = head(0xC0, 1);
    for (const int marker : {0xD0, 0xD7, 0x01, 0xFE})
        EXPECT_EQ(missing(start + jpeg_segment(marker, frame) + block + end), "") << marker;
    EXPECT_EQ(missing(start + frame + block + end), cut);
}

TEST(JpegData, CodesThatCannotBe) {
    std::string data(17, '\0');
    data[1] = 3; // of one bit
    EXPECT_EQ(missing("\xFF\xD8" + jpeg_segment(0xC4, data + "abc") + end), "a Huffman table that cannot be");
    EXPECT_EQ(missing(head(0xC0, 1) + scan(0, 63, 0, packed("111111111111111111")) + end), cut);
}

TEST(JpegData, NothingIsReadBeyondAFileOfAnyBytes) {
    const std::string whole = head(0xC2, 3) + scan(0, 0, 0, packed(dc(1) + "1" + dc(0) + dc(0))) +
                              scan(1, 63, 0, packed(ac(1, 0) + "1")) + end;
    ASSERT_EQ(missing(whole), "");
    for (std::size_t length = 0; length < whole.size(); ++length) missing(whole.substr(0, length));
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const char value : {'\0', '\1', '\x11', '\x7F', '\xFF'}) {
            std::string changed = whole;
            changed[i] = value;
            missing(changed);
        }
}

}
}
