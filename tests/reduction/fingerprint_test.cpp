#include "reduction/fingerprint.h"

#include "reduction/reduction.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Fingerprint, IsFnv1aOfFourByteNumbers) {
    // FNV-1a of no bytes, and of the eight zero bytes of an empty picture's size.
    EXPECT_EQ(fingerprint(Palette{}), 0xcbf29ce484222325u);
    EXPECT_EQ(fingerprint(ImageView{}), 0xa8c7f832281a39c5u);
}

TEST(Fingerprint, TellsResultsApart) {
    Reduction x;
    x.entries = {{{}, {1, -2, 3}, 1, 1}, {{}, {2, 0, 0}, 1, 1}};
    x.entry_of = {0, 1};
    Reduction y = x;
    y.statistics.rounds = 9;
    EXPECT_EQ(fingerprint(x), fingerprint(y));
    y.entries[0].position.a = 2;
    EXPECT_NE(fingerprint(x), fingerprint(y));
    y = x;
    y.entry_of = {1, 0};
    EXPECT_NE(fingerprint(x), fingerprint(y));
}

TEST(Fingerprint, TellsPicturesApart) {
    const std::vector<Rgba8> pixels{{1, 2, 3, 4}, {5, 6, 7, 8}};
    EXPECT_NE(fingerprint(ImageView{2, 1, pixels}), fingerprint(ImageView{1, 2, pixels}));
    const std::vector<Rgba8> other{{1, 2, 3, 4}, {5, 6, 7, 9}};
    EXPECT_NE(fingerprint(ImageView{2, 1, pixels}), fingerprint(ImageView{2, 1, other}));
}

}
}
