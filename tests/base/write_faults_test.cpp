#include "base/output_file.h"

#include "base/file_descriptor.h"
#include "base/system_faults.h"
#include "expect_error.h"
#include "temporary_folder.h"

#include <csignal>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace huedrift {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string new_text(20'000, 'n');

/// The errors of a file system that cannot create files without names, rename without replacing, or link.
struct Refusals {
    int open_without_name = 0, rename_without_replacing = 0, link = 0; ///< errno, 0 for none
};
constexpr Refusals local{}, named{EOPNOTSUPP, 0, 0}, without_flag{EISDIR, EINVAL, 0},
    without_call{EOPNOTSUPP, ENOSYS, 0}, without_links{EOPNOTSUPP, EINVAL, EPERM};

Fault refused_by(const Refusals& refusals, std::string_view call) {
    if (call == "open without a name") return {refusals.open_without_name};
    if (call == "renameat2") return {refusals.rename_without_replacing};
    if (call == "link") return {refusals.link};
    return {};
}

class WriteFaults : public testing::Test {
protected:
    fs::path target() const { return folder / "target"; }

    /// The state before a write: a replaceable file behind a link, which has another name, or nothing.
    void lay_out(bool replaces) {
        for (const char* const name : {"target", "link", "other"}) fs::remove(folder / name);
        if (!replaces) return;
        write_text(target(), "old");
        fs::create_symlink("target", folder / "link");
        fs::create_hard_link(target(), folder / "other");
    }

    /// Writes; an error names the file and has no other effect.
    bool written(bool replaces) {
        const fs::path file = replaces ? folder / "link" : target();
        try {
            write_file_atomically(file, bytes_of(new_text), replaces ? Overwrite::yes : Overwrite::no);
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::output);
            EXPECT_THAT(error.what(), HasSubstr(file.string()));
            sentence = error.what();
            return false;
        }
    }

    void expect_old_or_new(bool replaces, bool must_be_new) {
        const bool is_there = fs::exists(target());
        const std::string found = read_text(target());
        if (must_be_new || found == new_text) {
            EXPECT_EQ(found, new_text);
        } else {
            EXPECT_EQ(is_there, replaces);
            EXPECT_EQ(found, replaces ? "old" : "");
        }
        EXPECT_EQ(fs::is_symlink(folder / "link"), replaces);
        EXPECT_EQ(read_text(folder / "other"), replaces ? "old" : "");
    }

    /// A successful write removes the file that an earlier one left behind, once it needs its name.
    void expect_clean_after_next_write() {
        const SystemFaults none([](std::string_view call, int) { return refused_by(named, call); });
        write_file_atomically(folder / "next", bytes_of("next"), Overwrite::yes);
        for (const std::string& name : folder.names())
            EXPECT_THAT(name, AnyOf("target", "link", "other", "next"));
    }

    /// Fails each call in turn, alone or with all later ones, until a write makes fewer calls.
    void fail_each_call(int error, bool for_good, bool replaces, const Refusals& refusals) {
        for (int failing = 0;; ++failing) {
            SCOPED_TRACE(testing::Message() << "errno " << error << " at call " << failing);
            ASSERT_LT(failing, 100);
            lay_out(replaces);
            bool fired = false, ended_well = false;
            std::string failed;
            {
                const SystemFaults faults([&](std::string_view call, int number) -> Fault {
                    if (number != failing && !(for_good && number > failing))
                        return refused_by(refusals, call);
                    if (!fired) failed = call;
                    fired = true;
                    return {error};
                });
                ended_well = written(replaces);
            }
            SCOPED_TRACE(failed + ": " + (ended_well ? "written" : sentence));
            ASSERT_NO_FATAL_FAILURE(expect_old_or_new(replaces, ended_well));
            expect_clean_after_next_write();
            if (!fired) {
                EXPECT_TRUE(ended_well);
                return;
            }
        }
    }

    TemporaryFolder folder;
    std::string sentence;
};

TEST_F(WriteFaults, OneFailedCallLeavesTheOldOrTheNew) {
    for (const int error : {ENOSPC, EIO, EACCES, EROFS, EDQUOT, EINTR})
        for (const bool replaces : {false, true})
            for (const Refusals& refusals : {local, named}) fail_each_call(error, false, replaces, refusals);
}

TEST_F(WriteFaults, APermanentlyFailingDiskLeavesTheOldOrTheNew) {
    for (const int error : {ENOSPC, EIO, EACCES, EROFS, EDQUOT})
        for (const bool replaces : {false, true})
            for (const Refusals& refusals : {local, named}) fail_each_call(error, true, replaces, refusals);
}

TEST_F(WriteFaults, FileSystemsWithoutRenameNoReplaceLeaveTheOldOrTheNew) {
    for (const Refusals& refusals : {without_flag, without_call, without_links})
        fail_each_call(EIO, false, false, refusals);
    // Without links, a disk that also fails to remove the empty file that reserved the name leaves it.
    for (const Refusals& refusals : {without_flag, without_call}) fail_each_call(EIO, true, false, refusals);
}

TEST_F(WriteFaults, InterruptedAndShortWritesContinue) {
    const SystemFaults faults([interrupted = false](std::string_view call, int) mutable -> Fault {
        if (call != "write" && call != "fsync") return {};
        interrupted = !interrupted;
        return interrupted ? Fault{EINTR} : Fault{.takes_little = true};
    });
    EXPECT_TRUE(written(false)) << sentence;
    EXPECT_EQ(read_text(target()), new_text);
}

