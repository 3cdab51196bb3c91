#pragma once

namespace huedrift {

/// While it lives, one allocation of the threads it is for throws std::bad_alloc. Only allocations by code of
/// this binary count: drivers and libraries in C cannot pass exceptions on. One at a time.
class AllocationFault {
public:
    enum class Of { this_thread, other_threads };

    /// The `number`-th allocation from now on fails, from 0; a negative one: none, they are only counted.
    AllocationFault(Of threads, long number);
    ~AllocationFault();
    AllocationFault(const AllocationFault&) = delete;
    AllocationFault& operator=(const AllocationFault&) = delete;

    bool fired() const;
    /// Allocations so far.
    long count() const;
};

}
