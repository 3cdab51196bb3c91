#include "vulkan/timer.h"

#include "vulkan/native.h"

#include <algorithm>

namespace huedrift::vulkan {

Timer::Timer(const Device& device, std::uint32_t marks)
    : native_(new Native{.device = device.native(), .capacity = marks + 2}, {&device}) {
    if (native_->device.timestamp_ns == 0) return;
    guarded("the device cannot measure times", [&] {
        native_->pool = native_->device.device.createQueryPool(
            {.queryType = vk::QueryType::eTimestamp, .queryCount = native_->capacity});
    });
}

Timer::~Timer() = default;

const std::vector<StageTime>& Timer::times() const { return native_->times; }

double Timer::last() const { return native_->last; }

void Timer::Native::start(const vk::raii::CommandBuffer& commands) {
    names.clear();
    if (device.timestamp_ns == 0) return;
    commands.resetQueryPool(*pool, 0, capacity);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *pool, 0);
}

void Timer::Native::mark(const vk::raii::CommandBuffer& commands, const std::string& name) {
    if (device.timestamp_ns == 0 || names.size() + 2 == capacity) return;
    names.push_back(name);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *pool,
                            static_cast<std::uint32_t>(names.size()));
}

void Timer::Native::end(const vk::raii::CommandBuffer& commands) {
    if (device.timestamp_ns == 0) return;
    commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *pool,
                            static_cast<std::uint32_t>(names.size() + 1));
}

void Timer::Native::collect() {
    if (device.timestamp_ns == 0) {
        last = since_submission.seconds();
        return;
    }
    const std::size_t marks = names.size() + 2;
    const std::vector<std::uint64_t> ticks =
        pool.getResults<std::uint64_t>(0, static_cast<std::uint32_t>(marks), 8 * marks, 8,
                                       vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait)
            .second;
    const auto seconds = [&](std::size_t from, std::size_t to) {
        const std::uint64_t elapsed = (ticks[to] - ticks[from]) & device.timestamp_mask;
        return static_cast<double>(elapsed) * device.timestamp_ns * 1e-9;
    };
    last = seconds(0, marks - 1);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto known = std::find_if(times.begin(), times.end(),
                                        [&](const StageTime& time) { return time.stage == names[i]; });
        StageTime& time = known == times.end() ? times.emplace_back(StageTime{names[i], 0}) : *known;
        time.seconds += seconds(i, i + 1);
    }
}

}
