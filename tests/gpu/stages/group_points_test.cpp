#include "gpu/stages/analysis.h"

#include "reduction/random_image.h"
#include "shaders/stages/group_points_params.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace huedrift::gpu {
namespace {

using GroupPointsTest = vulkan::DeviceTest;

std::vector<std::uint32_t> random_keys(std::uint32_t count, std::uint32_t bits) {
    std::mt19937 random(count + bits);
    std::vector<std::uint32_t> keys(count);
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random()) >> (32 - bits);
    return keys;
}

/// The numbers 0, 1, 2, ... in the order of their keys; equal keys keep theirs.
std::vector<std::uint32_t> sorted_on_cpu(const std::vector<std::uint32_t>& keys) {
    std::vector<std::uint32_t> numbers(keys.size());
    std::iota(numbers.begin(), numbers.end(), 0u);
    std::ranges::stable_sort(numbers, {}, [&](std::uint32_t number) { return keys[number]; });
    return numbers;
}

void expect_twin(vulkan::Device& device, std::uint32_t count, std::uint32_t bits) {
    const std::vector<std::uint32_t> keys = random_keys(count, bits);
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    KeyedNumbers keyed(device, count);
    upload(device, keyed.keys[0], std::as_bytes(std::span(keys)));
    upload(device, keyed.numbers[0], std::as_bytes(std::span(numbers)));
    const GroupPoints group_points(device);
    vulkan::Recorder recorder(device);
    group_points.record_sort(recorder, keyed, bits);
    recorder.run();
    EXPECT_EQ(values_of<std::uint32_t>(device, keyed.numbers[keyed.side], count), sorted_on_cpu(keys))
        << count << " keys of " << bits << " bits";
}

TEST_F(GroupPointsTest, SortsAnyCountStably) {
    for (const std::uint32_t count : awkward_counts(device(), GROUP_POINTS_BLOCK))
        expect_twin(device(), count, 11);
}

TEST_F(GroupPointsTest, SortsKeysOfAnyLength) {
    for (const std::uint32_t bits : {1u, 4u, 5u, 29u, 30u}) expect_twin(device(), 4'099, bits);
}

TEST_F(GroupPointsTest, SortsOnSeveralRowsOfWorkgroups) { expect_twin(narrow_device(), 65'537, 9); }

TEST_F(GroupPointsTest, PlacesPointsInOrderAndFillsTheLastLeaf) {
    for (const std::uint32_t count : awkward_counts(device(), GROUP_POINTS_WORKGROUP)) {
        const ColorSet set = random_points(count);
        const Points points = upload_points(device(), set);
        const std::vector<std::uint32_t> order = sorted_on_cpu(random_keys(count, 16));
        const vulkan::Buffer numbers = uploaded(device(), "order", order);
        const Position origin{100, -200, 300};
        const Points placed = allocate_points(device(), "placed", count + 3);
        const GroupPoints group_points(device());
        vulkan::Recorder recorder(device());
        group_points.record_place(recorder, points, numbers, origin, placed);
        recorder.run();
        const auto l = values_of<std::int32_t>(device(), placed.l, count + 3),
                   a = values_of<std::int32_t>(device(), placed.a, count + 3),
                   b = values_of<std::int32_t>(device(), placed.b, count + 3);
        const auto weights = values_of<std::uint32_t>(device(), placed.weights, count + 3);
        for (std::uint32_t i = 0; i < count; ++i) {
            const Position p = set.positions()[order[i]];
            ASSERT_EQ((Position{l[i] + origin.l, a[i] + origin.a, b[i] + origin.b}), p) << i;
            ASSERT_EQ(weights[i], set.counts()[order[i]]);
        }
        for (std::uint32_t i = count; i < count + 3; ++i) {
            EXPECT_EQ(weights[i], 0u);
            EXPECT_EQ(l[i], INT32_MAX);
        }
    }
}

}
}
