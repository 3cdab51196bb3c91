#include "pipeline/batch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "cpu/cpu_engine.h"
#include "image/pixels.h"
#include "image/save.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The outcomes of a batch of pictures of which one is none, in the order of the report.
class BatchTest : public testing::Test {
protected:
    BatchTest() {
        for (const char* const name : {"a.png", "b.png", "c.png", "d.png"}) {
            const std::vector<std::byte> file = encode_image({4, 3, noise_pixels(12, 1)}, ImageFormat::png);
            write_text(folder / name, {reinterpret_cast<const char*>(file.data()), file.size()});
            request.jobs.push_back({folder / name, folder / ("out-" + std::string(name))});
        }
        write_text(folder / "b.png", "not a picture");
        request.make_engine = [](std::size_t) { return std::make_unique<CpuEngine>(); };
    }

    void run(std::size_t at_once) {
        told.clear();
        request.at_once = at_once;
        run_batch(request,
                  {.reduce =
                       [this](std::size_t job, Pipeline& pipeline, Progress& part) {
                           EXPECT_EQ(pipeline.document()->path, request.jobs[job].input);
                           pipeline.reduce({.shift = {.radius = 0.1}}, part);
                           reduced(job);
                       },
                   .report = [this](std::size_t job,
                                    const BatchOutcome& outcome) { told.push_back(text_of(job, outcome)); }},
                  progress);
    }
    static std::string text_of(std::size_t job, const BatchOutcome& outcome) {
        const std::string text = std::to_string(job) + (outcome.begun ? "" : " not begun");
        if (outcome.skipped) return text + " skipped";
        try {
            if (outcome.failure) std::rethrow_exception(outcome.failure);
        } catch (const Error& error) {
            return text + " " + error.what();
        }
        return text;
    }

    TemporaryFolder folder;
    BatchRequest request;
    Progress progress;
    std::function<void(std::size_t)> reduced = [](std::size_t) {};
    std::vector<std::string> told;
};

TEST_F(BatchTest, GoesOnAfterAFailureAndReportsInOrder) {
    for (const std::size_t at_once : {std::size_t{1}, std::size_t{3}}) {
        run(at_once);
        EXPECT_THAT(told, ElementsAre("0", HasSubstr("b.png"), "2", "3")) << at_once;
        EXPECT_EQ(progress.share(), 1);
    }
}

TEST_F(BatchTest, BeginsNoJobOnceItIsCancelled) {
    reduced = [this](std::size_t job) {
        if (job == 2) progress.cancel();
    };
    run(1);
    EXPECT_THAT(told, ElementsAre("0", HasSubstr("b.png"), "2", "3 not begun"));
}

TEST_F(BatchTest, WakesNoThreadsForSmallPictures) {
    const int most = thread_count();
    request.jobs.resize(1);
    int threads = 0;
    reduced = [&](std::size_t) { threads = thread_count(); };
    run(1);
    EXPECT_EQ(threads, 1);
    request.load = [](const Location& from, const Progress&) { return document_of(Image(300, 200), from); };
    run(1);
    EXPECT_EQ(threads, most);
}

TEST_F(BatchTest, ResumesWithWhatIsNotDone) {
    request.resume = true;
    std::filesystem::copy_file(folder / "a.png", folder / "out-a.png");
    write_text(folder / "out-c.png", read_text(folder / "c.png").substr(0, 40)); // not whole
    std::filesystem::last_write_time(
        folder / "out-a.png", std::filesystem::last_write_time(folder / "a.png") + std::chrono::seconds(1));
    run(1);
    EXPECT_THAT(told, ElementsAre("0 skipped", HasSubstr("b.png"), "2", "3"));
}

TEST_F(BatchTest, GivesLargePicturesRoom) {
    constexpr std::size_t gibibyte = std::size_t{1} << 30;
    EXPECT_EQ(job_memory(1000), 2 * gibibyte);
    EXPECT_EQ(job_memory(64'000'000), 2 * gibibyte);
    EXPECT_EQ(job_memory(320'000'000), 10 * gibibyte);
    std::atomic<int> running{0}, most{0};
    reduced = [&](std::size_t) {
        most = std::max(most.load(), ++running);
        for (int i = 0; i < 1000; ++i) std::this_thread::yield(); // so that others would begin meanwhile
        --running;
    };
    request.limits = LoadLimits::widest();
    request.memory = 3 * gibibyte;
    run(4);
    EXPECT_THAT(told, ElementsAre("0", HasSubstr("b.png"), "2", "3"));
    EXPECT_EQ(most, 1) << "there is no room for two";
}

TEST(PlannedTargets, MustDiffer) {
    try {
        check_distinct(std::vector<PlannedTarget>{{"a.png", "out"}, {"b.png", "other"}, {"c.png", "./out"}});
        FAIL() << "two are one file";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "a.png and c.png would both become ./out");
    }
}

}
}
