#pragma once

#include <cstdint>

namespace huedrift {

/// What this process may use from now on.
struct Allowance {
    std::uint64_t memory_bytes; ///< of address space in all
    std::uint64_t seconds;      ///< of computing
};

/// False under a sanitizer, whose runtime needs more memory and system calls than a decoder.
bool confinement_is_whole();

/// Gives up what a decoder does not need: memory beyond the allowance, core dumps, new files, new privileges,
/// and every system call except those that get and give back memory and end the process; any other kills it.
/// Where the confinement is not whole, only time and core dumps are limited. Throws Error(failed) when the
/// system does not go along.
void confine(const Allowance& allowance);

/// Ends this process when the one that started it does, and closes all but the first four descriptors. The
/// first thing to do.
void leave_inheritance();

}
