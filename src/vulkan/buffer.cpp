#include "vulkan/native.h"
#include "vulkan/recorder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace huedrift::vulkan {
namespace {

using Flag = vk::MemoryPropertyFlagBits;

// Staging in pieces bounds the host memory that an upload takes.
constexpr std::uint64_t staging_bytes = 32 << 20;

std::optional<std::uint32_t> memory_type(const vk::PhysicalDeviceMemoryProperties& memory,
                                         std::uint32_t allowed, vk::MemoryPropertyFlags flags) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
        if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
    return std::nullopt;
}

}

std::string mebibytes(std::uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

std::uint32_t choose_memory_type(const vk::PhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                 Memory kind) {
    const vk::MemoryPropertyFlags host = Flag::eHostVisible | Flag::eHostCoherent;
    std::array<vk::MemoryPropertyFlags, 2> wishes;
    switch (kind) {
    case Memory::device:
        wishes = {Flag::eDeviceLocal, {}};
        break;
    case Memory::upload:
        wishes = {host, host};
        break;
    case Memory::readback:
        wishes = {host | Flag::eHostCached, host};
        break;
    }
    for (const vk::MemoryPropertyFlags wish : wishes)
        if (const auto type = memory_type(memory, allowed, wish)) return *type;
    throw Error(ErrorKind::device, "the device has no suitable memory for buffers or pictures");
}

Buffer::Buffer(const Device& device, std::string name, std::uint64_t bytes, Memory memory)
    : name_(std::move(name)), bytes_(std::max<std::uint64_t>((bytes + 15) / 16 * 16, 16)),
      native_(new Native, {&device}) {
    using Usage = vk::BufferUsageFlagBits;
    guarded(device.facts().name + " has no " + mebibytes(bytes_) + " for " + name_, [&] {
        Device::Native& native = device.native();
        vk::BufferCreateInfo buffer{.size = bytes_,
                                    .usage = Usage::eStorageBuffer | Usage::eIndirectBuffer |
                                             Usage::eTransferSrc | Usage::eTransferDst};
        const std::array families{native.drawing.family, native.computing().family};
        if (families[0] != families[1]) {
            buffer.sharingMode = vk::SharingMode::eConcurrent;
            buffer.queueFamilyIndexCount = families.size();
            buffer.pQueueFamilyIndices = families.data();
        }
        native_->buffer = native.device.createBuffer(buffer);
        const vk::MemoryRequirements needs = native_->buffer.getMemoryRequirements();
        const std::uint32_t type = choose_memory_type(native.memory, needs.memoryTypeBits, memory);
        native_->memory =
            native.device.allocateMemory({.allocationSize = needs.size, .memoryTypeIndex = type});
        native_->buffer.bindMemory(*native_->memory, 0);
        const vk::MemoryPropertyFlags host = Flag::eHostVisible | Flag::eHostCoherent,
                                      flags = native.memory.memoryTypes[type].propertyFlags;
        if ((flags & host) == host)
            native_->mapped = static_cast<std::byte*>(native_->memory.mapMemory(0, VK_WHOLE_SIZE));
        native_->is_readable =
            memory == Memory::readback || (memory == Memory::device && flags & Flag::eHostCached);
        native_->is_hosts = memory == Memory::device && device.facts().type == DeviceType::cpu;
        native.name(vk::ObjectType::eBuffer,
                    reinterpret_cast<std::uint64_t>(static_cast<VkBuffer>(*native_->buffer)), name_);
    });
}

Buffer::~Buffer() = default;
Buffer::Buffer(Buffer&&) noexcept = default;
Buffer& Buffer::operator=(Buffer&&) noexcept = default;

std::span<const std::byte> Buffer::readable() const {
    if (!native_->mapped || !native_->is_readable) return {};
    return {native_->mapped, bytes_};
}

WriteOnly Buffer::writable() const { return WriteOnly(native_->mapped); }

std::span<std::byte> Buffer::host_memory() const {
    if (!native_->mapped || !native_->is_hosts) return {};
    return {native_->mapped, bytes_};
}

void upload(Device& device, const BufferRange& to, std::span<const std::byte> data) {
    if (data.size() > to.bytes)
        throw Error(ErrorKind::failed,
                    "an upload is larger than its range of the buffer " + to.buffer->name());
    if (data.empty()) return;
    if (const WriteOnly memory = to.buffer->writable()) return memory.write(to.offset, data);
    const Buffer staging(device, "staging", std::min<std::uint64_t>(data.size(), staging_bytes),
                         Memory::upload);
    for (std::uint64_t offset = 0; offset < data.size(); offset += staging.bytes()) {
        const std::uint64_t piece = std::min(staging.bytes(), data.size() - offset);
        staging.writable().write(0, data.subspan(offset, piece));
        Recorder recorder(device);
        recorder.copy({staging, 0, piece}, {*to.buffer, to.offset + offset, piece});
        recorder.run();
    }
}

void read(Device& device, const BufferRange& from, std::span<std::byte> data) {
    if (data.size() > from.bytes)
        throw Error(ErrorKind::failed,
                    "a read is larger than its range of the buffer " + from.buffer->name());
    if (data.empty()) return;
    if (const auto memory = from.buffer->readable(); !memory.empty()) {
        std::memcpy(data.data(), memory.data() + from.offset, data.size());
        return;
    }
    const Buffer staging(device, "staging", std::min<std::uint64_t>(data.size(), staging_bytes),
                         Memory::readback);
    for (std::uint64_t offset = 0; offset < data.size(); offset += staging.bytes()) {
        const std::uint64_t piece = std::min(staging.bytes(), data.size() - offset);
        Recorder recorder(device);
        recorder.copy({*from.buffer, from.offset + offset, piece}, {staging, 0, piece});
        recorder.run();
        std::memcpy(data.data() + offset, staging.readable().data(), piece);
    }
}

}
