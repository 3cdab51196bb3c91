#pragma once

#include <cstddef>
#include <span>

namespace huedrift {

/// Limits stb_image's memory on this thread to `bytes`: a small file can demand a thousand times its size.
/// Beyond the limit allocations fail and stb_image gives up with "outofmem".
class StbMemoryBudget {
public:
    /// `target`, zeroed and not counted, becomes stb_image's first block of about its size, which will hold
    /// the picture. So an upright picture needs no copy.
    explicit StbMemoryBudget(std::size_t bytes, std::span<std::byte> target = {});
    StbMemoryBudget(const StbMemoryBudget&) = delete;
    StbMemoryBudget& operator=(const StbMemoryBudget&) = delete;
    ~StbMemoryBudget();
};

// stb_image's allocator. All memory is zeroed: a damaged file may leave parts of it unwritten, and the
// picture must neither vary nor reveal earlier contents.
void* stb_allocate(std::size_t bytes);
void* stb_reallocate(void* memory, std::size_t bytes);
void stb_free(void* memory);

}
