#include "engines/engine_pool.h"

#include "base/error.h"
#include "expect_error.h"
#include "image/pixels.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <future>
#include <thread>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The fates of calls, in order; all others succeed.
struct Fate {
    enum class Kind { well, lost, too_large, broken, failed, cancelled };
    std::deque<Kind> of_opening, of_reducing;
    int opened = 0, alive = 0;

    static void meet(std::deque<Kind>& kinds) {
        const Kind kind = kinds.empty() ? Kind::well : kinds.front();
        if (!kinds.empty()) kinds.pop_front();
        if (kind == Kind::lost) throw DeviceLost("the device was lost");
        if (kind == Kind::too_large) throw OutOfMemory("the device has no memory left");
        if (kind == Kind::broken) throw Error(ErrorKind::device, "the driver is broken");
        if (kind == Kind::failed) throw Error(ErrorKind::failed, "the radius is wrong");
        if (kind == Kind::cancelled) throw Error(ErrorKind::cancelled, "cancelled");
    }
};
using Kind = Fate::Kind;

class FakeEngine final : public Engine {
public:
    FakeEngine(Fate& fate, std::string name) : fate_(fate), name_(std::move(name)) {
        Fate::meet(fate_.of_opening);
        ++fate_.opened;
        ++fate_.alive;
    }
    ~FakeEngine() override { --fate_.alive; }
    std::string name() const override { return name_; }
    std::string device() const override { return "that of " + name_; }
    Reduction reduce(const ColorSet& colors, const Options&, Progress&) override {
        Fate::meet(fate_.of_reducing);
        return gather_modes(colors, colors.positions());
    }

private:
    Fate& fate_;
    std::string name_;
};

class FailoverTest : public testing::Test {
protected:
    EnginePool pool(DeviceStart start = DeviceStart::awaited) {
        const EngineEntry entry{.engine = "gpu",
                                .device = "that of gpu",
                                .reason = {},
                                .is_gpu = true,
                                .make =
                                    [this, may_open = may_open](const EngineSettings&) {
                                        may_open.wait();
                                        return std::make_unique<FakeEngine>(device, "gpu");
                                    },
                                .losses = losses,
                                .make_filter = {}};
        return EnginePool({entry}, {}, start, [this](const EngineSettings&) {
            return std::make_unique<FakeEngine>(host, "cpu");
        });
    }
    std::unique_ptr<Engine> make(const EnginePool& from) {
        return from.engine([this](const std::string& sentence) { told.push_back(sentence); });
    }
    std::unique_ptr<Engine> make() { return make(pool()); }
    /// Its device starts in the background, once permitted.
    std::unique_ptr<Engine> make_in_background(std::promise<void>& permission) {
        may_open = permission.get_future().share();
        return make(pool(DeviceStart::in_background));
    }
    static void reduce_until(Engine& engine, const std::string& name) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (engine.name() != name && std::chrono::steady_clock::now() < limit) reduce(engine, colors());
        EXPECT_EQ(engine.name(), name);
    }
    static ColorSet colors() { return ColorSet({{1, 2, 3}, {4, 5, 6}}, {1, 1}, Transfer::srgb); }
    static void reduce(Engine& engine, const ColorSet& set) {
        Progress progress;
        EXPECT_EQ(engine.reduce(set, {}, progress).entry_of.size(), set.size());
    }

    static std::shared_future<void> at_once() {
        std::promise<void> permission;
        permission.set_value();
        return permission.get_future().share();
    }

    Fate device, host;
    std::shared_future<void> may_open = at_once();
    DeviceLosses::Clock::time_point now{};
    std::shared_ptr<DeviceLosses> losses = std::make_shared<DeviceLosses>([this] { return now; });
    std::vector<std::string> told;
};

TEST_F(FailoverTest, IsTheFirstEngineWithoutFailures) {
    const auto engine = make();
    EXPECT_EQ(engine->device(), "");
    EXPECT_EQ(device.opened, 0) << "none is needed yet";
    reduce(*engine, colors());
    EXPECT_EQ(engine->device(), "that of gpu");
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(host.opened, 0);
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(FailoverTest, RepeatsALostRunOnANewDevice) {
    const auto engine = make();
    device.of_reducing = {Kind::lost};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "gpu");
    EXPECT_EQ(device.opened, 2);
    EXPECT_EQ(device.alive, 1);
    EXPECT_THAT(told, ElementsAre("the device was lost; it starts again on a new device"));
}

