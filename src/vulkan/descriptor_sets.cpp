#include "vulkan/descriptor_sets.h"

#include <algorithm>

namespace huedrift::vulkan {

constexpr std::uint32_t sets_per_pool = 64, buffers_per_pool = 16 * sets_per_pool;

DescriptorSets::DescriptorSets(std::list<vk::raii::DescriptorPool>& pools)
    : pools_(pools), sets_left_(pools.empty() ? 0 : sets_per_pool),
      buffers_left_(pools.empty() ? 0 : buffers_per_pool) {}

vk::DescriptorSet DescriptorSets::allocate(const vk::raii::Device& device, const Pass& pass) {
    const std::uint32_t count = pass.shader().buffers;
    if (sets_left_ == 0 || buffers_left_ < count) {
        const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eStorageBuffer,
                                          .descriptorCount = buffers_per_pool};
        pools_.push_back(
            device.createDescriptorPool({.maxSets = sets_per_pool, .poolSizeCount = 1, .pPoolSizes = &size}));
        sets_left_ = sets_per_pool;
        buffers_left_ = buffers_per_pool;
    }
    --sets_left_;
    buffers_left_ -= count;
    const vk::DescriptorSetAllocateInfo wanted{
        .descriptorPool = *pools_.back(), .descriptorSetCount = 1, .pSetLayouts = &*pass.native().set_layout};
    // Released: resetting or destroying the pool frees its sets more cheaply than one by one.
    return device.allocateDescriptorSets(wanted).front().release();
}

vk::DescriptorSet DescriptorSets::find_or_write(const vk::raii::Device& device, const Pass& pass,
                                                std::span<const BufferRange> ranges) {
    const auto known = std::find_if(bound_.begin(), bound_.end(), [&](const Bound& one) {
        return one.pass == &pass &&
               std::equal(one.ranges.begin(), one.ranges.end(), ranges.begin(), ranges.end());
    });
    if (known != bound_.end()) return known->set;
    const vk::DescriptorSet set = allocate(device, pass);
    std::vector<vk::DescriptorBufferInfo> infos;
    for (const BufferRange& range : ranges)
        infos.push_back(
            {.buffer = *range.buffer->native().buffer, .offset = range.offset, .range = range.bytes});
    if (!infos.empty())
        device.updateDescriptorSets(
            vk::WriteDescriptorSet{.dstSet = set,
                                   .descriptorCount = static_cast<std::uint32_t>(infos.size()),
                                   .descriptorType = vk::DescriptorType::eStorageBuffer,
                                   .pBufferInfo = infos.data()},
            {});
    bound_.push_back({&pass, {ranges.begin(), ranges.end()}, set});
    return set;
}

}
