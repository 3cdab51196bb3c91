#pragma once

#include "vulkan/native.h"

namespace huedrift::vulkan {

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

    vk::DescriptorSet allocate(const vk::raii::Device& device, const Pass& pass);

    std::list<vk::raii::DescriptorPool>& pools_;
    std::uint32_t sets_left_, buffers_left_; ///< in the last pool
    std::vector<Bound> bound_;
};

}
