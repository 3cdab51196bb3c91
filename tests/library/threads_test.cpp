#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <algorithm>
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
            threads.emplace_back([&, i] {
                for (int again = 0; again < 3; ++again) together[i] = said_by(*reduce(image, eight()[i]));
            });
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
                means[i] = huedrift_result_error(result.get(), "mean");
            });
    }
    EXPECT_THAT(said, testing::Each(said_by(*reduce(ramps(61, 47), {}))));
    EXPECT_THAT(means, testing::Each(means[0]));
}

TEST(LibraryThreads, AListOfSettingsIsMadeOnceForAll) {
    std::vector<const huedrift_setting*> first(8);
    {
        std::vector<std::jthread> threads;
        for (const huedrift_setting*& setting : first)
            threads.emplace_back([&] { setting = huedrift_setting_at(0); });
    }
    EXPECT_THAT(first, testing::Each(first[0]));
}

TEST(LibraryThreads, HandObjectsOn) {
    const Image image = ramps(61, 47);
    PictureOf picture;
    ResultOf result;
    std::jthread([&] { picture = picture_of(image); }).join();
    std::jthread([&] {
        result.reset(huedrift_reduce(picture.get(), settings_of({}).get(), nullptr, nullptr));
    }).join();
    EXPECT_EQ(said_by(*result), said_by(*reduce(image, {})));
}

}
}
