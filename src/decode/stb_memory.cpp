#include "decode/stb_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace huedrift {
namespace {

thread_local std::size_t bytes_left = 0;

/// Stands before each block, so that giving back knows how much; as large as the strictest alignment.
struct alignas(std::max_align_t) BlockHeader {
    std::size_t bytes;
};

BlockHeader* header_of(void* memory) { return static_cast<BlockHeader*>(memory) - 1; }

}

StbMemoryBudget::StbMemoryBudget(std::size_t bytes) { bytes_left = bytes; }
StbMemoryBudget::~StbMemoryBudget() { bytes_left = 0; }

void* stb_allocate(std::size_t bytes) {
    if (bytes > bytes_left) return nullptr;
    auto* header = static_cast<BlockHeader*>(std::calloc(1, sizeof(BlockHeader) + bytes));
    if (!header) return nullptr;
    header->bytes = bytes;
    bytes_left -= bytes;
    return header + 1;
}

void* stb_reallocate(void* memory, std::size_t bytes) {
    void* larger = stb_allocate(bytes);
    if (!larger || !memory) return larger;
    std::memcpy(larger, memory, std::min(bytes, header_of(memory)->bytes));
    stb_free(memory);
    return larger;
}

void stb_free(void* memory) {
    if (!memory) return;
    bytes_left += header_of(memory)->bytes;
    std::free(header_of(memory));
}

}
