#pragma once

#include "library.h"

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <string>

namespace huedrift::python {

/// A reduced image in Python. It does not change, so any number of threads may read it.
class Result {
public:
    explicit Result(OwnedResult owned) : owned(std::move(owned)) {}

    const huedrift_result* get() const { return owned.get(); }
    /// For each entry of the palette; computed once.
    const std::uint64_t* counts();
    const double* errors();
    /// The indices in the smallest type that holds them, (height, width); made once.
    pybind11::object indices();
    /// The pixels, (height, width, 4); made once.
    pybind11::object pixels();
    pybind11::list notes() const;
    /// @throws pybind11::value_error for a measure that does not exist
    double error(const std::string& measure);
    std::string text() const;

private:
    std::shared_ptr<const huedrift_result> owned; // shared with computations that a signal interrupted
    const std::uint64_t* made_counts = nullptr;
    const double* made_errors = nullptr;
    bool has_errors_of_all = false;
    pybind11::object made_indices;
    pybind11::object made_pixels;
};

/// Adds the class Result to the module.
void add_result(pybind11::module_& module);

}
