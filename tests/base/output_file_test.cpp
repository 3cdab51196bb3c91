#include "base/output_file.h"

#include "expect_error.h"
#include "temporary_folder.h"

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace huedrift {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
}

class OutputFile : public testing::Test {
protected:
    TemporaryFolder folder;
};

TEST_F(OutputFile, NewFilesGetThePermissionsOfTheUmask) {
    const mode_t old_mask = ::umask(027);
    write_file_atomically(folder / "new", bytes_of("text"), Overwrite::no);
    ::umask(old_mask);
    EXPECT_EQ(read_text(folder / "new"), "text");
    EXPECT_EQ(mode_of(folder / "new"), 0640u);
    EXPECT_THAT(folder.names(), ElementsAre("new"));
}

TEST_F(OutputFile, WritesEmptyAndLargeFiles) {
    write_file_atomically(folder / "empty", {}, Overwrite::no);
    EXPECT_EQ(read_text(folder / "empty"), "");
    const std::string much(5'000'000, 'x');
    write_file_atomically(folder / "much", bytes_of(much), Overwrite::no);
    EXPECT_EQ(read_text(folder / "much"), much);
}

TEST_F(OutputFile, WritesIntoTheWorkingFolder) {
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    write_file_atomically("plain", bytes_of("text"), Overwrite::no);
    fs::current_path(before);
    EXPECT_EQ(read_text(folder / "plain"), "text");
}

TEST_F(OutputFile, KeepsAnExistingFileUnlessToldToReplaceIt) {
    write_text(folder / "old", "old");
    expect_error([&] { write_file_atomically(folder / "old", bytes_of("new"), Overwrite::no); },
                 ErrorKind::output, {(folder / "old").string() + " exists and is not replaced"});
    EXPECT_EQ(read_text(folder / "old"), "old");
    write_file_atomically(folder / "old", bytes_of("new"), Overwrite::yes);
    EXPECT_EQ(read_text(folder / "old"), "new");
    EXPECT_THAT(folder.names(), ElementsAre("old"));
}

TEST_F(OutputFile, ReplacingKeepsThePermissionBits) {
    write_text(folder / "old", "old");
    for (const mode_t mode : {0600u, 0664u, 0755u, 0444u}) {
        ASSERT_EQ(::chmod((folder / "old").c_str(), mode), 0);
        write_file_atomically(folder / "old", bytes_of("new"), Overwrite::yes);
        EXPECT_EQ(mode_of(folder / "old"), mode);
    }
}

TEST_F(OutputFile, OneOfManyWritersWinsWithoutReplacing) {
    std::atomic<int> written = 0, refused = 0;
    {
        std::vector<std::jthread> writers;
        for (int i = 0; i < 8; ++i)
            writers.emplace_back([&] {
                try {
                    write_file_atomically(folder / "one", bytes_of("whole"), Overwrite::no);
                    ++written;
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind(), ErrorKind::output);
                    ++refused;
                }
            });
    }
    EXPECT_EQ(written, 1);
    EXPECT_EQ(refused, 7);
    EXPECT_EQ(read_text(folder / "one"), "whole");
    EXPECT_THAT(folder.names(), ElementsAre("one"));
}

TEST_F(OutputFile, FollowsSymbolicLinks) {
    fs::create_directory(folder / "inner");
    write_text(folder / "inner" / "target", "old");
    fs::create_symlink("inner/target", folder / "link");
    fs::create_symlink("link", folder / "link to link");
    write_file_atomically(folder / "link to link", bytes_of("new"), Overwrite::yes);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(fs::is_symlink(folder / "link to link"));
    EXPECT_EQ(read_text(folder / "inner" / "target"), "new");
    expect_error([&] { write_file_atomically(folder / "link", {}, Overwrite::no); }, ErrorKind::output,
                 {"exists"});
}

