#include "library.h"

namespace py = pybind11;

namespace huedrift::python {
namespace {

constexpr const char* array_help =
    "array : numpy.ndarray, a Pillow image, or any object that numpy.asarray() converts\n"
    "    uint8, (height, width), (height, width, 2), (height, width, 3) or (height, width, 4): grey or RGB, "
    "with\n"
    "    alpha, not premultiplied, in sRGB. Any strides; copied only if the pixels of a row do not follow "
    "each\n"
    "    other.\n";
constexpr const char* progress_help =
    "progress : callable, optional\n"
    "    Receives the share that is done, 0 to 1, in the calling thread. An exception "
    "that it raises ends the call.\n";

/// These serve one call at a time, but a group whose palette is found serves any number.
struct Picture {
    OwnedPicture owned{};
    int channels = 0; ///< as in ArrayImage
    InUse in_use{};
};

struct Group {
    OwnedGroup owned{};
    bool is_found = false;
    InUse in_use{};
};

std::unique_ptr<Picture> make_picture(const py::object& object) {
    const ArrayImage read = array_image(object);
    huedrift_failure failure{};
    auto picture = std::make_unique<Picture>();
    picture->channels = read.channels;
    {
        const py::gil_scoped_release released;
        picture->owned.reset(huedrift_picture_new(&read.image, &failure));
    }
    throw_if_failed(failure);
    return picture;
}

py::object reduce_picture(Picture& picture, const py::object& recipe, const py::object& progress,
                          const py::kwargs& keywords) {
    const OwnedSettings settings = settings_from("reduce", recipe, keywords);
    OwnedResult result;
    watched_call(picture.in_use, progress, [&](huedrift_job* job, huedrift_failure* failure) {
        result.reset(huedrift_reduce(picture.owned.get(), settings.get(), job, failure));
    });
    return result_object(std::move(result), picture.channels);
}

py::object reduce(const py::object& array, const py::object& recipe, const py::object& progress,
                  const py::kwargs& keywords) {
    return reduce_picture(*make_picture(array), recipe, progress, keywords);
}

std::unique_ptr<Group> make_group(const py::object& recipe, const py::kwargs& keywords) {
    const OwnedSettings settings = settings_from("Group", recipe, keywords);
    auto group = std::make_unique<Group>();
    huedrift_failure failure{};
    group->owned.reset(huedrift_group_new(settings.get(), &failure));
    throw_if_failed(failure);
    return group;
}

void count_in_group(Group& group, const py::object& array, const py::object& progress) {
    const auto picture = make_picture(array);
    watched_call(group.in_use, progress, [&](huedrift_job* job, huedrift_failure* failure) {
        huedrift_group_count(group.owned.get(), picture->owned.get(), job, failure);
    });
}

void find_for_group(Group& group, const py::object& progress) {
    watched_call(group.in_use, progress, [&](huedrift_job* job, huedrift_failure* failure) {
        huedrift_group_find(group.owned.get(), job, failure);
    });
    group.is_found = true;
}

py::object reduce_in_group(Group& group, const py::object& array, const py::object& progress) {
    const auto picture = make_picture(array);
    OwnedResult result;
    InUse& in_use = group.is_found ? picture->in_use : group.in_use;
    watched_call(in_use, progress, [&](huedrift_job* job, huedrift_failure* failure) {
        result.reset(huedrift_group_reduce(group.owned.get(), picture->owned.get(), job, failure));
    });
    return result_object(std::move(result), picture->channels);
}

std::string recipe_and_keywords_help() {
    return "recipe : str, optional\n"
           "    The settings of an earlier result (Result.recipe). A keyword replaces its setting, and None "
           "removes it.\n" +
           keyword_help();
}

void add_functions(py::module_& module) {
    const std::string parameters = "recipe=None, progress=None" + keyword_parameters();
    const std::string help =
        "reduce(array, *, " + parameters +
        ")\n--\n\n"
        "Reduce the palette of an image, on all cores; the same bytes as huedrift-cli reduce.\n\n"
        "Without keywords it uses the look that suits the image. The result unpacks as palette, indices.\n\n"
        "Parameters\n----------\n" +
        array_help + progress_help + recipe_and_keywords_help() +
        "\nReturns\n-------\nResult\n\n"
        "Raises\n------\n"
        "ValueError, TypeError\n    for a wrong argument.\n"
        "Error\n    if the library could not carry out the call.\n";
    module.def("reduce", &reduce, py::arg("array"), py::kw_only(), py::arg("recipe") = py::none(),
               py::arg("progress") = py::none(), help.c_str());
    module.def("settings", &setting_rows, "The settings as (keyword, kind, help, syntax, names, low, high).");
}

void add_picture(py::module_& module) {
    py::class_<Picture> picture(module, "Picture",
                                "A copy of an image, to reduce several times: each reduction "
                                "begins at the first stage\nthat its settings change.");
    picture.attr("__module__") = "huedrift";
    picture.def(py::init(&make_picture), py::arg("array"), "__init__(self, array)\n--\n\n");
    const std::string help = "reduce(self, *, recipe=None, progress=None" + keyword_parameters() +
                             ")\n--\n\nReduce the palette, as huedrift.reduce() does with the same keywords.";
    picture.def("reduce", &reduce_picture, py::kw_only(), py::arg("recipe") = py::none(),
                py::arg("progress") = py::none(), help.c_str());
}

void add_group(py::module_& module) {
    const std::string help =
        "Group(*, recipe=None" + keyword_parameters() +
        ")\n--\n\n"
        "Images that share a palette: count() all of them, find() the palette, reduce() each.\n\n"
        "Parameters\n----------\n" +
        recipe_and_keywords_help();
    py::class_<Group> group(module, "Group", help.c_str());
    group.attr("__module__") = "huedrift";
    const std::string signature = "__init__(self, *, recipe=None" + keyword_parameters() + ")\n--\n\n";
    group.def(py::init(&make_group), py::kw_only(), py::arg("recipe") = py::none(), signature.c_str());
    group.def("count", &count_in_group, py::arg("array"), py::kw_only(), py::arg("progress") = py::none(),
              "count(self, array, *, progress=None)\n--\n\nCount the colours of an image. The group does not "
              "keep it.");
    group.def("find", &find_for_group, py::kw_only(), py::arg("progress") = py::none(),
              "find(self, *, progress=None)\n--\n\nFind the palette of all counted images.");
    group.def(
        "reduce", &reduce_in_group, py::arg("array"), py::kw_only(), py::arg("progress") = py::none(),
        "reduce(self, array, *, progress=None)\n--\n\nReduce a counted image to the palette found, which is "
        "the same in all results.");
}

}
}

PYBIND11_MODULE(_huedrift, module) {
    using namespace huedrift::python;
    py::options options;
    options.disable_function_signatures(); // stubs and __text_signature__ say more
    module.doc() = "Reduces the palette of images: the library behind the package huedrift.";
    module.attr("__version__") = huedrift_version();
    add_error(module);
    add_result(module);
    add_functions(module);
    add_picture(module);
    add_group(module);
    py::module_::import("atexit").attr("register")(py::cpp_function(&end_calls));
}
