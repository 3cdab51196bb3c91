#include "library.h"

#include <cstdint>
#include <vector>

namespace py = pybind11;

namespace huedrift::python {
namespace {

/// A result of the library. It does not change, so any number of threads may read it.
class ReadResult {
public:
    ReadResult(OwnedResult owned, int channels) : owned(std::move(owned)), channels(channels) {}

    const huedrift_result* get() const { return owned.get(); }
    py::ssize_t entries() const { return py::ssize_t(huedrift_result_entries(get())); }
    py::ssize_t height() const { return huedrift_result_height(get()); }
    py::ssize_t width() const { return huedrift_result_width(get()); }
    /// The indices in the smallest type that holds them, (height, width).
    py::array indices() const;
    /// The pixels with the channels of the image, of which grey ones become three if a colour is not grey.
    py::array pixels() const;
    /// The distances from the image: the mean, the 95th percentile and the largest.
    py::tuple measured() const;
    py::list notes() const;

private:
    bool is_grey() const;

    OwnedResult owned;
    int channels;
};

/// A view of the result's memory, which keeps the result alive.
template <class Value>
py::array view(const py::object& self, std::vector<py::ssize_t> shape, const Value* values) {
    py::array_t<Value> array(std::move(shape), values, self);
    array.attr("flags").attr("writeable") = false;
    return array;
}

py::array palette(const py::object& self) {
    const auto& result = self.cast<const ReadResult&>();
    return view(self, {result.entries(), 4}, huedrift_result_palette(result.get()));
}

/// A number for each entry, by a function of the library.
template <auto get>
py::array of_entries(const py::object& self) {
    const auto& result = self.cast<const ReadResult&>();
    decltype(get(nullptr, nullptr, nullptr)) values = nullptr;
    watched_call(py::none(), [&](huedrift_job* job, huedrift_failure* failure) {
        values = get(result.get(), job, failure);
    });
    return view(self, {result.entries()}, values);
}

py::array ReadResult::indices() const {
    const unsigned bytes = entries() <= 1 << 8 ? 1 : entries() <= 1 << 16 ? 2 : 4;
    py::array array(py::dtype(bytes == 1 ? "uint8" : bytes == 2 ? "uint16" : "uint32"), {height(), width()});
    void* const rows = array.mutable_data();
    watched_call(py::none(), [&](huedrift_job* job, huedrift_failure* failure) {
        huedrift_result_indices(get(), bytes, rows, 0, job, failure);
    });
    return array;
}

bool ReadResult::is_grey() const {
    const std::uint8_t* const palette = huedrift_result_palette(get());
    for (py::ssize_t i = 0; i < entries(); ++i)
        if (palette[4 * i] != palette[4 * i + 1] || palette[4 * i] != palette[4 * i + 2]) return false;
    return true;
}

py::array ReadResult::pixels() const {
    const bool has_alpha = channels == 2 || channels == 4;
    huedrift_format format = has_alpha ? HUEDRIFT_RGBA : HUEDRIFT_RGB;
    std::vector<py::ssize_t> shape{height(), width(), has_alpha ? 4 : 3};
    if (channels < 3 && is_grey()) {
        format = has_alpha ? HUEDRIFT_GREY_ALPHA : HUEDRIFT_GREY;
        shape[2] = channels;
        if (channels == 0) shape.pop_back();
    }
    py::array array(py::dtype("uint8"), std::move(shape));
    void* const rows = array.mutable_data();
    watched_call(py::none(), [&](huedrift_job* job, huedrift_failure* failure) {
        huedrift_result_pixels(get(), format, rows, 0, job, failure);
    });
    return array;
}

py::tuple ReadResult::measured() const {
    double mean = 0, percentile_95 = 0, largest = 0;
    watched_call(py::none(), [&](huedrift_job* job, huedrift_failure* failure) {
        // The first call computes all of them.
        if (huedrift_result_distance(get(), HUEDRIFT_MEAN, &mean, job, failure) != HUEDRIFT_OK) return;
        huedrift_result_distance(get(), HUEDRIFT_PERCENTILE_95, &percentile_95, nullptr, failure);
        huedrift_result_distance(get(), HUEDRIFT_LARGEST, &largest, nullptr, failure);
    });
    return py::make_tuple(mean, percentile_95, largest);
}

py::list ReadResult::notes() const {
    py::list notes;
    for (std::size_t index = 0; const char* const note = huedrift_result_note(get(), index); ++index)
        notes.append(note);
    return notes;
}

}

py::object result_object(OwnedResult owned, int channels) {
    auto read = std::make_unique<ReadResult>(std::move(owned), channels);
    return py::module_::import("huedrift").attr("Result")(py::cast(std::move(read)));
}

void add_result(py::module_& module) {
    py::class_<ReadResult> result(module, "ReadResult",
                                  "A result of the library: what huedrift.Result reads.");
    result.def("palette", &palette);
    result.def("counts", &of_entries<huedrift_result_counts>);
    result.def("distances", &of_entries<huedrift_result_entry_distances>);
    result.def("indices", &ReadResult::indices);
    result.def("pixels", &ReadResult::pixels);
    result.def("_measured", &ReadResult::measured);
    result.def("notes", &ReadResult::notes);
    result.def("recipe", [](const ReadResult& self) { return huedrift_result_recipe(self.get()); });
    result.def("_size", [](const ReadResult& self) { return py::make_tuple(self.width(), self.height()); });
}

}
