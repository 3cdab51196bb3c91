#pragma once

#include "library.h"

#include <pybind11/pybind11.h>

namespace huedrift::python {

/// A huedrift.Result.
/// @param channels of the image that was reduced, as in ArrayImage; pixels have as many
pybind11::object result_object(OwnedResult owned, int channels);

/// Adds the class that huedrift.Result reads to the module.
void add_result(pybind11::module_& module);

}