TEST_F(WriteFaults, EveryFileSystemKeepsATargetThatAppearsMeanwhile) {
    for (const Refusals& refusals : {local, named, without_flag, without_call, without_links}) {
        lay_out(false);
        {
            const SystemFaults faults([&](std::string_view call, int) {
                if (call == "renameat2" || call == "linkat") write_text(target(), "another's");
                return refused_by(refusals, call);
            });
            EXPECT_FALSE(written(false));
        }
        EXPECT_THAT(sentence, HasSubstr("exists and is not replaced"));
        EXPECT_EQ(read_text(target()), "another's");
        EXPECT_THAT(folder.names(), ElementsAre("target"));
    }
}

TEST_F(WriteFaults, AFileSystemThatIgnoresCaseHasOneFileForNamesInAnyCase) {
    const std::vector<fs::path> targets{folder / "Out.png", folder / "b.png", folder / "out.PNG"};
    EXPECT_EQ(find_repeated_target(targets), std::nullopt);
    const SystemFaults finds_capitals([&](std::string_view call, int) -> Fault {
        std::error_code missing;
        if (call == "lstat") fs::create_hard_link(folder / ".huedrift-0", folder / ".Huedrift-0", missing);
        return {};
    });
    EXPECT_EQ(find_repeated_target(targets), (std::pair<std::size_t, std::size_t>(0, 2)));
}

TEST_F(WriteFaults, EveryFileSystemHasOneWinner) {
    for (const Refusals& refusals : {local, named, without_flag, without_call, without_links}) {
        lay_out(false);
        std::atomic<int> won = 0;
        {
            const SystemFaults faults([&](std::string_view call, int) { return refused_by(refusals, call); });
            std::vector<std::jthread> writers;
            for (int i = 0; i < 8; ++i)
                writers.emplace_back([&] {
                    try {
                        write_file_atomically(target(), bytes_of(new_text), Overwrite::no);
                        ++won;
                    } catch (const Error& error) {
                        EXPECT_THAT(error.what(), HasSubstr("exists"));
                    }
                });
        }
        EXPECT_EQ(won, 1);
        EXPECT_EQ(read_text(target()), new_text);
        EXPECT_THAT(folder.names(), ElementsAre("target"));
    }
}

/// Runs `work` in a child process, which `work` may kill.
template <class Work>
pid_t start(Work work) {
    const pid_t process = ::fork();
    if (process != 0) return process;
    work();
    ::_exit(0);
}

/// Returns whether it was killed.
bool ended_by_kill(pid_t process) {
    int status = 0;
    EXPECT_EQ(::waitpid(process, &status, 0), process);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

TEST_F(WriteFaults, DeathAtAnyCallLeavesTheOldOrTheNew) {
    const bool has_files_without_names =
        FileDescriptor(::open(folder.path().c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600)).valid();
    for (const Refusals& refusals : {local, named}) {
        for (const bool replaces : {false, true}) {
            const bool leaves_nothing =
                has_files_without_names && refusals.open_without_name == 0 && !replaces;
            for (int last = 0;; ++last) {
                SCOPED_TRACE(last);
                ASSERT_LT(last, 10'000);
                lay_out(replaces);
                fs::remove(folder / "next");
                const bool died = ended_by_kill(start([&] {
                    const SystemFaults faults([&](std::string_view call, int number) {
                        if (number == last) ::raise(SIGKILL);
                        return refused_by(refusals, call);
                    });
                    written(replaces);
                }));
                ASSERT_NO_FATAL_FAILURE(expect_old_or_new(replaces, !died));
                if (leaves_nothing) {
                    for (const std::string& name : folder.names()) EXPECT_EQ(name, "target");
                }
                expect_clean_after_next_write();
                if (!died) break;
            }
        }
    }
}

TEST_F(WriteFaults, DeathAtTwoHundredMomentsLeavesOneOfTheVersions) {
    std::mt19937 random(5);
    const std::string versions[] = {std::string(300'000, 'a'), std::string(200'000, 'b')};
    write_text(target(), versions[0]);
    for (int death = 0; death < 200; ++death) {
        const itimerval moment{
            .it_interval = {},
            .it_value = {.tv_sec = 0, .tv_usec = static_cast<suseconds_t>(1 + random() % 4000)}};
        const pid_t writer = start([&] {
            ::signal(SIGALRM, [](int) { ::raise(SIGKILL); });
            ::setitimer(ITIMER_REAL, &moment, nullptr);
            for (int version = death;; ++version)
                write_file_atomically(target(), bytes_of(versions[version % 2]), Overwrite::yes);
        });
        ASSERT_TRUE(ended_by_kill(writer));
        const std::string found = read_text(target());
        ASSERT_TRUE(found == versions[0] || found == versions[1])
            << "death " << death << " left " << found.size() << " bytes";
    }
    expect_clean_after_next_write();
}

TEST_F(WriteFaults, OnlyTheFilesOfDeadProcessesAreRemoved) {
    write_text(folder / ".huedrift-0", "of the living");
    write_text(folder / ".huedrift-notes", "of the user");
    fs::create_symlink("target", folder / ".huedrift-1");
    const int held = ::open((folder / ".huedrift-0").c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(::flock(held, LOCK_EX), 0);
    const auto expect_removal = [&](const Refusals& refusals) {
        write_text(folder / ".huedrift-2", "of the dead");
        const SystemFaults faults([&](std::string_view call, int) { return refused_by(refusals, call); });
        EXPECT_TRUE(written(true)) << sentence;
        EXPECT_THAT(folder.names(), testing::UnorderedElementsAre("target", "link", "other", ".huedrift-0",
                                                                  ".huedrift-1", ".huedrift-notes"));
        EXPECT_EQ(read_text(target()), new_text);
    };
    lay_out(true);
    expect_removal(local);
    expect_removal(named);
    EXPECT_EQ(read_text(folder / ".huedrift-0"), "of the living");
    ::close(held);
}

}
}
