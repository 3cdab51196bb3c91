#include "base/wording.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Wording, OfNumbersAndLists) {
    EXPECT_EQ(shortest(0.1) + " " + shortest(3), "0.1 3");
    EXPECT_EQ(hex_text(0xAB00CD), "0000000000ab00cd");
    EXPECT_EQ(counted(0, "colour") + ", " + counted(1, "colour"), "0 colours, 1 colour");
    EXPECT_EQ(in_words({"a"}, "or") + "; " + in_words({"a", "b", "c"}, "or"), "a; a, b or c");
}

TEST(Wording, NumbersAreReadIfTheyAreAllOfTheText) {
    EXPECT_EQ(number_in<int>("-12"), -12);
    EXPECT_EQ(number_in<std::uint64_t>("00ab", 16), 0xABu);
    EXPECT_EQ(number_in<double>("0.25"), 0.25);
    for (const char* const text : {"", " 1", "1 ", "1.5", "99999999999"})
        EXPECT_EQ(number_in<int>(text), std::nullopt) << text;
}

#if defined(HUEDRIFT_ASSERTS)
TEST(Wording, AListWithoutWordsEndsTheProgramWhereAssertsAreOn) {
    EXPECT_DEATH(in_words({}, "or"), "words.empty");
}
#endif

}
}
