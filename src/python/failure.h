#pragma once

#include "huedrift.h"

#include <pybind11/pybind11.h>

namespace huedrift::python {

/// Adds the exception Error to the module.
void add_error(pybind11::module_& module);

/// Throws the Python exception for a failed call: ValueError for a wrong argument or setting, Error for
/// everything else. Returns if the call succeeded.
void throw_if_failed(const huedrift_error& error);

}
