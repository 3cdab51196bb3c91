#include "base/shared_memory.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

constexpr std::size_t small = 4096, large = std::size_t{3} << 20;

TEST(SharedMemory, GrowsAndKeepsItsContents) {
    const FileDescriptor file = make_shared_memory(small);
    Mapping here(file.get(), small, Mapping::Access::write), there(file.get(), small, Mapping::Access::write);
    here.bytes()[7] = std::byte{77};
    enlarge(file, large);
    here.grow(large);
    there.grow(large);
    EXPECT_EQ(there.bytes().size(), large);
    EXPECT_EQ(here.bytes()[7], std::byte{77});
    EXPECT_EQ(std::ranges::count(here.bytes(), std::byte{}), std::ptrdiff_t(large - 1));
    here.bytes().back() = std::byte{88};
    EXPECT_EQ(there.bytes().back(), std::byte{88});
}

TEST(SharedMemory, NeverShrinksAndGrowsOnce) {
    const FileDescriptor file = make_shared_memory(small);
    EXPECT_NE(::ftruncate(file.get(), 0), 0);
    enlarge(file, large);
    EXPECT_NE(::ftruncate(file.get(), small), 0);
    EXPECT_NE(::ftruncate(file.get(), 2 * large), 0);
}

TEST(SharedMemory, AnEventReachesAnotherProcess) {
    const FileDescriptor file = make_shared_memory(small);
    const Mapping memory(file.get(), small, Mapping::Access::write);
    auto& event = reinterpret_cast<SharedEvent&>(*memory.bytes().data());
    EXPECT_FALSE(event.wait(std::chrono::milliseconds(1)));
    const pid_t child = ::fork();
    if (child == 0) ::_exit(event.wait(std::chrono::minutes(5)) ? 0 : 1);
    event.report();
    int status = 1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(event.wait(std::chrono::milliseconds(0)));
}

}
}
