#include "engines/engine_choice.h"

#include "expect_error.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

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
