#include "base/memory_limit.h"

#include "base/shared_memory.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

/// A system whose files are written here; a test's limits are lower than the memory of any machine.
class MemoryLimit : public testing::Test {
protected:
    void file(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((root / name).parent_path());
        write_text(root / name, text);
    }
    std::size_t limit() const { return memory_limit(root.path()); }

    TemporaryFolder root;
    std::size_t whole = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
};

TEST_F(MemoryLimit, IsTheMachinesWithoutControlGroups) {
    EXPECT_EQ(limit(), whole);
    file("proc/self/cgroup", "no group\n0:\n\n");
    EXPECT_EQ(limit(), whole);
    EXPECT_GT(memory_limit(), 0u);
    EXPECT_LE(memory_limit(), whole);
}

TEST_F(MemoryLimit, IsTheLowestOfTheGroupAndThoseAroundIt) {
    file("proc/self/cgroup", "0::/outer.slice/inner.scope\n");
    file("sys/fs/cgroup/outer.slice/inner.scope/memory.max", "max\n");
    EXPECT_EQ(limit(), whole);
    file("sys/fs/cgroup/outer.slice/memory.max", "30000000\n");
    EXPECT_EQ(limit(), 30'000'000u);
    file("sys/fs/cgroup/outer.slice/inner.scope/memory.max", "20000000\n");
    EXPECT_EQ(limit(), 20'000'000u);
    file("sys/fs/cgroup/other.slice/memory.max", "1000\n");
    file("sys/fs/cgroup/outer.slice/inner.scope/within/memory.max", "1000\n");
    EXPECT_EQ(limit(), 20'000'000u);
}

TEST_F(MemoryLimit, IsThatOfAContainerWhichSeesItsGroupAsTheRoot) {
    file("sys/fs/cgroup/memory.max", "30000000\n");
    for (const char* group : {"/", "/docker/4711", "/../../sibling"}) {
        file("proc/self/cgroup", std::string("0::") + group + "\n");
        EXPECT_EQ(limit(), 30'000'000u) << group;
    }
}

TEST_F(MemoryLimit, IsReadFromVersionOne) {
    file("proc/self/cgroup",
         "12:cpu,cpuacct:/job\n9:hugetlb,memory:/batch/job\n1:name=systemd:/job\n0::/job\n");
    file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    file("sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes", "9223372036854771712\n");
    file("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1000\n");
    EXPECT_EQ(limit(), whole);
    file("sys/fs/cgroup/memory/batch/memory.limit_in_bytes", "30000000\n");
    EXPECT_EQ(limit(), 30'000'000u);
}

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
