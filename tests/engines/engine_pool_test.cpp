#include "engines/engine_pool.h"

#include "expect_error.h"

#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <latch>
#include <optional>
#include <thread>

namespace huedrift {
namespace {

/// Counts its reductions, and can do something in each, as wait for others.
class CountingEngine : public Engine {
public:
    CountingEngine(std::string device, int& reductions, std::function<void()> meanwhile)
        : device_(std::move(device)), reductions_(reductions), meanwhile_(std::move(meanwhile)) {}

    std::string name() const override { return "counting"; }
    std::string device() const override { return device_; }
    Reduction reduce(const ColorSet&, const Options&, Progress&) override {
        ++reductions_;
        if (meanwhile_) meanwhile_();
        return {};
    }

private:
    std::string device_;
    int& reductions_;
    std::function<void()> meanwhile_;
};

class EnginePoolTest : public testing::Test {
protected:
    EngineEntry entry(std::size_t number, const std::function<void()>& meanwhile = {}) {
        const std::string device = "device " + std::to_string(number);
        return {.engine = "counting",
                .device = device,
                .reason = {},
                .is_gpu = true,
                .make =
                    [this, number, device, meanwhile](const EngineSettings&) {
                        return std::make_unique<CountingEngine>(device, reductions[number], meanwhile);
                    },
                .losses = std::make_shared<DeviceLosses>(),
                .make_filter = {}};
    }
    static void reduce(Engine& engine) {
        static const ColorSet colors({{1, 2, 3}}, {1}, Transfer::srgb); // one, as its tables take long
        Progress progress;
        engine.reduce(colors, {}, progress);
    }

    /// No device fails here, so nothing is reported.
    static void no_word(const std::string& sentence) { ADD_FAILURE() << sentence; }

    int reductions[2] = {};
};

// Each reduction ends only once both have begun.
TEST_F(EnginePoolTest, AllDevicesComputeAtTheSameTime) {
    std::latch both(2);
    const auto await_both = [&] { both.arrive_and_wait(); };
    const std::vector<EngineEntry> entries{entry(0, await_both), entry(1, await_both)};
    const EnginePool pool(entries);
    const auto job = [&] { reduce(*pool.engine(no_word)); };
    std::thread other(job);
    job();
    other.join();
    EXPECT_EQ(reductions[0], 1);
    EXPECT_EQ(reductions[1], 1);
}

TEST_F(EnginePoolTest, MoreJobsThanDevicesWaitForTheirTurn) {
    const std::vector<EngineEntry> entries{entry(0), entry(1)};
    const EnginePool pool(entries);
    std::vector<std::thread> jobs;
    for (int i = 0; i < 8; ++i)
        jobs.emplace_back([&] {
            const auto engine = pool.engine(no_word);
            for (int k = 0; k < 50; ++k) reduce(*engine);
        });
    for (std::thread& job : jobs) job.join();
    EXPECT_EQ(reductions[0] + reductions[1], 400);
}

// The second job asks whether device 1 still rests, and so for the time, while it holds the lock of the pool;
// it gives the lock back only by waiting.
TEST_F(EnginePoolTest, AJobThatWaitsTakesTheDeviceThatBecomesIdle) {
    std::latch is_busy(1), waits(1);
    std::atomic<bool> asks = false;
    std::vector<EngineEntry> entries{entry(0,
                                           [&] {
                                               if (reductions[0] > 1) return; // the second job
                                               is_busy.count_down();
                                               waits.wait();
                                           }),
                                     entry(1)};
    entries[1].losses = std::make_shared<DeviceLosses>([&] {
        if (asks.exchange(false)) waits.count_down();
        return DeviceLosses::Clock::time_point();
    });
    for (int i = 0; i < DeviceLosses::limit; ++i) entries[1].losses->add();
    const EnginePool pool(entries);
    std::thread first([&] { reduce(*pool.engine(no_word)); });
    is_busy.wait();
    asks = true;
    reduce(*pool.engine(no_word));
    first.join();
    EXPECT_EQ(reductions[0], 2);
    EXPECT_EQ(reductions[1], 0);
}

TEST_F(EnginePoolTest, AJobStaysOnTheDeviceThatHasItsAnalysis) {
    const std::vector<EngineEntry> entries{entry(0), entry(1)};
    const EnginePool pool(entries);
    const auto engine = pool.engine(no_word);
    for (int i = 0; i < 5; ++i) reduce(*engine);
    EXPECT_EQ(reductions[0], 5);
    EXPECT_EQ(engine->device(), "device 0");
    EXPECT_EQ(engine->name(), "counting");
}

TEST_F(EnginePoolTest, OnTheCpuEachJobHasItsOwn) {
    EngineEntry host = entry(0);
    host.losses = nullptr;
    int made = 0;
    host.make = [this, &made](const EngineSettings&) {
        ++made;
        return std::make_unique<CountingEngine>("host", reductions[0], nullptr);
    };
    const EnginePool pool({host});
    const auto one = pool.engine(no_word), other = pool.engine(no_word);
    EXPECT_EQ(made, 0) << "none is needed yet";
    for (int i = 0; i < 2; ++i) reduce(*one);
    reduce(*other);
    EXPECT_EQ(made, 2);
    EXPECT_EQ(one->device(), "host");
}

TEST_F(EnginePoolTest, FiltersTakeIdleDevicesAndElseTheCpu) {
    class NotingFilter : public PictureFilter {
    public:
        explicit NotingFilter(std::function<void()> note) : note_(std::move(note)) {}

        Image smoothed(const ImageView& image, int radius) override {
            note_();
            return smooth(image, radius);
        }
        LuminanceHistogram histogram(const ImageView& image) override { return luminance_histogram(image); }

    private:
        std::function<void()> note_;
    };
    std::vector<EngineEntry> entries{entry(0), entry(1)};
    std::optional<EnginePool> pool;
    const Image image(2, 2);
    std::vector<std::size_t> calls;
    for (std::size_t i = 0; i < 2; ++i)
        entries[i].make_filter = [&, i] {
            return std::make_unique<NotingFilter>([&, i] {
                calls.push_back(i);
                pool->filter()->smoothed(image, 1); // while this device is busy
            });
        };
    pool.emplace(entries);
    pool->filter()->smoothed(image, 1);
    EXPECT_THAT(calls, testing::ElementsAre(0, 1)) << "and the third on the CPU";
    EXPECT_FALSE(EnginePool({entry(0)}).filter()) << "it has none";
}

}
}
