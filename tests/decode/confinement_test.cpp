#include "decode/confinement.h"

#include "base/shared_memory.h"

#include <gtest/gtest.h>
#include <linux/seccomp.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/audit.h>
#include <set>
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

/// Runs a filter as the kernel does (man 2 seccomp). Knows the instructions that libseccomp uses.
class Kernel {
public:
    explicit Kernel(std::vector<sock_filter> program) : program_(std::move(program)) {}

    [[nodiscard]] bool allows(const seccomp_data& call) const {
        std::uint32_t value = 0;
        for (std::size_t at = 0; at < program_.size(); ++at) {
            const sock_filter& step = program_[at];
            switch (step.code) {
            case BPF_LD | BPF_W | BPF_ABS:
                std::memcpy(&value, reinterpret_cast<const char*>(&call) + step.k, sizeof value);
                break;
            case BPF_ALU | BPF_AND | BPF_K:
                value &= step.k;
                break;
            case BPF_JMP | BPF_JA:
                at += step.k;
                break;
            case BPF_JMP | BPF_JEQ | BPF_K:
                at += value == step.k ? step.jt : step.jf;
                break;
            case BPF_JMP | BPF_JGE | BPF_K:
                at += value >= step.k ? step.jt : step.jf;
                break;
            case BPF_JMP | BPF_JGT | BPF_K:
                at += value > step.k ? step.jt : step.jf;
                break;
            case BPF_RET | BPF_K:
                return step.k == SECCOMP_RET_ALLOW;
            default:
                ADD_FAILURE() << "unknown instruction " << step.code;
                return false;
            }
        }
        ADD_FAILURE() << "the filter has no end";
        return false;
    }

private:
    std::vector<sock_filter> program_;
};

/// An architecture and its call numbers, from the kernel's tables.
struct Machine {
    const char* name;
    std::uint32_t architecture, other;
    int mmap, madvise;
    std::set<int> allowed; ///< with any arguments
};

const Machine machines[] = {
    // brk, mremap, munmap, futex, exit_group
    {"x86_64", AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, 9, 28, {12, 25, 11, 202, 231}},
    {"arm64", AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, 222, 233, {214, 216, 215, 98, 94}},
};

class CallFilterTest : public testing::TestWithParam<Machine> {
protected:
    [[nodiscard]] seccomp_data call(int number) const {
        seccomp_data call{};
        call.nr = number;
        call.arch = GetParam().architecture;
        return call;
    }

    [[nodiscard]] seccomp_data map(int protection, int flags) const {
        seccomp_data mmap = call(GetParam().mmap);
        mmap.args[2] = static_cast<std::uint64_t>(protection);
        mmap.args[3] = static_cast<std::uint64_t>(flags);
        return mmap;
    }

    Kernel kernel{CallFilter(GetParam().architecture).program()};
};

TEST_P(CallFilterTest, AllowsOnlyMemoryAndExit) {
    for (int number = 0; number < 2000; ++number)
        EXPECT_EQ(kernel.allows(call(number)), GetParam().allowed.contains(number)) << number;
}

TEST_P(CallFilterTest, AllowsTheAdviceOfMallocAndLargePages) {
    const auto allows = [&](int advice) {
        seccomp_data madvise = call(GetParam().madvise);
        madvise.args[2] = static_cast<std::uint64_t>(advice);
        return kernel.allows(madvise);
    };
    for (const int advice : {MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, collapse_advice})
        EXPECT_TRUE(allows(advice)) << advice;
    for (const int advice : {MADV_REMOVE, MADV_DONTFORK, MADV_HWPOISON, MADV_MERGEABLE})
        EXPECT_FALSE(allows(advice)) << advice;
}

TEST_P(CallFilterTest, RefusesExecutableMemoryAndFiles) {
    EXPECT_TRUE(kernel.allows(map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS)));
    EXPECT_FALSE(kernel.allows(map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS)));
    EXPECT_FALSE(kernel.allows(map(PROT_READ, MAP_PRIVATE)));
}

TEST_P(CallFilterTest, RefusesCallsOfAnotherArchitecture) {
    for (int number = 0; number < 2000; ++number) {
        seccomp_data foreign = call(number);
        foreign.arch = GetParam().other;
        EXPECT_FALSE(kernel.allows(foreign)) << number;
        constexpr int x32 = 0x4000'0000;
        EXPECT_FALSE(kernel.allows(call(x32 | number))) << number;
    }
}

INSTANTIATE_TEST_SUITE_P(Machines, CallFilterTest, testing::ValuesIn(machines),
                         [](const auto& machine) { return std::string(machine.param.name); });

}
}
