#pragma once

#include "image/decode_exchange.h"

namespace huedrift {

/// False under a sanitizer, whose runtime needs more memory and system calls than a decoder.
bool confinement_is_whole();

/// Gives up everything that a decoder does not need: memory beyond the allowance (which its parent may
/// raise), core dumps, opening files, new privileges, and every system call except those that allocate and
/// free memory and end the process. Any other call kills it. Under a sanitizer it limits only time and core
/// dumps. Throws Error(failed) when the system refuses.
void confine(const Allowance& allowance);

/// Makes this process die with its parent and closes all but the first four descriptors. Call it first.
void leave_inheritance();

}
