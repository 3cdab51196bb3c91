#include "library/library_calls.h"
#include "library/pictures.h"

#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>

namespace huedrift {
namespace {

struct Watched {
    std::mutex mutex;
    std::vector<double> shares;
};

JobOf watching(Watched& watched) {
    const huedrift_report note = [](void* context, double share) {
        auto& into = *static_cast<Watched*>(context);
        const std::scoped_lock lock(into.mutex);
        into.shares.push_back(share);
    };
    return JobOf(huedrift_job_new(note, &watched));
}

void expect_rising_to_one(const Watched& watched) {
    ASSERT_FALSE(watched.shares.empty());
    EXPECT_TRUE(std::ranges::is_sorted(watched.shares));
    EXPECT_GE(watched.shares.front(), 0);
    EXPECT_EQ(watched.shares.back(), 1);
}

TEST(LibraryJobs, ReportSharesThatRise) {
    const Image image = ramps(97, 83);
    for (const Words& words :
         {Words{}, {{"look", "poster"}}, {{"look", "pixel-art"}}, {{"radius", "0.02"}}}) {
        Watched watched;
        const JobOf job = watching(watched);
        EXPECT_EQ(huedrift_job_share(job.get()), 0);
        const ResultOf result(
            huedrift_reduce(picture_of(image).get(), settings_of(words).get(), job.get(), nullptr));
        EXPECT_TRUE(result);
        EXPECT_EQ(huedrift_job_share(job.get()), 1);
        expect_rising_to_one(watched);
    }
}

TEST(LibraryJobs, BeginAgainAtEachCall) {
    Watched watched;
    const JobOf job = watching(watched);
    const GroupOf group(huedrift_group_new(settings_of({{"radius", "0.05"}}).get(), nullptr));
    const PictureOf picture = picture_of(ramps(97, 83));
    const auto next = [&](huedrift_code code) {
        EXPECT_EQ(code, HUEDRIFT_OK);
        expect_rising_to_one(watched);
        watched.shares.clear();
    };
    next(huedrift_group_count(group.get(), picture.get(), job.get(), nullptr));
    next(huedrift_group_find(group.get(), job.get(), nullptr));
    huedrift_failure failure;
    const ResultOf result(huedrift_group_reduce(group.get(), picture.get(), job.get(), &failure));
    next(failure.code);
}

TEST(LibraryJobs, AReportMayCancel) {
    struct Context {
        huedrift_job* job = nullptr;
    } context;
    const JobOf job(huedrift_job_new(
        [](void* of, double) { huedrift_job_cancel(static_cast<Context*>(of)->job); }, &context));
    context.job = job.get();
    huedrift_failure failure;
    const PictureOf picture = picture_of(noise(256, 256, 2));
    EXPECT_EQ(huedrift_reduce(picture.get(), settings_of({{"radius", "0.05"}}).get(), job.get(), &failure),
              nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);
    EXPECT_STREQ(failure.sentence, "cancelled");
}

TEST(LibraryJobs, AnotherThreadCancelsTheRunningCallAndLaterOnes) {
    std::atomic<bool> begun = false;
    const JobOf job(huedrift_job_new(
        [](void* context, double) {
            static_cast<std::atomic<bool>*>(context)->store(true);
            static_cast<std::atomic<bool>*>(context)->notify_one();
        },
        &begun));
    const PictureOf picture = picture_of(noise(512, 512, 2));
    const SettingsOf settings = settings_of({{"radius", "0.03"}, {"refine", "off"}}); // takes minutes
    std::jthread canceller([&] {
        begun.wait(false);
        huedrift_job_cancel(job.get());
    });
    huedrift_failure failure;
    EXPECT_EQ(huedrift_reduce(picture.get(), settings.get(), job.get(), &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);
    EXPECT_EQ(huedrift_reduce(picture.get(), settings_of({}).get(), job.get(), &failure), nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);

    const ResultOf result(
        huedrift_reduce(picture.get(), settings_of({{"colors", "4"}}).get(), nullptr, nullptr));
    ASSERT_TRUE(result) << "the picture is as good as new";
    EXPECT_EQ(said_by(*result), said_by(*reduce(noise(512, 512, 2), {{"colors", "4"}})));
}

TEST(LibraryJobs, ACancelledCountCountsNothing) {
    const Image image = ramps(5, 4);
    const SettingsOf settings = settings_of({{"threads", "1"}});
    huedrift_code counted = HUEDRIFT_CANCELLED;
    for (long before = 0; counted == HUEDRIFT_CANCELLED; ++before) {
        const PictureOf picture = picture_of(image);
        const GroupOf group(huedrift_group_new(settings.get(), nullptr));
        const JobOf job(huedrift_job_new(nullptr, nullptr));
        {
            std::atomic<long> left = before;
            const AtAllocations cancelling([&] {
                if (left-- == 0) huedrift_job_cancel(job.get());
            });
            counted = huedrift_group_count(group.get(), picture.get(), job.get(), nullptr);
        }
        ASSERT_EQ(huedrift_group_find(group.get(), nullptr, nullptr),
                  counted == HUEDRIFT_OK ? HUEDRIFT_OK : HUEDRIFT_USAGE) // no pixels
            << before;
    }
    EXPECT_EQ(counted, HUEDRIFT_OK);
}

TEST(LibraryJobs, ACancelledMemberOfAResultCanBeComputedAgain) {
    const Image image = drawing(300);
    const ResultOf result = reduce(image, {});
    const JobOf job(huedrift_job_new(nullptr, nullptr)), other(huedrift_job_new(nullptr, nullptr));
    std::vector<std::uint8_t> rows(image.pixels().size());
    huedrift_failure failure;
    double distance = -1;
    {
        const AtAllocations cancelling([&] { huedrift_job_cancel(job.get()); });
        EXPECT_EQ(huedrift_result_counts(result.get(), job.get(), &failure), nullptr);
        EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);
    }
    {
        const AtAllocations cancelling([&] { huedrift_job_cancel(other.get()); });
        EXPECT_EQ(huedrift_result_entry_distances(result.get(), other.get(), &failure), nullptr);
        EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);
    }
    EXPECT_EQ(huedrift_result_distance(result.get(), HUEDRIFT_MEAN, &distance, job.get(), nullptr),
              HUEDRIFT_CANCELLED);
    EXPECT_EQ(huedrift_result_indices(result.get(), 1, rows.data(), 0, job.get(), nullptr),
              HUEDRIFT_CANCELLED);
    EXPECT_EQ(huedrift_result_pixels(result.get(), HUEDRIFT_GREY, rows.data(), 0, job.get(), nullptr),
              HUEDRIFT_CANCELLED);
    EXPECT_EQ(distance, -1);
    EXPECT_EQ(said_by(*result), said_by(*reduce(image, {})));
    EXPECT_EQ(distance_of(*result), distance_of(*reduce(image, {})));
}

TEST(LibraryJobs, ASignalHandlerMayCancel) {
    static huedrift_job* signalled = nullptr;
    const JobOf job(huedrift_job_new([](void*, double) { std::raise(SIGUSR1); }, nullptr));
    signalled = job.get();
    const auto before = std::signal(SIGUSR1, [](int) { huedrift_job_cancel(signalled); });
    huedrift_failure failure;
    EXPECT_EQ(huedrift_reduce(picture_of(noise(99, 99, 2)).get(), settings_of({{"radius", "0.05"}}).get(),
                              job.get(), &failure),
              nullptr);
    EXPECT_EQ(failure.code, HUEDRIFT_CANCELLED);
    std::signal(SIGUSR1, before);
}

}
}
