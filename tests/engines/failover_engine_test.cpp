#include "engines/failover_engine.h"

#include "base/device_error.h"
#include "expect_error.h"

#include <chrono>
#include <deque>
#include <future>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The fates of calls, in order; all others succeed.
struct Fate {
    enum class Kind { well, lost, too_large, broken, cancelled };
    std::deque<Kind> of_opening, of_reducing;
    int opened = 0, alive = 0;

    static void meet(std::deque<Kind>& kinds) {
        const Kind kind = kinds.empty() ? Kind::well : kinds.front();
        if (!kinds.empty()) kinds.pop_front();
        if (kind == Kind::lost) throw DeviceLost("the device was lost");
        if (kind == Kind::too_large) throw OutOfMemory("the device has no memory left");
        if (kind == Kind::broken) throw Error(ErrorKind::device, "the driver is broken");
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

class FailoverEngineTest : public testing::Test {
protected:
    std::unique_ptr<FailoverEngine> make() {
        return std::make_unique<FailoverEngine>(
            [this] { return std::make_unique<FakeEngine>(device, "gpu"); },
            [this] { return std::make_unique<FakeEngine>(host, "cpu"); }, losses,
            [this](const std::string& sentence) { told.push_back(sentence); });
    }
    /// Its device starts in the background, once permitted.
    std::unique_ptr<FailoverEngine> make_in_background(std::promise<void>& permission) {
        return std::make_unique<FailoverEngine>(
            [this, permitted = permission.get_future().share()] {
                permitted.wait();
                return std::make_unique<FakeEngine>(device, "gpu");
            },
            [this] { return std::make_unique<FakeEngine>(host, "cpu"); }, losses,
            [this](const std::string& sentence) { told.push_back(sentence); }, DeviceStart::in_background);
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

    Fate device, host;
    std::shared_ptr<DeviceLosses> losses = std::make_shared<DeviceLosses>(0);
    std::vector<std::string> told;
};

TEST_F(FailoverEngineTest, IsTheFirstEngineWithoutFailures) {
    const auto engine = make();
    EXPECT_EQ(engine->device(), "that of gpu");
    reduce(*engine, colors());
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(host.opened, 0);
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(FailoverEngineTest, RepeatsALostRunOnANewDevice) {
    const auto engine = make();
    device.of_reducing = {Kind::lost};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "gpu");
    EXPECT_EQ(device.opened, 2);
    EXPECT_EQ(device.alive, 1);
    EXPECT_THAT(told, ElementsAre("the device was lost; it starts again on a new device"));
}

TEST_F(FailoverEngineTest, AllEnginesStopUsingADeviceAfterThreeLosses) {
    const auto engine = make(), second = make();
    device.of_reducing = {Kind::lost, Kind::lost, Kind::lost};
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    ASSERT_EQ(told.size(), 3u);
    EXPECT_THAT(told[2], HasSubstr("no longer used, the cpu engine takes over"));
    reduce(*engine, colors());
    reduce(*second, colors());
    EXPECT_EQ(second->name(), "cpu");
    EXPECT_EQ(make()->name(), "cpu");
    EXPECT_EQ(device.opened, 4);
    EXPECT_EQ(device.alive, 0);
    EXPECT_EQ(told.size(), 3u) << "said once";
}

TEST_F(FailoverEngineTest, CountsLossesWhileOpening) {
    device.of_opening = {Kind::lost, Kind::lost, Kind::lost};
    const auto engine = make();
    EXPECT_EQ(engine->name(), "cpu");
    reduce(*engine, colors());
    EXPECT_EQ(device.opened, 0);
    EXPECT_EQ(told.size(), 3u);
}

TEST_F(FailoverEngineTest, SendsOnlyTooLargeRunsToTheSecondEngine) {
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
    EXPECT_EQ(*losses, 0);
}

TEST_F(FailoverEngineTest, TheSecondEngineWorksWhileTheDeviceStarts) {
    std::promise<void> permission;
    const auto engine = make_in_background(permission);
    EXPECT_EQ(engine->name(), "cpu");
    reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    permission.set_value();
    reduce_until(*engine, "gpu");
    EXPECT_EQ(device.opened, 1);
    EXPECT_EQ(host.alive, 0) << "its memory is freed";
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(FailoverEngineTest, TriesAndReportsADeviceThatFailsToStartOnce) {
    device.of_opening = {Kind::broken}; // a second attempt would succeed
    std::promise<void> permission;
    const auto engine = make_in_background(permission);
    permission.set_value();
    await_starting_devices();
    for (int i = 0; i < 3; ++i) reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_EQ(device.opened, 0);
    EXPECT_THAT(told, ElementsAre("the driver is broken; the cpu engine takes over"));
}

TEST_F(FailoverEngineTest, IsDestroyedWhileTheDeviceStarts) {
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

TEST_F(FailoverEngineTest, ContinuesWhenNoNewDeviceOpens) {
    const auto engine = make();
    device.of_reducing = {Kind::lost};
    device.of_opening = {Kind::broken, Kind::broken};
    for (int i = 0; i < 3; ++i) reduce(*engine, colors());
    EXPECT_EQ(engine->name(), "cpu");
    EXPECT_EQ(told.size(), 2u) << "each said once";
    EXPECT_EQ(device.of_opening.size(), 1u) << "tried once";
}

TEST_F(FailoverEngineTest, PassesOtherErrorsOn) {
    const auto engine = make();
    Progress progress;
    device.of_reducing = {Kind::cancelled};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::cancelled);
    device.of_reducing = {Kind::broken};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::device,
                 {"the driver is broken"});
    EXPECT_THAT(told, IsEmpty());
    device.of_reducing = {Kind::lost, Kind::lost, Kind::lost};
    host.of_reducing = {Kind::cancelled};
    expect_error([&] { engine->reduce(colors(), {}, progress); }, ErrorKind::cancelled);
    reduce(*engine, colors());
}

}
}
