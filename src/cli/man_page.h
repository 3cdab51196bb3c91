#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace huedrift {

/// What a program's options do not say of it.
struct SelfDescription {
    std::string version;
    std::string purpose; ///< in the manual's line of its name: "paint walls"
};

/// The manual page (section 1, man macros) of a program, made from the same descriptions as --help.
std::string man_page(const CLI::App& program, const SelfDescription& description);

}
