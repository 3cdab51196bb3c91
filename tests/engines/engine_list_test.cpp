#include "engines/engine_list.h"

#include "reference/reference_engine.h"

#include <gmock/gmock.h>

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

TEST(MakeEngine, MakesTheChosenEngine) {
    EXPECT_EQ(make_engine({.engine = "reference"}, no_word)->name(), "reference");
    EXPECT_EQ(make_engine({.engine = "cpu"}, no_word)->name(), "cpu");
    const std::vector<EngineEntry> entries = engine_entries();
    for (std::size_t number = 0; number < entries.size(); ++number) {
        if (!entries[number].usable()) continue;
        EXPECT_EQ(make_engine({.device = std::to_string(number)}, no_word)->name(), entries[number].engine);
    }
}

}
}
