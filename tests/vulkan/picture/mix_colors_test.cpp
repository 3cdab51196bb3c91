#include "vulkan/picture/mix_colors.h"

#include "base/error.h"
#include "gpu/device_fixture.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

namespace huedrift::gpu {
namespace {

/// A mixture by docs/definition.md.
std::array<std::uint32_t, mixture_size> mixed(const Position& color, const MixedPalette& palette) {
    std::array<std::int64_t, 3> error{};
    std::array<std::uint32_t, mixture_size> labels{};
    const auto of = coordinates(color), bound = coordinates(palette.error_bound);
    for (std::uint32_t& label : labels) {
        std::array<std::int32_t, 3> wanted{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            wanted[axis] = of[axis] + std::int32_t(std::clamp<std::int64_t>(
                                          error[axis] * palette.strength >> 16, -bound[axis], bound[axis]));
        const auto nearest = std::ranges::min_element(palette.entries, {}, [&](const Position& entry) {
            return squared_distance(entry, {wanted[0], wanted[1], wanted[2]});
        });
        label = std::uint32_t(nearest - palette.entries.begin());
        for (std::size_t axis = 0; axis < 3; ++axis) error[axis] += of[axis] - coordinates(*nearest)[axis];
    }
    std::ranges::sort(labels, {},
                      [&](std::uint32_t label) { return std::pair(palette.entries[label].l, label); });
    return labels;
}

class MixColorsTest : public DeviceTest {
protected:
    std::vector<Position> positions(std::size_t count, std::int32_t step) {
        const auto in = [&](int low, int high) {
            return std::uniform_int_distribution(low / step, high / step)(random_) * step;
        };
        std::vector<Position> positions;
        for (std::size_t i = 0; i < count; ++i)
            positions.push_back({in(0, 1 << 24), in(-(1 << 23), 1 << 23), in(-(1 << 23), 1 << 23)});
        return positions;
    }

    void expect_twin(std::shared_ptr<Device> device, std::span<const Position> colors,
                     const MixedPalette& palette, std::size_t label_bytes) {
        std::vector<std::byte> mixtures(colors.size() * mixture_size * label_bytes);
        DeviceColorMixer mixer(std::move(device));
        ASSERT_TRUE(mixer.mix(colors, palette, label_bytes, mixtures, {}));
        for (std::size_t i = 0; i < colors.size(); ++i) {
            std::array<std::uint32_t, mixture_size> labels{};
            for (std::size_t j = 0; j < mixture_size; ++j)
                std::memcpy(&labels[j], &mixtures[(i * mixture_size + j) * label_bytes], label_bytes);
            ASSERT_EQ(labels, mixed(colors[i], palette)) << "colour " << i << " of " << colors.size();
        }
    }
    /// The fixture keeps the device.
    static std::shared_ptr<Device> shared(Device& device) { return {std::shared_ptr<void>(), &device}; }

private:
    std::mt19937 random_{4};
};

TEST_F(MixColorsTest, EqualsTheTwin) {
    constexpr Position far{1 << 23, 1 << 23, 1 << 23}, near{1 << 19, 1 << 18, 0};
    for (const std::int32_t step : {1, 1 << 21}) // coarse steps make ties
        for (const std::size_t count : {1u, 2u, 16u, 300u}) {
            const std::vector<Position> entries = positions(count, step), colors = positions(70, step);
            const std::size_t label_bytes = count < 255 ? 1 : 2;
            for (const std::int64_t strength : {0, 1 << 15, 1 << 16})
                expect_twin(shared(device()), colors, {entries, far, strength}, label_bytes);
            expect_twin(shared(device()), colors, {entries, near, 1 << 16}, 4);
        }
}

TEST_F(MixColorsTest, EqualsTheTwinOnAnyCountAndInRows) {
    const std::vector<Position> entries = positions(5, 1);
    const MixedPalette palette{entries, {1 << 22, 1 << 22, 1 << 22}, 1 << 16};
    for (const std::uint32_t count : awkward_counts(device(), 64))
        if (count < 1000) expect_twin(shared(device()), positions(count, 1), palette, 1); // the twin is slow
    expect_twin(shared(narrow_device()), positions(64 * 7 + 3, 1), palette, 1);
}

TEST_F(MixColorsTest, CanBeCancelledBetweenSubmissions) {
    const std::vector<Position> entries = positions(20'000, 1), colors = positions(1100, 1);
    std::vector<std::byte> mixtures(colors.size() * mixture_size * 2);
    Progress cancelled;
    cancelled.cancel();
    DeviceColorMixer mixer(shared(device()));
    const MixedPalette palette{entries, {1 << 22, 1 << 22, 1 << 22}, 1 << 16};
    EXPECT_THROW(mixer.mix(colors, palette, 2, mixtures, cancelled), Error);
}

}
}
