#include "file_accesses.h"

#include <cstdio>
#include <dlfcn.h>
#include <utility>

namespace {

thread_local std::vector<std::string>* noted = nullptr;

void note(const char* call, const char* path) {
    if (noted == nullptr) return;
    std::vector<std::string>* const to = std::exchange(noted, nullptr);
    to->push_back(std::string(call) + " " + (path == nullptr ? "" : path));
    noted = to;
}

/// The C library's own function.
template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}

namespace huedrift {

FileAccesses::FileAccesses(std::vector<std::string>& accesses) { noted = &accesses; }
FileAccesses::~FileAccesses() { noted = nullptr; }

}

// A program's functions take the place of a library's, also for other libraries. The headers that declare
// these are not included, as they may define some inline.
extern "C" {

struct stat;
struct stat64;
struct sockaddr;

#define HUEDRIFT_NOTED(result, name, path, parameters, ...)                                                  \
    result name parameters {                                                                                 \
        note(#name, path);                                                                                   \
        static auto* const real = next(&name, #name);                                                        \
        return real(__VA_ARGS__);                                                                            \
    }

HUEDRIFT_NOTED(int, access, path, (const char* path, int mode), path, mode)
HUEDRIFT_NOTED(int, connect, "", (int socket, const sockaddr* to, unsigned length), socket, to, length)
HUEDRIFT_NOTED(int, fstatat, path, (int in, const char* path, struct stat* status, int flags), in, path,
               status, flags)
HUEDRIFT_NOTED(int, lstat, path, (const char* path, struct stat* status), path, status)
HUEDRIFT_NOTED(int, mkdir, path, (const char* path, unsigned mode), path, mode)
HUEDRIFT_NOTED(int, open, path, (const char* path, int flags, unsigned mode), path, flags, mode)
HUEDRIFT_NOTED(int, open64, path, (const char* path, int flags, unsigned mode), path, flags, mode)
HUEDRIFT_NOTED(int, openat, path, (int in, const char* path, int flags, unsigned mode), in, path, flags, mode)
HUEDRIFT_NOTED(int, stat, path, (const char* path, struct stat* status), path, status)
HUEDRIFT_NOTED(int, stat64, path, (const char* path, struct stat64* status), path, status)
HUEDRIFT_NOTED(FILE*, fopen, path, (const char* path, const char* mode), path, mode)
HUEDRIFT_NOTED(FILE*, fopen64, path, (const char* path, const char* mode), path, mode)
HUEDRIFT_NOTED(void*, opendir, path, (const char* path), path)
}
