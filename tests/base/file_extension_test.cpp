#include "base/file_extension.h"

#include "expect_error.h"

#include <array>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

enum class Fruit { apple, pear };
constexpr std::array<NamedFormat<Fruit>, 3> fruits{
    {{"app", Fruit::apple}, {"apple", Fruit::apple}, {"pear", Fruit::pear}}};

Fruit fruit_of(const char* path) { return format_by_extension<Fruit>(path, fruits, "fruit"); }

TEST(FileExtension, IsFoundInAnyCase) {
    EXPECT_EQ(fruit_of("a.app"), Fruit::apple);
    EXPECT_EQ(fruit_of("dir.pear/b.x.ApPlE"), Fruit::apple);
    EXPECT_EQ(fruit_of("c.PEAR"), Fruit::pear);
}

TEST(FileExtension, UnknownExtensionsAreAUsageErrorWithAList) {
    for (const char* path : {"a.peach", "pear", "a.", ".pear", "a.pear/b", ""})
        expect_error([&] { fruit_of(path); }, ErrorKind::usage, {path, "fruit", "app, apple, pear"});
}

}
}
