#include "base/parallel.h"

#include "base/error.h"
#include "base/in_order.h"
#include "base/memory_limit.h"
#include "base/progress.h"
#include "base/shared_memory.h"
#include "base/sort_parts.h"
#include "expect_error.h"
#include "temporary_folder.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace huedrift {

namespace {

TEST(ParallelRanges, VisitEachIndexOnce) {
    for (const std::size_t count : {0u, 1u, 7u, 64u, 65u, 10'007u}) {
        for (const std::size_t grain : {1u, 64u, 20'000u}) {
            std::vector<int> visits(count, 0);
            parallel_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) ++visits[i];
            });
            EXPECT_EQ(visits, std::vector<int>(count, 1)) << count << " by " << grain;
        }
    }
}

TEST(ParallelRanges, OfOnePieceOrOneThreadWakeNoOther) {
    const auto here = std::this_thread::get_id();
    std::vector<std::size_t> ends;
    const auto note_end = [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        EXPECT_EQ(begin, ends.empty() ? 0 : ends.back());
        ends.push_back(end);
    };
    parallel_ranges(64, 64, note_end);
    EXPECT_EQ(ends, (std::vector<std::size_t>{64}));
    ends.clear();
    with_threads(1, [&] { parallel_ranges(1000, 10, note_end); });
    EXPECT_EQ(ends.size(), 16u) << "so that it can be cancelled";
    EXPECT_EQ(ends.back(), 1000u);
    std::vector<int> order;
    with_threads(1, [&] { parallel_both([&] { order.push_back(1); }, [&] { order.push_back(2); }); });
    EXPECT_EQ(order, (std::vector{1, 2}));
}

TEST(ParallelRanges, RethrowExceptionsOfABody) {
    const auto loop = [] {
        parallel_ranges(1000, 1, [](std::size_t begin, std::size_t end) {
            if (begin <= 500 && 500 < end) throw std::runtime_error("the body");
        });
    };
    EXPECT_THROW(loop(), std::runtime_error);
}

TEST(ReportedPieces, ReportRisingSharesUpToAll) {
    std::vector<double> shares;
    const Progress progress([&](double share) { shares.push_back(share); });
    const ThreadLimit one(1);
    std::vector<int> visits(10, 0);
    reported_pieces(10, 4, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(10, 1));
    EXPECT_EQ(shares, (std::vector{0.4, 0.8, 1.0}));
}

TEST(ReportedPieces, EndWhenCancelled) {
    Progress progress;
    const ThreadLimit one(1);
    std::size_t last = 0;
    const auto loop = [&] {
        reported_pieces(10, 4, progress, [&](std::size_t, std::size_t end) {
            last = end;
            progress.cancel();
        });
    };
    expect_error(loop, ErrorKind::cancelled);
    EXPECT_EQ(last, 4u);
}

/// The threads that take part in a loop.
std::size_t threads_of_loop() {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    parallel_ranges(1 << 12, 1, [&](std::size_t, std::size_t) {
        const std::scoped_lock lock(mutex);
        threads.insert(std::this_thread::get_id());
    });
    return threads.size();
}

TEST(WithThreads, LimitsTheLoopsOfItsBody) {
    const int unlimited = thread_count();
    for (const int most : {1, 2})
        with_threads(most, [&] {
            EXPECT_EQ(thread_count(), std::min(most, unlimited));
            EXPECT_LE(threads_of_loop(), std::size_t(most));
            with_threads(most + 1, [&] { EXPECT_LE(threads_of_loop(), std::size_t(most)); });
        });
    with_threads(unlimited + 1, [&] { EXPECT_EQ(thread_count(), unlimited); });
    EXPECT_EQ(thread_count(), unlimited);
}

TEST(WithThreads, LeavesOtherThreadsAlone) {
    const int unlimited = thread_count();
    with_threads(1, [&] { std::jthread([&] { EXPECT_EQ(thread_count(), unlimited); }).join(); });
}

