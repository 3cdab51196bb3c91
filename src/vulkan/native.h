#pragma once

// The only header that includes Vulkan's. They compile slowly, so it is precompiled, and only files that call
// Vulkan include it.
#define VK_NO_PROTOTYPES
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#include <vulkan/vulkan_raii.hpp>

#include "base/error.h"
#include "vulkan/buffer.h"
#include "vulkan/context.h"
#include "vulkan/device.h"
#include "vulkan/pass.h"
#include "vulkan/timer.h"

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift::vulkan {

/// The extension of devices that do not conform in full, which must be enabled where it is there. Vulkan's
/// headers name it only among their beta extensions.
inline constexpr const char* portability_subset = "VK_KHR_portability_subset";

/// A description of the failure: in plain words if users may meet it, otherwise in Vulkan's.
std::string reason_of(const vk::Error& error);

/// Throws DeviceLost, OutOfMemory (for the lack of anything that a smaller job needs less of) or another
/// Error(device). Messages begin with `what`.
[[noreturn]] void throw_as_device_error(std::string_view what, const vk::Error& error);

/// Runs `body` and turns Vulkan's exceptions into those of throw_as_device_error().
template <class Body>
decltype(auto) guarded(std::string_view what, Body&& body) {
    try {
        return std::forward<Body>(body)();
    } catch (const vk::Error& error) {
        throw_as_device_error(what, error);
    }
}

/// A number of bytes in a sentence, rounded up.
std::string mebibytes(std::uint64_t bytes);

/// The index of a memory type for this use among those `allowed`. Throws Error(device) when there is none.
std::uint32_t choose_memory_type(const vk::PhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                 Memory kind);

struct Context::Native {
    vk::raii::Context loader;
    vk::raii::Instance instance{nullptr};
    vk::raii::DebugUtilsMessengerEXT messenger{nullptr};
    std::vector<vk::raii::PhysicalDevice> physical_devices{};
    bool debug_utils = false;
};

/// The Vulkan objects of a recording. Drivers take tenths of a millisecond to create them (measured: most of
/// the time of a small reduction), so a device keeps idle ones.
struct CommandSlot {
    vk::raii::CommandPool pool{nullptr};
    vk::raii::CommandBuffer commands{nullptr};
    vk::raii::Fence fence{nullptr};
    std::list<vk::raii::DescriptorPool> descriptor_pools{};
};

/// A queue by its family and its number in it.
struct QueuePlace {
    std::uint32_t family = 0, number = 0;

    friend bool operator==(const QueuePlace&, const QueuePlace&) = default;
};

/// The queues to open: one for a window's frames, and one for computing, another where the device has one.
struct QueuePlaces {
    QueuePlace drawing, computing;
};

/// Throws Error(device) when no family computes.
QueuePlaces choose_queues(std::span<const vk::QueueFamilyProperties> families);

/// An open queue.
struct Queue {
    std::uint32_t family = 0;
    vk::raii::Queue handle{nullptr};
    std::timed_mutex mutex; ///< only one thread may use the queue at a time; see Device::Native::lock()
};

struct Device::Native {
    vk::raii::PhysicalDevice physical{nullptr};
    vk::raii::Device device{nullptr};
    vk::PhysicalDeviceMemoryProperties memory;
    Queue drawing;
    std::unique_ptr<Queue> computing_apart{}; ///< null: the device has one queue
    vk::raii::PipelineCache pipeline_cache{nullptr};
    double timestamp_ns = 0; ///< nanoseconds per tick; 0 without timestamps
    std::uint64_t timestamp_mask = 0;
    std::uint64_t offset_alignment = 1; ///< of a storage buffer binding
    std::mutex idle_mutex;
    std::vector<std::unique_ptr<CommandSlot>> idle;
    bool debug_utils = false;
    std::atomic<bool> lost{false}, hangs{false};

    Queue& computing() { return computing_apart ? *computing_apart : drawing; }
    const Queue& computing() const { return computing_apart ? *computing_apart : drawing; }
    /// Waits until no other thread uses the queue. Throws hung() if one still does after `patience`: its call
    /// of the driver does not return.
    std::unique_lock<std::timed_mutex> lock(Queue& queue, std::chrono::milliseconds patience);
    void name(vk::ObjectType type, std::uint64_t handle, const std::string& text) const;
    /// Notes that the device hangs, after any wait for it that ran out of patience. Returns the exception to
    /// throw.
    DeviceLost hung();
};

struct Buffer::Native {
    vk::raii::Buffer buffer{nullptr};
    vk::raii::DeviceMemory memory{nullptr};
    std::byte* mapped = nullptr;
    bool is_readable = false; ///< by the host, fast
    bool is_hosts = false;    ///< memory of the host, which the device shares
};

/// For a Recorder: marks in its commands, and reads them after the submission.
struct Timer::Native {
    void start(const vk::raii::CommandBuffer& commands);
    void mark(const vk::raii::CommandBuffer& commands, const std::string& name);
    void end(const vk::raii::CommandBuffer& commands);
    void submit() { since_submission = {}; }
    void collect();

    const Device::Native& device;
    std::uint32_t capacity; ///< marks
    vk::raii::QueryPool pool{nullptr};
    std::vector<std::string> names{}; ///< of the current recording's marks after the first
    std::vector<StageTime> times{};
    Stopwatch since_submission{};
    double last = 0;
};

/// Storage buffers at bindings 0 to `buffers` - 1 and push constants, as these stages of shaders see them.
/// These functions throw Vulkan's exceptions.
vk::raii::DescriptorSetLayout create_set_layout(const vk::raii::Device& device, std::uint32_t buffers,
                                                vk::ShaderStageFlags stages);
vk::raii::PipelineLayout create_layout(const vk::raii::Device& device, const vk::DescriptorSetLayout& set,
                                       std::uint32_t push_constants, vk::ShaderStageFlags stages);
/// Room for so many sets, with so many buffers in all.
vk::raii::DescriptorPool create_pool(const vk::raii::Device& device, std::uint32_t sets,
                                     std::uint32_t buffers);
/// A new set of `pool`, which owns it, with these ranges.
vk::DescriptorSet write_set(const vk::raii::Device& device, const vk::raii::DescriptorPool& pool,
                            const vk::DescriptorSetLayout& layout, std::span<const BufferRange> ranges);

struct Pass::Native {
    vk::raii::DescriptorSetLayout set_layout{nullptr};
    vk::raii::PipelineLayout layout{nullptr};
    vk::raii::Pipeline pipeline{nullptr};
};

}
