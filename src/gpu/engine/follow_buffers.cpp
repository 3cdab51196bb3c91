#include "gpu/engine/follow_buffers.h"

#include "base/error.h"
#include "base/parallel.h"
#include "vulkan/device.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

namespace huedrift::gpu {
namespace {

Points starts_for(const vulkan::Device& device, std::uint32_t capacity) {
    constexpr auto upload = vulkan::Memory::upload;
    return {numbers(device, "starts.l", capacity, upload), numbers(device, "starts.a", capacity, upload),
            numbers(device, "starts.b", capacity, upload), numbers(device, "starts.weights", 4), capacity};
}

}

std::int64_t farthest_of(const Analysis& analysis, std::span<const Position> starts) {
    std::mutex joining;
    std::int64_t farthest = analysis.farthest;
    parallel_ranges(starts.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        std::int64_t own = 0;
        for (const Position& start : starts.subspan(begin, end - begin))
            own = std::max({own, std::abs(std::int64_t{start.l} - analysis.origin.l),
                            std::abs(std::int64_t{start.a} - analysis.origin.a),
                            std::abs(std::int64_t{start.b} - analysis.origin.b)});
        const std::lock_guard lock(joining);
        farthest = std::max(farthest, own);
    });
    if (farthest > largest_side / 2 + 1)
        throw Error(ErrorKind::failed, "a trajectory starts too far from the points");
    return farthest;
}

FollowBuffers::FollowBuffers(const vulkan::Device& device, std::uint32_t capacity)
    : starts_(starts_for(device, capacity)), settled_(device, "settled cells", min_settled_bytes),
      settled_upload_(device, "settled cells, written", min_settled_bytes, vulkan::Memory::upload),
      readback_(device, "ends, read back", arrays * 4 * std::uint64_t{capacity}, vulkan::Memory::readback) {}

void FollowBuffers::write(const vulkan::Device& device, std::span<const Position> starts,
                          const SettledCells* settled, const Position& origin) {
    starts_.count = static_cast<std::uint32_t>(starts.size());
    const auto write = [&](const vulkan::Buffer& buffer, std::int32_t Position::*coordinate) {
        const vulkan::WriteOnly out = buffer.writable();
        parallel_indices(starts.size(), 1 << 14,
                         [&](std::size_t i) { out.put(i, starts[i].*coordinate - origin.*coordinate); });
    };
    write(starts_.l, &Position::l);
    write(starts_.a, &Position::a);
    write(starts_.b, &Position::b);
    settled_bytes_ = min_settled_bytes;
    if (!settled || settled->empty()) return;
    const auto slots = std::as_bytes(settled->table().slots());
    if (slots.size() > settled_upload_.bytes()) { // the last to grow, in case memory ends in between
        settled_ = vulkan::Buffer(device, "settled cells", slots.size());
        settled_upload_ =
            vulkan::Buffer(device, "settled cells, written", slots.size(), vulkan::Memory::upload);
    }
    settled_upload_.writable().write(0, slots);
    settled_bytes_ = slots.size();
}

void FollowBuffers::record_begin(vulkan::Recorder& recorder) const {
    recorder.copy({settled_upload_, 0, settled_bytes_}, settled_);
    recorder.barrier();
}

void FollowBuffers::record_read(vulkan::Recorder& recorder, const Trajectories& trajectories) const {
    const std::uint64_t bytes = 4 * std::uint64_t{starts_.count};
    const auto copy = [&](const vulkan::Buffer& from, Array to) {
        recorder.copy({from, 0, bytes}, {readback_, to * bytes, bytes});
    };
    copy(trajectories.l, l);
    copy(trajectories.a, a);
    copy(trajectories.b, b);
    copy(trajectories.parents, roots);
}

std::span<const std::uint32_t> FollowBuffers::array(Array which) const {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(readback_.readable().data());
    return {words + std::size_t{which} * starts_.count, starts_.count};
}

Follower::Ends FollowBuffers::ends(const vulkan::Device& device, const Position& origin,
                                   std::int64_t farthest) const {
    // Means lie between points, and a rounded step goes at most a quarter of its length beyond.
    const auto is_in_reach = [limit = 2 * farthest](std::int32_t coordinate) {
        return std::abs(std::int64_t{coordinate}) <= limit;
    };
    const std::span<const std::uint32_t> root_of = array(roots);
    Follower::Ends ends{.states = std::vector<Position>(starts_.count),
                        .roots = {root_of.begin(), root_of.end()}};
    std::atomic<bool> wrong = false;
    parallel_indices(starts_.count, 1 << 14, [&](std::size_t i) {
        const std::uint32_t root = root_of[i];
        if (root >= starts_.count || root_of[root] != root) {
            wrong = true;
            return;
        }
        const Position at{static_cast<std::int32_t>(array(l)[root]),
                          static_cast<std::int32_t>(array(a)[root]),
                          static_cast<std::int32_t>(array(b)[root])};
        if (!std::ranges::all_of(coordinates(at), is_in_reach)) {
            wrong = true;
            return;
        }
        ends.states[i] = {at.l + origin.l, at.a + origin.a, at.b + origin.b};
    });
    if (wrong) throw WrongResult(device.facts().name);
    return ends;
}

}
