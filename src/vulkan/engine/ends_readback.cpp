#include "vulkan/engine/ends_readback.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace huedrift::gpu {
namespace {

// Ends that are copied in any case.
constexpr std::uint32_t least_ends = 4096;

// Ends that a thread takes at a time.
constexpr std::size_t grain = 1024;

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
    const BufferRange from[arrays] = {{runs_.end_l, 0, bytes},
                                      {runs_.end_a, 0, bytes},
                                      {runs_.end_b, 0, bytes},
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
    const std::span<const std::uint32_t> ls = array(l), as = array(a), bs = array(b);
    parallel_ranges(count, grain, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i)
            places_[i] = {{static_cast<std::int32_t>(ls[i]) + origin.l,
                           static_cast<std::int32_t>(as[i]) + origin.a,
                           static_cast<std::int32_t>(bs[i]) + origin.b},
                          static_cast<std::uint32_t>(i)};
    });
    parallel_sort(places_.begin(), places_.end(),
                  [](const Place& x, const Place& y) { return x.position < y.position; });
}

bool EndsReadback::begins_mode(std::size_t place) const {
    return place == 0 || places_[place].position != places_[place - 1].position;
}

std::vector<Mode> EndsReadback::merge_places(Transfer transfer) {
    // How many modes begin in each block of places says where in `modes` a block writes, beside all others.
    std::vector<std::size_t> first_mode(places_.size() / grain + 2);
    parallel_ranges(first_mode.size() - 1, 1, [&](std::size_t begin, std::size_t last) {
        for (std::size_t place = begin * grain; place < std::min(last * grain, places_.size()); ++place)
            first_mode[place / grain + 1] += begins_mode(place);
    });
    std::partial_sum(first_mode.begin(), first_mode.end(), first_mode.begin());
    std::vector<Mode> modes(first_mode.back());
    mode_of_end_.resize(places_.size());
    parallel_ranges(first_mode.size() - 1, 1, [&](std::size_t begin, std::size_t last) {
        std::size_t mode = first_mode[begin];
        for (std::size_t place = begin * grain; place < std::min(last * grain, places_.size()); ++place)
            if (begins_mode(place))
                modes[mode] = merge_mode(place, static_cast<std::uint32_t>(mode), transfer), ++mode;
    });
    return modes;
}

Mode EndsReadback::merge_mode(std::size_t place, std::uint32_t number, Transfer transfer) {
    const Position position = places_[place].position;
    Mode mode{position, color_at(position, transfer), 0, 0};
    for (; place < places_.size() && places_[place].position == position; ++place) {
        const std::uint32_t end = places_[place].end;
        mode.colors += array(colors)[end];
        mode.pixels += std::uint64_t{array(pixels_high)[end]} << 32 | array(pixels_low)[end];
        mode_of_end_[end] = number;
    }
    return mode;
}

Reduction EndsReadback::gather(std::uint32_t count, const Position& origin, Transfer transfer) {
    sort_places(count, origin);
    Reduction reduction{.modes = merge_places(transfer), .mode_of = {}, .statistics = {}};
    const std::span<const std::uint32_t> end_of = words(runs_.mode_of_readback);
    reduction.mode_of.resize(runs_.count);
    parallel_ranges(runs_.count, 1 << 15, [&](std::size_t begin, std::size_t last) {
        for (std::size_t i = begin; i < last; ++i) reduction.mode_of[i] = mode_of_end_[end_of[i]];
    });
    return reduction;
}

}
