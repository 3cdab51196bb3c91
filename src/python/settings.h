#pragma once

#include "library.h"

#include <pybind11/pybind11.h>

#include <string>

namespace huedrift::python {

/**
 * Settings from keyword arguments: the word of a setting with "_" for "-". None takes back what the recipe
 * sets.
 *
 * @param function the name that exceptions give
 * @param recipe a recipe's text, of which a keyword replaces the setting, or None
 * @throws pybind11::type_error for a keyword or a type that no setting has, pybind11::value_error for a wrong
 * value
 */
OwnedSettings settings_from(const char* function, const pybind11::object& recipe,
                            const pybind11::kwargs& keywords);

/// Each setting as (keyword, kind, help, syntax, names, low, high); a part that a setting lacks is None.
pybind11::list setting_rows();

/// The keywords as parameters that follow others: ", radius=None, ...".
std::string keyword_parameters();

/// A paragraph about each keyword, for docstrings.
std::string keyword_help();

}
