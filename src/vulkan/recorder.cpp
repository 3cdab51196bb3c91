#include "vulkan/recorder.h"

#include "base/error.h"
#include "vulkan/native.h"

#include <algorithm>
#include <list>

namespace huedrift::vulkan {
namespace {

// A driver works on a submission for seconds at most. On a lost device it ends waits at once (Vulkan, chapter
// "Lost Device"), unless it is broken, too.
constexpr std::chrono::seconds longest_wait{60}, turn{1};

constexpr std::uint32_t sets_per_pool = 64, buffers_per_pool = 16 * sets_per_pool;

/// The descriptor sets of a recording. A pass on the same ranges reuses its set, so a loop needs one set per
/// pass.
class DescriptorSets {
public:
    /// `pools`: empty, or one pool with all of its sets free; more are created as needed.
    explicit DescriptorSets(std::list<vk::raii::DescriptorPool>& pools);

    vk::DescriptorSet find_or_write(const vk::raii::Device& device, const Pass& pass,
                                    std::span<const BufferRange> ranges);

private:
    struct Bound {
        const Pass* pass;
        std::vector<BufferRange> ranges;
        vk::DescriptorSet set; ///< owned by its pool
    };

    std::list<vk::raii::DescriptorPool>& pools_;
    std::uint32_t sets_left_, buffers_left_; ///< in the last pool
    std::vector<Bound> bound_;
};

DescriptorSets::DescriptorSets(std::list<vk::raii::DescriptorPool>& pools)
    : pools_(pools), sets_left_(pools.empty() ? 0 : sets_per_pool),
      buffers_left_(pools.empty() ? 0 : buffers_per_pool) {}

vk::DescriptorSet DescriptorSets::find_or_write(const vk::raii::Device& device, const Pass& pass,
                                                std::span<const BufferRange> ranges) {
    const auto known = std::find_if(bound_.begin(), bound_.end(), [&](const Bound& one) {
        return one.pass == &pass &&
               std::equal(one.ranges.begin(), one.ranges.end(), ranges.begin(), ranges.end());
    });
    if (known != bound_.end()) return known->set;
    const std::uint32_t count = pass.shader().buffers;
    if (sets_left_ == 0 || buffers_left_ < count) {
        pools_.push_back(create_pool(device, sets_per_pool, buffers_per_pool));
        sets_left_ = sets_per_pool;
        buffers_left_ = buffers_per_pool;
    }
    --sets_left_;
    buffers_left_ -= count;
    const vk::DescriptorSet set = write_set(device, pools_.back(), *pass.native().set_layout, ranges);
    bound_.push_back({&pass, {ranges.begin(), ranges.end()}, set});
    return set;
}

/// Throws Error(failed) with `sentence`(), which is called only then, since a loop records hundreds of
/// commands.
template <class Sentence>
void require(bool holds, const Sentence& sentence) {
    if (!holds) throw Error(ErrorKind::failed, sentence());
}

void check(const DeviceFacts& device, std::uint64_t alignment, const Pass& pass,
           std::span<const BufferRange> buffers, std::span<const std::byte> params) {
    const auto takes = [&](std::size_t expected, const char* what, std::size_t given) {
        return "pass " + pass.name() + " takes " + std::to_string(expected) + what + ", not " +
               std::to_string(given);
    };
    const std::size_t expected_buffers = pass.shader().buffers, expected_bytes = pass.shader().push_constants;
    require(buffers.size() == expected_buffers,
            [&] { return takes(expected_buffers, " buffers", buffers.size()); });
    require(params.size() == expected_bytes,
            [&] { return takes(expected_bytes, " bytes of parameters", params.size()); });
    for (const BufferRange& range : buffers) {
        const auto is = [&](const char* what) {
            return [&, what] {
                return "pass " + pass.name() + ", buffer " + range.buffer->name() + ": the range is " + what;
            };
        };
        require(range.bytes != 0 && range.offset + range.bytes <= range.buffer->bytes(),
                is("outside the buffer"));
        if (range.bytes > device.storage_range)
            throw TooLargeForDevice(device.name + " cannot take the " + mebibytes(range.bytes) + " of " +
                                    range.buffer->name() + " at once");
        require(range.offset % alignment == 0, is("not aligned"));
    }
}

}

struct Recorder::Native {
    std::unique_ptr<CommandSlot> slot;
    DescriptorSets sets{slot->descriptor_pools};
    bool recording = true, pending = false;
};

namespace {

std::unique_ptr<CommandSlot> new_slot(const Device::Native& device) {
    auto slot = std::make_unique<CommandSlot>();
    slot->pool = device.device.createCommandPool({.queueFamilyIndex = device.computing().family});
    slot->commands = std::move(device.device
                                   .allocateCommandBuffers({.commandPool = *slot->pool,
                                                            .level = vk::CommandBufferLevel::ePrimary,
                                                            .commandBufferCount = 1})
                                   .front());
    slot->fence = device.device.createFence({});
    return slot;
}

/// A reset idle slot, or a new one.
std::unique_ptr<CommandSlot> take_slot(Device::Native& device) {
    std::unique_ptr<CommandSlot> slot;
    {
        const std::lock_guard lock(device.idle_mutex);
        if (device.idle.empty()) return new_slot(device);
        slot = std::move(device.idle.back());
        device.idle.pop_back();
    }
    slot->pool.reset({});
    while (slot->descriptor_pools.size() > 1) slot->descriptor_pools.pop_back();
    for (const auto& pool : slot->descriptor_pools) pool.reset({});
    return slot;
}

}

Recorder::Recorder(Device& device, Timer* timer) : device_(device), timer_(timer) {
    guarded("the device accepts no commands", [&] {
        native_ = {new Native{.slot = take_slot(device.native())}, {&device}};
        native_->slot->commands.begin({});
        if (timer_) timer_->native().start(native_->slot->commands);
        // Makes writes of the host and of earlier submissions visible to the first command.
        barrier();
    });
}

Recorder::~Recorder() {
    try {
        // A wait for a hanging device has already failed.
        if (device_.hangs())
            wait_for({});
        else
            wait();
    } catch (const std::exception&) {
        // Any failure: it only matters whether the submission has ended.
    }
    if (native_->pending) {
        device_.native().hung();
    } else if (!device_.lost()) {
        const std::lock_guard lock(device_.native().idle_mutex);
        try {
            device_.native().idle.push_back(std::move(native_->slot));
        } catch (const std::bad_alloc&) {
            // The next recorder creates a new slot.
        }
    }
}

void Recorder::bind(const Pass& pass, std::span<const BufferRange> buffers, const PassParams& pass_params) {
    const std::span<const std::byte> params = pass_params.bytes();
    require(native_->recording, [] { return "a command was recorded after the submission"; });
    const Device::Native& device = device_.native();
    check(device_.facts(), device.offset_alignment, pass, buffers, params);
    guarded("a pass cannot be recorded", [&] {
        const vk::DescriptorSet set = native_->sets.find_or_write(device.device, pass, buffers);
        const auto& commands = native_->slot->commands;
        if (device.debug_utils) commands.beginDebugUtilsLabelEXT({.pLabelName = pass.name().c_str()});
        commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pass.native().pipeline);
        commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *pass.native().layout, 0, set, {});
        if (!params.empty())
            commands.pushConstants<std::byte>(
                *pass.native().layout, vk::ShaderStageFlagBits::eCompute, 0,
                vk::ArrayProxy<const std::byte>(static_cast<std::uint32_t>(params.size()), params.data()));
    });
}

