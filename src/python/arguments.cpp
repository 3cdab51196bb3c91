#include "library.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <new>
#include <vector>

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

namespace {

std::string keyword_of(const huedrift_setting& setting) {
    std::string keyword = setting.word;
    std::replace(keyword.begin(), keyword.end(), '-', '_');
    return keyword;
}

template <class Visit>
void each_setting(const Visit& visit) {
    for (std::size_t index = 0; const huedrift_setting* const setting = huedrift_setting_at(index); ++index)
        visit(*setting);
}

/// nullptr if there is none.
const huedrift_setting* setting_of(const std::string& keyword) {
    const huedrift_setting* found = nullptr;
    each_setting([&](const huedrift_setting& setting) {
        if (keyword_of(setting) == keyword) found = &setting;
    });
    return found;
}

[[noreturn]] void throw_unknown(const std::string& function, const std::string& keyword) {
    py::list all;
    each_setting([&](const huedrift_setting& setting) { all.append(keyword_of(setting)); });
    const py::list nearest = py::module_::import("difflib").attr("get_close_matches")(keyword, all, 1, 0);
    throw py::type_error(function + "() has no keyword argument '" + keyword + "'; did you mean '" +
                         std::string(py::str(nearest[0])) + "'?");
}

std::string type_name(const py::handle& value) { return py::str(py::type::of(value).attr("__name__")); }

bool is_mask(const std::string& keyword) { return keyword == "importance" || keyword == "dither_mask"; }

/// Whether a list of colours is one value, which may be the palette of a result.
bool is_palette(const std::string& keyword) { return keyword == "to" || keyword == "output_palette"; }

/// "rrggbb" of a sequence of three numbers 0 to 255, or of four, of which the last is alpha; "" for a
/// transparent entry of a palette.
std::string color_code(const std::string& keyword, const py::handle& sequence) {
    std::vector<Py_ssize_t> channels;
    for (const py::handle& channel : sequence) {
        channels.push_back(PyNumber_AsSsize_t(channel.ptr(), nullptr));
        PyErr_Clear(); // a channel that is not a whole number gives -1 and an exception
    }
    if (channels.size() == 3) channels.push_back(255);
    const bool is_color = channels.size() == 4 && (is_palette(keyword) || channels[3] == 255) &&
                          std::all_of(channels.begin(), channels.end(),
                                      [](Py_ssize_t value) { return value >= 0 && value <= 255; });
    if (!is_color)
        throw py::value_error(keyword +
                              ": a colour must be 3 numbers from 0 to 255 (red, green, blue), or 4 " +
                              (is_palette(keyword) ? "with alpha" : "of which the last, alpha, is 255"));
    if (channels[3] == 0) return "";
    char code[7];
    std::snprintf(code, sizeof code, "%02x%02x%02x", unsigned(channels[0]) & 255U,
                  unsigned(channels[1]) & 255U, unsigned(channels[2]) & 255U);
    return code;
}

bool is_text(const py::handle& value) { return py::isinstance<py::str>(value); }
bool is_sequence(const py::handle& value) { return PySequence_Check(value.ptr()) && !is_text(value); }

/// A number in a list could be meant as a channel or a code, so it is refused.
std::string item_text(const std::string& keyword, const py::handle& item) {
    if (is_text(item)) return py::str(item);
    if (is_sequence(item)) return color_code(keyword, item);
    throw py::type_error(keyword + ": an item must be a str or a colour (red, green, blue), not " +
                         type_name(item));
}

std::string list_text(const std::string& keyword, const py::handle& sequence) {
    std::string text;
    for (const py::handle& item : sequence) {
        const std::string one = item_text(keyword, item);
        if (one.empty() && !is_text(item)) continue; // transparent pixels are not mapped
        if (!text.empty()) text += ',';
        text += one;
    }
    return text;
}

bool is_flag(const py::handle& value) {
    return py::isinstance<py::bool_>(value) ||
           py::isinstance(value, py::module_::import("numpy").attr("bool_"));
}

std::string value_text(const std::string& keyword, huedrift_kind kind, const py::handle& value) {
    if (is_flag(value)) return py::bool_(py::reinterpret_borrow<py::object>(value)) ? "on" : "off";
    if (is_text(value)) return py::str(value);
    if (is_sequence(value)) {
        if (kind == HUEDRIFT_LIST) return list_text(keyword, value);
    } else if (kind != HUEDRIFT_LIST) {
        if (PyIndex_Check(value.ptr())) return py::str(py::int_(py::reinterpret_borrow<py::object>(value)));
        if (py::hasattr(value, "__float__"))
            return py::repr(py::float_(py::reinterpret_borrow<py::object>(value)));
    }
    throw py::type_error(keyword + " cannot be a " + type_name(value));
}

/// Sets a setting, or takes it back if the text is null.
void set(huedrift_settings* settings, const char* word, const char* text) {
    huedrift_failure failure{};
    huedrift_set(settings, word, text, &failure);
    throw_if_failed(failure);
}

/// A mask is an array, or the hash that a recipe has.
void set_mask(huedrift_settings* settings, const huedrift_setting& setting, const py::handle& value) {
    const ArrayImage mask = array_image(py::reinterpret_borrow<py::object>(value));
    huedrift_failure failure{};
    huedrift_set_mask(settings, setting.word, &mask.image, &failure);
    throw_if_failed(failure);
}

void set(huedrift_settings* settings, const huedrift_setting& setting, const py::handle& value) {
    set(settings, setting.word, nullptr); // a list would grow
    if (value.is_none()) return;
    const std::string keyword = keyword_of(setting);
    if (is_mask(keyword) && !is_text(value)) return set_mask(settings, setting, value);
    const std::string text = value_text(keyword, setting.kind, value);
    if (text.find('\0') != text.npos) throw py::value_error(keyword + " must not have a null character");
    if (is_palette(keyword) && text.empty())
        throw py::value_error(keyword + " has no colours; None leaves it out");
    if (setting.kind == HUEDRIFT_LIST && text.empty()) return;
    set(settings, setting.word, text.c_str());
}

void set_recipe(huedrift_settings* settings, const py::object& recipe) {
    if (recipe.is_none()) return;
    if (!is_text(recipe)) throw py::type_error("recipe must be a str, not " + type_name(recipe));
    const std::string text = py::str(recipe);
    huedrift_failure failure{};
    huedrift_set_recipe(settings, text.c_str(), &failure);
    throw_if_failed(failure);
}

const char* kind_word(huedrift_kind kind) {
    constexpr const char* words[] = {"number", "whole number", "flag", "name", "text", "list"};
    return std::size_t(kind) < std::size(words) ? words[kind] : "text";
}

bool has_range(const huedrift_setting& setting) {
    return setting.kind == HUEDRIFT_NUMBER || setting.kind == HUEDRIFT_WHOLE_NUMBER;
}

py::object names_of(const huedrift_setting& setting) {
    if (!setting.names) return py::none();
    py::list names;
    for (const char* const* name = setting.names; *name; ++name) names.append(*name);
    return py::tuple(names);
}

/// The values that a setting may have: 'name', 'other' or the syntax and range.
std::string values_of(const huedrift_setting& setting) {
    if (setting.kind == HUEDRIFT_FLAG) return "bool";
    std::string text;
    for (const char* const* name = setting.names; name && *name; ++name)
        text += (text.empty() ? "'" : ", '") + std::string(*name) + "'";
    if (!text.empty()) return text;
    text = kind_word(setting.kind);
    if (*setting.syntax) text += std::string(", ") + setting.syntax;
    if (!has_range(setting)) return text;
    const char* const range = setting.kind == HUEDRIFT_NUMBER ? "{:g} to {:g}" : "{:.0f} to {:.0f}";
    return text + ", " + std::string(py::str(range).format(setting.low, setting.high));
}

}

