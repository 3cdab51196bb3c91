#pragma once

#if !defined(HUEDRIFT_ONE_THREAD)
#include <mutex>
#include <thread>
#endif

namespace huedrift {

// Locks, and the threads that parallel loops run on. WebAssembly has one thread, and its standard library
// none of these types: only here, in parallel.cpp and in the choice of sources do builds differ
// (HUEDRIFT_ONE_THREAD).

#if !defined(HUEDRIFT_ONE_THREAD)
using Mutex = std::mutex;

/// Remembers the thread that made it.
class ThreadMark {
public:
    bool is_here() const { return std::this_thread::get_id() == made_on_; }

private:
    std::thread::id made_on_ = std::this_thread::get_id();
};

/// Lets other threads run, for a loop that waits for them.
inline void let_others_run() { std::this_thread::yield(); }
#else
class Mutex {
public:
    void lock() {}
    void unlock() {}
};

class ThreadMark {
public:
    bool is_here() const { return true; }
};

inline void let_others_run() {}
#endif

/// Holds a mutex during its lifetime.
class Lock {
public:
    explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Lock() { mutex_.unlock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    Mutex& mutex_;
};

}
