#include "library.h"

namespace py = pybind11;

namespace huedrift::python {
namespace {

constexpr const char* help =
    "The library could not carry out a call; wrong arguments are a ValueError or TypeError.\n\n"
    "code : int\n"
    "    3: the image does not suit the settings, 4: the result does not fit, 5: the engine or device cannot "
    "be\n"
    "    used, 1: anything else.";

}

void add_error(py::module_& module) {
    const auto error = py::reinterpret_steal<py::object>(
        PyErr_NewExceptionWithDoc("huedrift.Error", help, PyExc_Exception, nullptr));
    if (!error) throw py::error_already_set();
    error.attr("code") = int{HUEDRIFT_FAILED};
    module.attr("Error") = error;
}

void throw_if_failed(const huedrift_failure& failure) {
    if (failure.code == HUEDRIFT_OK) return;
    if (failure.code == HUEDRIFT_USAGE) throw py::value_error(failure.sentence);
    if (failure.code == HUEDRIFT_NO_MEMORY) {
        PyErr_SetString(PyExc_MemoryError, failure.sentence);
        throw py::error_already_set();
    }
    const py::object type = py::module_::import("huedrift._huedrift").attr("Error");
    const py::object exception = type(failure.sentence);
    exception.attr("code") = int{failure.code};
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw py::error_already_set();
}

}
