#pragma once

#include <cstdint>

namespace huedrift {

/// The limits of this process from now on.
struct Allowance {
    std::uint64_t memory_bytes; ///< of address space in all
    std::uint64_t seconds;      ///< of computing
};

/// False under a sanitizer, whose runtime needs more memory and system calls than a decoder.
bool confinement_is_whole();

/// Gives up what a decoder does not need: memory beyond the allowance, core dumps, new files, new privileges,
/// and every system call except those that get and give back memory and end the process; any other kills it.
/// Under a sanitizer only time and core dumps are limited. Throws Error(failed) when the system refuses.
void confine(const Allowance& allowance);

/// Ties this process's life to that of its parent and closes all but the first four descriptors. Call it
/// first.
void leave_inheritance();

}