TEST_F(FailoverTest, AllPoolsStopUsingADeviceAfterThreeLosses) {
    const auto engine = make(), second = make();
    reduce(*second, colors());
    device.of_reducing = {Kind::lost, Kind::lost, Kind::lost};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    ASSERT_EQ(told.size(), 3u);
    EXPECT_THAT(told[2], HasSubstr("rests for 10 minutes, the cpu engine takes over"));
    reduce(*engine, colors());
    reduce(*second, colors());
    EXPECT_EQ(second->name(), "cpu");
    EXPECT_EQ(device.opened, 4);
    EXPECT_EQ(device.alive, 0);
    EXPECT_EQ(told.size(), 3u) << "said once";
}

TEST_F(FailoverTest, ADeviceThatHasRestedIsTriedAgain) {
    const auto engine = make();
    const auto after = [&](std::chrono::seconds time, std::deque<Kind> fates) {
        now += time;
        device.of_reducing = std::move(fates);
        reduce(*engine, colors());
        return engine->name();
    };
    using std::chrono::minutes;
    EXPECT_EQ(after(minutes(1), {Kind::lost, Kind::lost, Kind::lost}), "cpu");
    EXPECT_EQ(after(minutes(9), {}), "cpu");
    EXPECT_EQ(after(minutes(1), {}), "gpu");
    EXPECT_EQ(after(minutes(1), {Kind::lost}), "cpu") << "only one loss was forgiven";
    EXPECT_EQ(after(minutes(10), {}), "gpu");
    EXPECT_EQ(after(minutes(10), {Kind::lost}), "gpu") << "two losses were forgiven";
    EXPECT_EQ(after(minutes(60), {Kind::lost, Kind::lost}), "gpu");
    EXPECT_EQ(device.alive, 1);
}

TEST_F(FailoverTest, StartsAgainAfterAnyFailureOfTheDevice) {
    const auto engine = make();
    device.of_reducing = {Kind::broken};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "gpu");
    EXPECT_EQ(device.opened, 2);
    device.of_reducing = {Kind::broken, Kind::broken};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_THAT(told, ElementsAre("the driver is broken; it starts again", told[0], HasSubstr("rests for")));
}

TEST_F(FailoverTest, CountsLossesWhileOpening) {
    device.of_opening = {Kind::lost, Kind::lost, Kind::lost};
    const auto engine = make();
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_EQ(device.opened, 0);
    EXPECT_EQ(told.size(), 3u);
}

TEST_F(FailoverTest, SendsOnlyTooLargeRunsToTheSecondEngine) {
    const auto engine = make();
    const ColorSet large = colors(), small = colors();
    device.of_reducing = {Kind::too_large};
    reduce(*engine, large);
    EXPECT_EQ(engine->name(), "cpu");
    reduce(*engine, large);
    EXPECT_THAT(told, ElementsAre("the device has no memory left; the cpu engine is used instead"))
        << "said once";
    reduce(*engine, small);
    EXPECT_EQ(engine->name(), "gpu");
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(losses->count(), 0);
}

TEST_F(FailoverTest, TheSecondEngineWorksWhileTheDeviceStarts) {
    std::promise<void> permission;
    const auto engine = make_in_background(permission);
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    permission.set_value();
    reduce_until(*engine, "gpu");
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(host.alive, 0) << "its memory is freed";
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(FailoverTest, TriesADeviceThatFailsToStartAgainAndReportsItOnce) {
    device.of_opening = {Kind::broken, Kind::broken};
    std::promise<void> permission;
    const auto engine = make_in_background(permission);
    permission.set_value();
    await_starting_devices();
    for (const char* const name : {"cpu", "cpu", "gpu"}) {
        reduce(*engine, colors());
        EXPECT_EQ(engine->name(), name);
    }
    EXPECT_THAT(told, ElementsAre("the driver is broken; the cpu engine takes over"));
}

TEST_F(FailoverTest, IsDestroyedWhileTheDeviceStarts) {
    std::promise<void> permission;
    make_in_background(permission).reset();
    EXPECT_EQ(device.opened, 0);
    EXPECT_TRUE(is_device_starting());
    permission.set_value();
    await_starting_devices();
    EXPECT_FALSE(is_device_starting());
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(device.alive, 0);
}

TEST_F(FailoverTest, ContinuesWhenNoNewDeviceOpens) {
    const auto engine = make();
    reduce(*engine, colors());
    device.of_reducing = {Kind::lost};
    device.of_opening = {Kind::broken, Kind::broken, Kind::broken, Kind::broken};
    for (int i = 0; i < 3; ++i) reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_EQ(device.of_opening.size(), 2u) << "the loss and two attempts";
    now += DeviceLosses::forgiven_after;
    for (int i = 0; i < 3; ++i) reduce(*engine, colors());
    EXPECT_EQ(device.of_opening.size(), 1u) << "one more attempt";
    EXPECT_EQ(told.size(), 2u) << "each said once";
}

TEST_F(FailoverTest, PassesOtherErrorsOn) {
    const auto engine = make();
    Progress progress;
    device.of_reducing = {Kind::cancelled};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::cancelled);
    device.of_reducing = {Kind::failed};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::failed, {"the radius is wrong"});
    EXPECT_THAT(told, IsEmpty());
    device.of_reducing = {Kind::lost, Kind::lost, Kind::lost};
    host.of_reducing = {Kind::cancelled};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::cancelled);
    reduce(*engine, colors());
}

