#include "base/parallel.h"
#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <thread>

namespace huedrift {
namespace {

/// The work of each of eight threads.
const std::vector<Words>& eight() {
    static const std::vector<Words> all{
        {},
        {{"look", "poster"}, {"threads", "1"}},
        {{"look", "flat"}, {"threads", "2"}},
        {{"radius", "0.1"}, {"threads", "3"}},
        {{"colors", "5"}, {"dither", "ordered"}},
        {{"max-error", "0.05"}, {"threads", "1"}},
        {{"to", "ff0000,00ff00,0000ff"}, {"dither", "blue-noise"}},
        {{"smooth", "1"}, {"alpha", "levels:20"}, {"memory-limit", "4M"}},
    };
    return all;
}

TEST(LibraryThreads, EightAtOnceGiveTheResultsOfSingleCalls) {
    const Image image = ramps(61, 47);
    std::vector<Said> alone, together(eight().size());
    for (const Words& words : eight()) alone.push_back(said_by(*reduce(image, words)));
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < eight().size(); ++i)
            threads.emplace_back([&, i] { together[i] = said_by(*reduce(image, eight()[i])); });
    }
    for (std::size_t i = 0; i < eight().size(); ++i) EXPECT_EQ(together[i], alone[i]) << i;
}

TEST(LibraryThreads, ReadOneResultAtOnce) {
    const ResultOf result = reduce(ramps(61, 47), {});
    std::vector<Said> said(8);
    std::vector<double> means(8);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < said.size(); ++i)
            threads.emplace_back([&, i] {
                said[i] = said_by(*result);
                means[i] = distance_of(*result);
            });
    }
    EXPECT_THAT(said, testing::Each(said_by(*reduce(ramps(61, 47), {}))));
    EXPECT_THAT(means, testing::Each(means[0]));
}

TEST(LibraryThreads, ReduceTheImagesOfAGroupAtOnce) {
    std::vector<Image> images;
    for (unsigned seed = 0; seed < 8; ++seed) images.push_back(noise(40, 30, seed));
    const GroupOf group(huedrift_group_new(settings_of({{"colors", "9"}}).get(), nullptr));
    for (const Image& image : images)
        huedrift_group_count(group.get(), picture_of(image).get(), nullptr, nullptr);
    huedrift_group_find(group.get(), nullptr, nullptr);
    const huedrift_group* const found = group.get();
    const auto reduced = [&](const Image& image) {
        return said_by(*ResultOf(huedrift_group_reduce(found, picture_of(image).get(), nullptr, nullptr)));
    };
    std::vector<Said> together(images.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < images.size(); ++i)
            threads.emplace_back([&, i] { together[i] = reduced(images[i]); });
    }
    for (std::size_t i = 0; i < images.size(); ++i) EXPECT_EQ(together[i], reduced(images[i])) << i;
}

/// Whether a task of the caller's begins inside a call on the calling thread. Another thread holds its part
/// of the call's work until many such tasks have begun, and the calling thread waits for it.
bool nests(FunctionRef<> call) {
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 4);
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> is_held = false, is_nested = false;
    std::atomic<int> tasks = 1000;
    tbb::task_arena(4).execute([&] {
        tbb::task_group group;
        std::atomic<int> begun = 0; // threads, which allocate before
        for (int thread = 0; thread < 4; ++thread)
            group.run([&] {
                ++begun;
                while (begun < 4) std::this_thread::yield();
            });
        group.wait();
        const AtAllocations hold([&] {
            if (std::this_thread::get_id() == caller) {
                for (int turn = 0; turn < 1000 && !is_held; ++turn) std::this_thread::yield();
            } else if (!is_held.exchange(true)) {
                const auto task = [&] {
                    if (std::this_thread::get_id() == caller) is_nested = true;
                    std::this_thread::yield();
                    --tasks;
                };
                tbb::this_task_arena::isolate([&] { // otherwise they would be part of the call
                    for (int left = tasks; left > 0; --left) group.run(task);
                });
                while (tasks > 0) std::this_thread::yield();
            }
        });
        call();
        group.wait();
    });
    EXPECT_TRUE(is_held);
    return is_nested;
}

TEST(LibraryThreads, BeginNoOtherTasksOfTheCallers) {
#if defined(HUEDRIFT_PLAIN_THREADS)
    GTEST_SKIP() << "ThreadSanitizer does not understand oneTBB";
#endif
    const Image image = drawing(500);
    const SettingsOf settings = settings_of({{"radius", "0"}, {"colors", "9"}});
    const PictureOf picture = picture_of(image), another = picture_of(image);
    const GroupOf group(huedrift_group_new(settings.get(), nullptr));
    ResultOf result;
    EXPECT_FALSE(
        nests([&] { result.reset(huedrift_reduce(picture.get(), settings.get(), nullptr, nullptr)); }));
    EXPECT_FALSE(nests([&] { huedrift_result_entry_distances(result.get(), nullptr, nullptr); }));
    huedrift_group_count(group.get(), another.get(), nullptr, nullptr);
    huedrift_group_find(group.get(), nullptr, nullptr);
    EXPECT_FALSE(
        nests([&] { result.reset(huedrift_group_reduce(group.get(), another.get(), nullptr, nullptr)); }));
}

}
}
