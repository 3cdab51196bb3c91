#include "base/shared_memory.h"

#include "base/error.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <climits>
#include <ctime>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace huedrift {
namespace {

Error unshared() {
    return {ErrorKind::failed, "memory cannot be shared with another process: " + system_reason()};
}

constexpr std::size_t page = 4096, large_page = std::size_t{2} << 20;

std::size_t rounded_up(std::size_t number, std::size_t unit) { return (number + unit - 1) / unit * unit; }

/// Reserves an address range that begins at a large page's boundary. The kernel uses large pages for a file
/// only if its offset and the address agree, and by itself it chooses such addresses only if configured to do
/// so for all files.
void* aligned_place(std::size_t bytes) {
    const std::size_t needed = rounded_up(bytes, page), taken = needed + large_page;
    void* const reserved =
        ::mmap(nullptr, taken, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) throw unshared();
    const auto begin = reinterpret_cast<std::uintptr_t>(reserved), place = rounded_up(begin, large_page);
    const auto release = [](std::uintptr_t from, std::uintptr_t to) {
        if (from < to) ::munmap(reinterpret_cast<void*>(from), to - from);
    };
    release(begin, place);
    release(place + needed, begin + taken);
    return reinterpret_cast<void*>(place);
}

void set_size(const FileDescriptor& memory, std::size_t bytes) {
    if (retry_interrupted([&] { return ::ftruncate(memory.get(), static_cast<off_t>(bytes)); }) != 0)
        throw unshared();
}

void seal(const FileDescriptor& memory, int seals) {
    if (::fcntl(memory.get(), F_ADD_SEALS, seals) != 0) throw unshared();
}

}

FileDescriptor make_shared_memory(std::size_t bytes) {
    FileDescriptor memory = make_growing_memory();
    set_size(memory, bytes);
    seal(memory, F_SEAL_SHRINK);
    return memory;
}

void enlarge(const FileDescriptor& shared_memory, std::size_t bytes) {
    assert(shared_memory.valid());
    set_size(shared_memory, bytes);
    seal(shared_memory, F_SEAL_GROW);
}

void SharedEvent::report() {
    happened_ = 1;
    // std::atomic wakes only threads of its own process.
    ::syscall(SYS_futex, &happened_, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool SharedEvent::wait(std::chrono::milliseconds longest) {
    assert(longest.count() >= 0);
    const timespec limit{.tv_sec = longest.count() / 1000, .tv_nsec = longest.count() % 1000 * 1'000'000};
    if (happened_ == 0) ::syscall(SYS_futex, &happened_, FUTEX_WAIT, 0, &limit, nullptr, 0);
    return happened_ != 0;
}

FileDescriptor make_growing_memory() {
    FileDescriptor memory(::memfd_create("huedrift", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory.valid()) throw unshared();
    return memory;
}

void append(const FileDescriptor& growing_memory, std::span<const std::byte> bytes) {
    assert(growing_memory.valid());
    while (!bytes.empty()) {
        const ssize_t count =
            retry_interrupted([&] { return ::write(growing_memory.get(), bytes.data(), bytes.size()); });
        if (count <= 0) throw unshared();
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

SealedBytes::SealedBytes(FileDescriptor growing_memory) : file_(std::move(growing_memory)) {
    assert(file_.valid());
    // Without any writable mapping, forbidding future ones suffices. F_SEAL_WRITE would wait until the kernel
    // itself uses no page, and fails if that takes long.
    seal(file_, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE);
    const off_t size = ::lseek(file_.get(), 0, SEEK_END);
    if (size < 0) throw unshared();
    mapping_ = Mapping(file_.get(), static_cast<std::size_t>(size), Mapping::Access::read);
}

SealedBytes::SealedBytes(std::span<const std::byte> bytes)
    : SealedBytes([&] {
          FileDescriptor memory = make_growing_memory();
          append(memory, bytes);
          return memory;
      }()) {}

Mapping::Mapping(int descriptor, std::size_t bytes, Access access) {
    assert(descriptor >= 0);
    if (bytes == 0) return;
    const int protection = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
    const int sharing = access == Access::write ? MAP_SHARED : MAP_PRIVATE;
    const bool large = access == Access::write && bytes >= large_page;
    void* const memory = ::mmap(large ? aligned_place(bytes) : nullptr, bytes, protection,
                                large ? sharing | MAP_FIXED : sharing, descriptor, 0);
    if (memory == MAP_FAILED) throw unshared();
    bytes_ = {static_cast<std::byte*>(memory), bytes};
}

void Mapping::grow(std::size_t bytes) {
    assert(!bytes_.empty() && bytes >= bytes_.size());
    void* const place = aligned_place(bytes);
    if (::mremap(bytes_.data(), bytes_.size(), bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED) {
        const Error failure = unshared(); // before errno changes
        ::munmap(place, rounded_up(bytes, page));
        throw failure;
    }
    bytes_ = {static_cast<std::byte*>(place), bytes};
}

Mapping::~Mapping() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

LargePages::LargePages(std::span<std::byte> memory)
    : begin_(memory.data()), end_(memory.data() + memory.size()),
      ahead_(begin_ - reinterpret_cast<std::uintptr_t>(begin_) % large_page) {}

void LargePages::reach(std::span<const std::byte> bytes) {
    assert(bytes.empty() || (bytes.data() >= begin_ && bytes.data() + bytes.size() <= end_));
    while (end_ > ahead_ && static_cast<std::size_t>(end_ - ahead_) >= large_page &&
           bytes.data() + bytes.size() > ahead_) {
        // MADV_COLLAPSE does nothing without a first page.
        static_cast<void>(*static_cast<volatile std::byte*>(std::max(ahead_, begin_)));
        const bool in_place = ::madvise(ahead_, large_page, collapse_advice) == 0;
        ahead_ = in_place || errno == EAGAIN ? ahead_ + large_page : end_;
    }
}

}
