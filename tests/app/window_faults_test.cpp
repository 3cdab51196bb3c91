#include "allocation_fault.h"
#include "environment.h"
#include "expect_error.h"
#include "vulkan/vulkan_faults.h"
#include "window_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <semaphore>
#include <set>
#include <thread>

namespace huedrift::app {
namespace {

using testing::HasSubstr;
using vulkan::OneFault;
using vulkan::VulkanFault;
using vulkan::VulkanFaults;

// Under sanitizers every third call, as all are tried without.
#ifdef HUEDRIFT_SANITIZED
constexpr int step = 3;
#else
constexpr int step = 1;
#endif

bool is_of_frames(std::string_view call) {
    return call == "vkAcquireNextImageKHR" || call == "vkQueuePresentKHR";
}

VulkanFault loss_at_work(std::string_view call) {
    return is_of_frames(call) || call == "vkQueueSubmit" || call == "vkWaitForFences"
               ? VulkanFault::device_lost
               : VulkanFault::none;
}

/// A window whose device or desktop fails while a picture is opened, reduced and shown.
class WindowFaults : public WindowTest {
protected:
    WindowFaults() {
        at_start = small;
        loses_devices = true;
    }
    void TearDown() override {
        WindowTest::TearDown();
        app.reset();
        EXPECT_EQ(VulkanFaults::live_objects(), 0);
    }

    /// Opens another picture of two at each call: of few colours, as what is tested is the window.
    void open_next() { open(ramps(++opened % 2 == 0 ? 12 : 16, 30)); }
    /// Returns whether the fault came while the picture was opened: a busy machine draws fewer frames then.
    bool draw_until_fired(const OneFault& fault) {
        const bool fired = fault.fired();
        while (!fault.fired()) app->capture();
        return fired;
    }
    /// Compares a row of shown pixels with the open picture and its result by the current recipe.
    void expect_right() {
        Image capture;
        // Repeated if the device failed meanwhile.
        do {
            settle();
            capture = app->capture();
        } while (!app->settled());
        const Image source = *snapshot().document->image;
        const Image expected = reduced(source, snapshot().recipe->options());
        for (int x = 0; x < source.width(); x += 3) {
            const auto at = std::size_t(20 * source.width() + x);
            EXPECT_EQ(shown(capture, place_of(0, x, 20)), source.pixels()[at]);
            EXPECT_EQ(shown(capture, place_of(1, x, 20)), expected.pixels()[at]);
        }
    }

    /// Ends the process with the code 0 if all was as expected.
    void hang_at_every_third_wait() {
        const int live = VulkanFaults::live_objects();
        bool fired = true;
        for (int number = 0; fired || number <= 6; number += 3) {
            SCOPED_TRACE("wait " + std::to_string(number));
            ASSERT_NO_FATAL_FAILURE(launch(small));
            const OneFault fault(number, [](std::string_view call) {
                return call == "vkWaitForFences" ? VulkanFault::hang : VulkanFault::none;
            });
            ASSERT_NO_FATAL_FAILURE(open_next());
            fired = draw_until_fired(fault);
            ASSERT_NO_FATAL_FAILURE(expect_right());
            EXPECT_THAT(app->notice(), HasSubstr("the window continues"));
        }
        app.reset();
        EXPECT_EQ(VulkanFaults::objects_freed_while_hanging(), 0);
        EXPECT_GT(VulkanFaults::live_objects(), live);
        std::_Exit(HasFailure() ? 1 : 0);
    }

