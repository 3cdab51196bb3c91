#include "base/input_file.h"

#include "expect_error.h"
#include "temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace huedrift {
namespace {

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
