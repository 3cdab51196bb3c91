#pragma once

#include "gpu/stages/cell_grid.h"
#include "gpu/stages/points.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <array>

namespace huedrift::gpu {

/// Two pairs of keys and the numbers of their points: each pass of the sort reads one pair and writes the
/// other.
struct KeyedNumbers {
    KeyedNumbers(const vulkan::Device& device, std::uint32_t count);

    std::array<vulkan::Buffer, 2> keys, numbers;
    vulkan::Buffer digit_counts;
    std::uint32_t count;
    std::size_t side = 0; ///< the pair that holds the current order
};

/// Stage 3: sorts the points along the curve, stably.
class GroupPoints {
public:
    explicit GroupPoints(const vulkan::Device& device);

    /// Sorts by the lowest `bits` bits of the keys; numbers[side] then has the order.
    void record_sort(vulkan::Recorder& recorder, KeyedNumbers& keyed, std::uint32_t bits) const;
    /// Writes `points` in the order of `numbers`, relative to `origin`. Fills the rest of `placed` with
    /// points outside every ball and without weight.
    void record_place(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& numbers,
                      const Position& origin, const Points& placed) const;

private:
    vulkan::Pass count_, scan_, scatter_, place_;
};

}
