#include "base/location.h"

#include "base/file_extension.h"
#include "expect_error.h"

#include <gtest/gtest.h>

#include <array>

namespace huedrift {
namespace {

TEST(Location, ParsesWordsOfTheCommandLine) {
    EXPECT_EQ(Location::named("-"), Location::standard_stream());
    EXPECT_EQ(Location::named("clipboard:"), Location::clipboard());
    EXPECT_EQ(Location::named("a/b.png"), Location(std::filesystem::path("a/b.png")));
    EXPECT_TRUE(Location::named("").empty());
}

TEST(Location, AcceptsFilesOfAnyName) {
    for (const std::filesystem::path path : {"-", "clipboard:", "a/b.png"}) {
        const Location file(path);
        EXPECT_TRUE(file.is_file());
        EXPECT_EQ(file.file(), path);
        EXPECT_EQ(file.name(), path.string());
        EXPECT_TRUE(Location::named(file.word()).is_file()) << file.word();
        EXPECT_EQ(Location::named(file.word()).file().lexically_normal(), path);
    }
}

TEST(Location, HasAPathOnlyForFiles) {
    for (const Location& other : {Location(), Location::standard_stream(), Location::clipboard()}) {
        EXPECT_FALSE(other.is_file());
        EXPECT_TRUE(other.file().empty());
        EXPECT_TRUE(other.parent_path().empty());
        EXPECT_EQ(Location::named(other.word()), other);
    }
}

TEST(Location, TellsPicturesOnTheClipboardApart) {
    EXPECT_NE(Location::clipboard(1), Location::clipboard(2));
    EXPECT_EQ(Location::clipboard(1), Location::clipboard(1));
    EXPECT_EQ(Location::clipboard(1).word(), "clipboard:");
}

TEST(Location, HasNamesForMessagesAndResults) {
    EXPECT_EQ(Location::standard_stream().name(), "standard input");
    EXPECT_EQ(Location::standard_stream().output_name(), "standard output");
    EXPECT_EQ(Location::clipboard().name(), "the clipboard");
    EXPECT_EQ(Location::named("a/b.png").output_name(), "a/b.png");
    EXPECT_EQ(Location::standard_stream().stem(), "stdin");
    EXPECT_EQ(Location::clipboard().stem(), "clipboard");
    EXPECT_EQ(Location::named("a/b.png").stem(), "b");
    EXPECT_EQ(Location::named("a/b.png").filename(), "b.png");
}

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
