#include "base/system_faults.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace huedrift {
namespace {

// A global, as wrapped functions can reach nothing else.
std::atomic<const SystemFaults::Decide*> deciding{nullptr};
std::atomic<int> calls{0};

}

SystemFaults::SystemFaults(Decide decide) {
    calls = 0;
    deciding = new Decide(std::move(decide));
}

SystemFaults::~SystemFaults() { delete deciding.exchange(nullptr); }

namespace {

Fault fault_of(std::string_view call) {
    thread_local bool inside = false;
    const SystemFaults::Decide* const decide = deciding.load();
    if (decide == nullptr || inside) return {};
    inside = true;
    const Fault fault = (*decide)(call, calls++);
    inside = false;
    return fault;
}

template <class Call, class... Arguments>
auto unless_faulty(std::string_view name, Call call, Arguments... arguments) -> decltype(call(arguments...)) {
    if (const Fault fault = fault_of(name); fault.error != 0) {
        errno = fault.error;
        return -1;
    }
    return call(arguments...);
}

}
}

// The linker's --wrap redirects this program's own calls to these.
extern "C" {

#define HUEDRIFT_WRAP(name, parameters, ...)                                                                 \
    int __real_##name parameters;                                                                            \
    int __wrap_##name parameters { return huedrift::unless_faulty(#name, __real_##name, __VA_ARGS__); }

HUEDRIFT_WRAP(access, (const char* path, int mode), path, mode)
HUEDRIFT_WRAP(fchmod, (int file, mode_t mode), file, mode)
HUEDRIFT_WRAP(flock, (int file, int operation), file, operation)
HUEDRIFT_WRAP(fstat, (int file, struct stat* status), file, status)
HUEDRIFT_WRAP(link, (const char* from, const char* to), from, to)
HUEDRIFT_WRAP(linkat, (int from_in, const char* from, int to_in, const char* to, int flags), from_in, from,
              to_in, to, flags)
HUEDRIFT_WRAP(lstat, (const char* path, struct stat* status), path, status)
HUEDRIFT_WRAP(rename, (const char* from, const char* to), from, to)
HUEDRIFT_WRAP(renameat2, (int from_in, const char* from, int to_in, const char* to, unsigned flags), from_in,
              from, to_in, to, flags)
HUEDRIFT_WRAP(stat, (const char* path, struct stat* status), path, status)
HUEDRIFT_WRAP(unlink, (const char* path), path)

ssize_t __real_readlink(const char* path, char* target, size_t size);
ssize_t __wrap_readlink(const char* path, char* target, size_t size) {
    return huedrift::unless_faulty("readlink", __real_readlink, path, target, size);
}

ssize_t __real_write(int file, const void* bytes, size_t count);
ssize_t __wrap_write(int file, const void* bytes, size_t count) {
    const huedrift::Fault fault = huedrift::fault_of("write");
    errno = fault.error;
    if (fault.error != 0) return -1;
    return __real_write(file, bytes, fault.takes_little && count > 3 ? 3 : count);
}

// No test can see the effect of syncing, and it takes longer than everything else.
int __real_fsync(int file);
int __wrap_fsync(int file) {
    return huedrift::unless_faulty(
        "fsync", [](int synced) { return huedrift::deciding.load() != nullptr ? 0 : __real_fsync(synced); },
        file);
}

int __real_open(const char* path, int flags, mode_t mode);
int __wrap_open(const char* path, int flags, mode_t mode) {
    const char* const name = (flags & O_TMPFILE) == O_TMPFILE ? "open without a name" : "open";
    return huedrift::unless_faulty(name, __real_open, path, flags, mode);
}

// Like close: the descriptor is closed, whatever it returns.
int __real_close(int file);
int __wrap_close(int file) {
    const huedrift::Fault fault = huedrift::fault_of("close");
    const int result = __real_close(file);
    if (fault.error == 0) return result;
    errno = fault.error;
    return -1;
}
}
