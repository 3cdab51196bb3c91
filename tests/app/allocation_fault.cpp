#include "allocation_fault.h"

#include <atomic>
#include <cstdlib>
#include <new>

// The linker's names for where the code of this binary begins and ends.
extern "C" const char __executable_start, etext;

namespace {

thread_local bool is_owner = false;
std::atomic<bool> active = false, of_owner = false, has_fired = false;
std::atomic<long> counted = 0, failing = -1;

bool fails(const void* caller) {
    if (!active || of_owner != is_owner) return false;
    if (caller < &__executable_start || caller >= &etext) return false;
    if (counted++ != failing) return false;
    has_fired = true;
    return true;
}

void* allocate(std::size_t bytes, const void* caller) {
    void* const memory = fails(caller) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}

void* operator new(std::size_t bytes) { return allocate(bytes, __builtin_return_address(0)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, __builtin_return_address(0)); }
// Layers and drivers allocate with these and free with the others.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return fails(__builtin_return_address(0)) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return fails(__builtin_return_address(0)) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
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
    failing = number;
    active = true;
}

AllocationFault::~AllocationFault() {
    active = false;
    is_owner = false;
}

bool AllocationFault::fired() const { return has_fired; }

long AllocationFault::count() const { return counted; }

}
