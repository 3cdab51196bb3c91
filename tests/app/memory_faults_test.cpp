#include "allocation_fault.h"
#include "environment.h"
#include "window_fixture.h"

#include <algorithm>
#include <cstdlib>

namespace huedrift::app {
namespace {

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

    /// What the program does with its memory failing; its exit code and what it wrote to stderr.
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
        const Image expected = reduced(ramps(60, 40), snapshot().recipe.options()), capture = app->capture();
        for (int x = 0; x < 60; x += 3)
            EXPECT_EQ(shown(capture, place_of(1, x, 20)), expected.pixels()[std::size_t(20 * 60 + x)]);
    }
    EXPECT_GE(notices, 3);
}

}
}
