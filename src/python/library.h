#pragma once

#include "huedrift.h"

#include <pybind11/numpy.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
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

/// The pixels of a Python object as the library reads them, and the array that holds them.
struct ArrayImage {
    pybind11::array array;
    huedrift_image image{};
    int channels = 0; ///< 0: the array has no axis for them
};

/**
 * @param object an array of uint8 of the shape (height, width) or (height, width, 1 to 4 channels), or an
 * object that numpy.asarray() converts to one. Its memory is taken as it is if the pixels of a row follow one
 * another; otherwise it is copied.
 * A Pillow image of two values or with a palette becomes one of the mode L, RGB or RGBA.
 * @throws pybind11::type_error for another type, pybind11::value_error for another shape and for a Pillow
 * image of a mode that says something else than grey or RGB
 */
ArrayImage array_image(const pybind11::object& object);

/**
 * Settings from keyword arguments: the word of a setting with "_" for "-". None takes back what the recipe
 * sets.
 *
 * @param function the name that exceptions give
 * @param recipe a recipe's text, of which a keyword replaces the setting, or None
 * @throws pybind11::type_error for a keyword or a type that no setting has, pybind11::value_error for a wrong
 * value
 */
OwnedSettings settings_from(const char* function, const pybind11::object& recipe,
                            const pybind11::kwargs& keywords);

/// Each setting as (keyword, kind, help, syntax, names, low, high); a part that a setting lacks is None.
pybind11::list setting_rows();

/// The keywords as parameters that follow others: ", radius=None, ...".
std::string keyword_parameters();

/// A paragraph about each keyword, for docstrings.
std::string keyword_help();

/// A huedrift.Result.
/// @param channels of the image that was reduced, as in ArrayImage; pixels have as many
pybind11::object result_object(OwnedResult owned, int channels);

/// Adds the class that huedrift.Result reads to the module.
void add_result(pybind11::module_& module);

}
