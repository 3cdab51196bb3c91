#include "cli/program.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(NearestWord, ForgivesAFewLetters) {
    const std::vector<std::string> words{"reduce", "analyze", "sweep", "devices", "verify", "bench"};
    EXPECT_EQ(nearest_word("redcue", words), "reduce");
    EXPECT_EQ(nearest_word("analyse", words), "analyze");
    EXPECT_EQ(nearest_word("swep", words), "sweep");
    EXPECT_EQ(nearest_word("paint", words), "");
    EXPECT_EQ(nearest_word("", words), "");
    EXPECT_EQ(nearest_word("reduce", {}), "");
}

}
}
