#pragma once

#include <cstddef>

namespace huedrift {

/// While it lives, one allocation of the chosen threads throws std::bad_alloc. Only allocations by code of
/// this binary count, and only those without a driver or C library on the call stack fail, as exceptions
/// cannot pass through those. One at a time.
class AllocationFault {
public:
    enum class Of { this_thread, other_threads };

    /// Fails the first allocation that may fail from the `number`-th on, counted from 0; a negative number:
    /// only counts.
    AllocationFault(Of threads, long number);
    ~AllocationFault();
    AllocationFault(const AllocationFault&) = delete;
    AllocationFault& operator=(const AllocationFault&) = delete;

    bool fired() const;
    /// Allocations so far, and the bytes of the largest.
    long count() const;
    std::size_t largest() const;
};

}
