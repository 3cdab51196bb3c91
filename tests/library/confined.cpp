// Reduces images while the kernel kills the process at any call that opens, writes or renames a file, makes a
// socket or starts a process. Exits with 0 if it lives.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <huedrift.h>
#include <malloc.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

bool forbid() {
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
    if (filter == nullptr) return false;
    bool is_made = true;
    for (const int call :
         {SCMP_SYS(open),   SCMP_SYS(openat),   SCMP_SYS(openat2), SCMP_SYS(creat),    SCMP_SYS(write),
          SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(rename),  SCMP_SYS(renameat), SCMP_SYS(renameat2),
          SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(mkdir),   SCMP_SYS(mkdirat),  SCMP_SYS(socket),
          SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork),    SCMP_SYS(vfork),    SCMP_SYS(kill)})
        is_made = is_made && ::seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, call, 0) == 0;
    // Threads may begin. The flags of clone3 cannot be seen, so that glibc must take clone.
    const scmp_arg_cmp is_process{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
    is_made = is_made &&
              ::seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1, is_process) == 0 &&
              ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
              ::seccomp_load(filter) == 0;
    ::seccomp_release(filter);
    return is_made;
}

/// Reduces ramps with these settings, alone and as a group of one image; whether all went well.
bool reduce(const char* word, const char* value) {
    constexpr std::uint32_t side = 96;
    std::vector<std::uint8_t> pixels;
    for (std::uint32_t i = 0; i < side * side; ++i)
        for (const std::uint32_t channel : {i % side * 2, i / side * 2, i % 7 * 20, 255u})
            pixels.push_back(static_cast<std::uint8_t>(channel));
    const huedrift_image image{.format = HUEDRIFT_RGBA,
                               .width = side,
                               .height = side,
                               .stride = 0,
                               .pixels = pixels.data(),
                               .reserved = {}};
    huedrift_settings* settings = huedrift_settings_new();
    huedrift_picture* picture = huedrift_picture_new(&image, nullptr);
    const bool is_set = huedrift_set(settings, word, value, nullptr) == HUEDRIFT_OK;
    huedrift_result* result = huedrift_reduce(picture, settings, nullptr, nullptr);
    const bool is_reduced =
        huedrift_result_entry_distances(result, nullptr, nullptr) &&
        huedrift_result_pixels(result, HUEDRIFT_RGBA, pixels.data(), 0, nullptr, nullptr) == HUEDRIFT_OK;
    huedrift_group* group = huedrift_group_new(settings, nullptr);
    huedrift_group_count(group, picture, nullptr, nullptr);
    huedrift_group_find(group, nullptr, nullptr);
    huedrift_result* shared = huedrift_group_reduce(group, picture, nullptr, nullptr);
    const bool is_shared = shared != nullptr;
    huedrift_result_free(shared);
    huedrift_group_free(group);
    huedrift_result_free(result);
    huedrift_picture_free(picture);
    huedrift_settings_free(settings);
    return is_set && is_reduced && is_shared;
}

/// Whether the kernel kills a process that opens a file. Else this program would prove nothing.
bool is_killed() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(forbid() && std::fopen("/dev/null", "r") ? 0 : 1);
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

}

int main() {
    // glibc reads /proc/sys/vm/overcommit_memory when it first shrinks the heap of another arena than this
    // one.
    ::mallopt(M_ARENA_MAX, 1);
    if (!is_killed()) {
        std::puts("skipped: the kernel does not confine processes");
        return 77;
    }
    if (!reduce("threads", "2"))
        return 1; // oneTBB and the C library look for their own parts at the first call
    if (!forbid()) return 1;
    bool is_right = true;
    for (const char* look : {"photo", "poster", "flat", "published", "pixel-art"})
        is_right = is_right && reduce("look", look);
    for (const char* dither : {"auto", "diffusion", "everywhere", "ordered", "blue-noise"})
        is_right = is_right && reduce("dither", dither);
    is_right = is_right && reduce("smooth", "3") && reduce("max-error", "0.05") && reduce("colors", "500") &&
               reduce("engine", "reference") && reduce("threads", "1");
    return is_right ? 0 : 1;
}
