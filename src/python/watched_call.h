#pragma once

#include "huedrift.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <mutex>
#include <thread>

namespace huedrift::python {

using LibraryCall = std::function<void(huedrift_job*, huedrift_failure*)>;

/// One object of the library serves one call at a time: that of which thread.
struct InUse {
    std::timed_mutex mutex{};
    std::thread::id thread{}; ///< read and written with the interpreter's lock
};

/**
 * Calls the library without the interpreter's lock, on another thread. Every 20 ms and at the end the calling
 * thread takes that lock, runs the handlers of signals (in the main thread), and calls `progress`, unless it
 * is None, with the share that is done. If one of them raises an exception, the call is cancelled and the
 * exception is thrown once it has ended. Throws as throw_if_failed(), too.
 */
void watched_call(const pybind11::object& progress, const LibraryCall& call);
/// The same, and holds `in_use` meanwhile. Throws std::runtime_error if this thread uses the object already,
/// as in a function `progress` of its.
void watched_call(InUse& in_use, const pybind11::object& progress, const LibraryCall& call);

/// Ends the calls of all threads, at the end of the program, before the objects that they use are destroyed.
void end_calls();

}
