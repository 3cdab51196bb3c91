#pragma once

namespace huedrift {

/// While it lives, one allocation of the threads it is for throws std::bad_alloc. Only allocations by code of
/// this binary count, and only those fail that no driver or library in C has called for: it could not pass
/// the exception on. One at a time.
class AllocationFault {
public:
    enum class Of { this_thread, other_threads };

    /// The first that may fail from the `number`-th allocation on does, from 0; a negative number: none, they
    /// are only counted.
    AllocationFault(Of threads, long number);
    ~AllocationFault();
    AllocationFault(const AllocationFault&) = delete;
    AllocationFault& operator=(const AllocationFault&) = delete;

    bool fired() const;
    /// Allocations so far.
    long count() const;
};

}
