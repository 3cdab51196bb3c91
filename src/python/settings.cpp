#include "library.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <new>
#include <vector>

namespace py = pybind11;

namespace huedrift::python {
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