TEST_F(OutputFile, AHardLinkIsCutAndTheOtherNameKeepsTheOldFile) {
    write_text(folder / "old", "old");
    fs::create_hard_link(folder / "old", folder / "other");
    fs::create_symlink("old", folder / "link");
    const std::array targets{folder / "link", folder / "none"};
    EXPECT_THAT(notes_on_links(targets),
                ElementsAre(targets[0].string() + " is a new file now; the other names of the old one "
                                                  "(hard links) keep it"));
    write_file_atomically(targets[0], bytes_of("new"), Overwrite::yes);
    EXPECT_EQ(read_text(folder / "old"), "new");
    EXPECT_EQ(read_text(folder / "other"), "old");
    EXPECT_EQ(fs::hard_link_count(folder / "old"), 1u);
    EXPECT_THAT(notes_on_links(targets), ElementsAre());
    EXPECT_THAT(folder.names(), testing::UnorderedElementsAre("old", "other", "link"));
}

TEST_F(OutputFile, GetsTheTimesOfAnother) {
    const FileTimes times{.read = {1'000'000'000, 5}, .changed = {1'234'567'890, 123'456'000}};
    for (const char* name : {"new", "new"}) {
        PendingFile(folder / name, bytes_of("text"), Overwrite::yes, times).place();
        EXPECT_EQ(times_of(folder / name), times) << name;
    }
    EXPECT_FALSE(times_of(folder / "missing"));
    EXPECT_FALSE(times_of(folder.path()));
}

TEST_F(OutputFile, FindsTargetsThatAreOneFile) {
    fs::create_directory(folder / "inner");
    fs::create_directory_symlink("inner", folder / "link to folder");
    fs::create_symlink("inner/new", folder / "link to new");
    write_text(folder / "old", "old");
    fs::create_hard_link(folder / "old", folder / "linked");
    const auto repeats = [&](std::initializer_list<const char*> names) {
        std::vector<fs::path> targets;
        for (const char* const name : names) targets.push_back(folder / name);
        return find_repeated_target(targets);
    };
    for (const auto& [one, other] : {std::pair("new", "new"),
                                     {"new", "./new"},
                                     {"old", "inner/../old"},
                                     {"inner/new", "link to folder/new"},
                                     {"inner/new", "link to new"},
                                     {"old", "linked"},
                                     {"none/new", "none/../none/new"},
                                     {"none", "none/"}})
        EXPECT_EQ(repeats({"another", one, other}), (std::pair<std::size_t, std::size_t>(1, 2))) << other;
    EXPECT_EQ(repeats({"new", "inner/new", "none/new", "NEW", "old", "old/below", "old/below"}),
              std::nullopt);
    expect_error(
        [&] {
            check_distinct(std::vector<fs::path>{"new", "./new"});
        },
        ErrorKind::usage, {"new and ./new are the same file"});
    EXPECT_EQ(folder.names().size(), 5u);
}

TEST_F(OutputFile, FillsADanglingLink) {
    fs::create_symlink("not yet", folder / "link");
    write_file_atomically(folder / "link", bytes_of("text"), Overwrite::no);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_text(folder / "not yet"), "text");
}

TEST_F(OutputFile, RefusesALinkToItself) {
    fs::create_symlink("link", folder / "link");
    expect_error([&] { write_file_atomically(folder / "link", {}, Overwrite::yes); }, ErrorKind::output,
                 {(folder / "link").string()});
}

TEST_F(OutputFile, RefusesTargetsThatAreNotRegularFiles) {
    for (const Overwrite overwrite : {Overwrite::no, Overwrite::yes}) {
        expect_error([&] { write_file_atomically(folder.path(), {}, overwrite); }, ErrorKind::output,
                     {folder.path().string(), "folder"});
        expect_error([&] { write_file_atomically("/dev/full", {}, overwrite); }, ErrorKind::output,
                     {"/dev/full", "not a regular file"});
    }
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    expect_error([&] { write_file_atomically(folder / "pipe", {}, Overwrite::yes); }, ErrorKind::output,
                 {"not a regular file"});
    EXPECT_THAT(folder.names(), ElementsAre("pipe"));
}

