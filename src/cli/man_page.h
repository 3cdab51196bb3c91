#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace huedrift {

/// Facts about a program that its options do not contain.
struct SelfDescription {
    std::string version;
    std::string purpose; ///< for the NAME section: "paint walls"
};

/// The manual page (section 1, man macros) of a program, from the descriptions of --help.
std::string man_page(const CLI::App& program, const SelfDescription& description);

}
