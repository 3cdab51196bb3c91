#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace huedrift {

/// The manual page (section 1, man macros) of a program, made from the same descriptions as --help.
std::string man_page(const CLI::App& program, const std::string& version);

}