TEST(WithThreads, PassesExceptionsOn) {
    expect_error([] { with_threads(1, [] { throw Error(ErrorKind::input, "thrown"); }); }, ErrorKind::input,
                 {"thrown"});
    EXPECT_GE(thread_count(), 1);
}

TEST(ThreadLimit, HoldsWhileItLives) {
    const int unlimited = thread_count();
    {
        const ThreadLimit limit(1);
        EXPECT_EQ(thread_count(), 1);
    }
    EXPECT_EQ(thread_count(), unlimited);
}

TEST(Progress, NeverFalls) {
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    for (const double share : {0.25, 0.125, 0.5, 3.0, 0.75}) progress.report(share);
    EXPECT_EQ(shares, (std::vector{0.25, 0.25, 0.5, 1.0, 1.0}));
    EXPECT_EQ(progress.share(), 1);
}

TEST(Progress, APartMovesTheWhole) {
    Progress whole;
    Progress part(whole, 0.5, 0.75);
    part.report(0.5);
    EXPECT_EQ(whole.share(), 0.625);
    EXPECT_EQ(part.share(), 0.5);
    whole.cancel();
    EXPECT_TRUE(part.cancelled());
}

/// Sorted by a division into parts of at most `short_part` numbers.
std::vector<int> sorted(std::vector<int> numbers, std::size_t short_part, const Progress& progress = {}) {
    sort_parts(
        std::span(numbers), std::less<>(), progress,
        [&](std::span<int> part) {
            EXPECT_LE(part.size(), short_part);
            std::ranges::sort(part);
        },
        short_part);
    return numbers;
}

TEST(SortParts, SortsAsStandardSort) {
    std::mt19937 random(1);
    for (const std::size_t count : {0u, 1u, 127u, 128u, 129u, 1000u, 20'011u})
        for (const unsigned different : {1u, 2u, 3u, 100u, 1u << 30}) {
            std::vector<int> numbers;
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(int(random() % different));
            std::vector<int> expected = numbers;
            std::ranges::sort(expected);
            const std::vector<int> descending(expected.rbegin(), expected.rend());
            for (const std::size_t short_part : {127u, 500u}) {
                EXPECT_EQ(sorted(numbers, short_part), expected);
                EXPECT_EQ(sorted(expected, short_part), expected);
                EXPECT_EQ(sorted(descending, short_part), expected);
            }
        }
}

TEST(SelectKey, DividesAsTheStandardSelection) {
    std::mt19937 random(2);
    for (const std::size_t count : {1u, 127u, 128u, 129u, 1000u, 5'003u})
        for (const unsigned different : {1u, 2u, 3u, 100u, 1u << 30}) {
            std::vector<int> numbers;
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(int(random() % different));
            std::vector<int> ascending = numbers;
            std::ranges::sort(ascending);
            for (const std::size_t nth : {std::size_t{0}, count / 3, count / 2, count - 1}) {
                std::vector<int> divided = numbers;
                select_key(std::span(divided), nth, std::less<>(), {}, 127);
                const auto middle = divided.begin() + std::ptrdiff_t(nth);
                EXPECT_EQ(*middle, ascending[nth]);
                EXPECT_TRUE(std::all_of(divided.begin(), middle, [&](int i) { return i <= *middle; }));
                EXPECT_TRUE(std::all_of(middle, divided.end(), [&](int i) { return i >= *middle; }));
                std::ranges::sort(divided);
                EXPECT_EQ(divided, ascending);
            }
        }
}

TEST(SelectKey, EndsWhenCancelled) {
    Progress progress;
    progress.cancel();
    std::vector<int> numbers(1000);
    EXPECT_THROW(select_key(std::span(numbers), 500, std::less<>(), progress, 127), Error);
}

TEST(SortParts, EndsWhenCancelled) {
    Progress progress;
    progress.cancel();
    EXPECT_THROW(sorted(std::vector<int>(1000), 127, progress), Error);
    EXPECT_THROW(sorted({2, 1}, 127, progress), Error);
}

}

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
