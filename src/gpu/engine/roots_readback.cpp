#include "gpu/engine/roots_readback.h"

#include "base/device_error.h"
#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "vulkan/device.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>

namespace huedrift::gpu {
namespace {

// The least number of roots to copy.
constexpr std::uint32_t min_roots = 4096;

// The number of roots that a thread handles at a time.
constexpr std::size_t grain = 1024;

std::span<const std::uint32_t> words(const vulkan::Buffer& buffer) {
    const std::span<const std::byte> bytes = buffer.readable();
    return {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / 4};
}

/// Near Oklab's colours: steps that are rounded may end a little outside of them, at an iteration limit.
bool is_in_reach(const Position& p) {
    return std::ranges::all_of(
        coordinates(p), [](std::int32_t at) { return at >= -2 * units_per_one && at <= 2 * units_per_one; });
}

vulkan::Buffer allocate(const vulkan::Device& device, std::uint32_t roots, std::uint32_t arrays) {
    return vulkan::Buffer(device, "roots, read back", arrays * 4 * std::uint64_t{roots},
                          vulkan::Memory::readback);
}

}

RootsReadback::RootsReadback(const vulkan::Device& device, const Trajectories& trajectories)
    : device_(device), trajectories_(trajectories), capacity_(min_roots), expected_(min_roots),
      readback_(allocate(device, capacity_, arrays)) {}

bool RootsReadback::expect(std::uint32_t roots) {
    const bool enough = roots <= expected_;
    const std::uint32_t wanted = std::bit_ceil(std::max(roots, min_roots));
    if (wanted > capacity_) {
        readback_ = allocate(device_, wanted, arrays);
        capacity_ = wanted;
    }
    expected_ = wanted;
    return enough;
}

void RootsReadback::record(vulkan::Recorder& recorder) const {
    const std::uint32_t count = trajectories_.count;
    const std::uint64_t bytes = 4 * std::uint64_t{std::min(expected_, count)};
    const vulkan::BufferRange from[arrays] = {{trajectories_.root_l, 0, bytes},
                                              {trajectories_.root_a, 0, bytes},
                                              {trajectories_.root_b, 0, bytes},
                                              {trajectories_.tallies(), 0, bytes},
                                              {trajectories_.tallies(), 4 * std::uint64_t{count}, bytes},
                                              {trajectories_.pixels_high, 0, bytes}};
    for (std::uint64_t i = 0; i < arrays; ++i)
        recorder.copy(from[i], {readback_, i * 4 * capacity_, 4 * std::uint64_t{capacity_}});
    recorder.copy({trajectories_.mode_of(), 0, 4 * std::uint64_t{count}}, trajectories_.mode_of_readback);
}

std::span<const std::uint32_t> RootsReadback::array(Array which) const {
    return words(readback_).subspan(std::size_t{which} * capacity_, capacity_);
}

void RootsReadback::sort_roots(std::uint32_t count, const Position& origin) {
    sorted_.resize(count);
    const std::span<const std::uint32_t> ls = array(l), as = array(a), bs = array(b);
    // Modulo 2^32, as no value of a device that computes wrong results may overflow.
    const auto moved = [](std::uint32_t coordinate, std::int32_t by) {
        return static_cast<std::int32_t>(coordinate + static_cast<std::uint32_t>(by));
    };
    std::atomic<bool> wrong = false;
    parallel_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Position at{moved(ls[i], origin.l), moved(as[i], origin.a), moved(bs[i], origin.b)};
            if (!is_in_reach(at)) wrong = true;
            sorted_[i] = {at, static_cast<std::uint32_t>(i)};
        }
    });
    if (wrong) throw WrongResult(device_.facts().name);
    parallel_sort(sorted_.begin(), sorted_.end(),
                  [](const Root& x, const Root& y) { return x.position < y.position; });
}

bool RootsReadback::begins_mode(std::size_t index) const {
    return index == 0 || sorted_[index].position != sorted_[index - 1].position;
}

std::vector<PaletteEntry> RootsReadback::merge_roots(Transfer transfer) {
    // The number of modes in earlier blocks is a block's first place in `modes`, so that all blocks can write
    // in parallel.
    std::vector<std::size_t> first_mode(sorted_.size() / grain + 2);
    parallel_ranges(first_mode.size() - 1, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin * grain; index < std::min(end * grain, sorted_.size()); ++index)
            first_mode[index / grain + 1] += begins_mode(index);
    });
    std::partial_sum(first_mode.begin(), first_mode.end(), first_mode.begin());
    std::vector<PaletteEntry> modes(first_mode.back());
    mode_of_root_.resize(sorted_.size());
    parallel_ranges(first_mode.size() - 1, 1, [&](std::size_t begin, std::size_t end) {
        std::size_t mode = first_mode[begin];
        for (std::size_t index = begin * grain; index < std::min(end * grain, sorted_.size()); ++index)
            if (begins_mode(index))
                modes[mode] = merge_mode(index, static_cast<std::uint32_t>(mode), transfer), ++mode;
    });
    return modes;
}

PaletteEntry RootsReadback::merge_mode(std::size_t index, std::uint32_t number, Transfer transfer) {
    const Position position = sorted_[index].position;
    PaletteEntry mode{.color = color_at(position, transfer), .position = position};
    for (; index < sorted_.size() && sorted_[index].position == position; ++index) {
        const std::uint32_t root = sorted_[index].number;
        mode.colors += array(colors)[root];
        mode.pixels += std::uint64_t{array(pixels_high)[root]} << 32 | array(pixels_low)[root];
        mode_of_root_[root] = number;
    }
    return mode;
}

Reduction RootsReadback::gather(std::uint32_t count, const Position& origin, Transfer transfer) {
    sort_roots(count, origin);
    Reduction reduction;
    reduction.transfer = transfer;
    reduction.entries = merge_roots(transfer);
    const std::span<const std::uint32_t> root_of = words(trajectories_.mode_of_readback);
    reduction.entry_of.resize(trajectories_.count);
    std::atomic<bool> wrong = false;
    parallel_ranges(trajectories_.count, 1 << 15, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (root_of[i] < count)
                reduction.entry_of[i] = mode_of_root_[root_of[i]];
            else
                wrong = true;
        }
    });
    if (wrong) throw WrongResult(device_.facts().name);
    return reduction;
}

}