OwnedSettings settings_from(const char* function, const py::object& recipe, const py::kwargs& keywords) {
    OwnedSettings settings(huedrift_settings_new());
    if (!settings) throw std::bad_alloc();
    set_recipe(settings.get(), recipe);
    for (const auto& [name, value] : keywords) {
        const std::string keyword = py::str(name);
        const huedrift_setting* const setting = setting_of(keyword);
        if (!setting) throw_unknown(function, keyword);
        set(settings.get(), *setting, value);
    }
    return settings;
}

py::list setting_rows() {
    py::list rows;
    each_setting([&](const huedrift_setting& setting) {
        const bool ranged = has_range(setting);
        const py::object low = ranged ? py::object(py::float_(setting.low)) : py::none();
        const py::object high = ranged ? py::object(py::float_(setting.high)) : py::none();
        rows.append(py::make_tuple(keyword_of(setting), kind_word(setting.kind), setting.help, setting.syntax,
                                   names_of(setting), low, high));
    });
    return rows;
}

std::string keyword_parameters() {
    std::string parameters;
    each_setting(
        [&](const huedrift_setting& setting) { parameters += ", " + keyword_of(setting) + "=None"; });
    return parameters;
}

std::string keyword_help() {
    const py::object wrap = py::module_::import("textwrap").attr("fill");
    std::string text;
    each_setting([&](const huedrift_setting& setting) {
        const py::str help = wrap(setting.help, py::arg("width") = 100, py::arg("initial_indent") = "    ",
                                  py::arg("subsequent_indent") = "    ", py::arg("break_on_hyphens") = false);
        text += keyword_of(setting) + " : " + values_of(setting) + "\n" + std::string(help) + "\n";
    });
    return text;
}

}
