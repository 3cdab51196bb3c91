#include "vulkan/ends_readback.h"

#include "base/parallel.h"

#include <algorithm>
#include <bit>

namespace huedrift::vulkan {
namespace {

// Ends that are copied in any case.
constexpr std::uint32_t least_ends = 4096;

std::span<const std::uint32_t> words(const Buffer& buffer) {
    const std::span<std::byte> bytes = buffer.mapped();
    return {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / 4};
}

Buffer room_for(const Device& device, std::uint32_t ends, std::uint32_t arrays) {
    return Buffer(device, "ends, read back", arrays * 4 * std::uint64_t{ends}, Memory::readback);
}

}

EndsReadback::EndsReadback(const Device& device, const Runs& runs)
    : device_(device), runs_(runs), room_(least_ends), expected_(least_ends),
      ends_(room_for(device, room_, arrays)) {}

bool EndsReadback::expect(std::uint32_t ends) {
    const bool enough = ends <= expected_;
    const std::uint32_t wanted = std::bit_ceil(std::max(ends, least_ends));
    if (wanted > room_) {
        ends_ = room_for(device_, wanted, arrays);
        room_ = wanted;
    }
    expected_ = wanted;
    return enough;
}

void EndsReadback::record(Recorder& recorder) const {
    const std::uint64_t bytes = 4 * std::uint64_t{std::min(expected_, runs_.count)};
    const BufferRange from[arrays] = {{runs_.checkpoint_l, 0, bytes},
                                      {runs_.checkpoint_a, 0, bytes},
                                      {runs_.checkpoint_b, 0, bytes},
                                      {runs_.frontier, 0, bytes},
                                      {runs_.frontier, 4 * std::uint64_t{runs_.count}, bytes},
                                      {runs_.pixels_high, 0, bytes}};
    for (std::uint64_t i = 0; i < arrays; ++i)
        recorder.copy(from[i], {ends_, i * 4 * room_, 4 * std::uint64_t{room_}});
    recorder.copy(runs_.mode_of, runs_.mode_of_readback);
}

std::span<const std::uint32_t> EndsReadback::array(Array which) const {
    return words(ends_).subspan(std::size_t{which} * room_, room_);
}

void EndsReadback::sort_places(std::uint32_t count, const Position& origin) {
    places_.resize(count);
    const auto coordinate = [&](Array axis, std::uint32_t i) {
        return static_cast<std::int32_t>(array(axis)[i]);
    };
    for (std::uint32_t i = 0; i < count; ++i)
        places_[i] = {{coordinate(l, i) + origin.l, coordinate(a, i) + origin.a, coordinate(b, i) + origin.b},
                      i};
    parallel_sort(places_.begin(), places_.end(),
                  [](const Place& x, const Place& y) { return x.position < y.position; });
}

std::vector<Mode> EndsReadback::merge_places() {
    std::vector<Mode> modes;
    modes.reserve(places_.size());
    mode_of_end_.resize(places_.size());
    for (const auto& [position, end] : places_) {
        if (modes.empty() || modes.back().position != position) modes.push_back({position, {}, 0, 0});
        modes.back().colors += array(colors)[end];
        modes.back().pixels += std::uint64_t{array(pixels_high)[end]} << 32 | array(pixels_low)[end];
        mode_of_end_[end] = static_cast<std::uint32_t>(modes.size() - 1);
    }
    return modes;
}

Reduction EndsReadback::gather(std::uint32_t count, const Position& origin, Transfer transfer) {
    sort_places(count, origin);
    Reduction reduction{.modes = merge_places(), .mode_of = {}, .statistics = {}};
    parallel_ranges(reduction.modes.size(), 256, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i)
            reduction.modes[i].color = color_at(reduction.modes[i].position, transfer);
    });
    const std::span<const std::uint32_t> end_of = words(runs_.mode_of_readback);
    reduction.mode_of.resize(runs_.count);
    parallel_ranges(runs_.count, 1 << 15, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i) reduction.mode_of[i] = mode_of_end_[end_of[i]];
    });
    return reduction;
}

}
