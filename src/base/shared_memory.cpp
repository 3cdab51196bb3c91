#include "base/shared_memory.h"

#include "base/error.h"

#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace huedrift {
namespace {

Error unshared() {
    return {ErrorKind::failed, "memory cannot be shared with another process: " + system_reason()};
}

constexpr std::size_t page = 4096, large_page = std::size_t{2} << 20;

std::size_t rounded_up(std::size_t number, std::size_t unit) { return (number + unit - 1) / unit * unit; }

/// A free place, taken, for so many bytes that begins where a large page does: the kernel puts those of a
/// file only where its offset and the address agree, and chooses such places by itself only if it is told to
/// for all files.
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

void seal(const FileDescriptor& memory, int seals) {
    if (::fcntl(memory.get(), F_ADD_SEALS, seals) != 0) throw unshared();
}

}

FileDescriptor make_shared_memory(std::size_t bytes) {
    FileDescriptor memory(::memfd_create("huedrift", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory.valid()) throw unshared();
    if (retry_interrupted([&] { return ::ftruncate(memory.get(), static_cast<off_t>(bytes)); }) != 0)
        throw unshared();
    seal(memory, F_SEAL_SHRINK | F_SEAL_GROW);
    return memory;
}

void write_contents(const FileDescriptor& shared_memory, std::span<const std::byte> bytes) {
    for (std::size_t written = 0; written < bytes.size();) {
        const auto rest = bytes.subspan(written);
        const ssize_t count = retry_interrupted([&] {
            return ::pwrite(shared_memory.get(), rest.data(), rest.size(), static_cast<off_t>(written));
        });
        if (count <= 0) throw unshared();
        written += static_cast<std::size_t>(count);
    }
}

void seal_contents(const FileDescriptor& shared_memory) { seal(shared_memory, F_SEAL_WRITE); }

Mapping::Mapping(int descriptor, std::size_t bytes, Access access) {
    if (bytes == 0) return;
    const int protection = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
    const int sharing = access == Access::write ? MAP_SHARED : MAP_PRIVATE;
    const bool large = access == Access::write && bytes >= large_page;
    void* const memory = ::mmap(large ? aligned_place(bytes) : nullptr, bytes, protection,
                                large ? sharing | MAP_FIXED : sharing, descriptor, 0);
    if (memory == MAP_FAILED) throw unshared();
    bytes_ = {static_cast<std::byte*>(memory), bytes};
}

Mapping::~Mapping() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}
