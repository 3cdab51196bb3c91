#include "decode/confinement.h"

#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/shared_memory.h"

#include <seccomp.h>

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

void leave_inheritance(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before that.
    if (parent != 0 && ::getppid() != parent) ::_exit(0);
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

namespace {

/// Throws the error that a function of libseccomp returned, a negated errno.
void check(int result) {
    errno = -result;
    if (errno != 0) throw Error(ErrorKind::failed, "system calls cannot be limited: " + system_reason());
}

void choose_architecture(scmp_filter_ctx filter, std::uint32_t architecture) {
    if (architecture == 0 || architecture == seccomp_arch_native()) return;
    check(::seccomp_arch_add(filter, architecture));
    check(::seccomp_arch_remove(filter, seccomp_arch_native()));
}

void allow(scmp_filter_ctx filter, int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    check(::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, static_cast<unsigned>(conditions.size()),
                                   conditions.begin()));
}

scmp_arg_cmp flag_is(unsigned argument, scmp_datum_t flag, scmp_datum_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, flag, value};
}

}

CallFilter::CallFilter(std::uint32_t architecture)
    : filter_(::seccomp_init(SCMP_ACT_KILL_PROCESS), &::seccomp_release) {
    if (!filter_) check(-ENOSYS); // the kernel has no such filters
    choose_architecture(filter_.get(), architecture);
    allow(filter_.get(), SCMP_SYS(mmap),
          {flag_is(2, PROT_EXEC, 0), flag_is(3, MAP_ANONYMOUS, MAP_ANONYMOUS)});
    for (const scmp_datum_t advice : {MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE,
                                      collapse_advice}) // malloc's, and LargePages'
        allow(filter_.get(), SCMP_SYS(madvise), {{2, SCMP_CMP_EQ, advice, 0}});
    for (const int call :
         {SCMP_SYS(brk), SCMP_SYS(mremap), SCMP_SYS(munmap), SCMP_SYS(futex), SCMP_SYS(exit_group)})
        allow(filter_.get(), call);
}

void CallFilter::load() const { check(::seccomp_load(filter_.get())); }

std::vector<sock_filter> CallFilter::program() const {
    const FileDescriptor file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file.valid()) check(-errno);
    check(::seccomp_export_bpf(filter_.get(), file.get()));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) check(-errno);
    std::vector<sock_filter> program(static_cast<std::size_t>(status.st_size) / sizeof(sock_filter));
    const std::size_t bytes = program.size() * sizeof(sock_filter);
    if (::pread(file.get(), program.data(), bytes, 0) != static_cast<ssize_t>(bytes)) check(-EIO);
    return program;
}

}
