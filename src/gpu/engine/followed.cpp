#include "gpu/engine/followed.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <cstdlib>

namespace huedrift::gpu {
namespace {

Points starts_for(const vulkan::Device& device, std::uint32_t capacity) {
    const auto numbers = [&](const char* name) {
        return vulkan::Buffer(device, name, 4 * std::uint64_t{capacity}, vulkan::Memory::upload);
    };
    return {numbers("starts.l"), numbers("starts.a"), numbers("starts.b"),
            vulkan::Buffer(device, "starts.weights", 16), capacity};
}

}

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

Followed::Followed(const vulkan::Device& device, std::uint32_t capacity)
    : capacity_(capacity), starts_(starts_for(device, capacity)), settled_(device, "settled cells", 16),
      settled_upload_(device, "settled cells, written", 16, vulkan::Memory::upload),
      readback_(device, "followed, read back", arrays * 4 * std::uint64_t{capacity},
                vulkan::Memory::readback) {}

void Followed::write(const vulkan::Device& device, std::span<const Position> starts,
                     const SettledCells* settled, const Position& origin) {
    starts_.count = static_cast<std::uint32_t>(starts.size());
    const auto write = [&](const vulkan::Buffer& buffer, std::int32_t Position::*coordinate) {
        const vulkan::WriteOnly out = buffer.writable();
        parallel_ranges(starts.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) out.put(i, starts[i].*coordinate - origin.*coordinate);
        });
    };
    write(starts_.l, &Position::l);
    write(starts_.a, &Position::a);
    write(starts_.b, &Position::b);
    if (!settled || settled->empty()) return;
    const auto slots = std::as_bytes(settled->table().slots());
    if (slots.size() > settled_upload_.bytes()) { // the last to grow, in case memory ends in between
        settled_ = vulkan::Buffer(device, "settled cells", slots.size());
        settled_upload_ =
            vulkan::Buffer(device, "settled cells, written", slots.size(), vulkan::Memory::upload);
    }
    settled_upload_.writable().write(0, slots);
}

void Followed::record_begin(vulkan::Recorder& recorder) const {
    recorder.copy(settled_upload_, settled_);
    recorder.barrier();
}

void Followed::record_end(vulkan::Recorder& recorder, const ResolveModes& resolve_modes,
                          const Trajectories& trajectories) const {
    resolve_modes.record_roots(recorder, trajectories);
    const std::uint64_t bytes = 4 * std::uint64_t{starts_.count};
    const auto copy = [&](const vulkan::Buffer& from, Array to) {
        recorder.copy({from, 0, bytes}, {readback_, to * bytes, bytes});
    };
    copy(trajectories.l, l);
    copy(trajectories.a, a);
    copy(trajectories.b, b);
    copy(trajectories.parents, roots);
}

std::span<const std::uint32_t> Followed::array(Array which) const {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(readback_.readable().data());
    return {words + std::size_t{which} * starts_.count, starts_.count};
}

std::optional<std::vector<Position>> Followed::ends(const Position& origin) const {
    if (std::ranges::any_of(array(roots), [&](std::uint32_t root) { return root >= starts_.count; }))
        return std::nullopt;
    std::vector<Position> ends(starts_.count);
    parallel_ranges(ends.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t root = array(roots)[i];
            ends[i] = {static_cast<std::int32_t>(array(l)[root]) + origin.l,
                       static_cast<std::int32_t>(array(a)[root]) + origin.a,
                       static_cast<std::int32_t>(array(b)[root]) + origin.b};
        }
    });
    return ends;
}

}
