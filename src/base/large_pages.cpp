#include "base/large_pages.h"

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>

namespace huedrift {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}

LargePages::LargePages(std::span<std::byte> memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    const std::size_t before = (large_page - begin % large_page) % large_page;
    ahead_ = memory.subspan(std::min(before, memory.size()));
}

void LargePages::reach(std::span<const std::byte> bytes) {
    constexpr int collapse = 25; // MADV_COLLAPSE, since Linux 6.1; glibc 2.36 has no name for it
    while (ahead_.size() >= large_page && bytes.data() + bytes.size() > ahead_.data()) {
        // It finds nothing to do where there is no page at all.
        static_cast<void>(*static_cast<volatile std::byte*>(ahead_.data()));
        const bool in_place = ::madvise(ahead_.data(), large_page, collapse) == 0;
        ahead_ = in_place ? ahead_.subspan(large_page) : std::span<std::byte>();
    }
}

}
