#include "engines/engine_choice.h"

#include "engines/engine_pool.h"
#include "expect_error.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

ColorSet few_colors() {
    return ColorSet({{0, 255, 0}, {10, 20, 30}, {12, 21, 30}, {200, 10, 10}, {201, 14, 9}}, {1, 2, 3, 4, 5},
                    Transfer::srgb);
}

/// No device fails here, so nothing is reported.
void no_word(const std::string& sentence) { ADD_FAILURE() << sentence; }

std::vector<std::uint32_t> mode_of(Engine& engine) {
    Progress progress;
    return engine.reduce(few_colors(), {}, progress).entry_of;
}

TEST(EngineEntries, NameEveryEngineAndReason) {
    std::vector<std::string> engines;
    for (const EngineEntry& entry : engine_entries()) {
        engines.push_back(entry.engine);
        EXPECT_THAT(engine_names(), testing::Contains(entry.engine));
        EXPECT_TRUE(entry.usable() || entry.engine == "vulkan");
        EXPECT_TRUE(!entry.usable() || !entry.device.empty());
    }
    EXPECT_THAT(engines, testing::IsSupersetOf({"vulkan", "cpu", "reference"}));
    EXPECT_TRUE(
        std::ranges::is_sorted(engines, {}, [](const std::string& engine) { return engine != "vulkan"; }));
}

TEST(EngineEntries, MakeEnginesThatOutliveThem) {
    ReferenceEngine reference;
    const std::vector<std::uint32_t> expected = mode_of(reference);
    for (std::size_t i = 0; i < engine_entries().size(); ++i) {
        std::unique_ptr<Engine> first, second;
        {
            const EngineEntry entry = engine_entries()[i];
            SCOPED_TRACE(entry.engine + " " + entry.device + entry.reason);
            if (!entry.usable()) continue;
            first = entry.make({});
            second = entry.make({.memory_limit = 0, .time_stages = true});
            EXPECT_EQ(first->name(), entry.engine);
            EXPECT_EQ(first->device(), entry.device);
        }
        EXPECT_EQ(mode_of(*first), expected);
        EXPECT_EQ(mode_of(*second), expected);
    }
}

std::string used_for(const EngineChoice& choice) {
    const auto engine = EnginePool(choice).engine(no_word);
    mode_of(*engine);
    return engine->name();
}

TEST(ChosenPool, ReducesOnTheChosenEngine) {
    EXPECT_EQ(used_for({.engine = "reference"}), "reference");
    EXPECT_EQ(used_for({.engine = "cpu"}), "cpu");
    const std::vector<EngineEntry> entries = engine_entries();
    for (std::size_t number = 0; number < entries.size(); ++number) {
        if (!entries[number].usable()) continue;
        EXPECT_EQ(used_for({.device = std::to_string(number)}), entries[number].engine);
    }
}

const std::vector<EngineEntry> entries{
    {"vulkan", "Old Card", "it lacks shaderInt64", true, nullptr},
    {"vulkan", "llvmpipe", "", false, nullptr},
    {"vulkan", "New Card", "", true, nullptr},
    {"cpu", "2 threads", "", false, nullptr},
    {"reference", "slow", "", false, nullptr},
};

std::string chosen(const EngineChoice& choice) { return choose_entry(entries, choice).device; }

TEST(ChooseEntry, AutoIsAUsableGpuOrTheCpu) {
    EXPECT_EQ(chosen({}), "New Card");
    const std::vector<EngineEntry> without{entries[0], entries[1], entries[3], entries[4]};
    EXPECT_EQ(choose_entry(without, {}).device, "2 threads");
}

TEST(ChooseEntry, TakesTheBestOfAnEngine) {
    EXPECT_EQ(chosen({.engine = "vulkan"}), "New Card");
    EXPECT_EQ(chosen({.engine = "cpu"}), "2 threads");
    EXPECT_EQ(chosen({.engine = "reference"}), "slow");
}

TEST(ChooseEntry, TakesDevicesByNumberOrPartOfTheirName) {
    EXPECT_EQ(chosen({.device = "1"}), "llvmpipe");
    EXPECT_EQ(chosen({.device = "LLVM"}), "llvmpipe");
    EXPECT_EQ(chosen({.device = "card"}), "New Card");
    EXPECT_EQ(chosen({.engine = "cpu", .device = "3"}), "2 threads");
}

TEST(ChooseEntry, SaysWhyThereIsNone) {
    expect_error([] { chosen({.device = "0"}); }, ErrorKind::device, {"shaderInt64"});
    expect_error([] { chosen({.device = "old"}); }, ErrorKind::device, {"shaderInt64"});
    expect_error([] { chosen({.device = "9"}); }, ErrorKind::device, {"9"});
    expect_error([] { chosen({.engine = "cpu", .device = "1"}); }, ErrorKind::device, {"no device 1"});
}

std::vector<std::string> chosen(const EngineChoice& choice, const std::vector<std::string>& devices) {
    std::vector<std::string> names;
    for (const EngineEntry& entry : choose_entries(entries, choice, devices)) names.push_back(entry.device);
    return names;
}

TEST(ChooseEntries, AreListedOncePerDevice) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(chosen({}, {}), Names{"New Card"});
    EXPECT_EQ(chosen({.engine = "cpu"}, {}), Names{"2 threads"});
    EXPECT_EQ(chosen({}, {"2", "llvm", "card"}), (Names{"llvmpipe", "New Card"}));
    EXPECT_EQ(chosen({}, {"all"}), Names{"New Card"});
    EXPECT_EQ(chosen({.engine = "vulkan"}, {"all", "1"}), (Names{"llvmpipe", "New Card"}));
    EXPECT_EQ(chosen({.engine = "cpu"}, {"all"}), Names{"2 threads"});
}

TEST(ChooseEntries, NameTheMissingDevice) {
    expect_error([] { chosen({}, {"2", "9"}); }, ErrorKind::device, {"9"});
    expect_error([] { chosen({}, {"all", "0"}); }, ErrorKind::device, {"shaderInt64"});
}

TEST(LimitThreads, LastsAsLongAsItsResult) {
    const int all = thread_count();
    {
        const auto limit = limit_threads({.threads = 1});
        EXPECT_EQ(thread_count(), 1);
    }
    EXPECT_EQ(thread_count(), all);
    EXPECT_EQ(limit_threads({}), nullptr);
}

}
}
