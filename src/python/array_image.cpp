#include "library.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace py = pybind11;

namespace huedrift::python {
namespace {

/// A Pillow image in a mode that numpy reads as grey or RGB: of P and PA it would take the indices for greys,
/// and CMYK for RGBA. Other objects stay as they are.
py::object in_channels(const py::object& object) {
    if (!py::hasattr(object, "getbands") || !py::hasattr(object, "mode")) return object;
    const std::string mode = py::str(object.attr("mode"));
    if (mode == "L" || mode == "LA" || mode == "RGB" || mode == "RGBA") return object;
    if (mode == "1") return object.attr("convert")("L");
    if (mode != "P" && mode != "PA")
        throw py::value_error("a Pillow image must have the mode 1, L, LA, P, PA, RGB or RGBA, not " + mode +
                              "; convert it: image.convert(\"RGBA\")");
    const bool has_alpha = mode == "PA" || object.attr("info").contains("transparency") ||
                           std::string(py::str(object.attr("palette").attr("mode"))) == "RGBA";
    return object.attr("convert")(has_alpha ? "RGBA" : "RGB");
}

constexpr huedrift_format formats[] = {HUEDRIFT_GREY, HUEDRIFT_GREY_ALPHA, HUEDRIFT_RGB, HUEDRIFT_RGBA};

void check_type_and_shape(const py::array& array) {
    if (array.dtype().kind() != 'u' || array.itemsize() != 1)
        throw py::type_error("the array must have the dtype uint8, not " +
                             std::string(py::str(array.dtype())));
    const bool is_image =
        array.ndim() == 2 || (array.ndim() == 3 && array.shape(2) >= 1 && array.shape(2) <= 4);
    if (is_image) return;
    const py::object shape = array.attr("shape");
    throw py::value_error(
        "the array must have the shape (height, width) or (height, width, 1 to 4 channels), not " +
        std::string(py::str(shape)));
}

/// Whether a row's pixels follow one another, and no row lies in another.
bool has_rows(const py::array& array, py::ssize_t channels) {
    const py::ssize_t height = array.shape(0);
    const py::ssize_t width = array.shape(1);
    const bool pixels_follow =
        (channels == 1 || array.strides(2) == 1) && (width <= 1 || array.strides(1) == channels);
    return pixels_follow && (height <= 1 || std::abs(array.strides(0)) >= width * channels);
}

/// The library refuses sides that are too large, and says so.
std::uint32_t side(py::ssize_t pixels) {
    return std::uint32_t(std::min<py::ssize_t>(pixels, std::numeric_limits<std::uint32_t>::max()));
}

}

ArrayImage array_image(const py::object& object) {
    const py::module_ numpy = py::module_::import("numpy");
    py::array array = numpy.attr("asarray")(in_channels(object));
    check_type_and_shape(array);
    const py::ssize_t channels = array.ndim() == 3 ? array.shape(2) : 1;
    // An array that the library refuses as too large may be a view of little memory.
    const bool is_too_large = std::max(array.shape(0), array.shape(1)) > 65535;
    if (!is_too_large && !has_rows(array, channels)) array = numpy.attr("ascontiguousarray")(array);
    huedrift_image image{};
    image.format = formats[channels - 1];
    image.width = side(array.shape(1));
    image.height = side(array.shape(0));
    image.stride = array.shape(0) > 1 ? array.strides(0) : 0;
    image.pixels = array.data();
    return {array, image, array.ndim() == 3 ? int(channels) : 0};
}

}
