#pragma once

#include "huedrift.h"

#include <pybind11/numpy.h>

namespace huedrift::python {

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

}