/// The CPU's filter, which first throws `failure` a given number of times.
class FailingFilter : public PictureFilter {
public:
    FailingFilter(int& times, std::function<void()> failure) : times_(times), failure_(std::move(failure)) {}

    Image smoothed(const ImageView& image, int radius) override {
        fail();
        return smooth(image, radius);
    }
    LuminanceHistogram histogram(const ImageView& image) override {
        fail();
        return luminance_histogram(image);
    }

private:
    void fail() {
        if (times_ > 0 && times_-- > 0) failure_();
    }

    int& times_;
    std::function<void()> failure_;
};

class FilterFailoverTest : public testing::Test {
protected:
    std::unique_ptr<PictureFilter>
    filter_made_by(std::function<std::unique_ptr<PictureFilter>()> make) const {
        const EngineEntry entry{.engine = "gpu",
                                .device = "that of gpu",
                                .reason = {},
                                .is_gpu = true,
                                .make = {},
                                .losses = losses,
                                .make_filter = std::move(make)};
        return EnginePool({entry}).filter();
    }
    std::unique_ptr<PictureFilter> filter_failing(int& times, const std::function<void()>& failure) {
        return filter_made_by([&, failure] {
            ++made;
            return std::make_unique<FailingFilter>(times, failure);
        });
    }
    void expect_same_bytes(PictureFilter& filter) const {
        EXPECT_TRUE(std::ranges::equal(filter.smoothed(image, 2).pixels(), smooth(image, 2).pixels()));
        EXPECT_EQ(filter.histogram(image), luminance_histogram(image));
    }

    struct Expected {
        int losses, devices; ///< counted and opened
    };
    /// A filter that fails so often gives the bytes of the CPU.
    void expect_failover(int times, const std::function<void()>& failure, const Expected& expected) {
        const auto filter = filter_failing(times, failure);
        expect_same_bytes(*filter);
        EXPECT_EQ(losses->count(), expected.losses);
        EXPECT_EQ(made, expected.devices);
    }

    std::vector<Rgba8> pixels = noise_pixels(30 * 20, 1);
    ImageView image{30, 20, pixels};
    std::shared_ptr<DeviceLosses> losses = std::make_shared<DeviceLosses>();
    int made = 0;
};

TEST_F(FilterFailoverTest, ContinuesOnANewDeviceAfterALoss) {
    expect_failover(2, [] { throw DeviceLost("lost"); }, {.losses = 2, .devices = 3});
}

TEST_F(FilterFailoverTest, ContinuesOnTheCpuAfterTooManyLosses) {
    constexpr int limit = DeviceLosses::limit;
    expect_failover(1000, [] { throw DeviceLost("lost"); }, {.losses = limit, .devices = limit});
    EXPECT_TRUE(losses->rests());
}

TEST_F(FilterFailoverTest, ContinuesOnTheDeviceAfterAnyFailure) {
    expect_failover(1, [] { throw Error(ErrorKind::device, "unknown"); }, {.losses = 1, .devices = 2});
}

TEST_F(FilterFailoverTest, LeavesTooLargePicturesToTheCpuAndRetries) {
    expect_failover(1, [] { throw OutOfMemory("no memory"); }, {.losses = 0, .devices = 1});
}

TEST_F(FilterFailoverTest, UsesTheCpuWhereNoDeviceOpens) {
    const auto filter =
        filter_made_by([]() -> std::unique_ptr<PictureFilter> { throw Error(ErrorKind::device, "none"); });
    expect_same_bytes(*filter);
}

TEST_F(FilterFailoverTest, HidesNoOtherError) {
    int times = 0;
    const auto filter = filter_failing(times, [] {});
    EXPECT_THROW(filter->smoothed(image, largest_smooth_radius + 1), Error);
}

TEST(DeviceLosses, OfSeveralThreadsAllCount) {
    DeviceLosses losses;
    int before = 0;
    {
        std::jthread other([&] { losses.add(); });
        before = losses.count();
        losses.add();
    }
    EXPECT_LE(before, 1);
    EXPECT_EQ(losses.count(), 2);
}

}
}
