#include "vulkan/vulkan_engine.h"

#include "base/error.h"
#include "cpu/cpu_engine.h"
#include "engine/expect_same.h"
#include "reference/reference_engine.h"
#include "vulkan/device_fixture.h"

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

TEST_F(VulkanEngineTest, OfNothingIsNothing) {
    const Reduction reduction = reduce(*engine_with(), ColorSet(ImageView{}, Transfer::srgb), {});
    EXPECT_TRUE(reduction.modes.empty());
    EXPECT_TRUE(reduction.mode_of.empty());
}

TEST_F(VulkanEngineTest, EqualsReference) {
    ReferenceEngine reference;
    compare_engines(*engine_with(), reference);
}

TEST_F(VulkanEngineTest, EqualsReferenceWithoutRoomToRemember) {
    ReferenceEngine reference;
    compare_engines(*engine_with({.memory_limit = 1}), reference);
}

TEST_F(VulkanEngineTest, IterationLimitsEqualReference) {
    const auto engine = engine_with();
    ReferenceEngine reference;
    const ColorSet colors = random_colors(499, 11, Transfer::srgb, 50, true);
    for (const std::uint32_t limit : {0u, 1u, 2u, 7u, 20u, 1000u}) {
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            const Options options{.radius = 0.06, .weighting = weighting, .max_iterations = limit};
            ASSERT_NO_FATAL_FAILURE(
                expect_same(reduce(*engine, colors, options), reduce(reference, colors, options)));
        }
    }
}

// Sizes around a leaf, a node and a workgroup, and one beyond 2^16; too many for brute force.
TEST_F(VulkanEngineTest, EqualsTheCpuEngine) {
    const auto engine = engine_with();
    CpuEngine cpu;
    for (const std::uint32_t size : {1023u, 1025u, 16'383u, 65'537u}) {
        const ColorSet colors = random_colors(size, size, Transfer::srgb, 9);
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            SCOPED_TRACE(size);
            const Options options{.radius = 0.02, .weighting = weighting};
            ASSERT_NO_FATAL_FAILURE(
                expect_same(reduce(*engine, colors, options), reduce(cpu, colors, options)));
        }
    }
}

TEST_F(VulkanEngineTest, StopsWhenCancelled) {
    const auto engine = engine_with();
    const ColorSet colors = random_colors(30'000, 51, Transfer::srgb, 3, true);
    Progress* running = nullptr;
    Progress progress([&](double) { running->cancel(); });
    running = &progress;
    try {
        engine->reduce(colors, {.radius = 0.02}, progress);
        FAIL() << "ran to its end";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::cancelled);
    }
    // And is as good as new.
    const ColorSet few = random_colors(500, 52, Transfer::srgb);
    ReferenceEngine reference;
    expect_same(reduce(*engine, few, {.radius = 0.1}), reduce(reference, few, {.radius = 0.1}));
}

}
}
