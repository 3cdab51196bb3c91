#pragma once

#include "huedrift.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <mutex>

namespace huedrift::python {

/**
 * Calls the library without the interpreter's lock, on another thread. Every 20 ms the calling thread takes
 * that lock, runs the handlers of signals (in the main thread), and calls `progress`, unless it is None, with
 * the share that is done. If one of them raises an exception, the call is cancelled and the exception is
 * thrown once it has ended.
 *
 * @param in_use is held during the call: one object of the library serves one thread at a time
 * @throws as throw_if_failed()
 */
void watched_call(std::timed_mutex& in_use, const pybind11::object& progress,
                  const std::function<void(huedrift_job*, huedrift_error*)>& call);

/// Ends the calls of all threads, at the end of the program, before the objects that they use are destroyed.
void end_calls();

}
