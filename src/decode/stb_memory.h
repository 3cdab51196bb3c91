#pragma once

#include <cstddef>
#include <span>

namespace huedrift {

/// Allows stb_image on this thread so many bytes at a time for as long as it lives: a small file can ask for
/// a thousand times its size. Above, allocations fail and stb_image gives up with "outofmem".
class StbMemoryBudget {
public:
    /// `place`, zeroed, is beside the budget for the one block that the picture ends in: stb_image's first
    /// that takes it but for some bytes. So a picture that stays as it is decoded need not be copied there.
    explicit StbMemoryBudget(std::size_t bytes, std::span<std::byte> place = {});
    StbMemoryBudget(const StbMemoryBudget&) = delete;
    StbMemoryBudget& operator=(const StbMemoryBudget&) = delete;
    ~StbMemoryBudget();
};

// What stb_image allocates with. All memory comes zeroed: a damaged file may leave parts of it unwritten, and
// the picture must neither differ from run to run nor show what was there before.
void* stb_allocate(std::size_t bytes);
void* stb_reallocate(void* memory, std::size_t bytes);
void stb_free(void* memory);

}
