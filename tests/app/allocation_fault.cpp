#include "allocation_fault.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <new>
#include <string_view>

// The linker's names for where the code of this binary begins and ends.
extern "C" const char __executable_start, etext;

namespace {

thread_local bool is_owner = false;
std::atomic<bool> active = false, of_owner = false, has_fired = false;
std::atomic<long> counted = 0, failing = -1;
std::atomic<std::size_t> most_bytes = 0;

bool is_own(const void* code) { return code >= &__executable_start && code < &etext; }

/// Whether an exception can pass through the code at an address. It cannot through LLVM's, which calls
/// instances of standard library templates in this binary.
bool is_passable(const void* code) {
    if (is_own(code)) return true;
    Dl_info library;
    if (dladdr(code, &library) == 0) return false;
    const std::string_view path = library.dli_fname;
    return std::ranges::any_of(std::array{"/libc.so", "/libstdc++.so", "/libtbb.so"},
                               [&](const char* name) { return path.find(name) != path.npos; });
}

/// Whether the whole call stack can be passed by an exception.
bool is_catchable() {
    std::array<void*, 200> callers;
    const int count = backtrace(callers.data(), int(callers.size()));
    return std::all_of(callers.begin(), callers.begin() + count, is_passable);
}

bool fails(std::size_t bytes, const void* caller) {
    if (!active || of_owner != is_owner || !is_own(caller)) return false;
    for (std::size_t most = most_bytes; bytes > most && !most_bytes.compare_exchange_weak(most, bytes);) {
    }
    const long number = counted++;
    if (failing < 0 || number < failing || has_fired || !is_catchable()) return false;
    return !has_fired.exchange(true);
}

void* allocate(std::size_t bytes, const void* caller) {
    void* const memory = fails(bytes, caller) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}

void* operator new(std::size_t bytes) { return allocate(bytes, __builtin_return_address(0)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, __builtin_return_address(0)); }
// Layers and drivers allocate with these and free with the others.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return fails(bytes, __builtin_return_address(0)) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return fails(bytes, __builtin_return_address(0)) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace huedrift {

AllocationFault::AllocationFault(Of threads, long number) {
    is_owner = true;
    of_owner = threads == Of::this_thread;
    has_fired = false;
    counted = 0;
    most_bytes = 0;
    failing = number;
    active = true;
}

AllocationFault::~AllocationFault() {
    active = false;
    is_owner = false;
}

bool AllocationFault::fired() const { return has_fired; }

long AllocationFault::count() const { return counted; }

std::size_t AllocationFault::largest() const { return most_bytes; }

}
