#include "base/decimal.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

std::string read(std::string_view text) {
    const auto number = Decimal::parse(text);
    return number ? number->text() : "none";
}

TEST(Decimal, IsReadAndWritten) {
    EXPECT_EQ(read("440720"), "440720");
    EXPECT_EQ(read(" -0.50\t\r"), "-0.50");
    EXPECT_EQ(read("+.25"), "0.25");
    EXPECT_EQ(read("7."), "7");
    EXPECT_EQ(read("-0"), "0");
    EXPECT_EQ(read("1.5e-05"), "0.000015");
    EXPECT_EQ(read("2.5E+3"), "2500");
    EXPECT_EQ(read("123456789012345678901234567"), "123456789012345678901234567");
    for (const char* const text : {"", " ", "-", ".", "1,5", "1.2.3", "0x10", "1e", "1e5.5", "1 2", "nan",
                                   "1234567890123456789012345678", "1e-41", "1e40", "1e99999999999"})
        EXPECT_EQ(read(text), "none") << text;
}

TEST(Decimal, DoesNotRound) {
    const auto big = Decimal::parse("500000.1"), small = Decimal::parse("-0.1");
    EXPECT_EQ(big->plus(*small->times(3999))->text(), "499600.2");
    EXPECT_EQ(small->times(-1)->text(), "0.1");
    EXPECT_EQ(big->plus(*Decimal::parse("0.00000000001"))->text(), "500000.10000000001");
    EXPECT_FALSE(Decimal::parse("123456789012345678901234567")->times(std::int64_t{1} << 42));
    EXPECT_FALSE(Decimal::parse("123456789012345678901234567")->plus(*Decimal::parse("1e-20")));
}

}
}
