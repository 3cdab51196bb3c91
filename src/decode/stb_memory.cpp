#include "decode/stb_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace huedrift {
namespace {

thread_local std::size_t bytes_left = 0;

/// Memory outside the budget for one block, and whether a block occupies it.
struct Target {
    std::span<std::byte> bytes;
    bool taken = false;
};
thread_local Target target;

bool is_target(const void* memory) { return target.taken && memory == target.bytes.data(); }

/// Fits only the first block of nearly its size: for a second one it would no longer be zeroed.
bool suits(std::size_t bytes) {
    constexpr std::size_t slack = sizeof(std::uint32_t);
    return !target.taken && bytes <= target.bytes.size() && bytes + slack >= target.bytes.size();
}

/// Precedes each block and holds its size, for freeing; as large as the strictest alignment.
struct alignas(std::max_align_t) BlockHeader {
    std::size_t bytes;
};

BlockHeader* header_of(void* memory) { return static_cast<BlockHeader*>(memory) - 1; }

std::size_t size_of(void* memory) {
    return is_target(memory) ? target.bytes.size() : header_of(memory)->bytes;
}

/// Requests huge pages: faulting memory in page by page takes about as long as decoding into it.
void prefer_large_pages(void* memory, std::size_t bytes) {
    constexpr std::uintptr_t page = 4096, large = std::uintptr_t{2} << 20;
    if (bytes < large) return;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}

StbMemoryBudget::StbMemoryBudget(std::size_t bytes, std::span<std::byte> spare) {
    bytes_left = bytes;
    target = {spare, false};
}
StbMemoryBudget::~StbMemoryBudget() {
    bytes_left = 0;
    target = {};
}

void* stb_allocate(std::size_t bytes) {
    if (suits(bytes)) {
        target.taken = true;
        return target.bytes.data();
    }
    if (bytes > bytes_left) return nullptr;
    auto* header = static_cast<BlockHeader*>(std::calloc(1, sizeof(BlockHeader) + bytes));
    if (!header) return nullptr;
    prefer_large_pages(header, sizeof(BlockHeader) + bytes);
    header->bytes = bytes;
    bytes_left -= bytes;
    return header + 1;
}

void* stb_reallocate(void* memory, std::size_t bytes) {
    void* larger = stb_allocate(bytes);
    if (!larger || !memory) return larger;
    std::memcpy(larger, memory, std::min(bytes, size_of(memory)));
    stb_free(memory);
    return larger;
}

void stb_free(void* memory) {
    if (!memory || is_target(memory)) return;
    bytes_left += header_of(memory)->bytes;
    std::free(header_of(memory));
}

}