void Recorder::finish(const std::string& name) {
    if (device_.native().debug_utils) native_->slot->commands.endDebugUtilsLabelEXT();
    if (timer_) timer_->native().mark(native_->slot->commands, name);
}

void Recorder::dispatch(const Pass& pass, std::initializer_list<BufferRange> buffers,
                        const PassParams& params, std::uint64_t threads) {
    const auto [x, y] = workgroups_for(threads, pass.workgroup_threads(), device_.facts().workgroups_x,
                                       device_.facts().workgroups_y);
    dispatch_grid(pass, buffers, params, x, y);
}

void Recorder::dispatch_indirect(const Pass& pass, std::initializer_list<BufferRange> buffers,
                                 const PassParams& params, const Buffer& arguments, std::uint64_t offset) {
    require(offset % 4 == 0 && offset + 12 <= arguments.bytes(),
            [&] { return "the arguments of pass " + pass.name() + " lie outside " + arguments.name(); });
    bind(pass, buffers, params);
    native_->slot->commands.dispatchIndirect(*arguments.native().buffer, offset);
    finish(pass.name());
}

void Recorder::dispatch_grid(const Pass& pass, std::initializer_list<BufferRange> buffers,
                             const PassParams& params, std::uint32_t workgroups_x,
                             std::uint32_t workgroups_y) {
    if (workgroups_x == 0 || workgroups_y == 0) return;
    require(workgroups_x <= device_.facts().workgroups_x && workgroups_y <= device_.facts().workgroups_y,
            [&] { return "pass " + pass.name() + " has too many workgroups"; });
    bind(pass, buffers, params);
    native_->slot->commands.dispatch(workgroups_x, workgroups_y, 1);
    finish(pass.name());
}

void Recorder::copy(const BufferRange& from, const BufferRange& to) {
    require(native_->recording, [] { return "a copy was recorded after the submission"; });
    require(from.offset + from.bytes <= from.buffer->bytes() && to.offset + to.bytes <= to.buffer->bytes(),
            [&] {
                return "a copy from " + from.buffer->name() + " to " + to.buffer->name() +
                       " lies outside one of them";
            });
    const std::uint64_t bytes = std::min(from.bytes, to.bytes);
    if (bytes == 0) return;
    native_->slot->commands.copyBuffer(
        *from.buffer->native().buffer, *to.buffer->native().buffer,
        vk::BufferCopy{.srcOffset = from.offset, .dstOffset = to.offset, .size = bytes});
    if (timer_) timer_->native().mark(native_->slot->commands, "copy");
}

