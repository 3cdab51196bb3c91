#pragma once

#include <cstdint>

namespace huedrift {

/// The resources that this process may use from now on.
struct Allowance {
    std::uint64_t memory_bytes; ///< of address space in total
    std::uint64_t seconds;      ///< of processor time
};

/// False under a sanitizer, whose runtime needs more memory and system calls than a decoder.
bool confinement_is_whole();

/// Gives up everything that a decoder does not need: memory beyond the allowance, core dumps, opening files,
/// new privileges, and every system call except those that allocate and free memory and end the process. Any
/// other call kills it. Under a sanitizer it limits only time and core dumps. Throws Error(failed) when the
/// system refuses.
void confine(const Allowance& allowance);

/// Makes this process die with its parent and closes all but the first four descriptors. Call it first.
void leave_inheritance();

}
