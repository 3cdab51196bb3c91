#include "base/large_pages.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <sys/mman.h>

namespace huedrift {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}

LargePages::LargePages(std::span<std::byte> memory)
    : begin_(memory.data()), end_(memory.data() + memory.size()),
      ahead_(begin_ - reinterpret_cast<std::uintptr_t>(begin_) % large_page) {}

void LargePages::reach(std::span<const std::byte> bytes) {
    while (end_ > ahead_ && static_cast<std::size_t>(end_ - ahead_) >= large_page &&
           bytes.data() + bytes.size() > ahead_) {
        // MADV_COLLAPSE does nothing without a first page.
        static_cast<void>(*static_cast<volatile std::byte*>(std::max(ahead_, begin_)));
        const bool in_place = ::madvise(ahead_, large_page, collapse_advice) == 0;
        ahead_ = in_place || errno == EAGAIN ? ahead_ + large_page : end_;
    }
}

}