    Launch small{.settings = {.geometry = {.width = 720, .height = 480}}};
    int opened = 0;
};

/// Ends the process with the program's code. The device answers nothing once the picture is written.
[[noreturn]] void close_beside_a_silent_device(const std::string& picture, const std::string& written) {
    const VulkanFaults silent([&](std::string_view) {
        if (std::filesystem::exists(written)) std::binary_semaphore(0).acquire();
        return VulkanFault::none;
    });
    std::vector<std::string> words{"huedrift", picture, "--screenshot", written, "--size", "640x400"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::_Exit(run_program(static_cast<int>(arguments.size()), arguments.data()));
}

TEST_F(WindowFaults, ADeviceThatIsSilentDoesNotKeepTheProgramOpen) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    app.reset();
    // The process that is to end runs this test from its beginning, in a folder of its own.
    constexpr const char* name = "HUEDRIFT_TEST_FOLDER";
    ::setenv(name, (folder / "").c_str(), 0);
    const std::filesystem::path common = std::getenv(name), written = common / "window.png";
    write_text(common / "ramps.png", text_of(encode_image(ramps(12, 30), ImageFormat::png)));
    if (common != folder / "") std::filesystem::remove_all(folder / "");
    EXPECT_EXIT(close_beside_a_silent_device((common / "ramps.png").string(), written.string()),
                testing::ExitedWithCode(0), "");
    ::unsetenv(name);
    EXPECT_TRUE(std::filesystem::exists(written));
}

TEST_F(WindowFaults, ADeviceThatIsACpuDrawsWhileNobodyHoldsItsQueue) {
    const auto& devices = app->context().devices();
    if (!std::ranges::all_of(devices, [](const auto& one) { return one.type == vulkan::DeviceType::cpu; }))
        GTEST_SKIP() << "there is a device that is a GPU";
    open_next();
    std::vector<std::string> calls;
    {
        const VulkanFaults recorded([&, here = std::this_thread::get_id()](std::string_view call) {
            const bool is_of_queue =
                is_of_frames(call) || call == "vkQueueSubmit" || call == "vkWaitForFences";
            if (is_of_queue && std::this_thread::get_id() == here) calls.emplace_back(call);
            return VulkanFault::none;
        });
        for (double x = 1; x < 5; ++x) move({x, 1});
    }
    ASSERT_THAT(calls, testing::Contains("vkQueueSubmit"));
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (calls[i] == "vkQueueSubmit") {
            ASSERT_LT(i + 1, calls.size());
            EXPECT_EQ(calls[i + 1], "vkWaitForFences") << "before it is presented";
        }
}

class FrameFaults : public WindowFaults, public testing::WithParamInterface<VulkanFault> {};

TEST_P(FrameFaults, AreRecoveredAtAnyFrame) {
    if (app->window().is_off_screen()) GTEST_SKIP() << "frames are not presented off the screen";
    bool fired = true;
    for (int number = 0; fired || number <= 6; number += step) {
        SCOPED_TRACE("call " + std::to_string(number));
        const OneFault fault(number, [](std::string_view call) {
            return is_of_frames(call) ? GetParam() : VulkanFault::none;
        });
        ASSERT_NO_FATAL_FAILURE(open_next());
        fired = draw_until_fired(fault);
        ASSERT_NO_FATAL_FAILURE(expect_right());
    }
    EXPECT_EQ(snapshot().notice, "");
    EXPECT_EQ(app->notice(), "");
}

INSTANTIATE_TEST_SUITE_P(Of, FrameFaults,
                         testing::Values(VulkanFault::out_of_date, VulkanFault::suboptimal,
                                         VulkanFault::surface_lost),
                         testing::PrintToStringParamName());

TEST_F(WindowFaults, ALossAtAnyMomentLeavesPictureAndSettings) {
    bool fired = true;
    for (int number = 0; fired || number <= 10; number += step) {
        SCOPED_TRACE("call " + std::to_string(number));
        ASSERT_NO_FATAL_FAILURE(launch(small));
        key(SDLK_RIGHT);
        const Recipe set = *snapshot().recipe;
        const OneFault fault(number, loss_at_work);
        ASSERT_NO_FATAL_FAILURE(open_next());
        EXPECT_TRUE(fault.fired() || app->notice().empty()) << app->notice();
        fired = draw_until_fired(fault);
        ASSERT_NO_FATAL_FAILURE(expect_right());
        EXPECT_EQ(*snapshot().recipe, set);
        EXPECT_TRUE(snapshot().can_undo);
        EXPECT_THAT(app->notice(), HasSubstr("the window continues"));
    }
}

TEST_F(WindowFaults, AHangAtAnyWaitFreesNothingThatTheDeviceMayStillUse) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    app.reset();
    // In its own process, as windows that hang leave memory and the driver's threads behind, which confuse
    // the search for leaks at the end of this one.
    EXPECT_EXIT(hang_at_every_third_wait(), testing::ExitedWithCode(0), "");
}

TEST_F(WindowFaults, OnACpuOnlyTheMainThreadUsesTheQueue) {
    for (const vulkan::DeviceFacts& device : app->context().devices())
        if (device.type != vulkan::DeviceType::cpu) GTEST_SKIP() << device.name << " has work of its own";
    std::set<std::thread::id> threads;
    const VulkanFaults watched([&](std::string_view call) {
        if (call == "vkQueueSubmit") threads.insert(std::this_thread::get_id());
        return VulkanFault::none;
    });
    ASSERT_NO_FATAL_FAILURE(open_next());
    ASSERT_NO_FATAL_FAILURE(expect_right());
    Recipe dithered = *snapshot().recipe;
    dithered.labels.dithering.method = Dither::ordered;
    app->session().set(dithered);
    toggle_hidden(*snapshot().frequency, snapshot().frequency->swatches.front().color,
                  app->view_state().display.hidden);
    settle();
    app->capture();
    EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST_F(WindowFaults, AfterThreeLossesTheOnlyDeviceIsLeftAloneAndSettingsAreKept) {
    const auto file = folder / "settings.json";
    small.settings_file = file;
    launch(small);
    if (app->context().devices().size() > 1) GTEST_SKIP() << "another device takes its place";
    open_next();
    for (int loss = 0; loss < 2; ++loss) {
        const OneFault fault(0, loss_at_work);
        app->window().wake();
        take_events();
        ASSERT_NO_FATAL_FAILURE(expect_right());
    }
    const VulkanFaults faults(loss_at_work);
    app->window().wake();
    expect_error([&] { take_events(); }, ErrorKind::device, {"the device was lost"});
    app.reset();
    EXPECT_EQ(load_settings(file).settings.recent.size(), 1u);
}

using Of = AllocationFault::Of;

constexpr const char* sentence = "there is not enough memory";

/// A sample of a run's allocations takes seconds instead of hours.
constexpr long sampled = 10;

class MemoryFaults : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        picture = write_picture("picture.png", ramps(60, 40));
    }

