#include "decode/confinement.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace huedrift {
namespace {

constexpr Allowance enough{.memory_bytes = std::uint64_t{1} << 30, .seconds = 60};

/// Runs `act` in a confined child process, whose exit code is 0 if `act` returns.
template <typename Act>
[[noreturn]] void confined(const Allowance& allowance, Act act) {
    confine(allowance);
    act();
    ::_exit(0);
}

class Confinement : public testing::Test {
protected:
    void SetUp() override {
        if (!confinement_is_whole()) GTEST_SKIP() << "the sanitizer needs what confinement takes away";
    }
};

TEST_F(Confinement, AllowsMemoryAndExit) {
    EXPECT_EXIT(confined(enough,
                         [] {
                             for (std::size_t bytes = 1; bytes < 100'000'000; bytes *= 10) {
                                 char* const memory = static_cast<char*>(std::calloc(bytes, 1));
                                 if (!memory || memory[bytes - 1] != 0) ::_exit(1);
                                 std::free(memory);
                             }
                         }),
                testing::ExitedWithCode(0), "");
}

TEST_F(Confinement, AnyOtherSystemCallKills) {
    const auto killed = testing::KilledBySignal(SIGSYS);
    EXPECT_EXIT(confined(enough, [] { ::open("/dev/null", O_RDONLY); }), killed, "");
    EXPECT_EXIT(confined(enough, [] { ::socket(AF_INET, SOCK_STREAM, 0); }), killed, "");
    EXPECT_EXIT(confined(enough, [] { ::fork(); }), killed, "");
    EXPECT_EXIT(confined(enough, [] { ::execl("/bin/true", "true", nullptr); }), killed, "");
    EXPECT_EXIT(confined(enough, [] { ::kill(::getppid(), SIGTERM); }), killed, "");
    EXPECT_EXIT(confined(enough, [] { (void)!::write(2, "x", 1); }), killed, "");
    EXPECT_EXIT(confined(enough,
                         [] {
                             if (::ftruncate(1, 0) != 0) ::_exit(1);
                         }),
                killed, "");
}

TEST_F(Confinement, MemoryIsNeitherExecutableNorAFile) {
    const auto map = [](int protection, int flags) { ::mmap(nullptr, 4096, protection, flags, 0, 0); };
    const auto killed = testing::KilledBySignal(SIGSYS);
    EXPECT_EXIT(confined(enough, [&] { map(PROT_READ, MAP_PRIVATE); }), killed, "");
    EXPECT_EXIT(confined(enough, [&] { map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS); }), killed,
                "");
}

TEST_F(Confinement, MemoryEndsAtTheAllowance) {
    EXPECT_EXIT(confined(enough,
                         [] {
                             void* volatile const memory = std::malloc(std::size_t{2} << 30);
                             if (memory) ::_exit(1);
                         }),
                testing::ExitedWithCode(0), "");
}

TEST_F(Confinement, TimeEndsAtTheAllowance) {
    const auto spin = [] {
        while (std::time(nullptr) != 0) {
        }
    };
    EXPECT_EXIT(confined({.memory_bytes = std::uint64_t{1} << 30, .seconds = 1}, spin),
                testing::KilledBySignal(SIGXCPU), "");
}

}
}
