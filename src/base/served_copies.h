#pragma once

#include <initializer_list>

namespace huedrift {

// The messages between ProgramCopies and its program, over a socket of packets: a request carries the
// descriptors of a copy, the answer is its process ID, or -1.

/// The second argument of a program that is to serve copies.
inline constexpr const char* serves_copies = "copies";

/// Sends a request with one to four open descriptors. Returns whether it was sent.
bool pass_descriptors(int socket, std::initializer_list<int> descriptors);

/// Makes a copy of this process for each request at descriptor 0. Returns in the copies, which have the
/// descriptors of their requests from 0 on and no others. Ends this process once nobody can ask. Only for
/// processes of one thread.
void serve_copies();

}