    /// A run of the program whose memory fails: its exit code and its stderr.
    int run(long number, std::string* said, long* count = nullptr) {
        std::vector<std::string> words{"huedrift", "--screenshot", (folder / "shown.png").string(), picture};
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        testing::internal::CaptureStderr();
        int code = 0;
        {
            const AllocationFault fault(Of::this_thread, number);
            code = run_program(static_cast<int>(arguments.size()), arguments.data());
            if (count) *count = fault.count();
        }
        *said = testing::internal::GetCapturedStderr();
        return code;
    }

    std::string picture;
};

TEST_F(MemoryFaults, EndTheWindowWithOneSentenceAndWholeFiles) {
    app.reset();
    const Environment configuration("XDG_CONFIG_HOME", folder.path().c_str());
    const auto settings = folder / "huedrift" / "settings.json";
    Settings before;
    before.recent = {picture};
    save_settings(before, settings);
    std::string said;
    long allocations = 0;
    ASSERT_EQ(run(-1, &said, &allocations), 0) << said;
    ASSERT_GT(allocations, 10 * sampled);
    ASSERT_EQ(load_settings(settings).settings.recent.size(), 1u);
    std::filesystem::remove(folder / "shown.png");
    int failures = 0;
    for (long i = 0; i < sampled; ++i) {
        SCOPED_TRACE("allocation " + std::to_string(i * allocations / sampled));
        const int code = run(i * allocations / sampled, &said);
        failures += code != 0;
        if (code != 0) {
            EXPECT_EQ(code, 1);
            EXPECT_EQ(said, std::string("huedrift: ") + sentence + "\n");
            EXPECT_FALSE(std::filesystem::exists(folder / "shown.png"));
        }
        std::filesystem::remove(folder / "shown.png");
        const LoadedSettings kept = load_settings(settings);
        EXPECT_EQ(kept.notice, "");
        ASSERT_EQ(kept.settings.recent.size(), 1u);
        EXPECT_EQ(kept.settings.recent[0], picture);
    }
    EXPECT_GE(failures, sampled / 2);
}

TEST_F(MemoryFaults, EndAJobWithANoticeAndLeaveTheWindowRunning) {
    const auto noticed = [&] { return snapshot().notice + app->picture_failure(); };
    long allocations = 0;
    {
        const AllocationFault fault(Of::other_threads, -1);
        app->session().open({picture});
        run_until([&] { return snapshot().document && snapshot().exact() && app->settled(); });
        allocations = fault.count();
    }
    ASSERT_GT(allocations, sampled);
    int notices = 0;
    for (long i = 0; i < sampled; ++i) {
        SCOPED_TRACE("allocation " + std::to_string(i * allocations / sampled));
        launch({});
        {
            const AllocationFault fault(Of::other_threads, i * allocations / sampled);
            app->session().open({picture});
            run_until([&] {
                return fault.fired() || (snapshot().document && snapshot().exact() && app->settled());
            });
            run_until([&] {
                return !noticed().empty() || (snapshot().document && snapshot().exact() && app->settled());
            });
        }
        if (!noticed().empty()) {
            ++notices;
            EXPECT_NE(noticed().find(sentence), std::string::npos) << noticed();
        }
        app->session().open({picture});
        run_until([&] { return snapshot().document && snapshot().exact() && app->settled(); });
        const Image expected = reduced(ramps(60, 40), snapshot().recipe->options()), capture = app->capture();
        for (int x = 0; x < 60; x += 3)
            EXPECT_EQ(shown(capture, place_of(1, x, 20)), expected.pixels()[std::size_t(20 * 60 + x)]);
    }
    // Which job an allocation belongs to depends on time, and some jobs are done again in silence.
    EXPECT_GE(notices, 1);
}

}
}
