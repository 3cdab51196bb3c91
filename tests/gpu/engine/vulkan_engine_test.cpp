#include "gpu/engine/vulkan_engine.h"

#include "base/error.h"
#include "cpu/cpu_engine.h"
#include "expect_error.h"
#include "gpu/engine/loop.h"
#include "reduction/engine_cases.h"
#include "reduction/expect_same.h"
#include "reduction/settled_cells.h"
#include "reference/reference_engine.h"
#include "vulkan/device.h"
#include "vulkan/device_fixture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>

namespace huedrift {
namespace {

class VulkanEngineTest : public vulkan::DeviceTest {
protected:
    static std::unique_ptr<VulkanEngine> engine_with(const VulkanEngineOptions& options = {}) {
        // The fixture's device outlives every test.
        return std::make_unique<VulkanEngine>(
            std::shared_ptr<vulkan::Device>(std::shared_ptr<void>(), &device()), options);
    }
};

class VulkanEngineLong : public VulkanEngineTest {};

TEST_F(VulkanEngineTest, EqualsReference) { compare_engines(*engine_with()); }

TEST_F(VulkanEngineLong, MergesAsTheReferenceDoes) { compare_merging(*engine_with()); }

TEST_F(VulkanEngineTest, FollowsFromAnywhereAsTheReferenceDoes) {
    ReferenceEngine reference;
    compare_following(*engine_with(), reference);
}

TEST_F(VulkanEngineTest, MeasuresHeightsAsTheReferenceDoes) {
    ReferenceEngine reference;
    compare_heights(*engine_with(), reference);
}

TEST_F(VulkanEngineLong, RefinesAsTheReferenceDoes) { compare_refinement(*engine_with()); }

// On lavapipe so many that the frontier is sorted; and the engine reduces the same colours afterwards.
TEST_F(VulkanEngineTest, FollowsManyColorsToTheirModes) {
    const auto engine = engine_with();
    CpuEngine cpu;
    const ColorSet colors = random_colors(5'003, 3, Transfer::srgb, 9, true);
    const Options options{.radius = 0.03, .merge = 0.0};
    const Reduction expected = reduce(cpu, colors, options);
    Progress progress;
    const Follower::Ends ends = engine->follow(colors, colors.positions(), options, {}, progress);
    for (std::size_t i = 0; i < colors.size(); ++i)
        ASSERT_EQ(ends.states[i], expected.entries[expected.entry_of[i]].position) << "colour " << i;
    expect_same(reduce(*engine, colors, options), expected);
}

TEST_F(VulkanEngineTest, RefusesToFollowFromTooFarAway) {
    const auto engine = engine_with();
    const ColorSet colors = random_colors(100, 3, Transfer::srgb);
    const Position start{1 << 30, 0, 0};
    Progress progress;
    expect_error(
        [&] {
            engine->follow(colors, {&start, 1}, {}, {}, progress);
        },
        ErrorKind::failed, {"starts too far"});
}

TEST_F(VulkanEngineLong, EqualsReferenceWithoutRoomToRemember) {
    compare_engines(*engine_with({.memory_limit = 1}));
}

TEST_F(VulkanEngineTest, LimitsEqualReference) { compare_limits(*engine_with()); }

// So few trajectories that they make several steps a round, and so close together that they would share a
// traversal.
TEST_F(VulkanEngineTest, IterationLimitsEqualReferenceOnFewNeighbours) {
    const auto engine = engine_with();
    ReferenceEngine reference;
    std::vector<Rgb> neighbours;
    for (std::uint8_t i = 0; i < 60; ++i)
        neighbours.push_back({std::uint8_t(90 + i / 8), std::uint8_t(90 + i % 8), 90});
    const ColorSet colors(neighbours, std::vector<std::uint32_t>(neighbours.size(), 1), Transfer::srgb);
    for (const std::uint32_t limit : {1u, 2u, 3u, 4u, 5u}) {
        const Options options{.radius = 0.01, .max_iterations = limit};
        SCOPED_TRACE(limit);
        ASSERT_NO_FATAL_FAILURE(
            expect_same(reduce(*engine, colors, options), reduce(reference, colors, options)));
    }
}

// Sizes around a leaf, a node and a workgroup, and one beyond 2^16; too many for brute force.
TEST_F(VulkanEngineLong, EqualsTheCpuEngine) {
    const auto engine = engine_with();
    CpuEngine cpu;
    for (const auto& [size, radius] :
         {std::pair(1023u, 0.02), {1025u, 0.02}, {16'383u, 0.02}, {65'537u, 0.006}}) {
        const ColorSet colors = random_colors(size, size, Transfer::srgb, 9);
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            SCOPED_TRACE(size);
            const Options options{.radius = radius, .weighting = weighting};
            ASSERT_NO_FATAL_FAILURE(
                expect_same(reduce(*engine, colors, options), reduce(cpu, colors, options)));
        }
    }
}

TEST_F(VulkanEngineTest, EqualsTheCpuEngineAtEverySubgroupSize) {
    const vulkan::DeviceFacts& facts = device().facts();
    if (facts.largest_subgroup == 0) GTEST_SKIP() << facts.name << " has one size only";
    CpuEngine cpu;
    const ColorSet colors = random_colors(5'003, 3, Transfer::srgb, 9, true);
    for (std::uint32_t size = facts.smallest_subgroup; size <= facts.largest_subgroup; size *= 2) {
        SCOPED_TRACE(size);
        const auto engine = engine_with({.subgroup_size = size});
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            const Options options{.radius = 0.03, .weighting = weighting};
            ASSERT_NO_FATAL_FAILURE(
                expect_same(reduce(*engine, colors, options), reduce(cpu, colors, options)));
        }
    }
}

// The table takes every state until it is half full, then some, then none.
TEST_F(VulkanEngineTest, EqualsTheCpuEngineWithAnyFillOfTheTable) {
    CpuEngine cpu;
    const ColorSet colors = random_colors(3'001, 4, Transfer::srgb, 9, true);
    const Options options{.radius = 0.02};
    const Reduction expected = reduce(cpu, colors, options);
    const std::uint64_t points = 3'001 * 100;
    for (const std::uint64_t slots_per_point : {0u, 1u, 3u, 9u}) {
        SCOPED_TRACE(slots_per_point);
        const auto engine = engine_with({.memory_limit = points + slots_per_point * 3'001 * 16});
        ASSERT_NO_FATAL_FAILURE(expect_same(reduce(*engine, colors, options), expected));
    }
}

TEST_F(VulkanEngineTest, StopsAtAnyMomentAndRemainsUsable) {
    const auto engine = engine_with();
    const ColorSet colors = random_colors(1'501, 53, Transfer::srgb, 3, true);
    const Options options{.radius = 0.03, .weighting = Weighting::palette, .merge = 0.0};
    const Reduction expected = reduce(*engine, colors, options);
    const int reports = reports_of(*engine, colors, options);
    if (reports < 2 && std::getenv("CI") == nullptr)
        GTEST_SKIP() << "the device is too fast to be stopped midway";
    ASSERT_GE(reports, 2);
    std::mt19937 random(1);
    int cancelled = 0;
    for (int run = 0; run < 50; ++run) {
        // A device whose pace has been learned reports less often, so late moments may not come.
        const int moment = std::uniform_int_distribution<>(0, reports / 2)(random);
        cancelled += ends_when_cancelled_at(*engine, colors, options, moment);
        if (run % 10 == 0) {
            ASSERT_NO_FATAL_FAILURE(expect_same(reduce(*engine, colors, options), expected));
        }
    }
    EXPECT_GE(cancelled, 15) << "of 50";
    expect_same(reduce(*engine, colors, options), expected);
}

TEST_F(VulkanEngineTest, ATableOfSettledCellsMayBeTooLarge) {
    VulkanEngine engine(std::make_shared<vulkan::Device>(*context(), device_index(),
                                                         vulkan::DeviceOptions{.storage_range = 1 << 16}));
    std::vector<Cube> cubes;
    for (std::int32_t l = 0; l < 6'000; ++l) cubes.push_back({l, 0, 0, Cube::min_bits});
    SettledCells settled;
    settled.add(cubes, std::vector<std::uint32_t>(cubes.size(), 0));
    const ColorSet colors = random_colors(500, 7, Transfer::srgb);
    const Options options{.radius = 0.03};
    Progress progress;
    EXPECT_THROW(engine.follow(colors, colors.positions(), options, {.settled = &settled}, progress),
                 TooLargeForDevice);
    CpuEngine cpu;
    expect_same(reduce(engine, colors, options), reduce(cpu, colors, options));
}

TEST_F(VulkanEngineTest, StopsWhenCancelled) { expect_stops_when_cancelled(*engine_with()); }

}
}

namespace huedrift::gpu {
namespace {

vulkan::DeviceFacts device_of(vulkan::DeviceType type) { return {.name = "device", .type = type}; }

TEST(Tuning, AGpuTakesAllPossibleColours) {
    for (const vulkan::DeviceType type :
         {vulkan::DeviceType::discrete, vulkan::DeviceType::integrated, vulkan::DeviceType::virtualised}) {
        const Tuning tuning = tuning_for(device_of(type), 1u << 24, 32);
        EXPECT_LT(tuning.plan.busy_subgroups, 1u << 24);
        EXPECT_GT(tuning.plan.long_round_steps, 1u);
    }
}

TEST(Tuning, ACpuSharesTraversalsOnlyWhileLoopsStayShort) {
    const vulkan::DeviceFacts cpu = device_of(vulkan::DeviceType::cpu);
    EXPECT_EQ(tuning_for(cpu, 1, 8).plan.busy_subgroups, 16u);
    EXPECT_EQ(tuning_for(cpu, 3'500, 8).plan.busy_subgroups, 16u);
    EXPECT_EQ(tuning_for(cpu, 8'192, 8).plan.busy_subgroups, 1u << 24);
    EXPECT_EQ(tuning_for(cpu, 1u << 16, 8).plan.long_round_steps, 2u);
    EXPECT_EQ(tuning_for(cpu, 700'000, 8).plan.long_round_steps, 1u);
}

constexpr std::uint64_t state_bytes = sizeof(VisitedState);

TEST(TableSlots, TakeLittleOfAMemoryThatIsTheHosts) {
    vulkan::DeviceFacts chip = device_of(vulkan::DeviceType::integrated);
    chip.local_memory = std::uint64_t{16} << 30;
    chip.storage_range = UINT32_MAX;
    const TableSlots slots = table_slots(chip, 0, 1'160'000, 1 << 23);
    EXPECT_LE(slots.first * state_bytes, 300u << 20) << "where few states are visited";
    EXPECT_LE(2 * slots.most * state_bytes, chip.local_memory / 8);
    EXPECT_GT(slots.most, slots.first);
    vulkan::DeviceFacts card = chip;
    card.type = vulkan::DeviceType::discrete;
    const TableSlots of_card = table_slots(card, 0, 1'160'000, 1 << 23);
    EXPECT_GT(of_card.most, slots.most);
    EXPECT_EQ(of_card.first, of_card.most) << "it fills a small table within a submission";
}

TEST(TableSlots, ArePowersOfTwoWithinTheLimitAndABinding) {
    vulkan::DeviceFacts card = device_of(vulkan::DeviceType::discrete);
    card.local_memory = std::uint64_t{8} << 30;
    card.storage_range = 1 << 27;
    for (const std::uint64_t limit : {0u, 1u, 1u << 20, 1u << 30})
        for (const std::uint64_t trajectories : {1u, 1'000u, 1u << 24}) {
            const auto [first, most] = table_slots(card, limit, trajectories, 0);
            EXPECT_TRUE(std::has_single_bit(first) && std::has_single_bit(most));
            EXPECT_GE(first, 64u);
            EXPECT_LE(first, most);
            EXPECT_LE(most * state_bytes, card.storage_range);
            const std::uint64_t room = limit == 0 ? card.local_memory / 2 : limit;
            EXPECT_LE(2 * most * state_bytes, std::max<std::uint64_t>(room, 1 << 11));
        }
}

TEST(Tuning, ACpuRefusesTooManyPoints) {
    expect_error([] { tuning_for(device_of(vulkan::DeviceType::cpu), 1u << 24, 8); }, ErrorKind::device,
                 {"16777216 colours"});
}

}
}
