#include "vulkan/engine/followed.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace huedrift::gpu {
namespace {

/// The largest coordinate of a point or a start, relative to the origin.
std::int64_t farthest_of(const Analysis& analysis, std::span<const Position> starts) {
    std::int64_t farthest = analysis.farthest;
    for (const Position& start : starts)
        farthest = std::max({farthest, std::abs(std::int64_t{start.l} - analysis.origin.l),
                             std::abs(std::int64_t{start.a} - analysis.origin.a),
                             std::abs(std::int64_t{start.b} - analysis.origin.b)});
    if (farthest > largest_side / 2 + 1)
        throw Error(ErrorKind::failed, "a trajectory starts too far from the points");
    return farthest;
}

Buffer ascending_numbers(Device& device, std::uint32_t count) {
    Buffer buffer(device, "numbers", 4 * std::uint64_t{count});
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    upload(device, buffer, std::as_bytes(std::span(numbers)));
    return buffer;
}

}

Followed::Followed(Device& device, const Analysis& analysis, std::span<const Position> starts,
                   std::uint32_t table_slots, std::uint32_t buckets)
    : positions_(starts.begin(), starts.end()), origin_(analysis.origin),
      farthest_(farthest_of(analysis, starts)), starts_(upload_starts(device, starts, origin_)),
      trajectories_(device, starts_.count, table_slots, buckets),
      numbers_(ascending_numbers(device, starts_.count)),
      readback_(device, "followed, read back", arrays * 4 * std::uint64_t{starts_.count}, Memory::readback) {}

void Followed::record_end(Recorder& recorder, const ResolveModes& resolve_modes) const {
    resolve_modes.record_roots(recorder, trajectories_);
    const std::uint64_t bytes = 4 * std::uint64_t{trajectories_.count};
    const auto copy = [&](const Buffer& from, Array to, std::uint64_t length) {
        recorder.copy({from, 0, length}, {readback_, to * bytes, length});
    };
    copy(trajectories_.l, l, bytes);
    copy(trajectories_.a, a, bytes);
    copy(trajectories_.b, b, bytes);
    copy(trajectories_.parents, roots, bytes);
    copy(trajectories_.densities, densities, 2 * bytes);
}

std::span<const std::uint32_t> Followed::array(Array which) const {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(readback_.mapped().data());
    return {words + std::size_t{which} * trajectories_.count, trajectories_.count};
}

Follower::Modes Followed::modes() const {
    Follower::Modes modes;
    const std::uint32_t* const halves = array(densities).data();
    for (std::size_t i = 0; i < trajectories_.count; ++i) {
        const std::uint32_t root = array(roots)[i];
        modes.states.push_back({static_cast<std::int32_t>(array(l)[root]) + origin_.l,
                                static_cast<std::int32_t>(array(a)[root]) + origin_.a,
                                static_cast<std::int32_t>(array(b)[root]) + origin_.b});
        modes.densities.push_back(std::uint64_t{halves[2 * i + 1]} << 32 | halves[2 * i]);
    }
    return modes;
}

}
