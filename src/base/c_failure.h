#pragma once

#include <array>
#include <csetjmp>
#include <cstdio>

namespace huedrift {

/// Why a C library was left. Libraries that report an error by a function that must not return are left by
/// longjmp, which must not skip a destructor.
struct CFailure {
    std::jmp_buf out;
    std::array<char, 256> reason; ///< zero-terminated; empty: none
};

/// Ends run_until_failure(), from within a function that the library calls.
[[noreturn]] inline void leave_library(CFailure& failure, const char* reason) {
    std::snprintf(failure.reason.data(), failure.reason.size(), "%s", reason);
    std::longjmp(failure.out, 1);
}

/// Runs work that leave_library() may leave. Has no locals: those that changed since setjmp would be
/// indeterminate.
template <class Work>
void run_until_failure(CFailure& failure, const Work& work) {
    if (setjmp(failure.out) == 0) work();
}

}
