#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace huedrift {

/// The manual page (section 1, man macros) of a program, made from what its --help is made from.
std::string man_page(const CLI::App& program, const std::string& version);

}
