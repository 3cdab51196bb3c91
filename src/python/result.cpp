#include "result.h"

#include "library.h"
#include "watched_call.h"

#include <cstddef>

namespace py = pybind11;

namespace huedrift::python {
namespace {

/// A view of the result's memory, which keeps the result alive.
template <class Value>
py::array view(const py::object& self, std::vector<py::ssize_t> shape, const Value* values) {
    py::array_t<Value> array(std::move(shape), values, self);
    array.attr("flags").attr("writeable") = false;
    return array;
}

py::ssize_t entries(const py::object& self) {
    return py::ssize_t(huedrift_result_entries(self.cast<const Result&>().get()));
}

py::array palette(const py::object& self) {
    return view(self, {entries(self), 4}, huedrift_result_palette(self.cast<const Result&>().get()));
}

py::array counts(const py::object& self) {
    return view(self, {entries(self)}, self.cast<Result&>().counts());
}

py::array errors(const py::object& self) {
    return view(self, {entries(self)}, self.cast<Result&>().errors());
}

using SharedResult = std::shared_ptr<const huedrift_result>;

/// What `get`, which may have to compute it, reads of a result.
template <class Get>
auto read(const SharedResult& result, const Get& get) {
    const auto value = std::make_shared<decltype(get(result.get()))>();
    watched_read([=](huedrift_job*, huedrift_error*) { *value = get(result.get()); });
    return *value;
}

template <class Get>
auto read_array(const SharedResult& result, const Get& get) {
    const auto values = read(result, get);
    if (!values) throw_if_failed({HUEDRIFT_FAILED, "memory ran out"});
    return values;
}

/// Rows of the result's size that `write` fills, without gaps.
template <class Write>
py::array written(const SharedResult& result, const char* type, py::ssize_t channels, const Write& write) {
    using Rows = std::shared_ptr<std::byte[]>;
    const py::dtype dtype(type);
    std::vector<py::ssize_t> shape{huedrift_result_height(result.get()), huedrift_result_width(result.get())};
    if (channels > 1) shape.push_back(channels);
    const Rows rows(new std::byte[std::size_t(shape[0] * shape[1] * channels * dtype.itemsize())]);
    watched_read([=](huedrift_job*, huedrift_error* error) { write(result.get(), rows.get(), error); });
    const py::capsule owner(new Rows(rows), [](void* held) { delete static_cast<Rows*>(held); });
    return py::array(dtype, std::move(shape), rows.get(), owner);
}

unsigned index_bytes(std::size_t entries) { return entries <= 1U << 8 ? 1 : entries <= 1U << 16 ? 2 : 4; }

}

const std::uint64_t* Result::counts() {
    if (!made_counts) made_counts = read_array(owned, huedrift_result_counts);
    return made_counts;
}

const double* Result::errors() {
    if (!made_errors) made_errors = read_array(owned, huedrift_result_errors);
    return made_errors;
}

py::object Result::indices() {
    if (made_indices) return made_indices;
    const unsigned bytes = index_bytes(huedrift_result_entries(get()));
    const char* const type = bytes == 1 ? "uint8" : bytes == 2 ? "uint16" : "uint32";
    const py::array made =
        written(owned, type, 1, [bytes](const huedrift_result* result, void* rows, huedrift_error* error) {
            huedrift_result_indices(result, bytes, rows, 0, error);
        });
    if (!made_indices) made_indices = made; // another thread may have been faster
    return made_indices;
}

py::object Result::pixels() {
    if (made_pixels) return made_pixels;
    const py::array made =
        written(owned, "uint8", 4, [](const huedrift_result* result, void* rows, huedrift_error* error) {
            huedrift_result_pixels(result, HUEDRIFT_RGBA, rows, 0, error);
        });
    if (!made_pixels) made_pixels = made;
    return made_pixels;
}

py::list Result::notes() const {
    py::list notes;
    for (std::size_t index = 0; const char* const note = huedrift_result_note(get(), index); ++index)
        notes.append(note);
    return notes;
}

double Result::error(const std::string& measure) {
    if (measure != "mean" && measure != "p95" && measure != "max")
        throw py::value_error("the measure must be 'mean', 'p95' or 'max', not '" + measure + "'");
    const auto get = [measure](const huedrift_result* result) {
        return huedrift_result_error(result, measure.c_str());
    };
    const double error = has_errors_of_all ? get(owned.get()) : read(owned, get);
    has_errors_of_all = true; // the library computes all measures at once
    return error;
}

std::string Result::text() const {
    return "<huedrift.Result: " + std::to_string(huedrift_result_width(get())) + " x " +
           std::to_string(huedrift_result_height(get())) + " pixels, " +
           std::to_string(huedrift_result_entries(get())) + " colours>";
}

void add_result(py::module_& module) {
    py::class_<Result> result(
        module, "Result",
        "A reduced image; unpacks as (palette, indices). palette, counts and errors are "
        "read-only views of the\nlibrary's memory.");
    result.attr("__module__") = "huedrift";
    result.def("__iter__", [](const py::object& self) {
        return py::iter(py::make_tuple(palette(self), self.attr("indices")));
    });
    result.def("__repr__", &Result::text);
    result.def_property_readonly("palette", &palette, "The colours, uint8 (n, 4): red, green, blue, alpha.");
    result.def_property_readonly(
        "indices", &Result::indices,
        "The entry of the palette of each pixel, (height, width): uint8, or uint16 or uint32 "
        "for more colours.\nMade at the first use.");
    result.def_property_readonly("pixels", &Result::pixels,
                                 "The pixels, uint8 (height, width, 4). Made at the first use.");
    result.def_property_readonly("counts", &counts, "The number of pixels of each colour, uint64 (n,).");
    result.def_property_readonly(
        "errors", &errors,
        "The mean distance of each colour's pixels from the image in Oklab, float64 (n,).");
    result.def("error", &Result::error, py::arg("measure") = "mean",
               "error(self, measure='mean')\n--\n\nThe distance of the pixels from the image in Oklab: the "
               "'mean', 'p95', "
               "which 95 % of the\npixels do not exceed, or the 'max'; NaN if the size differs.");
    result.def_property_readonly("notes", &Result::notes,
                                 "Sentences about settings that could not be met or changed nothing.");
    result.def_property_readonly(
        "recipe", [](const Result& self) { return huedrift_result_recipe(self.get()); },
        "The settings as a recipe's text, which repeats the result: reduce(array, recipe=...).");
}

}
