#pragma once

#include "cli/man_page.h"

#include <string>

namespace huedrift {

/// Adds the hidden options by which the build makes a program write its own manual (--man) and completion
/// (--completion bash|zsh|fish), from the same descriptions as --help. Both end the parsing like --version.
void add_self_descriptions(CLI::App& program, const SelfDescription& description);

/// The script by which this shell (bash, zsh or fish) completes the program's commands, options and their
/// values.
std::string completion(const CLI::App& program, const std::string& shell);

}
