#include "vulkan/timer.h"

#include "vulkan/native.h"

#include <algorithm>

namespace huedrift::vulkan {

struct Timer::Native {
    const Device::Native& device;
    std::uint32_t capacity;
    vk::raii::QueryPool pool{nullptr};
};

Timer::Timer(const Device& device, std::uint32_t marks)
    : native_(new Native{.device = device.native(), .capacity = marks + 2}, {&device}) {
    if (native_->device.timestamp_ns == 0) return;
    guarded("the device cannot measure times", [&] {
        native_->pool = native_->device.device.createQueryPool(
            {.queryType = vk::QueryType::eTimestamp, .queryCount = native_->capacity});
    });
}

Timer::~Timer() = default;

void Timer::start(const void* commands) {
    names_.clear();
    if (native_->device.timestamp_ns == 0) return;
    const auto& buffer = *static_cast<const vk::raii::CommandBuffer*>(commands);
    buffer.resetQueryPool(*native_->pool, 0, native_->capacity);
    buffer.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *native_->pool, 0);
}

void Timer::mark(const void* commands, const std::string& name) {
    if (native_->device.timestamp_ns == 0 || names_.size() + 2 == native_->capacity) return;
    names_.push_back(name);
    static_cast<const vk::raii::CommandBuffer*>(commands)->writeTimestamp(
        vk::PipelineStageFlagBits::eBottomOfPipe, *native_->pool, static_cast<std::uint32_t>(names_.size()));
}

void Timer::end(const void* commands) {
    if (native_->device.timestamp_ns == 0) return;
    static_cast<const vk::raii::CommandBuffer*>(commands)->writeTimestamp(
        vk::PipelineStageFlagBits::eBottomOfPipe, *native_->pool,
        static_cast<std::uint32_t>(names_.size() + 1));
}

void Timer::collect() {
    if (native_->device.timestamp_ns == 0) {
        last_ = since_submission_.seconds();
        return;
    }
    const std::size_t marks = names_.size() + 2;
    const std::vector<std::uint64_t> ticks =
        native_->pool
            .getResults<std::uint64_t>(0, static_cast<std::uint32_t>(marks), 8 * marks, 8,
                                       vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait)
            .second;
    const auto seconds = [&](std::size_t from, std::size_t to) {
        const std::uint64_t elapsed = (ticks[to] - ticks[from]) & native_->device.timestamp_mask;
        return static_cast<double>(elapsed) * native_->device.timestamp_ns * 1e-9;
    };
    last_ = seconds(0, marks - 1);
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const auto known = std::find_if(times_.begin(), times_.end(),
                                        [&](const StageTime& time) { return time.stage == names_[i]; });
        StageTime& time = known == times_.end() ? times_.emplace_back(StageTime{names_[i], 0}) : *known;
        time.seconds += seconds(i, i + 1);
    }
}

}
