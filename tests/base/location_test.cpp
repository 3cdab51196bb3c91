#include "base/location.h"

#include "base/input_file.h"
#include "expect_error.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

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

class InputFile : public testing::Test {
protected:
    TemporaryFolder folder;
};

TEST_F(InputFile, ReadsFilesOfEverySize) {
    for (const std::size_t size : {0u, 1u, 65534u, 65535u, 65536u, 1'000'003u}) {
        const std::string text(size, 'x');
        write_text(folder / "file", text);
        EXPECT_EQ(text_of(read_input(folder / "file", size)), text);
    }
}

TEST_F(InputFile, RefusesFilesAboveTheLimit) {
    write_text(folder / "file", "12345");
    EXPECT_EQ(text_of(read_input(folder / "file", 5)), "12345");
    expect_error([&] { read_input(folder / "file", 4); }, ErrorKind::input,
                 {(folder / "file").string(), "4 bytes"});
    expect_error([] { read_input(std::filesystem::path("/dev/zero"), 1'000'000); }, ErrorKind::input,
                 {"/dev/zero", "1000000 bytes"});
}

TEST_F(InputFile, NamesTheFileAndTheSystemsReason) {
    expect_error([&] { read_input(folder / "missing", 10); }, ErrorKind::input,
                 {(folder / "missing").string(), "No such file or directory"});
    expect_error([&] { read_input(folder.path(), 10); }, ErrorKind::input,
                 {folder.path().string(), "folder"});
}

TEST_F(InputFile, ReadsPipesToTheirEnd) {
    const std::filesystem::path path = folder / "pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string text(300'000, 'x');
    std::jthread writer([&] { write_text(path, text); });
    EXPECT_EQ(text_of(read_input(path, 1'000'000)), text);
}

TEST_F(InputFile, SealedBytesCannotBeChanged) {
    for (const std::size_t size : {0u, 1u, 200'000u}) {
        const std::string text(size, 'x');
        write_text(folder / "file", text);
        const SealedBytes sealed = read_sealed_input(folder / "file", size);
        EXPECT_EQ(text_of(sealed.bytes()), text);
        const int file = sealed.file().get();
        EXPECT_LT(::pwrite(file, "y", 1, 0), 0);
        EXPECT_LT(::ftruncate(file, 100), 0);
        EXPECT_LT(::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), 0);
        EXPECT_EQ(::mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, file, 0), MAP_FAILED);
        void* const page = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
        ASSERT_NE(page, MAP_FAILED);
        EXPECT_LT(::mprotect(page, 4096, PROT_READ | PROT_WRITE), 0);
        ::munmap(page, 4096);
        EXPECT_EQ(::lseek(file, 0, SEEK_END), static_cast<off_t>(size));
        EXPECT_EQ(text_of(sealed.bytes()), text);
    }
    const std::string text = "text";
    EXPECT_EQ(text_of(SealedBytes(std::as_bytes(std::span(text))).bytes()), text);
}

TEST_F(InputFile, ReadsStandardInput) {
    write_text(folder / "file", "text");
    const int saved = ::dup(STDIN_FILENO), file = ::open((folder / "file").c_str(), O_RDONLY);
    ASSERT_GE(file, 0);
    ::dup2(file, STDIN_FILENO);
    EXPECT_EQ(text_of(read_input(Location::standard_stream(), 10)), "text");
    ::lseek(file, 0, SEEK_SET);
    expect_error([] { read_input(Location::standard_stream(), 3); }, ErrorKind::input,
                 {"standard input", "3 bytes"});
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    ::close(file);
}

}
}
