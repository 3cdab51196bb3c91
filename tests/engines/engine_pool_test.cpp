#include "engines/engine_pool.h"

#include "expect_error.h"

#include <gmock/gmock.h>

#include <latch>
#include <optional>
#include <thread>

namespace huedrift {
namespace {

/// Counts its reductions, and can wait in each for those of others.
class CountingEngine : public Engine {
public:
    CountingEngine(std::string device, int& reductions, std::latch* others)
        : device_(std::move(device)), reductions_(reductions), others_(others) {}

    std::string name() const override { return "counting"; }
    std::string device() const override { return device_; }
    Reduction reduce(const ColorSet&, const Options&, Progress&) override {
        ++reductions_;
        if (others_) others_->arrive_and_wait();
        return {};
    }

private:
    std::string device_;
    int& reductions_;
    std::latch* others_;
};

class EnginePoolTest : public testing::Test {
protected:
    EngineEntry entry(std::size_t number, std::latch* others = nullptr) {
        const std::string device = "device " + std::to_string(number);
        return {.engine = "counting",
                .device = device,
                .reason = {},
                .is_gpu = true,
                .make =
                    [this, number, device, others](const EngineSettings&) {
                        return std::make_unique<CountingEngine>(device, reductions[number], others);
                    },
                .losses = std::make_shared<DeviceLosses>(),
                .make_filter = {}};
    }
    static void reduce(Engine& engine) {
        Progress progress;
        engine.reduce(ColorSet({{1, 2, 3}}, {1}, Transfer::srgb), {}, progress);
    }

    /// No device fails here, so nothing is reported.
    static void no_word(const std::string& sentence) { ADD_FAILURE() << sentence; }

    int reductions[2] = {};
};

// Each reduction ends only once both have begun.
TEST_F(EnginePoolTest, AllDevicesComputeAtTheSameTime) {
    std::latch both(2);
    const std::vector<EngineEntry> entries{entry(0, &both), entry(1, &both)};
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
