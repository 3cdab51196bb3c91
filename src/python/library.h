#pragma once

#include "huedrift.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace huedrift::python {

template <auto free_one>
struct FreedBy {
    template <class Object>
    void operator()(Object* object) const {
        free_one(object);
    }
};

/// The objects of the library, each owned.
using OwnedSettings = std::unique_ptr<huedrift_settings, FreedBy<huedrift_settings_free>>;
using OwnedJob = std::unique_ptr<huedrift_job, FreedBy<huedrift_job_free>>;
using OwnedPicture = std::unique_ptr<huedrift_picture, FreedBy<huedrift_picture_free>>;
using OwnedResult = std::unique_ptr<huedrift_result, FreedBy<huedrift_result_free>>;
using OwnedGroup = std::unique_ptr<huedrift_group, FreedBy<huedrift_group_free>>;

/// Adds the exception Error to the module.
void add_error(pybind11::module_& module);

/// Throws the Python exception for a failed call: ValueError for a wrong argument or setting, MemoryError, or
/// Error for everything else. Returns if the call succeeded.
void throw_if_failed(const huedrift_failure& failure);

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
