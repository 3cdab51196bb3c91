#include "gpu/stages/analysis.h"

#include "shaders/stages/group_points_params.h"
#include "stage_shader_code.h"

namespace huedrift::gpu {
namespace {

std::uint32_t blocks_of(std::uint32_t count) { return (count + GROUP_POINTS_BLOCK - 1) / GROUP_POINTS_BLOCK; }

std::array<vulkan::Buffer, 2> pair_of_buffers(const vulkan::Device& device, const std::string& name,
                                              std::uint32_t count) {
    return {vulkan::Buffer(device, name, 4 * std::uint64_t{count}),
            vulkan::Buffer(device, name, 4 * std::uint64_t{count})};
}

}

KeyedNumbers::KeyedNumbers(const vulkan::Device& device, std::uint32_t points)
    : keys(pair_of_buffers(device, "keys", points)), numbers(pair_of_buffers(device, "numbers", points)),
      digit_counts(device, "digit counts", 4 * GROUP_POINTS_DIGITS * std::uint64_t{blocks_of(points)}),
      count(points) {}

GroupPoints::GroupPoints(const vulkan::Device& device)
    : count_(device, count_digits_shader()), scan_(device, scan_digits_shader()),
      scatter_(device, scatter_digits_shader()), place_(device, place_points_shader()) {}

void GroupPoints::record_sort(vulkan::Recorder& recorder, KeyedNumbers& keyed, std::uint32_t bits) const {
    const std::uint32_t blocks = blocks_of(keyed.count);
    const std::uint64_t threads = std::uint64_t{blocks} * GROUP_POINTS_WORKGROUP;
    for (std::uint32_t shift = 0; shift < bits; shift += GROUP_POINTS_DIGIT_BITS) {
        const GroupPointsParams params{.count = keyed.count, .blocks = blocks, .shift = shift};
        const std::size_t from = keyed.side, to = 1 - keyed.side;
        recorder.dispatch(count_, {keyed.keys[from], keyed.digit_counts}, params, threads);
        recorder.barrier();
        recorder.dispatch(scan_, {keyed.digit_counts},
                          ScanDigitsParams{.count = GROUP_POINTS_DIGITS * blocks}, 1);
        recorder.barrier();
        recorder.dispatch(
            scatter_,
            {keyed.keys[from], keyed.numbers[from], keyed.keys[to], keyed.numbers[to], keyed.digit_counts},
            params, threads);
        recorder.barrier();
        keyed.side = to;
    }
}

void GroupPoints::record_place(vulkan::Recorder& recorder, const Points& points,
                               const vulkan::Buffer& numbers, const Position& origin,
                               const Points& placed) const {
    const PlacePointsParams params{.count = points.count,
                                   .padded = placed.count,
                                   .origin_l = origin.l,
                                   .origin_a = origin.a,
                                   .origin_b = origin.b};
    recorder.dispatch(
        place_,
        {points.l, points.a, points.b, points.weights, numbers, placed.l, placed.a, placed.b, placed.weights},
        params, placed.count);
    recorder.barrier();
}

}
