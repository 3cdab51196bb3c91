#include "cli/job_engines.h"

#include "expect_error.h"

#include <gtest/gtest.h>

#include <latch>
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

class JobEnginesTest : public testing::Test {
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
                .vulkan_device = {},
                .losses = std::make_shared<DeviceLosses>(),
                .make_filter = {}};
    }
    static void reduce(Engine& engine) {
        Progress progress;
        engine.reduce(ColorSet({{1, 2, 3}}, {1}, Transfer::srgb), {}, progress);
    }

    int reductions[2] = {};
    std::vector<std::string> notes;
};

// Each reduction ends only once both have begun.
TEST_F(JobEnginesTest, AllDevicesComputeAtTheSameTime) {
    std::latch both(2);
    const std::vector<EngineEntry> entries{entry(0, &both), entry(1, &both)};
    JobEngines engines([&] { return entries; }, {});
    const auto job = [&] {
        std::vector<std::string> told;
        reduce(*engines.make(told));
    };
    std::thread other(job);
    job();
    other.join();
    EXPECT_EQ(reductions[0], 1);
    EXPECT_EQ(reductions[1], 1);
}

TEST_F(JobEnginesTest, MoreJobsThanDevicesWaitForTheirTurn) {
    const std::vector<EngineEntry> entries{entry(0), entry(1)};
    JobEngines engines([&] { return entries; }, {});
    std::vector<std::thread> jobs;
    for (int i = 0; i < 8; ++i)
        jobs.emplace_back([&] {
            std::vector<std::string> told;
            const auto engine = engines.make(told);
            for (int k = 0; k < 50; ++k) reduce(*engine);
        });
    for (std::thread& job : jobs) job.join();
    EXPECT_EQ(reductions[0] + reductions[1], 400);
}

TEST_F(JobEnginesTest, AJobStaysOnTheDeviceThatHasItsAnalysis) {
    const std::vector<EngineEntry> entries{entry(0), entry(1)};
    JobEngines engines([&] { return entries; }, {});
    const auto engine = engines.make(notes);
    for (int i = 0; i < 5; ++i) reduce(*engine);
    EXPECT_EQ(reductions[0], 5);
    EXPECT_EQ(engine->device(), "device 0");
    EXPECT_EQ(engine->name(), "counting");
}

TEST_F(JobEnginesTest, OnTheCpuEachJobHasItsOwn) {
    EngineEntry host = entry(0);
    host.losses = nullptr;
    int made = 0;
    host.make = [this, &made](const EngineSettings&) {
        ++made;
        return std::make_unique<CountingEngine>("host", reductions[0], nullptr);
    };
    JobEngines engines([&] { return std::vector{host}; }, {});
    const auto one = engines.make(notes), other = engines.make(notes);
    EXPECT_EQ(made, 0) << "none is needed yet";
    for (int i = 0; i < 2; ++i) reduce(*one);
    reduce(*other);
    EXPECT_EQ(made, 2);
    EXPECT_EQ(one->device(), "host");
}

/// The CPU's, but it notes where it is said to be.
class NotingFilter : public PictureFilter {
public:
    explicit NotingFilter(int& calls) : calls_(calls) {}

    Image smoothed(const ImageView& image, int radius) override {
        ++calls_;
        return smooth(image, radius);
    }
    LuminanceHistogram histogram(const ImageView& image) override { return luminance_histogram(image); }

private:
    int& calls_;
};

TEST_F(JobEnginesTest, PixelJobsTakeDevicesInTurn) {
    int calls[2] = {};
    std::vector<EngineEntry> entries{entry(0), entry(1)};
    for (std::size_t i = 0; i < 2; ++i)
        entries[i].make_filter = [&calls, i] { return std::make_unique<NotingFilter>(calls[i]); };
    JobEngines engines([&] { return entries; }, {});
    const Image image(2, 2);
    for (int i = 0; i < 4; ++i) engines.make_filter({.source = {.smooth = 1}})->smoothed(image, 1);
    EXPECT_EQ(calls[0], 2);
    EXPECT_EQ(calls[1], 2);
    EXPECT_FALSE(engines.make_filter({})) << "nothing is smoothed";
}

}
}