void Recorder::update(const BufferRange& to, std::span<const std::byte> data) {
    require(native_->recording, [] { return "an update was recorded after the submission"; });
    require(to.offset % 4 == 0 && data.size() % 4 == 0 && data.size() <= 65536 && data.size() <= to.bytes &&
                to.offset + to.bytes <= to.buffer->bytes(),
            [&] { return "an update of " + to.buffer->name() + " lies outside or is not aligned"; });
    if (data.empty()) return;
    native_->slot->commands.updateBuffer<std::byte>(
        *to.buffer->native().buffer, to.offset,
        vk::ArrayProxy<const std::byte>(static_cast<std::uint32_t>(data.size()), data.data()));
    if (timer_) timer_->native().mark(native_->slot->commands, "update");
}

void Recorder::fill(const BufferRange& range, std::uint32_t value) {
    require(native_->recording, [] { return "a fill was recorded after the submission"; });
    require(range.offset % 4 == 0 && range.bytes % 4 == 0 &&
                range.offset + range.bytes <= range.buffer->bytes(),
            [&] { return "a fill of " + range.buffer->name() + " lies outside or is not aligned"; });
    if (range.bytes == 0) return;
    native_->slot->commands.fillBuffer(*range.buffer->native().buffer, range.offset, range.bytes, value);
    if (timer_) timer_->native().mark(native_->slot->commands, "fill");
}

void Recorder::barrier() {
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    require(native_->recording, [] { return "a barrier was recorded after the submission"; });
    const vk::MemoryBarrier all{
        .srcAccessMask = Access::eShaderWrite | Access::eTransferWrite | Access::eHostWrite,
        .dstAccessMask = Access::eShaderRead | Access::eShaderWrite | Access::eTransferRead |
                         Access::eTransferWrite | Access::eIndirectCommandRead | Access::eHostRead};
    native_->slot->commands.pipelineBarrier(
        Stage::eComputeShader | Stage::eTransfer | Stage::eHost,
        Stage::eComputeShader | Stage::eTransfer | Stage::eDrawIndirect | Stage::eHost, {}, all, {}, {});
}

namespace {

/// Runs `body`, which submits or waits, and notes a loss of the device. A call that reports the loss counts
/// as if it had succeeded (Vulkan, chapter "Lost Device"): what was submitted is pending, what was waited for
/// has ended. vkDeviceWaitIdle would say no more, and has no time limit.
template <class Body>
void noting_loss(Device::Native& device, bool& pending, bool pending_if_lost, Body body) {
    try {
        pending = body();
    } catch (const vk::DeviceLostError&) {
        device.lost = true;
        pending = pending_if_lost;
        throw;
    }
}

}

void Recorder::submit() {
    require(!native_->pending, [] { return "a recording was submitted while it still ran"; });
    guarded("the device accepts no work", [&] {
        if (native_->recording) {
            // Makes the last command's writes visible to the host and to later submissions.
            barrier();
            if (timer_) timer_->native().end(native_->slot->commands);
            native_->slot->commands.end();
            native_->recording = false;
        }
        const vk::SubmitInfo submission{.commandBufferCount = 1,
                                        .pCommandBuffers = &*native_->slot->commands};
        Device::Native& device = device_.native();
        device.device.resetFences(*native_->slot->fence);
        noting_loss(device, native_->pending, true, [&] {
            const auto lock = device.lock(device.computing(), longest_wait);
            if (timer_) timer_->native().submit();
            device.computing().handle.submit(submission, *native_->slot->fence);
            return true;
        });
    });
}

bool Recorder::wait_for(std::chrono::milliseconds patience) {
    if (!native_->pending) return true;
    return guarded("the device failed", [&] {
        const auto nanoseconds = static_cast<std::uint64_t>(std::chrono::nanoseconds(patience).count());
        Device::Native& device = device_.native();
        noting_loss(device, native_->pending, false, [&] {
            return device.device.waitForFences(*native_->slot->fence, true, nanoseconds) ==
                   vk::Result::eTimeout;
        });
        if (!native_->pending && timer_)
            noting_loss(device, native_->pending, false, [&] {
                timer_->native().collect();
                return false;
            });
        return !native_->pending;
    });
}

void Recorder::wait() {
    for (std::chrono::seconds waited{0}; waited < longest_wait; waited += turn) {
        const bool was_lost = device_.lost(); // as another thread may have found
        if (wait_for(turn)) return;
        if (was_lost) break;
    }
    throw device_.native().hung();
}

Workgroups workgroups_for(std::uint64_t threads, std::uint32_t workgroup, std::uint32_t largest_x,
                          std::uint32_t largest_y) {
    const std::uint64_t groups = threads / workgroup + (threads % workgroup != 0);
    if (groups <= largest_x) return {static_cast<std::uint32_t>(groups), groups == 0 ? 0u : 1u};
    const std::uint64_t rows = groups / largest_x + (groups % largest_x != 0);
    require(rows <= largest_y, [] { return "a dispatch has more workgroups than the device supports"; });
    // Rows of equal length waste less than one workgroup per row instead of up to a whole row.
    return {static_cast<std::uint32_t>(groups / rows + (groups % rows != 0)),
            static_cast<std::uint32_t>(rows)};
}

}
