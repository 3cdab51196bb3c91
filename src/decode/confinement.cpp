#include "decode/confinement.h"

#include "base/error.h"
#include "base/file_descriptor.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

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

void limit(__rlimit_resource resource, std::uint64_t most, const std::string& what,
           std::uint64_t margin = 0) {
    rlimit now{};
    if (::getrlimit(resource, &now) != 0) throw unconfined(what);
    const rlim_t allowed = std::min<rlim_t>(most, now.rlim_max);
    const rlimit limits{allowed, std::min<rlim_t>(most + margin, now.rlim_max)};
    if (::setrlimit(resource, &limits) != 0) throw unconfined(what);
}

/// Allows the system calls with which malloc obtains and returns memory, and exit. mmap may not make memory
/// executable or map files.
void allow_only_memory() {
    const std::unique_ptr<void, decltype(&::seccomp_release)> filter(::seccomp_init(SCMP_ACT_KILL_PROCESS),
                                                                     &::seccomp_release);
    if (!filter) throw unconfined("system calls");
    const auto allow = [&](int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
        errno = -::seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call,
                                          static_cast<unsigned>(conditions.size()), conditions.begin());
        if (errno != 0) throw unconfined("system calls");
    };
    const auto flag_is = [](unsigned argument, scmp_datum_t flag, scmp_datum_t value) {
        return scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, flag, value};
    };
    allow(SCMP_SYS(mmap), {flag_is(2, PROT_EXEC, 0), flag_is(3, MAP_ANONYMOUS, MAP_ANONYMOUS)});
    for (const int call : {SCMP_SYS(brk), SCMP_SYS(mremap), SCMP_SYS(munmap), SCMP_SYS(madvise),
                           SCMP_SYS(futex), SCMP_SYS(exit_group)})
        allow(call);
    errno = -::seccomp_load(filter.get()); // also gives up the right to gain privileges
    if (errno != 0) throw unconfined("system calls");
}

}

void leave_inheritance() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close_range(4, ~0u, 0);
}

bool confinement_is_whole() { return !sanitized; }

void confine(const Allowance& allowance) {
    if (::prctl(PR_SET_DUMPABLE, 0) != 0) throw unconfined("core dumps");
    limit(RLIMIT_CORE, 0, "core dumps");
    // The soft limit kills with a signal of its own (SIGXCPU).
    limit(RLIMIT_CPU, allowance.seconds, "computing time", 1);
    if constexpr (sanitized) return;
    limit(RLIMIT_AS, allowance.memory_bytes, "memory");
    limit(RLIMIT_NOFILE, 0, "open files");
    allow_only_memory();
}

}
