#pragma once

#include "huedrift.h"

#include <pybind11/pybind11.h>

#include <memory>

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

}
