#include "decode/confinement.h"

#include "base/error.h"
#include "base/file_descriptor.h"
#include "decode/call_filter.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace huedrift {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

Error unconfined(const std::string& what) {
    return {ErrorKind::failed, what + " cannot be limited: " + system_reason()};
}

void limit(__rlimit_resource resource, std::uint64_t most, const std::string& what) {
    rlimit limits{};
    if (::getrlimit(resource, &limits) != 0) throw unconfined(what);
    limits.rlim_cur = std::min<rlim_t>(most, limits.rlim_max);
    if (::setrlimit(resource, &limits) != 0) throw unconfined(what);
}

}

void leave_inheritance() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before: then nobody reads the pipe at descriptor 3.
    pollfd pipe{.fd = 3, .events = 0, .revents = 0};
    if (::poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLERR) != 0) ::_exit(0);
    ::close_range(4, ~0u, 0);
}

bool confinement_is_whole() { return !sanitized; }

void confine(const Allowance& allowance) {
    if (::prctl(PR_SET_DUMPABLE, 0) != 0) throw unconfined("core dumps");
    // Soft limits, of which that of time kills with a signal of its own (SIGXCPU): the parent can raise them,
    // and this process, without the system call for it, cannot.
    limit(RLIMIT_CORE, 0, "core dumps");
    limit(RLIMIT_CPU, allowance.seconds, "computing time");
    if constexpr (sanitized) return;
    limit(RLIMIT_AS, allowance.memory_bytes, "memory");
    limit(RLIMIT_NOFILE, 0, "open files");
    CallFilter().load();
}

}