TEST_F(OutputFile, NamesTheFileAndTheSystemsReason) {
    const fs::path missing = folder / "missing" / "file";
    expect_error([&] { write_file_atomically(missing, {}, Overwrite::no); }, ErrorKind::output,
                 {missing.string(), "No such file or directory"});
    write_text(folder / "file", "");
    expect_error([&] { write_file_atomically(folder / "file" / "below", {}, Overwrite::no); },
                 ErrorKind::output, {"Not a directory"});
    expect_error([&] { write_file_atomically(folder / std::string(300, 'n'), {}, Overwrite::no); },
                 ErrorKind::output, {"File name too long"});
    expect_error([&] { write_file_atomically("", {}, Overwrite::no); }, ErrorKind::output);
    EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST_F(OutputFile, WritesTheLongestPossibleName) {
    write_file_atomically(folder / std::string(255, 'n'), bytes_of("text"), Overwrite::no);
    EXPECT_EQ(read_text(folder / std::string(255, 'n')), "text");
}

TEST_F(OutputFile, LeavesAReadOnlyFolderUnchanged) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    write_text(folder / "old", "old");
    ASSERT_EQ(::chmod(folder.path().c_str(), 0500), 0);
    expect_error([&] { write_file_atomically(folder / "old", bytes_of("new"), Overwrite::yes); },
                 ErrorKind::output, {"Permission denied"});
    EXPECT_EQ(read_text(folder / "old"), "old");
    ::chmod(folder.path().c_str(), 0700);
}

// The limit on file sizes makes a write fail in the middle for every user, like a full disk.
TEST_F(OutputFile, AFailedWriteLeavesTheOldFileAndNothingElse) {
    write_text(folder / "old", "old");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 100'000;
    const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string much(1'000'000, 'x');
    expect_error([&] { write_file_atomically(folder / "old", bytes_of(much), Overwrite::yes); },
                 ErrorKind::output, {(folder / "old").string(), "File too large"});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    ::signal(SIGXFSZ, old_handler);
    EXPECT_EQ(read_text(folder / "old"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("old"));
}

/// Redirects standard output during its lifetime.
class LedElsewhere {
public:
    explicit LedElsewhere(int target) : saved_(::dup(STDOUT_FILENO)) { ::dup2(target, STDOUT_FILENO); }
    ~LedElsewhere() { ::dup2(saved_, STDOUT_FILENO), ::close(saved_); }

private:
    int saved_;
};

TEST_F(OutputFile, WritesMoreThanAPipeHoldsToStandardOutput) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    const std::string much(1'000'000, 'x');
    std::string received;
    std::thread reader([&] {
        char part[4096];
        for (ssize_t got; (got = ::read(ends[0], part, sizeof part)) > 0;)
            received.append(part, std::size_t(got));
    });
    {
        const LedElsewhere led(ends[1]);
        write_stdout(bytes_of(much));
    }
    ::close(ends[1]);
    reader.join();
    ::close(ends[0]);
    EXPECT_EQ(received, much);
}

TEST_F(OutputFile, AFullStandardOutputIsAnError) {
    const int full = ::open("/dev/full", O_WRONLY);
    ASSERT_GE(full, 0);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const auto old_handler = ::signal(SIGPIPE, SIG_IGN);
    const auto write_to = [](int target) {
        const LedElsewhere led(target);
        write_stdout(bytes_of("text"));
    };
    expect_error([&] { write_to(full); }, ErrorKind::output, {"standard output", "No space left"});
    expect_error([&] { write_to(ends[1]); }, ErrorKind::output, {"standard output", "Broken pipe"});
    ::signal(SIGPIPE, old_handler);
    ::close(full);
    ::close(ends[1]);
}

}
}
