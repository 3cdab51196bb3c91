#include "base/shared_memory.h"

#include "base/error.h"

#include <fcntl.h>
#include <sys/mman.h>

namespace huedrift {
namespace {

Error unshared() {
    return {ErrorKind::failed, "memory cannot be shared with another process: " + system_reason()};
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

void seal_contents(const FileDescriptor& shared_memory) { seal(shared_memory, F_SEAL_WRITE); }

Mapping::Mapping(int descriptor, std::size_t bytes, Access access) {
    if (bytes == 0) return;
    const int protection = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
    const int sharing = access == Access::write ? MAP_SHARED : MAP_PRIVATE;
    void* const memory = ::mmap(nullptr, bytes, protection, sharing, descriptor, 0);
    if (memory == MAP_FAILED) throw unshared();
    bytes_ = {static_cast<std::byte*>(memory), bytes};
}

Mapping::~Mapping() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}
